import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import { secondMs } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'

const patienceMs = 10 * secondMs

export interface CallHeartbeatDeps {
  readonly url: string
  readonly log: Log
  readonly alarms: Pick<ActiveAlarms, 'current'>
  /** As `/health` says it: the store takes writes, and a trunk can be used. */
  health(): Promise<{ readonly status: boolean; readonly providers: boolean }>
}

/**
 * Calls an address of the operator while this node places and settles calls; called every minute. Somebody who hears nothing
 * for some minutes knows what no alarm of a dead machine can tell. Nothing is sent but the request.
 */
export function callHeartbeat({ url, log, alarms, health }: CallHeartbeatDeps): () => Promise<void> {
  let hasFailed = false
  return async () => {
    const { status, providers } = await health()
    // Also when a settlement failed although the store takes this write.
    const isTroubled = alarms.current().some(({ kind }) => kind === 'store-trouble')
    if (!status || !providers || isTroubled) return
    const why = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patienceMs) }).then(
      async ({ ok, status: answered, body }) => {
        await body?.cancel()
        return ok ? undefined : `it answered ${answered}`
      },
      // Its message may have the address, which is a secret.
      (error: Error) => (error.name === 'TimeoutError' ? 'no answer in time' : 'it cannot be reached'),
    )
    if (why !== undefined && !hasFailed)
      log.warn({ event: 'heartbeat-failed', why }, 'the address of RINGKEY_HEARTBEAT_URL was not reached')
    hasFailed = why !== undefined
  }
}
