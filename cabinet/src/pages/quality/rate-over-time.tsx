import { Alert, Stack, Table, Text, Title } from '@mantine/core'
import type { Rate } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { qualityNames } from '../../language/quality-names.ts'
import type { Asked, QualityReport } from './asked.ts'
import classes from './quality.module.css'
import { RatePlot } from './rate-plot.tsx'
import { qualityTexts } from './texts.ts'

const stepMs = { hour: 3_600_000, day: 24 * 3_600_000 }

/** The chosen rate step by step, and the hour at which it changed, if it did. */
export function RateOverTime(props: {
  readonly report: QualityReport
  readonly asked: Asked
  readonly onZoom: (from: number, to: number) => void
}) {
  const { report, asked } = props
  const text = useTexts(qualityTexts)
  const words = useTexts(qualityNames)
  const formats = useFormats()
  const { steps } = report
  const now = new Map(report.points.map((point) => [point.at, point.shares[asked.rate]]))
  const before = new Map(report.before.points.map((point) => [point.at, point.shares[asked.rate]]))
  const points = steps.map((at) => {
    const [share, earlier] = [now.get(at), before.get(at)]
    return {
      share: share === undefined || share.of === 0 ? null : share.hits / share.of,
      low: share?.low ?? null,
      high: share?.high ?? null,
      before: earlier === undefined || earlier.of === 0 ? null : earlier.hits / earlier.of,
    }
  })
  const stepName = report.step === 'hour' ? formats.short : formats.day
  const percent = (share: number | null) => (share === null ? '–' : formats.percent(share))
  const name = words[asked.rate]
  return (
    <Stack gap="xs">
      <Title order={2}>{text.rateOverTime(name)}</Title>
      <Changed change={report.changes[asked.rate]} name={name} />
      <RatePlot
        label={text.rateOverTime(name)}
        points={points}
        stepNames={steps.map(stepName)}
        isUnfinished={(steps.at(-1) ?? 0) + stepMs[report.step] > Date.now()}
        percent={formats.percent}
        figuresOf={(step) => {
          const { share, low, high, before: earlier } = points[step]!
          return [
            [text.now, percent(share)],
            [text.band, low === null ? '–' : `${percent(low)} – ${percent(high)}`],
            [text.before, percent(earlier)],
            [text.calls, formats.number(now.get(steps[step]!)?.of ?? 0)],
          ]
        }}
        onZoom={(first, last) => props.onZoom(steps[first]!, steps[last + 1] ?? report.to)}
      />
      <Text variant="note">{text.plotHint}</Text>
      <details>
        <summary>{text.figures}</summary>
        {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
        <section className={classes.scroll} tabIndex={0} aria-label={text.figures}>
          <Table horizontalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{text.when}</Table.Th>
                <Table.Th ta="end">{text.calls}</Table.Th>
                <Table.Th ta="end">{name}</Table.Th>
                <Table.Th ta="end">{text.band}</Table.Th>
                <Table.Th ta="end">{text.before}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {steps.map((at, step) => {
                const { share, low, high, before: earlier } = points[step]!
                return (
                  <Table.Tr key={at}>
                    <Table.Td>{stepName(at)}</Table.Td>
                    <Table.Td ta="end">{formats.number(now.get(at)?.of ?? 0)}</Table.Td>
                    <Table.Td ta="end">{percent(share)}</Table.Td>
                    <Table.Td ta="end">{low === null ? '–' : `${percent(low)} – ${percent(high)}`}</Table.Td>
                    <Table.Td ta="end">{percent(earlier)}</Table.Td>
                  </Table.Tr>
                )
              })}
            </Table.Tbody>
          </Table>
        </section>
      </details>
    </Stack>
  )
}

function Changed({
  change,
  name,
}: {
  readonly change: NonNullable<QualityReport['changes'][Rate]> | undefined
  readonly name: string
}) {
  const text = useTexts(qualityTexts)
  const formats = useFormats()
  if (change === undefined) return null
  const [before, after] = [change.before.hits / change.before.of, change.after.hits / change.after.of]
  const hasFallen = after < before
  return (
    <Alert color={hasFallen ? 'red' : 'teal'} variant="light" p="xs">
      {(hasFallen ? text.changed : text.rose)(
        name,
        formats.percent(before),
        formats.percent(after),
        formats.exact(change.at),
      )}
    </Alert>
  )
}
