import type { NumberHealthView } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import { healthTexts } from './texts.ts'

export function TrunkLoad({ trunks }: Pick<NumberHealthView, 'trunks'>) {
  const text = useTexts(healthTexts)
  const formats = useFormats()
  return (
    <Section title={text.plan} about={text.planAbout}>
      <DataTable
        label={text.plan}
        rows={trunks}
        keyOf={({ trunk }) => trunk}
        empty={<EmptyState title={text.noTrunks}>{text.noTrunksAbout}</EmptyState>}
        columns={[
          { title: text.trunk, value: ({ trunk }) => trunk, card: 'title' },
          { title: text.numbers, value: ({ numbers }) => numbers, as: 'number' },
          { title: text.resting, value: ({ resting }) => resting, as: 'number' },
          { title: text.busiest, value: ({ busyHour }) => busyHour.calls, as: 'number' },
          {
            title: text.load,
            align: 'right',
            sortBy: ({ load }) => load,
            cell: ({ load }) => (load === null ? '–' : formats.number(Math.round(load * 100) / 100)),
          },
          {
            title: text.shortCalls,
            align: 'right',
            sortBy: ({ shortCallShare }) => shortCallShare,
            cell: ({ busyHour: { shortCalls }, shortCallsPerHour, shortCallShare }) =>
              shortCallShare === null
                ? text.noLimit(formats.number(shortCalls))
                : text.ofBudget(
                    formats.number(shortCalls),
                    formats.number(shortCallsPerHour),
                    formats.percent(shortCallShare),
                  ),
          },
          {
            title: text.advice,
            cell: ({ lacking, isBudgetShort }) =>
              [lacking === 0 ? '' : text.add(formats.number(lacking)), isBudgetShort ? text.budget : '']
                .filter((part) => part !== '')
                .join('; '),
          },
        ]}
      />
    </Section>
  )
}
