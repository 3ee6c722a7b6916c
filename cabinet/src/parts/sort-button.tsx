import { UnstyledButton } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import { defineMessages } from '../language/texts.ts'
import classes from './data-table.module.css'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from './icons.tsx'

export type Direction = 'ascending' | 'descending'

const texts = defineMessages({
  sort: ['Sort by this column', 'Сортировать по этому столбцу'],
})

/** The title of a column: upwards, downwards, then the order of the list again. */
export function SortButton(props: {
  readonly title: string
  readonly direction: Direction | undefined
  readonly onSort: (direction: Direction | undefined) => void
}) {
  const text = useTexts(texts)
  const { title, direction, onSort } = props
  const next =
    direction === undefined ? 'ascending' : direction === 'ascending' ? ('descending' as const) : undefined
  const Icon =
    direction === undefined ? IconArrowsSort : direction === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <UnstyledButton
      className={classes.sort!}
      fz="inherit"
      fw="inherit"
      title={text.sort}
      data-sorted={direction !== undefined || undefined}
      onClick={() => onSort(next)}
    >
      {title}
      <Icon size={12} aria-hidden />
    </UnstyledButton>
  )
}
