import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './stacked-table.module.css'

export interface Column<T> {
  /** "" for a column of controls. */
  readonly label: string
  readonly cell: (item: T) => ReactNode
  readonly isNumber?: boolean
}

/** A table that becomes a list of cards on a narrow screen: each value then stands beside the name of its column. */
export function StackedTable<T>(props: {
  readonly columns: readonly Column<T>[]
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string | number
  readonly label: string
}) {
  const { columns, items, keyOf } = props
  return (
    <Table highlightOnHover className={classes.table!} aria-label={props.label}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ label, isNumber }) => (
            <Table.Th key={label} ta={isNumber ? 'right' : 'left'}>
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr key={keyOf(item)}>
            {columns.map(({ label, cell, isNumber }) => (
              <Table.Td key={label} data-label={label} data-number={isNumber || undefined}>
                {cell(item)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
