import { type Clock, secondMs } from '../platform/clock.ts'
import type { Store } from '../storage/store.ts'

const freshMs = secondMs

export interface HealthDeps {
  readonly store: Store
  readonly clock: Clock
  /** A call could be placed now. */
  readonly hasTelephony: () => boolean
  /** The service has started, and is not stopping. */
  readonly isServing: () => boolean
}

/** `/health`. A carrier that is down shows only in `providers`: reads and the cabinet work without one. */
export interface Health {
  readonly status: boolean
  readonly database: boolean
  readonly providers: boolean
}

/** The content of `/health` and `/readyz`; the store is queried at most once a second, however many requests come. */
export function watchHealth({ store, clock, hasTelephony, isServing }: HealthDeps) {
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
      return { status: database && isServing(), database, providers: hasTelephony() }
    },
    async readiness() {
      const database = await hasDatabase()
      const serving = isServing()
      return { status: database && serving, database, serving }
    },
  }
}
