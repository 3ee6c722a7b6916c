/** The identity of a caller and how certain it is: the words that stores, webhooks and the cabinet share. */

/** The header that names the caller. */
export const identitySources = ['asserted', 'remote-party', 'from', 'none'] as const
export type IdentitySource = (typeof identitySources)[number]

/** The result of the network's own check of the number: the `verstat` parameter (3GPP TS 24.229). */
export type VerstatLevel = 'passed' | 'failed' | 'not-validated' | 'none'

/** Why the number is believed. */
export const reasonsToBelieve = [
  'asserted',
  'remote-party-screened',
  'remote-party-unscreened',
  'from-screened',
  'from-verified',
  'from-unscreened',
] as const
export type ReasonToBelieve = (typeof reasonsToBelieve)[number]

/** Why no number is believed. */
export type ReasonToDoubt =
  | 'asserted-no-number'
  | 'asserted-two-numbers'
  | 'verstat-failed'
  | 'withheld'
  | 'remote-party-no-number'
  | 'remote-party-not-screened'
  | 'from-not-trusted'
  | 'from-without-country'
  | 'no-number'

/**
 * How certain it is that the caller holds the number. `none`: no number is believed. `low`: only the caller says so.
 * `medium`: the network says so. `high`: the network says so, and something else confirms it.
 */
export const callerLevels = ['none', 'low', 'medium', 'high'] as const
export type CallerLevel = (typeof callerLevels)[number]

/** The levels that a service may demand. Every number that confirms is at least `low`. */
export const demandedLevels = ['low', 'medium', 'high'] as const
export type DemandedLevel = (typeof demandedLevels)[number]

/** What changed the level, or could have. */
export type CallerSignal =
  | 'verstat-passed'
  | 'verstat-from-caller'
  | 'trunk-usually-asserts'
  | 'operator-fits'
  | 'operator-differs'
  | 'operator-ported'
  | 'region-fits'
  | 'region-differs'

/** The facts of a call that are stored with its call. They include no number. */
export interface CallerRecord {
  readonly level: CallerLevel
  readonly source: IdentitySource
  readonly why: ReasonToBelieve | ReasonToDoubt
  readonly verstat: VerstatLevel
  readonly signals: readonly CallerSignal[]
  /** The level that the service demanded, if the call did not reach it and so confirmed nothing; else null. */
  readonly rejectedBy: DemandedLevel | null
}

/** The call names its caller in From alone, and the settings of the trunk do not let From count. */
export const isFromRefused = ({ why }: Pick<CallerRecord, 'why'>) =>
  why === 'from-not-trusted' || why === 'from-without-country'

/** `none` meets no demand. */
export function meetsLevel(level: CallerLevel, demanded: DemandedLevel): boolean {
  return callerLevels.indexOf(level) >= callerLevels.indexOf(demanded)
}

/** Reads the record from its column; null for a call before this was stored, a test number, or unknown text. */
export function readCaller(text: string | null): CallerRecord | null {
  if (text === null) return null
  try {
    const record = JSON.parse(text) as CallerRecord
    return callerLevels.includes(record.level) && identitySources.includes(record.source) ? record : null
  } catch {
    return null
  }
}
