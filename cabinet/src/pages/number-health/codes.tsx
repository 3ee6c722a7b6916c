import type { CodePlan, NumberHealthView } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import { healthTexts } from './texts.ts'

export function Codes({ codes }: Pick<NumberHealthView, 'codes'>) {
  const text = useTexts(healthTexts)
  const formats = useFormats()
  const count = (title: string, of: (code: CodePlan) => number) => ({
    title,
    align: 'right' as const,
    sortBy: of,
    cell: (code: CodePlan) => formats.number(of(code)),
  })
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
          count(text.covered, ({ covered }) => covered),
          count(text.missing, ({ missing }) => missing),
          count(text.single, ({ single }) => single),
          count(text.oneTrunk, ({ oneTrunk }) => oneTrunk),
          {
            title: text.thin,
            cell: ({ thin }) => thin.map(({ first, last }) => `${first}–${last}`).join(', '),
          },
        ]}
      />
    </Section>
  )
}
