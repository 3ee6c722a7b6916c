import { dashesAt } from './lines.tsx'
import classes from './plot.module.css'
import type { PlotSeries } from './plotted.ts'

export type PlotKind = 'bars' | 'lines'

interface Signs {
  readonly kind: PlotKind
  readonly series: readonly PlotSeries[]
  readonly colourOf: (color: string) => string
}

function Sign({ kind, colour, place }: { kind: PlotKind; colour: string; place: number }) {
  return (
    <svg width={kind === 'bars' ? 10 : 18} height={10} aria-hidden="true" className={classes.sign!}>
      {kind === 'bars' ? (
        <rect width={10} height={10} rx={2} fill={colour} />
      ) : (
        <path d="M0 5H18" stroke={colour} strokeWidth={2} strokeDasharray={dashesAt(place)} />
      )}
    </svg>
  )
}

export function Legend({ kind, series, colourOf }: Signs) {
  return (
    <ul className={classes.legend!}>
      {series.map(({ id, label, color }, place) => (
        <li key={id}>
          <Sign kind={kind} colour={colourOf(color)} place={place} />
          {label}
        </li>
      ))}
    </ul>
  )
}

/** The figures of one step, in the order of the legend. */
export function StepFigures(
  props: Signs & { readonly name: string; readonly figures: readonly (string | null)[] },
) {
  return (
    <>
      <strong>{props.name}</strong>
      <dl>
        {props.series.map(({ id, label, color }, place) => (
          <div key={id}>
            <dt>
              <Sign kind={props.kind} colour={props.colourOf(color)} place={place} />
              {label}
            </dt>
            <dd>{props.figures[place] ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
