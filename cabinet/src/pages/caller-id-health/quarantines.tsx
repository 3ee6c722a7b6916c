import { Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { refusalWords } from '@ringkey/server/number-health'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { defineMessages } from '../../language/texts.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Upcoming } from '../../parts/moment.tsx'
import { Section } from '../../parts/section.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { rangeText } from '../pools/codes.ts'
import { poolProblems } from '../pools/texts.ts'
import { healthTexts } from './texts.ts'

const refusalTexts = defineMessages(refusalWords)

export function Quarantines({ health }: { readonly health: Answer<'/operator/caller-id-health'> }) {
  const text = useTexts(healthTexts)
  const refusals = useTexts(refusalTexts)
  const formats = useFormats()
  const release = useOperatorChange('/operator/caller-id-health/release')
  return (
    <Section title={text.quarantines} about={text.quarantinesAbout}>
      <DataTable
        label={text.quarantines}
        rows={health.quarantines}
        keyOf={({ first, last, trunk }) => `${first} ${last} ${trunk}`}
        empty={<EmptyState title={text.noQuarantines}>{text.noQuarantinesAbout}</EmptyState>}
        columns={[
          { title: text.range, value: ({ first, last }) => rangeText(first, last) },
          { title: text.trunk, value: ({ trunk }) => trunk },
          {
            title: text.state,
            card: 'corner',
            sortBy: ({ state }) => state,
            cell: ({ state }) => (
              <StateWord tone={state === 'quarantined' ? 'bad' : 'open'} word={text.states[state]} />
            ),
          },
          {
            title: text.why,
            sortBy: ({ finding }) => finding.refusal,
            cell: ({ finding: { refusal, hits, of, usual } }) =>
              `${refusals[refusal]}: ${text.finding(formats.number(hits), formats.number(of), formats.percent(usual))}`,
          },
          {
            title: text.until,
            sortBy: ({ until }) => (until === 0 ? null : until),
            cell: ({ until }) => until !== 0 && <Upcoming at={until} />,
          },
          { title: text.strikes, value: ({ strikes }) => strikes, as: 'number' },
        ]}
        actions={({ first, last, trunk, state }) =>
          state === 'quarantined' && (
            <ConfirmButton
              label={text.release}
              name={text.releaseName(rangeText(first, last))}
              question={text.releaseQuestion}
              onConfirm={() => release.mutateAsync({ range: `${first}-${last}`, trunk })}
              errorTexts={poolProblems}
            >
              {text.releaseAbout(rangeText(first, last), trunk)}
            </ConfirmButton>
          )
        }
      />
      {health.quarantinesLeftOut > 0 && (
        <Text variant="hint">{text.leftOut(formats.number(health.quarantinesLeftOut))}</Text>
      )}
    </Section>
  )
}
