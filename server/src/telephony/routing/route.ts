import type { TrunkSettings } from '../../storage/queries/trunks.ts'
import type { CallMode } from '../calls/verdict.ts'

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
