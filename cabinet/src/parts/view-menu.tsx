import { ActionIcon } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import { IconAdjustmentsHorizontal } from './icons.tsx'
import { Menu, MenuDivider, MenuItem, MenuLabel } from './menu.tsx'
import { type Density, useDensity, useHiddenColumns } from './table-view.ts'

const texts = defineMessages({
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
    <Menu
      button={(opener) => (
        <ActionIcon
          {...opener}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={text.view}
          title={text.view}
        >
          <IconAdjustmentsHorizontal size={14} />
        </ActionIcon>
      )}
    >
      <MenuLabel>{text.columns}</MenuLabel>
      {props.columns.map(({ id, title }) => {
        if (id === undefined) return null
        const isShown = !hidden.includes(id)
        return (
          <MenuItem key={id} chosen={{ as: 'checkbox', is: isShown }} onClick={() => show(id, !isShown)}>
            {title}
          </MenuItem>
        )
      })}
      <MenuDivider />
      <MenuLabel>{text.density}</MenuLabel>
      {densities.map((each) => (
        <MenuItem key={each} chosen={{ as: 'radio', is: density === each }} onClick={() => setDensity(each)}>
          {text.densities[each]}
        </MenuItem>
      ))}
    </Menu>
  )
}
