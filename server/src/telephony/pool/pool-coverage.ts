import type { TrunkRecord } from '../../storage/queries/trunks.ts'
import type { CallerPool } from './caller-pool.ts'
import { judgePool } from './caller-range.ts'

type CoveringTrunk = Pick<TrunkRecord, 'name' | 'demo' | 'settings'>

/** Destinations that use the same trunks, and the codes that these trunks can show. */
export interface Coverage {
  /** "" is every destination without a longer prefix. */
  readonly prefix: string
  readonly trunks: readonly string[]
  readonly codes: Uint16Array
  readonly verdict: ReturnType<typeof judgePool>
}

/** Every prefix that a trunk in use names, with the trunks that serve it. Trunks of the demo count only without others. */
export function trunksByPrefix<T extends CoveringTrunk>(
  all: readonly T[],
): { readonly prefix: string; readonly trunks: readonly T[] }[] {
  const inUse = all.filter(({ settings }) => settings.enabled)
  const real = inUse.filter(({ demo }) => !demo)
  const trunks = real.length > 0 ? real : inUse
  const prefixes = new Set(
    trunks.flatMap(({ settings }) => (settings.prefixes.length === 0 ? [''] : settings.prefixes)),
  )
  return [...prefixes].sort().map((prefix) => ({
    prefix,
    trunks: trunks.filter(
      ({ settings }) =>
        settings.prefixes.length === 0 || settings.prefixes.some((one) => prefix.startsWith(one)),
    ),
  }))
}

export function coverageOf(all: readonly CoveringTrunk[], pool: CallerPool): Coverage[] {
  return trunksByPrefix(all).map(({ prefix, trunks }) => {
    const names = trunks.map(({ name }) => name)
    const codes = pool.showableCodes(names)
    const verdict = judgePool(
      codes.length,
      trunks.every(({ demo }) => demo),
    )
    return { prefix, trunks: names, codes, verdict }
  })
}
