import { minuteMs } from '../../platform/clock.ts'
import type { TrunkCounts } from '../../storage/queries/trunk-counts.ts'
import type { Store } from '../../storage/store.ts'
import type { CountMemory } from './count-memory.ts'
import type { LiveTrunk } from './live-trunk.ts'

/** Stores the trunk traits that this node has learned, and reads those of all nodes. */
export async function keepTraits(store: Store, trunks: readonly LiveTrunk[]): Promise<void> {
  await keep(trunks, ({ earlyMedia }) => earlyMedia, store.countEarlyMedia, store.earlyMedia)
  await keep(trunks, ({ callerSources }) => callerSources, store.countCallerSources, store.callerSources)
  await keep(trunks, ({ mediaSigns }) => mediaSigns, store.countMediaSigns, store.mediaSigns)
}

async function keep<K extends string>(
  trunks: readonly LiveTrunk[],
  memoryOf: (trunk: LiveTrunk) => CountMemory<K>,
  add: (added: TrunkCounts<K>[]) => Promise<void>,
  read: () => Promise<readonly TrunkCounts<K>[]>,
): Promise<void> {
  const memories = trunks.map((trunk) => [trunk.name, memoryOf(trunk)] as const)
  const added = memories.flatMap(([trunk, memory]): TrunkCounts<K>[] => {
    const counts = memory.takeUnstored()
    return memory.rule.total(counts) === 0 ? [] : [{ trunk, counts }]
  })
  try {
    if (added.length > 0) await add(added)
  } catch (error) {
    for (const [, memory] of memories) memory.keepUnstored()
    throw error
  }
  const stored = await read()
  for (const [name, memory] of memories)
    memory.load(stored.find(({ trunk }) => trunk === name)?.counts ?? memory.rule.none)
}

/** Clocks of nodes differ, and a transaction commits after the time that it wrote down. */
const overlapMs = minuteMs

/** Reads the recent calls of all nodes, so that every node comes to the same scores. */
export function routeReader(store: Pick<Store, 'routeCountsSince'>) {
  const known = new WeakSet<LiveTrunk>()
  let readAt = 0
  /** What has changed since the last reading; everything when there is a new trunk. */
  return async (trunks: readonly LiveTrunk[], now: number): Promise<void> => {
    const isNew = trunks.some((trunk) => !known.has(trunk))
    const rows = await store.routeCountsSince(isNew ? 0 : readAt - overlapMs)
    readAt = now
    const byTrunk = Map.groupBy(rows, ({ trunk }) => trunk)
    for (const trunk of trunks) {
      trunk.routes.load(byTrunk.get(trunk.name) ?? [])
      known.add(trunk)
    }
  }
}
