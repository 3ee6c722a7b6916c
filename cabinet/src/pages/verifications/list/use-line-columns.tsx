import { useMay } from '../../../api/me.ts'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import classes from './table.module.css'
import { tableTexts } from './table-texts.ts'

interface Line {
  readonly client: string
  readonly operator: string
  readonly region: string
  readonly country: string
  readonly cost: number | null
}

/** The columns that calls and verifications have in common. */
export function useLineColumns<Row extends Line>() {
  const text = useTexts(tableTexts)
  const formats = useFormats()
  const maySeeMoney = useMay('read-money')
  const client: Column<Row> = { id: 'client', title: text.client, isMinor: true, cell: (line) => line.client }
  const network: Column<Row> = {
    id: 'operator',
    title: text.operator,
    cell: ({ operator, region, country }) => (
      <span className={classes.quiet}>
        {[operator, region].filter((part) => part !== '').join(', ') || formats.country(country)}
      </span>
    ),
  }
  const cost: Column<Row> = {
    id: 'cost',
    title: text.cost,
    align: 'right',
    cell: (line) => (line.cost === null ? '' : formats.price(line.cost)),
  }
  return { client, network, costs: maySeeMoney ? [cost] : [] }
}
