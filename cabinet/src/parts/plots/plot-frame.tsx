import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { defineMessages } from '../../language/texts.ts'
import { Axes, characterWidth, type PlotArea } from './axes.tsx'
import classes from './plot.module.css'
import { stepAfterKey, stepUnder } from './scale.ts'

const labelHeight = 28
const edge = 8
const tooltipGap = 10
/** A shorter drag is a click. */
const leastDrag = 4

const texts = defineMessages({ unfinished: ['not over yet', 'ещё не закончилось'] })

interface Props {
  /** Description for screen readers; the figures are in a table beside the plot. */
  readonly label: string
  readonly height: number
  readonly stepNames: readonly string[]
  /** The last step is still going on: it is hatched. */
  readonly isUnfinished?: boolean
  /** Values with a line across; the last one is at the top. */
  readonly ticks: readonly number[]
  readonly valueName: (value: number) => string
  /** What is said of a step that is pointed at. The colour is that of the drawing. */
  readonly figuresOf: (step: number) => readonly (readonly [name: string, value: string, colour?: string])[]
  /** Drawing over a part of the plot zooms in: these are the first and the last step of the part. */
  readonly onZoom?: (first: number, last: number) => void
  readonly children: (area: PlotArea) => ReactNode
}

/**
 * The axes around a drawing, and the figures of the step that the pointer or the keys have chosen. Our own:
 * @mantine/charts with recharts took 150 kB with gzip on the first page that people open.
 */
export function PlotFrame(props: Props) {
  const { height, stepNames, ticks, valueName, onZoom, isUnfinished = false } = props
  const text = useTexts(texts)
  const hatch = useId()
  const { ref, width } = useElementSize()
  const [chosen, setChosen] = useState<{ readonly step: number; readonly byKey: boolean } | null>(null)
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null)
  const stepCount = stepNames.length
  // A sign such as % is wider than a digit: one edge more.
  const left = Math.max(...ticks.map((tick) => valueName(tick).length)) * characterWidth + 2 * edge
  const bottom = height - labelHeight
  const stepWidth = Math.max(0, width - left - edge) / stepCount
  const xOf = (step: number) => left + (step + 0.5) * stepWidth
  const yOf = (value: number) => bottom - (value / ticks.at(-1)!) * (bottom - edge)
  const area: PlotArea = { left, bottom, stepWidth, xOf, yOf }

  const xUnder = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) =>
    clientX - currentTarget.getBoundingClientRect().left
  const stepAt = (x: number) => stepUnder(x - left, stepWidth, stepCount)
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const x = xUnder(event)
    setChosen({ step: stepAt(x), byKey: false })
    if (drag !== null) setDrag({ ...drag, to: x })
  }
  const press = (event: PointerEvent<SVGSVGElement>) => {
    point(event)
    if (onZoom === undefined) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ from: xUnder(event), to: xUnder(event) })
  }
  const release = () => {
    setDrag(null)
    if (drag === null || Math.abs(drag.to - drag.from) < leastDrag) return
    const [first, last] = [stepAt(drag.from), stepAt(drag.to)].sort((one, other) => one - other)
    if (first !== last) onZoom?.(first!, last!)
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setChosen(null)
    const step = stepAfterKey(event.key, chosen?.step ?? null, stepCount)
    if (step === null) return
    event.preventDefault()
    setChosen({ step, byKey: true })
  }

  // Fewer steps may have come since one was chosen.
  const step = chosen && chosen.step < stepCount ? chosen.step : null
  const stripe = { y: edge, height: bottom - edge }
  return (
    <div ref={ref} className={classes.plot!}>
      <svg
        className={classes.drawing!}
        data-zoomable={onZoom !== undefined}
        height={height}
        role="img"
        aria-label={props.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the steps out
        tabIndex={0}
        onKeyDown={move}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible'))
            setChosen({ step: step ?? stepCount - 1, byKey: true })
        }}
        onBlur={() => setChosen(null)}
        onPointerDown={press}
        onPointerMove={point}
        onPointerUp={release}
        onPointerLeave={(event) => {
          // The figures stay visible after a finger is lifted.
          if (event.pointerType !== 'touch' && drag === null) setChosen(null)
        }}
      >
        {stepWidth > 0 && (
          <>
            {step !== null && (
              <rect {...stripe} className={classes.chosen!} x={left + step * stepWidth} width={stepWidth} />
            )}
            <Axes
              area={area}
              width={width}
              ticks={ticks.map((value) => ({ y: yOf(value), name: valueName(value) }))}
              stepNames={stepNames}
            />
            {props.children(area)}
            {isUnfinished && (
              <>
                <pattern
                  id={hatch}
                  width="6"
                  height="6"
                  patternUnits="userSpaceOnUse"
                  patternTransform="rotate(45)"
                >
                  <line y2="6" strokeWidth="5" className={classes.hatch!} />
                </pattern>
                <rect
                  {...stripe}
                  x={left + (stepCount - 1) * stepWidth}
                  width={stepWidth}
                  fill={`url(#${hatch})`}
                />
              </>
            )}
            {drag !== null && (
              <rect
                {...stripe}
                className={classes.drag!}
                x={Math.min(drag.from, drag.to)}
                width={Math.abs(drag.to - drag.from)}
              />
            )}
          </>
        )}
      </svg>
      <div
        className={classes.figures!}
        aria-live={chosen?.byKey ? 'polite' : 'off'}
        style={step === null ? {} : besideStep(xOf(step), width)}
      >
        {step !== null && (
          <>
            <strong>{stepNames[step]}</strong>
            {isUnfinished && step === stepCount - 1 && ` ${text.unfinished}`}
            <dl>
              {props.figuresOf(step).map(([name, value, colour]) => (
                <div key={`${name} ${colour}`}>
                  <dt>
                    {colour !== undefined && <Sign colour={colour} />}
                    {name}
                  </dt>
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

/** The colour of a series beside its name. */
export function Sign({ colour }: { readonly colour: string }) {
  return (
    <svg width={10} height={10} aria-hidden="true" className={classes.sign!}>
      <rect width={10} height={10} rx={2} fill={colour} />
    </svg>
  )
}

/** On the side of the step that has more room. */
function besideStep(x: number, width: number) {
  return x > width / 2 ? { right: width - x + tooltipGap } : { left: x + tooltipGap }
}
