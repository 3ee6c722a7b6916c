import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import type { StatisticsReport } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { terms } from '../../language/terms.ts'
import { useConversionText } from '../../parts/conversion.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { colourAt, goodColour, othersColour, suspectColour } from '../../parts/plots/colours.ts'
import { Plot } from '../../parts/plots/plot.tsx'
import classes from './statistics.module.css'
import { statisticsTexts } from './texts.ts'
import { useKeyNames } from './use-key-names.ts'

const height = 260
type Metric = 'attempts' | 'completed' | 'failed' | 'cost'

/** A plot of the figures over time, and a table of the same figures by the chosen key. */
export function Breakdown({ report }: { readonly report: StatisticsReport }) {
  const text = useTexts(statisticsTexts)
  const formats = useFormats()
  const nameOf = useKeyNames(report.by)
  const maySeeMoney = useMay('read-money')
  const [metric, setMetric] = useState<Metric>('attempts')
  const metrics: readonly Metric[] = [
    'attempts',
    'completed',
    'failed',
    ...(maySeeMoney ? ['cost' as const] : []),
  ]
  if (report.totals.length === 0) return <EmptyState title={text.none}>{text.noneHint}</EmptyState>
  const values = new Map(
    report.series.map((point) => [`${point.at} ${point.key ?? ''}/${point.key === null}`, point]),
  )
  const keys = [...new Set(report.series.map(({ key }) => key))]
  const ordered = [
    ...report.totals.map(({ key }) => key).filter((key) => keys.includes(key)),
    ...(keys.includes(null) ? [null] : []),
  ]
  const series = ordered.map((key, place) => ({
    id: `${key ?? ''}/${key === null}`,
    label: nameOf(key),
    color:
      key === null
        ? othersColour
        : report.by === 'outcome' && key === 'completed'
          ? goodColour
          : report.by === 'outcome' && key === 'suspect'
            ? suspectColour
            : colourAt(place),
  }))
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2}>{text.plotOf(text.metrics[metric], text.bys[report.by])}</Title>
        <SegmentedControl
          size="xs"
          aria-label={text.metric}
          data={metrics.map((value) => ({ value, label: text.metrics[value] }))}
          value={metric}
          onChange={(value) => setMetric(value as Metric)}
        />
      </Group>
      <Plot
        kind="bars"
        label={text.plotOf(text.metrics[metric], text.bys[report.by])}
        height={height}
        steps={report.steps}
        series={series}
        valueAt={(at, id) => values.get(`${at} ${id}`)?.[metric] ?? 0}
        stepName={report.step === 'hour' ? formats.short : formats.day}
        valueName={metric === 'cost' ? formats.money : formats.number}
      />
      <Totals report={report} nameOf={nameOf} />
    </Stack>
  )
}

function Totals(props: {
  readonly report: StatisticsReport
  readonly nameOf: (key: string | null) => string
}) {
  const { totals, overall, by, totalsLimit } = props.report
  const text = useTexts(statisticsTexts)
  const words = useTexts(terms)
  const told = useConversionText()
  const formats = useFormats()
  const rows = totals.map((total) => ({ name: props.nameOf(total.key), ...total }))
  type Total = (typeof rows)[number]
  const count = (id: 'attempts' | 'completed' | 'failed'): Column<Total> => ({
    title: text[id],
    align: 'right',
    sortBy: (row) => row[id],
    cell: (row) => formats.number(row[id]),
    isMinor: id !== 'attempts',
  })
  const columns: Column<Total>[] = [
    { title: text.bys[by], sortBy: ({ name }) => name, cell: ({ name }) => name },
    count('attempts'),
    count('completed'),
    {
      title: text.share,
      align: 'right',
      card: 'corner',
      sortBy: ({ attempts, completed }) => (attempts === 0 ? null : completed / attempts),
      cell: ({ attempts, completed }) => (attempts === 0 ? '–' : formats.percent(completed / attempts)),
    },
  ]
  const conversion: Column<Total> = {
    title: words.conversion,
    align: 'right',
    cell: (row) => told(row.conversion),
  }
  const spend: Column<Total> = {
    title: text.spend,
    align: 'right',
    sortBy: ({ cost }) => cost,
    cell: ({ cost }) => (cost === null ? '' : formats.money(cost)),
  }
  return (
    <>
      <DataTable
        label={text.bys[by]}
        rows={rows}
        sum={{ ...overall, name: text.total, key: '' }}
        keyOf={({ key }) => `${key}/${key === null}`}
        empty={null}
        columns={[
          ...columns,
          ...(by === 'outcome' ? [] : [conversion]),
          count('failed'),
          ...(overall.cost === null ? [] : [spend]),
        ]}
      />
      {totals.length === totalsLimit && (
        <Text size="xs" className={classes.quiet!}>
          {text.shownOf(formats.number(totalsLimit))}
        </Text>
      )}
    </>
  )
}
