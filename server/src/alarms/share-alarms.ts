import { type Clock, minuteMs } from '../platform/clock.ts'
import { type Store, StoreUnavailable } from '../storage/store.ts'
import type { ActiveAlarms } from './active-alarms.ts'
import type { DirectNotices } from './direct-notices.ts'
import type { StoreOutage } from './store-outage.ts'

/** By then a node has looked at everything that can raise an alarm. */
const firstLookMs = minuteMs

export interface ShareAlarmsDeps {
  readonly store: Pick<Store, 'nodeId' | 'noteAlarms'>
  readonly alarms: Pick<ActiveAlarms, 'current'>
  readonly clock: Clock
  readonly outage: Pick<StoreOutage, 'report' | 'answered'>
  readonly direct: Pick<DirectNotices, 'toRecord' | 'recorded' | 'notRecorded'>
}

/**
 * Puts the alarms of this node into the store, where all nodes and all people see the same ones. An outage of the store is
 * noticed here when nothing else uses it, and it is over when this has been written: on a full disk reading goes on.
 */
export function shareAlarms({ store, alarms, clock, outage, direct }: ShareAlarmsDeps): () => Promise<void> {
  const startedMs = clock.monotonicMs()
  return async () => {
    const seen = direct.toRecord(alarms.current())
    const isComplete = clock.monotonicMs() - startedMs >= firstLookMs
    try {
      direct.recorded(
        seen,
        await store.noteAlarms({ nodeId: store.nodeId, alarms: seen, isComplete, now: clock.now() }),
      )
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      direct.notRecorded()
      return outage.report(error, 'alarms')
    }
    outage.answered()
  }
}
