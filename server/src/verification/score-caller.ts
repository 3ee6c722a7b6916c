import type { CallerLevel, CallerSignal } from '../storage/caller-identity.ts'
import type { CallFacts } from '../telephony/telephony.ts'

/** What the numbering registry says about the number that is believed to call. "" is unknown. */
export interface NumberFacts {
  readonly operator: string
  readonly region: string
  /** "" when the number was not ported. */
  readonly portedTo: string
}

export interface CallerScore {
  readonly level: CallerLevel
  /** In the order in which they were looked at. */
  readonly signals: readonly CallerSignal[]
}

type Signal = readonly [name: CallerSignal, step: -1 | 0 | 1]

/**
 * How sure it is that the caller holds the number. It begins at `medium` when the network vouches for the number and at
 * `low` when only the caller says so. Each signal moves it by one step, within `low` and `high`. Nothing raises the
 * caller's own word: who invents a number can invent one that fits.
 */
export function scoreCaller(
  { identity, trunk }: Pick<CallFacts, 'identity' | 'trunk'>,
  number: NumberFacts,
): CallerScore {
  if (identity.believed === undefined) return { level: 'none', signals: [] }
  const isVouched = vouched.has(identity.why)
  const signals = [
    ...aboutVerstat(identity),
    ...aboutHabit(identity, trunk),
    ...aboutOperator(number, trunk.callersOperator),
    ...aboutRegion(number, trunk.callersRegion),
  ]
  const steps = signals.reduce(
    (sum, [, step]) => sum + (isVouched ? step : Math.min(0, step)),
    isVouched ? 1 : 0,
  )
  return {
    level: steps <= 0 ? 'low' : steps === 1 ? 'medium' : 'high',
    signals: signals.map(([name]) => name),
  }
}

/** The network, not the caller, says whose number it is. */
const vouched: ReadonlySet<string> = new Set([
  'asserted',
  'remote-party-screened',
  'from-screened',
  'from-verified',
])

function aboutVerstat({ verstat, verstatFromCaller }: CallFacts['identity']): Signal[] {
  if (verstat === 'passed') return [['verstat-passed', 1]]
  return verstatFromCaller ? [['verstat-from-caller', 0]] : []
}

/** A carrier that asserts who calls, and this once does not, may not know. */
function aboutHabit({ source }: CallFacts['identity'], { habit }: CallFacts['trunk']): Signal[] {
  return habit === 'asserts' && source !== 'asserted' ? [['trunk-usually-asserts', -1]] : []
}

function aboutOperator({ operator, portedTo }: NumberFacts, own: string | null): Signal[] {
  if (own === null || operator === '') return []
  if (isSame(portedTo || operator, own)) return [['operator-fits', 1]]
  // Data on ported numbers lags by days: until then the old operator may still serve it.
  if (portedTo !== '' && isSame(operator, own)) return [['operator-ported', 0]]
  return [['operator-differs', -1]]
}

/** The registry may name several regions for one range. */
function aboutRegion({ region }: NumberFacts, own: string | null): Signal[] {
  if (own === null || region === '') return []
  return folded(region).includes(folded(own)) ? [['region-fits', 1]] : [['region-differs', -1]]
}

const isSame = (one: string, other: string) => folded(one) === folded(other)

/** Quotes, dashes and case differ between registries and whoever types the name. */
const folded = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
