import { getThemeColor, useMantineTheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { Axes } from '../../parts/plots/axes.tsx'
import { beforeColour, goodColour } from '../../parts/plots/colours.ts'
import classes from '../../parts/plots/plot.module.css'
import { stepAfterKey, stepUnder } from '../../parts/plots/scale.ts'
import own from './quality.module.css'

interface RatePoint {
  readonly share: number | null
  readonly low: number | null
  readonly high: number | null
  /** The same step of the period before. */
  readonly before: number | null
}

const height = 260
const labelHeight = 28
const edge = 8
const characterWidth = 8
const ticks = [0, 0.25, 0.5, 0.75, 1]
/** A shorter drag is a click. */
const leastDrag = 4

interface Props {
  readonly label: string
  readonly points: readonly RatePoint[]
  readonly stepNames: readonly string[]
  readonly percent: (share: number) => string
  readonly figuresOf: (step: number) => readonly (readonly [name: string, value: string])[]
  /** The first and the last step of the part that was drawn over. */
  readonly onZoom: (first: number, last: number) => void
}

/** A rate over time with its band of confidence, and the period before. Drawing over a part of it zooms in. */
export function RatePlot({ label, points, stepNames, percent, figuresOf, onZoom }: Props) {
  const theme = useMantineTheme()
  const { ref, width } = useElementSize()
  const [chosen, setChosen] = useState<{ readonly step: number; readonly byKey: boolean } | null>(null)
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null)
  const left = percent(1).length * characterWidth + 2 * edge
  const bottom = height - labelHeight
  const stepWidth = Math.max(0, width - left - edge) / Math.max(1, points.length)
  const yOf = (share: number) => bottom - share * (bottom - edge)
  const xOf = (step: number) => left + (step + 0.5) * stepWidth
  const xUnder = (event: PointerEvent<SVGSVGElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left
  const stepAt = (x: number) => stepUnder(x - left, stepWidth, points.length)

  const release = () => {
    if (drag !== null && Math.abs(drag.to - drag.from) >= leastDrag) {
      const [first, last] = [stepAt(drag.from), stepAt(drag.to)].sort((one, other) => one - other)
      if (first !== last) onZoom(first!, last!)
    }
    setDrag(null)
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setChosen(null)
    const step = stepAfterKey(event.key, chosen?.step ?? null, points.length)
    if (step === null) return
    event.preventDefault()
    setChosen({ step, byKey: true })
  }
  const colour = getThemeColor(goodColour, theme)
  const step = chosen !== null && chosen.step < points.length ? chosen.step : null
  return (
    <div ref={ref} className={classes.plot!}>
      <svg
        className={`${classes.drawing!} ${own.zoomable!}`}
        height={height}
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the steps out
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setChosen(null)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ from: xUnder(event), to: xUnder(event) })
        }}
        onPointerMove={(event) => {
          const x = xUnder(event)
          setChosen({ step: stepAt(x), byKey: false })
          if (drag !== null) setDrag({ ...drag, to: x })
        }}
        onPointerUp={release}
        onPointerLeave={(event) => {
          if (event.pointerType !== 'touch' && drag === null) setChosen(null)
        }}
      >
        {stepWidth > 0 && (
          <>
            {step !== null && (
              <rect
                className={classes.chosen!}
                x={left + step * stepWidth}
                y={edge}
                width={stepWidth}
                height={bottom - edge}
              />
            )}
            <Axes
              area={{ left, top: edge, bottom, stepWidth, yOf }}
              width={width}
              ticks={ticks.map((share) => ({ y: yOf(share), name: percent(share) }))}
              stepNames={stepNames}
              characterWidth={characterWidth}
            />
            <path d={bandOf(points, xOf, yOf, stepWidth)} fill={colour} opacity={0.18} />
            <path
              d={lineOf(
                points.map(({ before }) => before),
                xOf,
                yOf,
              )}
              fill="none"
              stroke={getThemeColor(beforeColour, theme)}
              strokeWidth={1.5}
              strokeDasharray="5 3"
            />
            <path
              d={lineOf(
                points.map(({ share }) => share),
                xOf,
                yOf,
              )}
              fill="none"
              stroke={colour}
              strokeWidth={2}
              strokeLinejoin="round"
            />
            {points.map(
              ({ share }, place) =>
                share !== null &&
                (points.length <= 62 || isAlone(points, place)) && (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
                  <circle key={place} cx={xOf(place)} cy={yOf(share)} r={2.5} fill={colour} />
                ),
            )}
            {drag !== null && (
              <rect
                className={own.drag!}
                x={Math.min(drag.from, drag.to)}
                y={edge}
                width={Math.abs(drag.to - drag.from)}
                height={bottom - edge}
              />
            )}
          </>
        )}
      </svg>
      <div
        className={classes.figures!}
        aria-live={chosen?.byKey ? 'polite' : 'off'}
        style={
          step === null
            ? {}
            : xOf(step) > width / 2
              ? { right: width - xOf(step) + 10 }
              : { left: xOf(step) + 10 }
        }
      >
        {step !== null && (
          <>
            <strong>{stepNames[step]}</strong>
            <dl>
              {figuresOf(step).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
    </div>
  )
}

const isAlone = (points: readonly RatePoint[], place: number) =>
  (points[place - 1]?.share ?? null) === null && (points[place + 1]?.share ?? null) === null

function lineOf(
  shares: readonly (number | null)[],
  xOf: (step: number) => number,
  yOf: (share: number) => number,
): string {
  return shares
    .map((share, step) =>
      share === null ? '' : `${(shares[step - 1] ?? null) === null ? 'M' : 'L'}${xOf(step)} ${yOf(share)}`,
    )
    .join('')
}

/** Around each run of steps with calls; half a step wide where a step stands alone. */
function bandOf(
  points: readonly RatePoint[],
  xOf: (step: number) => number,
  yOf: (share: number) => number,
  stepWidth: number,
): string {
  let path = ''
  for (let first = 0; first < points.length; first++) {
    if (points[first]!.low === null) continue
    let last = first
    while ((points[last + 1]?.low ?? null) !== null) last++
    const run = points.slice(first, last + 1)
    const wide = first === last ? stepWidth / 4 : 0
    const upper = run.map(({ high }, place) => `${xOf(first + place) - wide} ${yOf(high!)}`)
    const lower = run.map(({ low }, place) => `${xOf(first + place) + wide} ${yOf(low!)}`).reverse()
    path +=
      first === last
        ? `M${xOf(first) - wide} ${yOf(run[0]!.high!)}H${xOf(first) + wide}V${yOf(run[0]!.low!)}H${xOf(first) - wide}z`
        : `M${upper.join('L')}L${lower.join('L')}z`
    first = last
  }
  return path
}
