import { getThemeColor, useMantineTheme } from '@mantine/core'
import type { PlotArea } from './axes.tsx'
import classes from './plot.module.css'
import { PlotFrame, Sign } from './plot-frame.tsx'
import { roundTicks } from './scale.ts'

/** Of the height: one line of the legend. */
const legendHeight = 26
const wishedTicks = 4
const maxBarWidth = 36
const barShare = 0.8
/** Below it gaps of less than a pixel would be uneven: bars stand side by side. */
const narrowStep = 4

export interface PlotSeries {
  readonly id: string
  readonly label: string
  readonly color: string
}

/** Counts of several series over time, stacked step by step. */
export function BarPlot(props: {
  readonly label: string
  readonly height: number
  /** When each step begins. */
  readonly steps: readonly number[]
  readonly series: readonly PlotSeries[]
  readonly isUnfinished?: boolean
  readonly countAt: (at: number, id: string) => number
  readonly stepName: (at: number) => string
  readonly countName: (count: number) => string
}) {
  const { steps, countAt, countName } = props
  const theme = useMantineTheme()
  const series = props.series.map(({ id, label, color }) => ({
    id,
    label,
    colour: getThemeColor(color, theme),
    counts: steps.map((at) => countAt(at, id)),
  }))
  const rows = series.map(({ counts }) => counts)
  const heights = steps.map((_, step) => rows.reduce((sum, row) => sum + row[step]!, 0))
  const highest = heights.reduce((one, other) => Math.max(one, other), 0)
  return (
    <div>
      <PlotFrame
        label={props.label}
        isUnfinished={props.isUnfinished ?? false}
        height={props.height - legendHeight}
        stepNames={steps.map(props.stepName)}
        ticks={roundTicks(highest, wishedTicks, 1)}
        valueName={countName}
        figuresOf={(step) =>
          series.map(({ label, colour, counts }) => [label, countName(counts[step]!), colour])
        }
      >
        {(area) => {
          const paths = barPaths(area, rows)
          return series.map(({ id, colour }, place) => <path key={id} d={paths[place]} fill={colour} />)
        }}
      </PlotFrame>
      <ul className={classes.legend!}>
        {series.map(({ id, label, colour }) => (
          <li key={id}>
            <Sign colour={colour} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One path a series however many steps there are: 10 elements for a week of hours instead of 1,680. */
function barPaths({ stepWidth, xOf, yOf }: PlotArea, rows: readonly (readonly number[])[]): string[] {
  const width = stepWidth < narrowStep ? stepWidth : Math.round(Math.min(maxBarWidth, stepWidth * barShare))
  const heaps: number[] = []
  return rows.map((row) =>
    row
      .map((count, step) => {
        const below = heaps[step] ?? 0
        heaps[step] = below + count
        // Whole pixels: edges stay sharp.
        const bottom = Math.round(yOf(below))
        const top = Math.round(yOf(heaps[step]))
        const left = Math.round(xOf(step) - width / 2)
        const right = Math.max(left + 1, Math.round(xOf(step) + width / 2))
        return top === bottom ? '' : `M${left} ${bottom}V${top}H${right}V${bottom}z`
      })
      .join(''),
  )
}
