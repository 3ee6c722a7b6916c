import { Group, Skeleton, Stack, Title } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { BarPlot, type PlotSeries } from '../../parts/plots/bar-plot.tsx'
import {
  colourAt,
  goodColour,
  inboundColour,
  othersColour,
  suspectColour,
} from '../../parts/plots/colours.ts'
import { reasonTexts } from '../calls/reasons.ts'
import { overviewTexts } from './texts.ts'

const height = 230

/** The last 24 hours, stacked by outcome. */
export function OutcomesPlot({ overview }: { readonly overview: Answer<'/overview'> | undefined }) {
  const text = useTexts(overviewTexts)
  const reasons = useTexts(reasonTexts)
  const formats = useFormats()
  const idOf = (key: string | null) => key ?? 'others'
  const counts = new Map(overview?.outcomes.map(({ at, key, attempts }) => [`${at} ${idOf(key)}`, attempts]))
  const sums = new Map<string | null, number>()
  for (const { key, attempts } of overview?.outcomes ?? []) sums.set(key, (sums.get(key) ?? 0) + attempts)
  const failures = [...sums.keys()]
    .filter((key) => key !== null && !['completed', 'suspect', 'confirmed'].includes(key))
    .sort((one, other) => sums.get(other)! - sums.get(one)!) as string[]
  const series: PlotSeries[] = [
    { id: 'completed', label: text.completedOutcome, color: goodColour },
    ...(sums.has('suspect') ? [{ id: 'suspect', label: text.suspectOutcome, color: suspectColour }] : []),
    ...(sums.has('confirmed')
      ? [{ id: 'confirmed', label: text.confirmedOutcome, color: inboundColour }]
      : []),
    ...failures.map((id, place) => ({ id, label: reasons[id]?.name ?? id, color: colourAt(place) })),
    ...(sums.has(null) ? [{ id: 'others', label: text.others, color: othersColour }] : []),
  ]
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{text.last24}</Title>
      </Group>
      {overview === undefined ? (
        <Skeleton h={height} />
      ) : sums.size === 0 ? (
        <EmptyState title={text.nothing}>{text.nothingHint}</EmptyState>
      ) : (
        <BarPlot
          label={text.plot}
          height={height}
          steps={overview.hours}
          isUnfinished
          series={series}
          countAt={(at, id) => counts.get(`${at} ${id}`) ?? 0}
          stepName={formats.hour}
          countName={formats.number}
        />
      )}
    </Stack>
  )
}
