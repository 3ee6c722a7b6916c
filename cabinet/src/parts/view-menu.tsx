import { ActionIcon, Menu } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import { inBoth } from '../language/texts.ts'
import { IconAdjustmentsHorizontal } from './icons.tsx'
import { type Density, useDensity, useHiddenColumns } from './table-view.ts'

const texts = inBoth({
  view: ['Columns and row height', 'Столбцы и высота строк'],
  columns: ['Columns', 'Столбцы'],
  density: ['Rows', 'Строки'],
  densities: {
    comfortable: ['Comfortable', 'Обычные'],
    compact: ['Compact', 'Плотные'],
  },
})

const densities: readonly Density[] = ['comfortable', 'compact']

/** Which columns a table shows and how dense its rows are. Both are kept in the browser. */
export function ViewMenu(props: {
  readonly name: string
  readonly columns: readonly { readonly id?: string; readonly title: string }[]
}) {
  const text = useTexts(texts)
  const [density, setDensity] = useDensity()
  const [hidden, setHidden] = useHiddenColumns(props.name)
  const show = (id: string, isShown: boolean) =>
    setHidden(isShown ? hidden.filter((other) => other !== id) : [...hidden, id])
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
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
              <Menu.CheckboxItem
                key={id}
                checked={!hidden.includes(id)}
                onChange={(isShown) => show(id, isShown)}
              >
                {title}
              </Menu.CheckboxItem>
            ),
        )}
        <Menu.Divider />
        <Menu.Label>{text.density}</Menu.Label>
        {densities.map((each) => (
          <Menu.RadioItem
            key={each}
            value={each}
            checked={density === each}
            onChange={() => setDensity(each)}
          >
            {text.densities[each]}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
