import type { CallRecord } from '../books/call.ts'
import type { CallerLevel, CallerSignal } from '../storage/caller-identity.ts'
import type { IncomingCallFacts } from '../telephony/telephony.ts'

/** The registry entry of the trusted caller number. "" is unknown. */
export type NumberFacts = Pick<CallRecord, 'operator' | 'region' | 'portedTo'>

export interface CallerScore {
  readonly level: CallerLevel
  /** In the order in which they were evaluated. */
  readonly signals: readonly CallerSignal[]
}

type Signal = readonly [name: CallerSignal, step: -1 | 0 | 1]

/**
 * How certain it is that the caller owns the number. The level starts at `medium` when the network asserts the number
 * and at `low` when only the caller states it. Each signal moves it by one step, within `low` and `high`. Nothing
 * raises the caller's own statement: a caller who invents a number can invent one that fits.
 */
export function scoreCaller(
  { identity, trunk }: Pick<IncomingCallFacts, 'identity' | 'trunk'>,
  number: NumberFacts,
): CallerScore {
  if (identity.believed === undefined) return { level: 'none', signals: [] }
  const isVouched = vouched.has(identity.why)
  const signals = [
    ...aboutVerstat(identity),
    ...aboutTrait(identity, trunk),
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

/** The network asserts the number, not the caller. */
const vouched: ReadonlySet<string> = new Set([
  'asserted',
  'remote-party-screened',
  'from-screened',
  'from-verified',
])

function aboutVerstat({ verstat, verstatFromCaller }: IncomingCallFacts['identity']): Signal[] {
  if (verstat === 'passed') return [['verstat-passed', 1]]
  return verstatFromCaller ? [['verstat-from-caller', 0]] : []
}

/** A carrier that usually asserts callers and does not assert this one may not know the caller. */
function aboutTrait(
  { source }: IncomingCallFacts['identity'],
  { trait }: IncomingCallFacts['trunk'],
): Signal[] {
  return trait === 'asserts' && source !== 'asserted' ? [['trunk-usually-asserts', -1]] : []
}

function aboutOperator({ operator, portedTo }: NumberFacts, own: string | null): Signal[] {
  if (own === null || operator === '') return []
  if (isSameName(portedTo || operator, own)) return [['operator-fits', 1]]
  // Data on ported numbers is days late: until then the old operator may still serve the number.
  if (portedTo !== '' && isSameName(operator, own)) return [['operator-ported', 0]]
  return [['operator-differs', -1]]
}

/** The registry may name several regions for one range. */
function aboutRegion({ region }: NumberFacts, own: string | null): Signal[] {
  if (own === null || region === '') return []
  return folded(region).includes(folded(own)) ? [['region-fits', 1]] : [['region-differs', -1]]
}

/** Whether two names of a network are the same: quotes, dashes and case differ between registries and typed names. */
export const isSameName = (one: string, other: string) => folded(one) === folded(other)

const folded = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
