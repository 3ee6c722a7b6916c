import { Alert, Badge, Stack, Text } from '@mantine/core'
import type { BlockHealth, HealthCounts, NumberHealthView } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { blockText, goodShares } from './shares.ts'
import { healthTexts } from './texts.ts'

const tones = { new: 'good', well: 'good', resting: 'bad', trial: 'open' } as const

export function Ranges({ health }: { readonly health: NumberHealthView }) {
  const text = useTexts(healthTexts)
  const formats = useFormats()
  const share = (of: (counts: HealthCounts) => number | null) => ({
    sortBy: ({ counts }: BlockHealth) => of(counts),
    cell: ({ counts, siblings }: BlockHealth) => {
      const [own, others] = [of(counts), of(siblings)]
      if (own === null) return '–'
      return others === null ? formats.percent(own) : `${formats.percent(own)} (${formats.percent(others)})`
    },
    align: 'right' as const,
  })
  return (
    <Section title={text.ranges} about={text.rangesAbout}>
      {!health.isOn && <Alert color="orange">{text.off}</Alert>}
      <DataTable
        label={text.ranges}
        rows={health.blocks}
        keyOf={({ first, trunk }) => `${first} ${trunk}`}
        empty={<EmptyState title={text.noRanges}>{text.noRangesAbout}</EmptyState>}
        columns={[
          {
            title: text.range,
            card: 'title',
            sortBy: ({ first }) => first,
            cell: ({ first, replace, label, category }) => (
              <Stack gap={0}>
                {blockText(first)}
                <Text variant="note" component="span">
                  {[label, category].filter((part) => part !== '').join(', ')}
                </Text>
                {replace.length > 0 && (
                  <Text size="xs" component="span">
                    <Badge color="red" size="xs">
                      {text.replace}
                    </Badge>{' '}
                    {replace.map((reason) => text.replaceReasons[reason]).join(', ')}
                  </Text>
                )}
              </Stack>
            ),
          },
          { title: text.trunk, value: ({ trunk }) => trunk },
          { title: text.numbers, value: ({ numbers }) => numbers, as: 'number' },
          { title: text.calls, value: ({ counts }) => counts.attempts, as: 'number' },
          { title: text.rings, ...share(goodShares.rings) },
          { title: text.declined, ...share(goodShares.declined) },
          { title: text.confirmed, ...share(goodShares.confirmed) },
          {
            title: text.state,
            card: 'corner',
            sortBy: ({ state }) => state,
            cell: ({ state, restingNumbers }) => (
              <StateWord
                tone={tones[state]}
                word={text.states[state]}
                why={
                  state !== 'resting' && restingNumbers > 0
                    ? text.someRest(formats.number(restingNumbers))
                    : null
                }
              />
            ),
          },
        ]}
      />
    </Section>
  )
}
