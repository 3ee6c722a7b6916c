import { Kbd, Modal, Table } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import type { useOpenPages } from '../pages/open-pages.ts'
import { navigationTexts } from '../pages/texts.ts'

const texts = defineMessages({
  title: ['Keyboard', 'Клавиатура'],
  find: ['Find anything', 'Найти что угодно'],
  search: ['Search', 'Поиск'],
  help: ['This help', 'Эта справка'],
  rows: [
    'Next and previous row of the list; Enter opens it, Esc closes it',
    'Следующая и предыдущая строка списка; Enter открывает, Esc закрывает',
  ],
  goTo: (page: string) => [`Go to ${page}`, `Перейти: ${page}`],
})

interface KeyboardHelpProps {
  readonly pages: ReturnType<typeof useOpenPages>
  readonly onClose: () => void
}

/** Loaded when somebody asks for it: dialogs are no part of the first page. */
export default function KeyboardHelp({ pages, onClose }: KeyboardHelpProps) {
  const text = useTexts(texts)
  const names = useTexts(navigationTexts)
  return (
    <Modal opened onClose={onClose} title={text.title} closeButtonProps={{ 'aria-label': names.close }}>
      <Table>
        <Table.Tbody>
          <Shortcut keys={['Ctrl', 'K']} does={text.find} />
          <Shortcut keys={['/']} does={text.search} />
          <Shortcut keys={['?']} does={text.help} />
          <Shortcut keys={['j', 'k']} does={text.rows} />
          {pages.map(({ letter, name }) => (
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
