import { minuteMs } from '../../platform/clock.ts'
import type { Store } from '../../storage/store.ts'
import type { LiveTrunk } from './live-trunk.ts'

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
