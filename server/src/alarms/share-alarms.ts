import { type Clock, minuteMs } from '../platform/clock.ts'
import type { Store } from '../storage/store.ts'
import type { ActiveAlarms } from './active-alarms.ts'

/** By then a node has looked at everything that can raise an alarm. */
const firstLookMs = minuteMs
/** A node without alarms still has to end those of nodes that are gone. */
const idlePeriodMs = minuteMs

/** Puts the alarms of this node into the store, where all nodes and all people see the same ones. */
export function shareAlarms(
  store: Pick<Store, 'nodeId' | 'noteAlarms'>,
  alarms: Pick<ActiveAlarms, 'current'>,
  clock: Clock,
): () => Promise<void> {
  const startedMs = clock.monotonicMs()
  let sharedMs = Number.NEGATIVE_INFINITY
  let hadAny = false
  return async () => {
    const seen = alarms.current()
    const nowMs = clock.monotonicMs()
    const isIdle = seen.length === 0 && !hadAny && nowMs - sharedMs < idlePeriodMs
    if (isIdle) return
    await store.noteAlarms({
      nodeId: store.nodeId,
      alarms: seen.map(({ kind, subject, since, facts }) => ({ kind, subject, since, facts })),
      isComplete: nowMs - startedMs >= firstLookMs,
      now: clock.now(),
    })
    sharedMs = nowMs
    hadAny = seen.length > 0
  }
}
