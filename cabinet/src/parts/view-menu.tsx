import { ActionIcon, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconCheck } from '@tabler/icons-react'
import { useTexts } from '../language/language.tsx'
import { type Density, useDensity, useHiddenColumns } from './table-view.ts'

const texts = {
  en: {
    view: 'Columns and row height',
    columns: 'Columns',
    density: 'Rows',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
  },
  ru: {
    view: 'Столбцы и высота строк',
    columns: 'Столбцы',
    density: 'Строки',
    densities: { comfortable: 'Обычные', compact: 'Плотные' },
  },
}

const densities: readonly Density[] = ['comfortable', 'compact']

/** Which columns a table shows and how dense its rows are. Both are kept in the browser. */
export function ViewMenu(props: {
  readonly name: string
  readonly columns: readonly { readonly id?: string; readonly title: string }[]
}) {
  const text = useTexts(texts)
  const [density, setDensity] = useDensity()
  const [hidden, setHidden] = useHiddenColumns(props.name)
  const toggle = (id: string) =>
    setHidden(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id])
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={text.view} title={text.view}>
          <IconAdjustmentsHorizontal size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{text.columns}</Menu.Label>
        {props.columns.map(
          ({ id, title }) =>
            id !== undefined && (
              <Choice
                key={id}
                role="menuitemcheckbox"
                name={title}
                isChosen={!hidden.includes(id)}
                onChoose={() => toggle(id)}
              />
            ),
        )}
        <Menu.Divider />
        <Menu.Label>{text.density}</Menu.Label>
        {densities.map((each) => (
          <Choice
            key={each}
            role="menuitemradio"
            name={text.densities[each]}
            isChosen={density === each}
            onChoose={() => setDensity(each)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Choice(props: {
  readonly role: 'menuitemcheckbox' | 'menuitemradio'
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}) {
  return (
    <Menu.Item
      role={props.role}
      aria-checked={props.isChosen}
      leftSection={<IconCheck size={14} visibility={props.isChosen ? 'visible' : 'hidden'} />}
      onClick={props.onChoose}
    >
      {props.name}
    </Menu.Item>
  )
}
