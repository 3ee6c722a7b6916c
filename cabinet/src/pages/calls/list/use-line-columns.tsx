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
  const client: Column<Row> = {
    id: 'client',
    title: text.client,
    width: '12%',
    isMinor: true,
    isCut: true,
    cell: (line) => line.client && <span title={line.client}>{line.client}</span>,
  }
  const network: Column<Row> = {
    id: 'operator',
    title: text.operator,
    width: '22%',
    card: 'bare',
    isCut: true,
    cell: ({ operator, region, country }) => {
      const where =
        [formats.network(operator), formats.region(region)].filter((part) => part !== '').join(', ') ||
        formats.country(country)
      return (
        <span className={classes.quiet} title={where}>
          {where}
        </span>
      )
    },
  }
  const cost: Column<Row> = {
    id: 'cost',
    title: text.cost,
    align: 'right',
    card: 'second',
    cell: (line) => (line.cost === null ? '' : formats.price(line.cost)),
  }
  return { client, network, costs: maySeeMoney ? [cost] : [] }
}
