import type { Item } from '@ringkey/server/cabinet-api'
import type { ReactNode } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { RowLink } from '../../parts/row-link.tsx'
import { moneyTexts } from './texts.ts'

type MoneyRow = Item<'/money/months'>

/** A row for each day or month: calls, what was spent, and the balance after it. */
export function MoneyRows(props: {
  readonly label: string
  readonly rows: readonly MoneyRow[] | undefined
  readonly nameOf: (row: MoneyRow) => string
  readonly hrefOf?: (row: MoneyRow) => string
  readonly error?: unknown
  readonly empty: ReactNode
}) {
  const { nameOf, hrefOf } = props
  const text = useTexts(moneyTexts)
  const formats = useFormats()
  return (
    <DataTable
      label={props.label}
      rows={props.rows}
      keyOf={({ at }) => at}
      error={props.error}
      expectedRows={10}
      empty={props.empty}
      columns={[
        {
          title: text.period,
          card: 'title',
          cell: (row) =>
            hrefOf === undefined ? nameOf(row) : <RowLink href={hrefOf(row)}>{nameOf(row)}</RowLink>,
        },
        { title: text.calls, align: 'right', cell: ({ calls }) => formats.number(calls) },
        { title: text.paid, align: 'right', cell: ({ paid }) => formats.number(paid) },
        { title: text.spent, align: 'right', cell: ({ spent }) => formats.price(spent) },
        {
          title: text.toppedUp,
          align: 'right',
          cell: ({ toppedUp }) => (toppedUp === 0 ? null : formats.price(toppedUp)),
        },
        { title: text.balance, align: 'right', cell: ({ balance }) => formats.price(balance) },
      ]}
    />
  )
}
