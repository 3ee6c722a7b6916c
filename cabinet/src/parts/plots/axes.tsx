import classes from './plot.module.css'
import { labelDistance } from './scale.ts'

/** Text is not measured: a digit of the widest usual system font (DejaVu, Verdana) takes 7.7 px at 12 px. */
export const characterWidth = 8
const labelGap = 16
/** Below the name of the lowest tick, which stands beside the line. */
const labelBaseline = 21

/** Where the drawing stands inside the plot, in pixels. */
export interface PlotArea {
  readonly left: number
  readonly bottom: number
  readonly stepWidth: number
  /** The middle of a step. */
  readonly xOf: (step: number) => number
  readonly yOf: (value: number) => number
}

/** Lines across at round values, and as many names of steps as have room. */
export function Axes(props: {
  readonly area: PlotArea
  readonly width: number
  readonly ticks: readonly { readonly y: number; readonly name: string }[]
  readonly stepNames: readonly string[]
}) {
  const { area, width, ticks, stepNames } = props
  const labelWidth = Math.max(0, ...stepNames.map((name) => name.length)) * characterWidth
  const distance = labelDistance(area.stepWidth, labelWidth + labelGap)
  const labels = stepNames
    // The first one may be longer than the room on its left: it moves to the right until it is whole.
    .map((name, step) => ({ name, step, x: Math.max(labelWidth / 2, area.xOf(step)) }))
    .filter(({ step, x }) => step % distance === 0 && x + labelWidth / 2 <= width)
  return (
    <>
      {ticks.map(({ y, name }) => (
        <g key={y}>
          <line
            className={classes.grid!}
            x1={area.left}
            x2={width}
            y1={Math.round(y) + 0.5}
            y2={Math.round(y) + 0.5}
          />
          <text className={classes.axis!} x={area.left - 8} y={y} dy="0.35em" textAnchor="end">
            {name}
          </text>
        </g>
      ))}
      {labels.map(({ step, name, x }) => (
        <text key={step} className={classes.axis!} x={x} y={area.bottom + labelBaseline} textAnchor="middle">
          {name}
        </text>
      ))}
    </>
  )
}
