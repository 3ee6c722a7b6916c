import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { Overload } from '../platform/overload.ts'

/** Refuses work while calls are placed late; logs when that begins and ends, and counts what was refused. */
export function watchOverload(clock: Clock, log: Log, metrics: Metrics) {
  const overload = new Overload(clock, (isOverloaded) => {
    if (isOverloaded)
      log.warn({ event: 'overloaded' }, 'calls are placed late: a part of the new requests is refused')
    else log.info({ event: 'overload-ended' }, 'calls are placed in time: every request is accepted again')
  })
  return {
    noteDelay: (delayMs: number) => overload.noteDelay(delayMs),
    mayStart: () => {
      const may = overload.admits()
      if (!may) metrics.refusedByOverload()
      return may
    },
  }
}
