import type { TrunkSettings } from '../../storage/trunk-records.ts'
import type { CallMode } from '../calls/verdict.ts'
import { successStep } from './measured-success.ts'

/** The values that decide the order of two trunks. */
export interface Ranked {
  readonly settings: Pick<TrunkSettings, 'prefixes' | 'costWeight' | 'callsAtOnce'>
  readonly success: number
  readonly inFlight: number
}

/** Flash and mix calls need a visible calling number; a carrier that is asked for privacy hides it. */
export function showsNumber(
  { settings }: { readonly settings: Pick<TrunkSettings, 'privacy'> },
  mode: CallMode,
): boolean {
  return mode === 'voice' || settings.privacy !== 'id'
}

/**
 * The length of the longest prefix that the trunk names for this number; undefined when it does not serve the number.
 */
export function prefixLength(prefixes: readonly string[], e164: string): number | undefined {
  if (prefixes.length === 0) return 0
  let longest: number | undefined
  for (const prefix of prefixes) {
    if (e164.startsWith(prefix) && prefix.length > (longest ?? 0)) longest = prefix.length
  }
  return longest
}

/** By longest prefix, then cost, then measured success, then free channels. */
export function inOrder<T extends Ranked>(trunks: readonly T[], e164: string): T[] {
  return trunks
    .map((trunk) => ({ trunk, length: prefixLength(trunk.settings.prefixes, e164) ?? 0 }))
    .sort((a, b) => b.length - a.length || compare(a.trunk, b.trunk))
    .map(({ trunk }) => trunk)
}

function compare(a: Ranked, b: Ranked): number {
  return (
    a.settings.costWeight - b.settings.costWeight ||
    successStep(b.success) - successStep(a.success) ||
    a.inFlight / a.settings.callsAtOnce - b.inFlight / b.settings.callsAtOnce
  )
}
