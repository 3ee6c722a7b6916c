import { Skeleton } from '@mantine/core'
import type { NumberHealthView } from '@ringkey/server/cabinet-api'
import { useNumberHealth } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { navigationTexts } from '../texts.ts'
import { FurtherRange } from './further-range.tsx'
import { Ranges } from './ranges.tsx'
import { Rests } from './rests.tsx'
import { Rights } from './rights.tsx'
import { healthTexts } from './texts.ts'
import { TrunkLoad } from './trunk-load.tsx'

/** The reputation of calling numbers, and what the pool lacks. */
export default function NumberHealthPage() {
  const names = useTexts(navigationTexts)
  const { data, error, isPending } = useNumberHealth()
  return (
    <Page title={names.numberHealth}>
      <ErrorNote error={error} />
      {isPending && <Skeleton h={460} />}
      {data !== undefined && (
        <>
          <Ranges health={data} />
          <Rests health={data} />
          <TrunkLoad trunks={data.trunks} />
          <Codes codes={data.codes} />
          <FurtherRange trunks={data.trunks} />
          <Rights rights={data.rights} />
        </>
      )}
    </Page>
  )
}

function Codes({ codes }: Pick<NumberHealthView, 'codes'>) {
  const text = useTexts(healthTexts)
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
          { title: text.covered, value: ({ covered }) => covered, as: 'number' },
          { title: text.missing, value: ({ missing }) => missing, as: 'number' },
          { title: text.single, value: ({ single }) => single, as: 'number' },
          { title: text.oneTrunk, value: ({ oneTrunk }) => oneTrunk, as: 'number' },
          {
            title: text.thin,
            cell: ({ thin }) => thin.map(({ first, last }) => `${first}–${last}`).join(', '),
          },
        ]}
      />
    </Section>
  )
}
