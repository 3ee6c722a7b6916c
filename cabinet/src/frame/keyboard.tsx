import { Kbd, Modal, Table } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { useTexts } from '../language/language.tsx'
import { useOpenPages } from '../pages/open-pages.ts'
import { navigationTexts } from '../pages/texts.ts'

/** A second key within this time completes "g v". */
const sequenceMs = 1_200

const texts = {
  en: {
    title: 'Keyboard',
    find: 'Find anything',
    search: 'Search',
    help: 'This help',
    goTo: (page: string) => `Go to ${page}`,
  },
  ru: {
    title: 'Клавиатура',
    find: 'Найти что угодно',
    search: 'Поиск',
    help: 'Эта справка',
    goTo: (page: string) => `Перейти: ${page}`,
  },
}

/** Ctrl+K finds everything, `/` searches, `g` and a letter goes to a page, `?` shows them all. */
export function Keyboard({ onFind }: { readonly onFind: () => void }) {
  const text = useTexts(texts)
  const names = useTexts(navigationTexts)
  const [isOpen, { open, close }] = useDisclosure(false)
  const [, navigate] = useLocation()
  const goAt = useRef(Number.NEGATIVE_INFINITY)
  const reachable = useOpenPages().filter(({ letter }) => letter !== null)

  useWindowEvent('keydown', (event) => {
    // By the place of the key: with a Russian layout it types another letter.
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyK') {
      event.preventDefault()
      onFind()
      return
    }
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
          <Shortcut keys={['Ctrl', 'K']} does={text.find} />
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
