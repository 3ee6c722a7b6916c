import { getThemeColor, useMantineTheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { Axes } from './axes.tsx'
import { Bars } from './bars.tsx'
import { Lines } from './lines.tsx'
import classes from './plot.module.css'
import type { PlotArea, PlotProps } from './plotted.ts'
import { Legend, type PlotKind, StepFigures } from './readout.tsx'
import { distinctTicks, stepAfterKey, stepUnder } from './scale.ts'

const drawings = { bars: Bars, lines: Lines }
/** Of the height: one line of the legend. */
const legendHeight = 26
const labelHeight = 28
const edge = 8
const wishedTicks = 4
/** Text is not measured: a digit of the widest usual system font (DejaVu, Verdana) takes 7.7 px at 12 px. */
const characterWidth = 8
const tooltipGap = 10

/** Our own drawing: @mantine/charts with recharts took 150 kB with gzip on the first page that people open. */
export function Plot({ kind, ...props }: PlotProps & { readonly kind: PlotKind }) {
  const { steps, series, valueAt, valueName, stepName } = props
  const theme = useMantineTheme()
  const { ref, width } = useElementSize()
  const [chosen, setChosen] = useState<{ readonly step: number; readonly byKey: boolean } | null>(null)

  const rows = series.map(({ id }) => steps.map((at) => valueAt(at, id)))
  const values = rows.flat().map((value) => value ?? 0)
  const heights = kind === 'lines' ? values : steps.map((_, step) => sumAt(rows, step))
  const ticks = distinctTicks(
    heights.reduce((one, other) => Math.max(one, other), 0),
    wishedTicks,
    values.every(Number.isInteger) ? 1 : 0,
    valueName,
  )
  const height = props.height - legendHeight
  const left = Math.max(...ticks.map((tick) => valueName(tick).length)) * characterWidth + edge
  const bottom = height - labelHeight
  const area: PlotArea = {
    left,
    top: edge,
    bottom,
    stepWidth: Math.max(0, width - left - edge) / steps.length,
    yOf: (value) => bottom - (value / ticks.at(-1)!) * (bottom - edge),
  }

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left
    setChosen({ step: stepUnder(x, area.stepWidth, steps.length), byKey: false })
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setChosen(null)
    const step = stepAfterKey(event.key, chosen?.step ?? null, steps.length)
    if (step === null) return
    event.preventDefault()
    setChosen({ step, byKey: true })
  }

  const signs = { kind, series, colourOf: (color: string) => getThemeColor(color, theme) }
  const Drawing = drawings[kind]
  // Fewer steps may have come since one was chosen.
  const step = chosen && chosen.step < steps.length ? chosen.step : null
  return (
    <div ref={ref} className={classes.plot!}>
      <svg
        className={classes.drawing!}
        height={height}
        role="img"
        aria-label={props.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the steps out
        tabIndex={0}
        onKeyDown={move}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible'))
            setChosen({ step: step ?? steps.length - 1, byKey: true })
        }}
        onBlur={() => setChosen(null)}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={(event) => {
          // The figures stay visible after a finger is lifted.
          if (event.pointerType !== 'touch') setChosen(null)
        }}
      >
        {area.stepWidth > 0 && (
          <>
            {step !== null && (
              <rect
                className={classes.chosen!}
                x={left + step * area.stepWidth}
                y={area.top}
                width={area.stepWidth}
                height={bottom - area.top}
              />
            )}
            <Axes
              area={area}
              width={width}
              ticks={ticks.map((value) => ({ y: area.yOf(value), name: valueName(value) }))}
              stepNames={steps.map(stepName)}
              characterWidth={characterWidth}
            />
            <Drawing area={area} rows={rows} series={series} colourOf={signs.colourOf} />
          </>
        )}
      </svg>
      <div
        className={classes.figures!}
        aria-live={chosen?.byKey ? 'polite' : 'off'}
        style={step === null ? {} : besideStep(left + (step + 0.5) * area.stepWidth, width)}
      >
        {step !== null && (
          <StepFigures
            {...signs}
            name={stepName(steps[step]!)}
            figures={rows.map((row) => (row[step] == null ? null : valueName(row[step])))}
          />
        )}
      </div>
      <Legend {...signs} />
    </div>
  )
}

function sumAt(rows: readonly (readonly (number | null)[])[], step: number): number {
  return rows.reduce((sum, row) => sum + (row[step] ?? 0), 0)
}

/** On the side of the step that has more room. */
function besideStep(x: number, width: number) {
  return x > width / 2 ? { right: width - x + tooltipGap } : { left: x + tooltipGap }
}
