import { secondMs } from '../platform/clock.ts'
import type { Domain } from './compose-domain.ts'
import type { Foundation } from './foundation.ts'

const freshMs = secondMs

/** `/health`. A carrier that is down shows only in `providers`: reads and the cabinet work without one. */
export interface Health {
  readonly status: boolean
  readonly database: boolean
  readonly providers: boolean
}

/** The content of `/health` and `/readyz`; the store is queried at most once a second, however many requests come. */
export function watchHealth(
  { store, clock }: Foundation,
  { telephony, sip, work }: Domain,
  isReady: () => boolean,
) {
  const isServing = () => isReady() && sip.isSimulatorReached() && !work.isEnding
  let answer: Promise<boolean> | undefined
  let askedAtMs = 0
  const hasDatabase = () => {
    if (answer === undefined || clock.monotonicMs() - askedAtMs >= freshMs) {
      askedAtMs = clock.monotonicMs()
      answer = store.heartbeat(clock.now()).then(
        () => true,
        () => false,
      )
    }
    return answer
  }
  return {
    async health(): Promise<Health> {
      const database = await hasDatabase()
      return { status: database && isServing(), database, providers: telephony.healthy() }
    },
    async readiness() {
      const database = await hasDatabase()
      const serving = isServing()
      return { status: database && serving, database, serving }
    },
  }
}
