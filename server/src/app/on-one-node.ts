import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import type { AlarmKind } from '../alarms/alarm-table.ts'
import { type Clock, secondMs } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Store } from '../storage/store.ts'

/** A node looks for the first time well within the minute after its start, in which it ends no alarm. */
export const oneNodePeriodMs = 30 * secondMs
/** With a run on another node it is below the 90 s after which the alarms of a dead node count as ended. */
const leaseMs = 45 * secondMs
/** The node that has the lease now needs a moment to see what this one saw. */
const roundsToForget = 3

/** What those who watch over the service have in common. */
export interface WatchDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly alarms: ActiveAlarms
  /** This node uses at once what was changed; the others notice it within a second. */
  readonly reload: () => Promise<void>
}

/** What a watcher needs that raises its alarms from these reads. */
export interface WatcherDeps<Reads extends keyof Store> {
  readonly store: Pick<Store, Reads>
  readonly clock: Clock
  readonly alarms: Pick<ActiveAlarms, 'raiseOnly'>
}

/** What one of the nodes watches for all. */
export interface Watcher {
  /** Its alarms; when another node watches, they are raised there. */
  readonly kinds: readonly AlarmKind[]
  look(): Promise<void>
  /** Another node watches now. */
  readonly forget?: () => void
}

/** Runs the watchers on one node at a time. */
export function onOneNode(
  { store, clock, alarms }: WatcherDeps<'takeLease'>,
  watchers: readonly Watcher[],
): () => Promise<void> {
  let roundsWithout = 0
  return async () => {
    if (await store.takeLease({ name: 'watchers', forMs: leaseMs, at: clock.now() })) {
      roundsWithout = 0
      for (const watcher of watchers) await watcher.look()
      return
    }
    roundsWithout += 1
    if (roundsWithout !== roundsToForget) return
    for (const { kinds, forget } of watchers) {
      forget?.()
      for (const kind of kinds) alarms.raiseOnly(kind, [])
    }
  }
}
