import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import { type Clock, secondMs } from '../platform/clock.ts'
import { certainMs, clockOffset, toleratedOffsetMs } from '../storage/clock-offset.ts'
import type { Store } from '../storage/store.ts'

export interface WatchDatabaseClockDeps {
  readonly store: Pick<Store, 'isShared' | 'storeTime'>
  readonly clock: Clock
  readonly alarms: Pick<ActiveAlarms, 'raiseOnly'>
  /** Of this node, as operators know it. */
  readonly address: string
}

/** Raises an alarm while the clock of this node differs from the clock of the database that it shares. */
export function watchDatabaseClock({ store, clock, alarms, address }: WatchDatabaseClockDeps) {
  return async (): Promise<void> => {
    if (!store.isShared) return
    const offset = await clockOffset(clock, (now) => store.storeTime({ now }))
    const seconds = Math.round(offset.offsetMs / secondMs)
    alarms.raiseOnly('clock-off', certainMs(offset) > toleratedOffsetMs ? [[address, { seconds }]] : [])
  }
}
