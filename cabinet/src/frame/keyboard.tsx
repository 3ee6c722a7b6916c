import { Kbd, Modal, Table } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { useMe } from '../api/me.ts'
import { useTexts } from '../language/language.tsx'
import { pageEntries } from '../pages/entries.ts'
import { navigationTexts } from '../pages/texts.ts'

/** A second key within this time completes "g v". */
const sequenceMs = 1_200

const texts = {
  en: { title: 'Keyboard', search: 'Search', help: 'This help', goTo: (page: string) => `Go to ${page}` },
  ru: {
    title: 'Клавиатура',
    search: 'Поиск',
    help: 'Эта справка',
    goTo: (page: string) => `Перейти: ${page}`,
  },
}

/** `/` searches, `g` and a letter goes to a page, `?` shows them all. */
export function Keyboard() {
  const text = useTexts(texts)
  const names = useTexts(navigationTexts)
  const [isOpen, { open, close }] = useDisclosure(false)
  const [, navigate] = useLocation()
  const isOperator = useMe().person.operator
  const goAt = useRef(Number.NEGATIVE_INFINITY)
  const reachable = pageEntries.filter(
    ({ letter, needs }) => letter !== null && (needs !== 'operator' || isOperator),
  )

  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const isSecond = event.timeStamp - goAt.current < sequenceMs
    goAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    const target = isSecond ? reachable.find(({ letter }) => letter === event.key) : undefined
    if (target !== undefined) navigate(target.path)
    else if (event.key === '/') {
      event.preventDefault()
      document.querySelector<HTMLInputElement>('#search')?.focus()
    } else if (event.key === '?') open()
  })

  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={text.title}
      closeButtonProps={{ 'aria-label': names.close }}
    >
      <Table>
        <Table.Tbody>
          <Shortcut keys={['/']} does={text.search} />
          <Shortcut keys={['?']} does={text.help} />
          {reachable.map(({ letter, name }) => (
            <Shortcut key={name} keys={['g', letter!]} does={text.goTo(names[name])} />
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}

function Shortcut({ keys, does }: { readonly keys: readonly string[]; readonly does: string }) {
  return (
    <Table.Tr>
      <Table.Td w={90}>
        {keys.map((key) => (
          <Kbd key={key} mr={4}>
            {key}
          </Kbd>
        ))}
      </Table.Td>
      <Table.Td>{does}</Table.Td>
    </Table.Tr>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
