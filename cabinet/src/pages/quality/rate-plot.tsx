import { getThemeColor, useMantineTheme } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { PlotArea } from '../../parts/plots/axes.tsx'
import { beforeColour, goodColour } from '../../parts/plots/colours.ts'
import { PlotFrame } from '../../parts/plots/plot-frame.tsx'

interface RatePoint {
  readonly share: number | null
  readonly low: number | null
  readonly high: number | null
  /** The same step of the period before. */
  readonly before: number | null
}

const height = 260
const ticks = [0, 0.25, 0.5, 0.75, 1]
/** With more steps than this the points would touch; a point without neighbours is always drawn. */
const maxPointedSteps = 62

type Props = Pick<
  ComponentProps<typeof PlotFrame>,
  'label' | 'stepNames' | 'isUnfinished' | 'figuresOf' | 'onZoom'
> & {
  readonly points: readonly RatePoint[]
  readonly percent: (share: number) => string
}

/** A rate over time with its band of confidence, and the period before. */
export function RatePlot({ points, percent, ...frame }: Props) {
  const theme = useMantineTheme()
  const colour = getThemeColor(goodColour, theme)
  const shares = points.map(({ share }) => share)
  const has = (step: number) => (shares[step] ?? null) !== null
  return (
    <PlotFrame {...frame} height={height} ticks={ticks} valueName={percent}>
      {(area) => (
        <>
          <path d={bandOf(points, area)} fill={colour} opacity={0.18} />
          <g fill="none" strokeLinejoin="round">
            <path
              d={lineOf(
                points.map(({ before }) => before),
                area,
              )}
              stroke={getThemeColor(beforeColour, theme)}
              strokeWidth={1.5}
              strokeDasharray="5 3"
            />
            <path d={lineOf(shares, area)} stroke={colour} strokeWidth={2} />
          </g>
          {shares.map(
            (share, step) =>
              share !== null &&
              (shares.length <= maxPointedSteps || !(has(step - 1) || has(step + 1))) && (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
                <circle key={step} cx={area.xOf(step)} cy={area.yOf(share)} r={2.5} fill={colour} />
              ),
          )}
        </>
      )}
    </PlotFrame>
  )
}

/** A step without a value is a gap. */
function lineOf(shares: readonly (number | null)[], { xOf, yOf }: PlotArea): string {
  return shares
    .map((share, step) =>
      share === null ? '' : `${(shares[step - 1] ?? null) === null ? 'M' : 'L'}${xOf(step)} ${yOf(share)}`,
    )
    .join('')
}

/** Around each run of steps with calls; half a step wide where a step stands alone. */
function bandOf(points: readonly RatePoint[], { xOf, yOf, stepWidth }: PlotArea): string {
  let path = ''
  for (let first = 0; first < points.length; first++) {
    if (points[first]!.low === null) continue
    let last = first
    while ((points[last + 1]?.low ?? null) !== null) last++
    const wide = first === last ? stepWidth / 4 : 0
    const run = points.slice(first, last + 1)
    const upper = run.map(({ high }, place) => `L${xOf(first + place)} ${yOf(high!)}`).join('')
    const lower = run.map(({ low }, place) => `L${xOf(first + place)} ${yOf(low!)}`).reverse()
    path += `M${xOf(first) - wide} ${yOf(run[0]!.high!)}${upper}H${xOf(last) + wide}`
    path += `V${yOf(run.at(-1)!.low!)}${lower.join('')}H${xOf(first) - wide}z`
    first = last
  }
  return path
}
