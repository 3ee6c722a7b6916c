import { secondMs } from '../platform/clock.ts'
import { taskRuns } from '../platform/task-runs.ts'
import { fullVersion } from '../platform/version.ts'
import { rateWindowMs } from '../telephony/limits/rate-window.ts'
import { registrationLeases } from '../telephony/sharing/registration-leases.ts'
import { shareHeartbeat } from '../telephony/sharing/share-heartbeat.ts'
import { shortCallRefill } from '../telephony/sharing/short-call-refill.ts'
import type { Domain } from './compose-domain.ts'
import type { Foundation } from './foundation.ts'
import { secretInUse } from './open-installation.ts'

/** Three heartbeats plus the second of the rate limit: a joining node has its share within two seconds. */
const sharedBeatMs = 250
/** A single service sends its heartbeat only now and then. */
const aloneBeatMs = 10_000
/** A joining node waits no longer than this for its share: calls of other nodes may have to end first. */
const sharePatienceMs = 5_000

/** This node among the others on its store: its heartbeat, its share of the trunks, its leases. */
export async function composeNode(
  { store, clock, log, secrets }: Foundation,
  { sip: { opened }, settler }: Domain,
  address: string,
) {
  const trunks = opened?.shared
  let isRetired = false
  const heartbeat = shareHeartbeat({
    store,
    clock,
    trunks,
    isRetired: () => isRetired,
    about: () => ({ version: fullVersion, address, calls: settler.underWay, secrets: secrets.fingerprints }),
  })
  const shared = store.isShared && trunks !== undefined ? { store, clock, trunks } : undefined
  const lookAtRegistrations =
    shared && registrationLeases({ ...shared, onChange: () => opened?.orderTrunks() })
  const refill = shared && shortCallRefill({ ...shared, nodeCount: heartbeat.memberCount })

  const runs = taskRuns(clock, log)
  const look = async () => {
    await lookAtRegistrations?.()
    await refill?.look()
  }

  /** `ringkey secret rotate` has said which secret seals, and waits for us to say that we follow. */
  const followSecret = async () => {
    const [before] = secrets.fingerprints
    const inUse = await store.meta(secretInUse)
    if (inUse !== undefined && inUse !== before && secrets.use(inUse)) await heartbeat.beat()
  }

  // A node name that was used before (the embedded store has one name) starts with a new state.
  await store.leaveNodes(clock.now())
  await heartbeat.beat()
  const timers = [
    clock.every(
      store.isShared ? sharedBeatMs : aloneBeatMs,
      runs.of('heartbeat', () => heartbeat.beat()),
    ),
    ...(secrets.previous === undefined
      ? []
      : [clock.every(secondMs, runs.of('follow the root secret', followSecret))]),
    ...(shared === undefined ? [] : [clock.every(secondMs, runs.of('watch the leases', look))]),
  ]
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  if (shared !== undefined) {
    await runs.of('watch the leases', look)()
    const untilMs = clock.monotonicMs() + sharePatienceMs
    while (!heartbeat.isSettled() && clock.monotonicMs() < untilMs) await pause(sharedBeatMs)
  }

  return {
    /** No call starts here any more: the others may have its calls per second at once. */
    retire(): void {
      isRetired = true
    },
    /** The calls of this node have ended. */
    async stop(): Promise<void> {
      for (const timer of timers) timer.cancel()
      await runs.ended()
      // What this node started in its last second counts until it is over; then the others may have its share.
      if (shared !== undefined) await pause(rateWindowMs)
      await refill?.release()
      await store.leaveNodes(clock.now())
    },
  }
}
