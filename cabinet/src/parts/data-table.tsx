import { Skeleton, Stack, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'

export interface Column<Row> {
  /** "" for a column of buttons. */
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'right'
  readonly width?: number
}

interface Props<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** undefined while they are being asked for. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string | number
  readonly empty: ReactNode
}

const skeletonRows = 4

/** A table that becomes a list of cards on a narrow screen. */
export function DataTable<Row>({ label, columns, rows, keyOf, empty }: Props<Row>) {
  if (rows === undefined) {
    return (
      <Stack gap={6}>
        {Array.from({ length: skeletonRows }, (_, index) => (
          <Skeleton key={String(index)} h={30} />
        ))}
      </Stack>
    )
  }
  if (rows.length === 0) return empty
  return (
    <Table className={classes.table!} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ title, align, width }) => (
            <Table.Th key={title} ta={align ?? 'left'} {...(width === undefined ? {} : { w: width })}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            {columns.map(({ title, cell, align }) => (
              <Table.Td key={title} data-label={title} ta={align ?? 'left'}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
