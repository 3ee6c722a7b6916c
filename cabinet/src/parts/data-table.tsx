import { Skeleton, Stack } from '@mantine/core'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { defineMessages, type Texts } from '../language/texts.ts'
import classes from './data-table.module.css'
import { ErrorNote } from './error-note.tsx'
import { Moment, Upcoming } from './moment.tsx'
import { MoreButton, type Pages } from './more-button.tsx'
import { rowLinkClass } from './row-link.tsx'
import { type Direction, SortButton } from './sort-button.tsx'
import { type SortValue, sortedBy } from './sorted-by.ts'
import { useDensity, useHiddenColumns } from './table-view.ts'
import { ViewMenu } from './view-menu.tsx'

interface AnyColumn {
  /** A column with an id can be hidden in a table with a name. */
  readonly id?: string
  readonly title: string
  readonly width?: number | string
  /**
   * The place on a card. Only a column without one has its label there. The title and the corner make up the first line,
   * the second line comes next, the rest follows in its order.
   */
  readonly card?: 'title' | 'corner' | 'second' | 'bare' | 'hidden'
  /** One line: what does not fit into the width is cut. Cards have all of it. */
  readonly isCut?: boolean
  /** Hidden where a table has little room; cards have it. */
  readonly collapsible?: boolean
}

/** How a value is written. Numbers stand at the right. */
type Writing = 'number' | 'money' | 'price' | 'percent' | 'moment' | 'last' | 'upcoming'
/** `last` is a moment that may not have been: 0 is never. */
const times: readonly Writing[] = ['moment', 'last', 'upcoming']

const texts = defineMessages({ never: ['never', 'не было'] })

/** A column that shows the value by which it is sorted. */
interface ValueColumn<Row> extends AnyColumn {
  readonly value: (row: Row) => number | string
  readonly as?: Writing
}

/** A column that draws its cells itself. */
interface DrawnColumn<Row> extends AnyColumn {
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'right'
  /** The value by which the list can be sorted; null comes last. Lists of pages can be sorted when all of it is read. */
  readonly sortBy?: (row: Row) => SortValue
}

export type Column<Row> = ValueColumn<Row> | DrawnColumn<Row>

interface Props<Row> {
  readonly label: string
  /** The reader's choice of columns is kept under it; a table without a name has no choice. */
  readonly name?: string
  readonly columns: readonly Column<Row>[]
  /** Buttons at the end of each row. */
  readonly actions?: ((row: Row) => ReactNode) | undefined
  /** undefined while they are being asked for. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string | number
  readonly empty: ReactNode
  readonly error?: unknown
  readonly errorTexts?: Texts<Record<string, string>>
  /** A list that is read in pages, and the words on its button. */
  readonly pages?: Pages & { readonly label: string }
  /** What opens below a row; undefined while it is closed. The label names the row together with it. */
  readonly expandedRow?: {
    readonly of: (row: Row) => ReactNode
    readonly label: (row: Row) => string
  }
  /** There are more rows than these, so that they cannot be sorted. */
  readonly isPartial?: boolean
  readonly isFresh?: (row: Row) => boolean
  /** The last row, whatever the order of the others. */
  readonly sum?: Row
  readonly expectedRows?: number
}

interface Sort {
  readonly column: string
  readonly direction: Direction
}

/** Every list of the cabinet: a table, and a list of cards where there is no room for one. */
export function DataTable<Row>(props: Props<Row>) {
  const { rows, error, pages } = props
  const isEmpty = rows?.length === 0
  return (
    <div className={classes.room}>
      <ErrorNote error={error} errorTexts={props.errorTexts} />
      {rows === undefined && !error && <Expected rows={props.expectedRows ?? 4} />}
      {isEmpty && !error && props.empty}
      {rows !== undefined && !isEmpty && <Filled {...props} rows={rows} />}
      {pages !== undefined && (
        <div className={classes.more}>
          <MoreButton pages={pages} label={pages.label} />
        </div>
      )}
    </div>
  )
}

function Expected({ rows }: { readonly rows: number }) {
  return (
    <Stack gap={6}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={String(index)} h={30} />
      ))}
    </Stack>
  )
}

