import { Stack, Title } from '@mantine/core'
import type { StatisticsReport } from '@ringkey/server/cabinet-api'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Plot } from '../../parts/plots/plot.tsx'
import classes from './statistics.module.css'
import { statisticsTexts } from './texts.ts'

const height = 200

/** Time until a phone rings: median and 95th percentile. */
export function TimesToRing({ report }: { readonly report: StatisticsReport }) {
  const text = useTexts(statisticsTexts)
  const formats = useFormats()
  const { timesToRing, steps, step } = report
  const byStep = new Map(timesToRing.map((times) => [times.at, times]))
  const stepName = step === 'hour' ? formats.short : formats.day
  return (
    <Stack gap="sm">
      <Title order={2}>{text.toRing}</Title>
      {timesToRing.length === 0 ? (
        <EmptyState title={text.noRings} />
      ) : (
        <>
          <Plot
            kind="lines"
            label={text.toRing}
            height={height}
            steps={steps}
            series={[
              { id: 'medianMs', label: text.median, color: 'teal.6' },
              { id: 'p95Ms', label: text.p95, color: 'orange.6' },
            ]}
            valueAt={(at, id) => byStep.get(at)?.[id as 'medianMs' | 'p95Ms'] ?? null}
            stepName={stepName}
            valueName={formats.seconds}
          />
          {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
          <section className={classes.scroll} tabIndex={0} aria-label={text.toRing}>
            <DataTable
              label={text.toRing}
              rows={timesToRing}
              keyOf={({ at }) => at}
              empty={null}
              columns={[
                { title: text.when, sortBy: ({ at }) => at, cell: ({ at }) => stepName(at) },
                {
                  title: text.rang,
                  align: 'right',
                  sortBy: ({ count }) => count,
                  cell: ({ count }) => formats.number(count),
                },
                {
                  title: text.median,
                  align: 'right',
                  sortBy: ({ medianMs }) => medianMs,
                  cell: ({ medianMs }) => formats.seconds(medianMs),
                },
                {
                  title: text.p95,
                  align: 'right',
                  sortBy: ({ p95Ms }) => p95Ms,
                  cell: ({ p95Ms }) => formats.seconds(p95Ms),
                },
              ]}
            />
          </section>
        </>
      )}
    </Stack>
  )
}
