import { Alert, Badge, Stack, Text } from '@mantine/core'
import type { Answer, BlockHealth, HealthCounts } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { blockText, goodShares } from './shares.ts'
import { healthTexts } from './texts.ts'

const tones = { new: 'good', healthy: 'good', quarantined: 'bad', probation: 'open' } as const

export function Ranges({ health }: { readonly health: Answer<'/operator/caller-id-health'> }) {
  const text = useTexts(healthTexts)
  const formats = useFormats()
  const share = (of: (counts: HealthCounts) => number | null) => ({
    sortBy: ({ counts }: BlockHealth) => of(counts),
    cell: ({ counts, others }: BlockHealth) => {
      const [own, usual] = [of(counts), of(others)]
      if (own === null) return '–'
      return usual === null ? formats.percent(own) : `${formats.percent(own)} (${formats.percent(usual)})`
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
          { title: text.blocked, ...share(goodShares.blocked) },
          { title: text.rings, ...share(goodShares.rings) },
          { title: text.declined, ...share(goodShares.declined) },
          { title: text.confirmed, ...share(goodShares.confirmed) },
          {
            title: text.busyHour,
            sortBy: ({ busyHour }) => busyHour.callsPerNumber,
            cell: ({ busyHour }) => <BusyHourCell hour={busyHour} />,
            align: 'right',
          },
          {
            title: text.leastCovered,
            sortBy: ({ leastCovered }) => leastCovered.codes,
            cell: ({ leastCovered: { codes, thousands } }) => (
              <Stack gap={0}>
                {formats.number(codes)}
                <Text variant="note" component="span">
                  {thousands.map(({ first, last }) => `${first}–${last}`).join(', ')}
                </Text>
              </Stack>
            ),
            align: 'right',
          },
          {
            title: text.state,
            card: 'corner',
            sortBy: ({ state }) => state,
            cell: ({ state, quarantinedNumbers }) => (
              <StateWord
                tone={tones[state]}
                word={text.states[state]}
                why={
                  state !== 'quarantined' && quarantinedNumbers > 0
                    ? text.someRest(formats.number(quarantinedNumbers))
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

/** Calls of a number, and what would ease the hour. */
function BusyHourCell({ hour }: { readonly hour: BlockHealth['busyHour'] }) {
  const text = useTexts(healthTexts)
  const formats = useFormats()
  const { callsPerNumber, lacking, shortCalls, shortCallsPerHour, isBudgetShort } = hour
  const advice = [
    lacking === 0 ? '' : text.lacking(formats.number(lacking)),
    isBudgetShort ? text.shortBudget(formats.number(shortCalls), formats.number(shortCallsPerHour)) : '',
  ].filter((part) => part !== '')
  return (
    <Stack gap={0}>
      {callsPerNumber === null ? '–' : formats.number(Math.round(callsPerNumber * 100) / 100)}
      <Text variant="note" component="span">
        {advice.join('; ')}
      </Text>
    </Stack>
  )
}
