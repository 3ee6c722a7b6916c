import type { PlotArea, PlotSeries } from './plotted.ts'

/** With more steps than this the points would touch; a point without neighbours is always drawn. */
const maxPointedSteps = 48

/** The first line is whole, the others are dashed: colour is not the only sign. */
export const dashesAt = (place: number) => (place === 0 ? undefined : '5 3')

/** A step without a value is a gap. */
export function Lines(props: {
  readonly area: PlotArea
  readonly series: readonly PlotSeries[]
  /** Of each series, step by step. */
  readonly rows: readonly (readonly (number | null)[])[]
  readonly colourOf: (color: string) => string
}) {
  const { area, series, rows, colourOf } = props
  return series.map(({ id, color }, place) => {
    const row = rows[place]!
    const has = (step: number) => (row[step] ?? null) !== null
    const points = row.flatMap((value, step) =>
      value === null ? [] : [{ step, x: area.left + (step + 0.5) * area.stepWidth, y: area.yOf(value) }],
    )
    return (
      <g key={id} stroke={colourOf(color)} fill={colourOf(color)}>
        <path
          d={points.map(({ step, x, y }) => `${has(step - 1) ? 'L' : 'M'}${x} ${y}`).join('')}
          fill="none"
          strokeWidth={2}
          strokeLinejoin="round"
          strokeDasharray={dashesAt(place)}
        />
        {points
          .filter(({ step }) => row.length <= maxPointedSteps || !(has(step - 1) || has(step + 1)))
          .map(({ step, x, y }) => (
            <circle key={step} cx={x} cy={y} r={2.5} />
          ))}
      </g>
    )
  })
}
