import type { Answer } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { rangeText } from '../pools/codes.ts'
import { healthTexts } from './texts.ts'

const tones = { fits: 'good', foreign: 'bad', unknown: 'open' } as const

export function Rights({ rights }: Pick<Answer<'/operator/caller-id-health'>, 'rights'>) {
  const text = useTexts(healthTexts)
  const formats = useFormats()
  return (
    <Section title={text.rights} about={text.rightsAbout}>
      <DataTable
        label={text.rights}
        rows={rights}
        keyOf={({ first, last, trunk }) => `${first} ${last} ${trunk}`}
        empty={<EmptyState title={text.noRights}>{text.noRightsAbout}</EmptyState>}
        columns={[
          { title: text.range, value: ({ first, last }) => rangeText(first, last) },
          { title: text.trunk, value: ({ trunk }) => trunk },
          {
            title: text.holder,
            cell: ({ holders }) =>
              holders.length === 0
                ? text.notKnown
                : [...new Set(holders.map(({ operator }) => formats.network(operator) || text.nobody))].join(
                    ', ',
                  ),
          },
          {
            title: text.expected,
            cell: ({ expected }) =>
              expected.length === 0 ? text.notNamed : expected.map(formats.network).join(', '),
          },
          {
            title: text.verdict,
            card: 'corner',
            sortBy: ({ verdict }) => verdict,
            cell: ({ verdict }) => <StateWord tone={tones[verdict]} word={text.verdicts[verdict]} />,
          },
        ]}
      />
    </Section>
  )
}
