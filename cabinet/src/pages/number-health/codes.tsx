import type { CodePlan, NumberHealthView } from '@ringkey/server/cabinet-api'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import { useCounts } from './shares.ts'
import { healthTexts } from './texts.ts'

export function Codes({ codes }: Pick<NumberHealthView, 'codes'>) {
  const text = useTexts(healthTexts)
  const count = useCounts()
  return (
    <Section title={text.codes} about={text.codesAbout}>
      <DataTable
        label={text.codes}
        rows={codes}
        keyOf={({ prefix }) => prefix}
        empty={<EmptyState title={text.noTrunks}>{text.noTrunksAbout}</EmptyState>}
        columns={[
          {
            title: text.destination,
            card: 'title',
            sortBy: ({ prefix }) => prefix,
            cell: ({ prefix, trunks }) =>
              `${prefix === '' ? text.everywhere : `+${prefix}`} · ${trunks.join(', ')}`,
          },
          count(text.covered, ({ covered }: CodePlan) => covered),
          count(text.missing, ({ missing }: CodePlan) => missing),
          count(text.single, ({ single }: CodePlan) => single),
          count(text.oneTrunk, ({ oneTrunk }: CodePlan) => oneTrunk),
          {
            title: text.thin,
            cell: ({ thin }) => thin.map(({ first, last }) => `${first}–${last}`).join(', '),
          },
        ]}
      />
    </Section>
  )
}
