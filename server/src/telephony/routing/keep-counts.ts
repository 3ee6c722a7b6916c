import { minuteMs } from '../../platform/clock.ts'
import {
  type CountRule,
  callerSourceRule,
  earlyMediaRule,
  mediaSignRule,
  type TrunkCounts,
} from '../../storage/queries/trunk-counts.ts'
import type { Store } from '../../storage/store.ts'
import type { CountMemory } from './count-memory.ts'
import type { LiveTrunk } from './live-trunk.ts'

interface Kept<K extends string> {
  readonly rule: CountRule<K>
  memoryOf(trunk: LiveTrunk): CountMemory<K>
  add(added: TrunkCounts<K>[]): Promise<void>
  read(): Promise<readonly TrunkCounts<K>[]>
}

/** Stores the trunk habits that this node has learned, and reads those of all nodes. */
export async function keepHabits(
  store: Pick<
    Store,
    | 'earlyMedia'
    | 'countEarlyMedia'
    | 'callerSources'
    | 'countCallerSources'
    | 'mediaSigns'
    | 'countMediaSigns'
  >,
  trunks: readonly LiveTrunk[],
): Promise<void> {
  await keep(trunks, {
    rule: earlyMediaRule,
    memoryOf: (trunk) => trunk.earlyMedia,
    add: (added) => store.countEarlyMedia(added),
    read: () => store.earlyMedia(),
  })
  await keep(trunks, {
    rule: callerSourceRule,
    memoryOf: (trunk) => trunk.callerSources,
    add: (added) => store.countCallerSources(added),
    read: () => store.callerSources(),
  })
  await keep(trunks, {
    rule: mediaSignRule,
    memoryOf: (trunk) => trunk.mediaSigns,
    add: (added) => store.countMediaSigns(added),
    read: () => store.mediaSigns(),
  })
}

async function keep<K extends string>(trunks: readonly LiveTrunk[], kept: Kept<K>): Promise<void> {
  const taken = trunks.map((trunk) => [trunk, kept.memoryOf(trunk).takeUnstored()] as const)
  const added = taken.flatMap(([{ name }, counts]): TrunkCounts<K>[] =>
    kept.rule.total(counts) === 0 ? [] : [{ trunk: name, counts }],
  )
  try {
    if (added.length > 0) await kept.add(added)
  } catch (error) {
    for (const trunk of trunks) kept.memoryOf(trunk).keepUnstored()
    throw error
  }
  const stored = await kept.read()
  for (const trunk of trunks) {
    kept.memoryOf(trunk).load(stored.find((one) => one.trunk === trunk.name)?.counts ?? kept.rule.none)
  }
}

/** Clocks of nodes differ, and a transaction commits after the time that it wrote down. */
const overlapMs = minuteMs

/** Reads the recent calls of all nodes, so that every node comes to the same scores. */
export class RouteReader {
  readonly #store: Pick<Store, 'routeCountsSince'>
  readonly #known = new WeakSet<LiveTrunk>()
  #readAt = 0

  constructor(store: Pick<Store, 'routeCountsSince'>) {
    this.#store = store
  }

  /** What has changed since the last reading; everything when there is a new trunk. */
  async read(trunks: readonly LiveTrunk[], now: number): Promise<void> {
    const isNew = trunks.some((trunk) => !this.#known.has(trunk))
    const rows = await this.#store.routeCountsSince(isNew ? 0 : this.#readAt - overlapMs)
    this.#readAt = now
    const byTrunk = Map.groupBy(rows, ({ trunk }) => trunk)
    for (const trunk of trunks) {
      trunk.routes.load(byTrunk.get(trunk.name) ?? [])
      this.#known.add(trunk)
    }
  }
}
