import {
  type Measure,
  measures,
  pddBoundsMs,
  pddBuckets,
  placeOf,
  ringBoundsMs,
  ringBuckets,
} from './measures.ts'

/** `hits` of `of`. */
export interface Share {
  readonly hits: number
  readonly of: number
}

/**
 * The rates that pages show, with the counts that they are made of. Their names and definitions for people are in the
 * web app (`language/quality-terms.ts`) and in docs/glossary.md; a test compares all three.
 */
const rates = {
  delivered: { hits: 'delivered', of: 'calls' },
  conversion: { hits: 'approved', of: 'checked' },
  /** Network effectiveness ratio (ITU-T E.425): reached the phone or its owner, whatever the person did. */
  ner: { hits: 'effective', of: 'invited' },
  /** Answer-seizure ratio (ITU-T E.425). Flash calls are not meant to be answered, so it is shown for voice alone. */
  asr: { hits: 'answered', of: 'invited' },
  /** Inbound has rates of its own: a request that nobody called for is no call that failed. */
  called: { hits: 'called', of: 'asked' },
  confirmed: { hits: 'confirmed', of: 'asked' },
  shortCalls: { hits: 'short_calls', of: 'answered' },
} as const satisfies Record<string, { hits: Measure; of: Measure }>
export type Rate = keyof typeof rates
export const rateNames = Object.keys(rates) as Rate[]

/** For each step of a plot: counts alone, because thousands of rows are read for it and each column takes its time. */
export const stepMeasures: readonly Measure[] = [
  ...new Set<Measure>([
    'calls',
    'completed',
    'price_units',
    ...Object.values(rates).flatMap(({ hits, of }): Measure[] => [hits, of]),
  ]),
]

/** For a whole period: with durations, the distribution of the post-dial delay and what carriers charge us. */
export const figureMeasures: readonly Measure[] = [
  ...stepMeasures,
  'cost_units',
  'attempts',
  'talk_ms',
  'checks',
  ...pddBuckets,
]

/** Amounts by the name of their measure. */
export class Amounts {
  readonly #values = new Float64Array(measures.length)

  static of(names: readonly Measure[], amounts: readonly number[]): Amounts {
    const made = new Amounts()
    made.add(names, amounts)
    return made
  }

  add(names: readonly Measure[], amounts: readonly number[]): void {
    for (const [place, name] of names.entries()) this.#values[placeOf(name)]! += amounts[place]!
  }

  of(measure: Measure): number {
    return this.#values[placeOf(measure)]!
  }

  share(rate: Rate): Share {
    return { hits: this.of(rates[rate].hits), of: this.of(rates[rate].of) }
  }

  /** Post-dial delay; null when no call made any progress. */
  pddMs(share: number): number | null {
    return quantileMs(pddBoundsMs, this.#all(pddBuckets), share)
  }

  get pddCount(): number {
    return this.#all(pddBuckets).reduce((sum, calls) => sum + calls, 0)
  }

  ringMs(share: number): number | null {
    return quantileMs(ringBoundsMs, this.#all(ringBuckets), share)
  }

  /** Average call duration of answered calls. */
  get acdMs(): number | null {
    return this.of('answered') === 0 ? null : this.of('talk_ms') / this.of('answered')
  }

  #all(names: readonly Measure[]): number[] {
    return names.map((name) => this.of(name))
  }
}

/** The longest time that a call can take: the open bucket ends here. */
const longestMs = 60_000

/**
 * The time below which this share of the calls lies, as if calls were spread evenly within a bucket; null without calls.
 */
export function quantileMs(
  boundsMs: readonly number[],
  buckets: readonly number[],
  share: number,
): number | null {
  const all = buckets.reduce((sum, calls) => sum + calls, 0)
  if (all === 0) return null
  const rank = all * share
  let before = 0
  for (const [bucket, calls] of buckets.entries()) {
    if (calls > 0 && before + calls >= rank) {
      const fromMs = boundsMs[bucket - 1] ?? 0
      const toMs = boundsMs[bucket] ?? longestMs
      return Math.round(fromMs + ((rank - before) / calls) * (toMs - fromMs))
    }
    before += calls
  }
  return longestMs
}
