import type { Mode } from '../../books/call.ts'
import { type CountedRoute, faded, noCounts, type RouteCounts, sumOf } from '../../quality/route-counts.ts'

/** Where a call goes, as its quality is counted. */
export interface Destination {
  readonly mode: Mode
  readonly country: string
  readonly operator: string
}

/** Recent calls of a trunk towards one network, and towards its whole country. */
export interface DestinationCounts {
  readonly operator: RouteCounts
  readonly country: RouteCounts
}
const nothing: DestinationCounts = { operator: noCounts, country: noCounts }

interface Kept {
  readonly counts: RouteCounts
  readonly at: number
}

/** The recent calls of one trunk over all nodes, by destination. */
export class RouteMemory {
  readonly #operators = new Map<string, Map<string, Kept>>()
  readonly #countries = new Map<string, Kept>()

  /** Takes the counts that have changed in the store. */
  load(changed: readonly CountedRoute[]): void {
    const countries = new Set<string>()
    for (const { mode, country, operator, counts, at } of changed) {
      const key = countryKey(mode, country)
      const operators = this.#operators.get(key) ?? new Map<string, Kept>()
      this.#operators.set(key, operators)
      operators.set(operator, { counts, at })
      countries.add(key)
    }
    for (const key of countries) this.#countries.set(key, sumOfAll([...this.#operators.get(key)!.values()]))
  }

  counts({ mode, country, operator }: Destination, now: number): DestinationCounts {
    const key = countryKey(mode, country)
    const whole = this.#countries.get(key)
    if (whole === undefined) return nothing
    const own = this.#operators.get(key)!.get(operator)
    return {
      operator: own === undefined ? noCounts : faded(own.counts, now - own.at),
      country: faded(whole.counts, now - whole.at),
    }
  }
}

const countryKey = (mode: Mode, country: string) => `${mode} ${country}`

/** All fade at the same pace, so their sum can fade as one. */
function sumOfAll(all: readonly Kept[]): Kept {
  const at = Math.max(...all.map((one) => one.at))
  return {
    at,
    counts: all.reduce((sum, one) => sumOf(sum, faded(one.counts, at - one.at)), noCounts),
  }
}
