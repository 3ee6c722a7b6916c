import classes from './plot.module.css'
import type { PlotArea } from './plotted.ts'
import { labelDistance } from './scale.ts'

const labelGap = 16
/** Below the name of the lowest tick, which stands beside the line. */
const labelBaseline = 21

/** Lines across at round values, and as many names of steps as have room. */
export function Axes(props: {
  readonly area: PlotArea
  readonly width: number
  readonly ticks: readonly { readonly y: number; readonly name: string }[]
  readonly stepNames: readonly string[]
  readonly characterWidth: number
}) {
  const { area, width, ticks, stepNames, characterWidth } = props
  const labelWidth = Math.max(0, ...stepNames.map((name) => name.length)) * characterWidth
  const distance = labelDistance(area.stepWidth, labelWidth + labelGap)
  const labels = stepNames
    .map((name, step) => ({
      name,
      step,
      // The first one may be longer than the room on its left: it moves to the right until it is whole.
      x: Math.max(labelWidth / 2, area.left + (step + 0.5) * area.stepWidth),
    }))
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
