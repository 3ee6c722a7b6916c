import { type EarlyMediaRecord, noEarlyMedia, totalOf } from '../../storage/early-media-counts.ts'
import type { Store } from '../../storage/store.ts'
import type { LiveTrunk } from './live-trunk.ts'

/** Stores what this node has learned of 183s, and reads what all nodes have learned. */
export async function keepEarlyMedia(
  store: Pick<Store, 'earlyMedia' | 'countEarlyMedia'>,
  trunks: readonly LiveTrunk[],
): Promise<void> {
  const taken = trunks.map((trunk) => [trunk, trunk.earlyMedia.takeUnstored()] as const)
  const added = taken.flatMap(([{ name }, counts]): EarlyMediaRecord[] =>
    totalOf(counts) === 0 ? [] : [{ trunk: name, counts }],
  )
  try {
    if (added.length > 0) await store.countEarlyMedia(added)
  } catch (error) {
    for (const trunk of trunks) trunk.earlyMedia.keepUnstored()
    throw error
  }
  const stored = await store.earlyMedia()
  for (const trunk of trunks) {
    trunk.earlyMedia.load(stored.find((one) => one.trunk === trunk.name)?.counts ?? noEarlyMedia)
  }
}