function Filled<Row>(props: Props<Row> & { readonly rows: readonly Row[] }) {
  const { label, name, keyOf, isFresh, pages, expandedRow, sum, actions } = props
  const [density] = useDensity()
  const [hidden] = useHiddenColumns(name ?? '')
  const [sort, setSort] = useState<Sort | null>(null)
  const isHidden = ({ id }: AnyColumn) => name !== undefined && id !== undefined && hidden.includes(id)
  const shown = withTitle(useDrawn(props.columns).filter((column) => !isHidden(column)))
  const columns: typeof shown = actions ? [...shown, { title: '', align: 'right', cell: actions }] : shown
  // Sorting a part of a list would hide that there is more.
  const isWhole = props.isPartial !== true && pages?.hasNextPage !== true
  const sorting = sort === null || !isWhole ? undefined : columns.find(({ title }) => title === sort.column)
  const rows =
    sorting?.sortBy === undefined ? props.rows : sortedBy(props.rows, sorting.sortBy, sort!.direction)
  const directionOf = ({ title }: AnyColumn) => (sorting?.title === title ? sort!.direction : undefined)
  const line = (row: Row) => (
    <tr key={keyOf(row)} data-fresh={isFresh?.(row) || undefined} onClick={followRow} onAuxClick={followRow}>
      {columns.map(({ title, cell, align, card, collapsible, isCut }) => (
        <td
          key={title}
          data-label={title}
          data-card={card}
          data-collapsible={collapsible}
          data-number={align}
          data-cut={isCut}
        >
          {cell(row)}
        </td>
      ))}
      {name !== undefined && <td className={classes.view} />}
    </tr>
  )
  return (
    <table className={classes.table} aria-label={label} data-density={density}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.title}
              data-collapsible={column.collapsible}
              data-number={column.align}
              aria-sort={directionOf(column)}
              style={{ width: column.width }}
            >
              {column.sortBy === undefined || !isWhole ? (
                column.title
              ) : (
                <SortButton
                  title={column.title}
                  direction={directionOf(column)}
                  onSort={(direction) =>
                    setSort(direction === undefined ? null : { column: column.title, direction })
                  }
                />
              )}
            </th>
          ))}
          {name !== undefined && (
            <th className={classes.view}>
              <ViewMenu name={name} columns={props.columns} />
            </th>
          )}
        </tr>
      </thead>
      {expandedRow === undefined ? (
        <tbody>{rows.map(line)}</tbody>
      ) : (
        rows.map((row) => (
          <tbody key={keyOf(row)} aria-label={expandedRow.label(row)}>
            {line(row)}
            <ExpandedRow width={columns.length + 1}>{expandedRow.of(row)}</ExpandedRow>
          </tbody>
        ))
      )}
      {sum !== undefined && <tfoot>{line(sum)}</tfoot>}
    </table>
  )
}

function useDrawn<Row>(columns: readonly Column<Row>[]): readonly DrawnColumn<Row>[] {
  const formats = useFormats()
  const { never } = useTexts(texts)
  return columns.map((column) => {
    if ('cell' in column) return column
    const { value, as, ...rest } = column
    const cell = (row: Row) => {
      if (as === undefined) return value(row)
      const at = Number(value(row))
      if (as === 'last' && at === 0) return never
      if (as === 'moment' || as === 'last') return <Moment at={at} />
      return as === 'upcoming' ? <Upcoming at={at} /> : formats[as](at)
    }
    const isNumber = as !== undefined && !times.includes(as)
    return {
      ...rest,
      sortBy: as === 'last' ? (row) => value(row) || null : value,
      cell,
      ...(isNumber ? { align: 'right' } : {}),
    }
  })
}

function ExpandedRow({ width, children }: { readonly width: number; readonly children: ReactNode }) {
  if (children === undefined || children === false) return null
  return (
    <tr className={classes.expandedRow}>
      <td colSpan={width}>{children}</td>
    </tr>
  )
}

/** A card begins with its first column when no other is its title. */
function withTitle<Row>(columns: readonly DrawnColumn<Row>[]): readonly DrawnColumn<Row>[] {
  const [first, ...rest] = columns
  if (first === undefined || columns.some(({ card }) => card === 'title')) return columns
  return [{ ...first, card: 'title' }, ...rest]
}

/**
 * The link of a row covers it, except for what has a tooltip or is a control itself. A click on a time or a state goes
 * to the link all the same.
 */
function followRow(event: MouseEvent<HTMLTableRowElement>) {
  const row = event.currentTarget
  const target = event.target as Element
  // Dialogs that a cell opens are children of the row for React, but not in the document.
  if (!row.contains(target) || target.closest('a, button, input, label') !== null) return
  const link = row.querySelector<HTMLAnchorElement>(`.${rowLinkClass}`)
  if (link === null) return
  const { ctrlKey, metaKey, shiftKey } = event
  if (event.button === 1) window.open(link.href, '_blank', 'noopener')
  else if (event.button === 0)
    link.dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
    )
}
