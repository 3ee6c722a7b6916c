import type { Store } from '../storage/store.ts'
import { lackingNumbers } from '../telephony/pool/contracts.ts'

/** The contracts, and the numbers of trunks in use about which none is valid. */
export async function readContracts(
  store: Pick<Store, 'numberContracts' | 'callerRanges' | 'trunks'>,
  at: number,
) {
  const [contracts, ranges, trunks] = await Promise.all([
    store.numberContracts(),
    store.callerRanges(),
    store.trunks(),
  ])
  const inUse = new Set(
    trunks.filter(({ demo, settings }) => !demo && settings.enabled).map(({ name }) => name),
  )
  const shown = ranges.filter(({ trunk }) => inUse.has(trunk))
  return { contracts, lacking: lackingNumbers(contracts, shown, at) }
}
