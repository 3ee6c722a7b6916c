import type { PlotArea, PlotSeries } from './plotted.ts'

const maxBarWidth = 36
const barShare = 0.8
/** Below it gaps of less than a pixel would be uneven: bars stand side by side. */
const narrowStep = 4

/** One path a series however many steps there are: 10 elements for a week of hours instead of 1,680. */
export function Bars(props: {
  readonly area: PlotArea
  readonly series: readonly PlotSeries[]
  /** Of each series, step by step. */
  readonly rows: readonly (readonly (number | null)[])[]
  readonly colourOf: (color: string) => string
}) {
  const { area, series, rows, colourOf } = props
  const width =
    area.stepWidth < narrowStep
      ? area.stepWidth
      : Math.round(Math.min(maxBarWidth, area.stepWidth * barShare))
  const heaps: number[] = []
  const paths = rows.map((row) =>
    row
      .map((value, step) => {
        const below = heaps[step] ?? 0
        heaps[step] = below + (value ?? 0)
        // Whole pixels: edges stay sharp.
        const bottom = Math.round(area.yOf(below))
        const top = Math.round(area.yOf(heaps[step]))
        const middle = area.left + (step + 0.5) * area.stepWidth
        const left = Math.round(middle - width / 2)
        const right = Math.max(left + 1, Math.round(middle + width / 2))
        return top === bottom ? '' : `M${left} ${bottom}V${top}H${right}V${bottom}z`
      })
      .join(''),
  )
  return series.map(({ id, color }, place) => <path key={id} d={paths[place]} fill={colourOf(color)} />)
}
