import { type Clock, secondMs } from '../platform/clock.ts'
import type { Store } from '../storage/store.ts'

const freshMs = secondMs

export interface HealthDeps {
  readonly store: Store
  readonly clock: Clock
  /** A call could be placed now. */
  readonly hasTelephony: () => boolean
  /** Started, and not about to stop. */
  readonly isServing: () => boolean
}

/** `/health`. A carrier that is away shows in `providers` alone: reads and the cabinet work without one. */
export interface Health {
  readonly status: boolean
  readonly database: boolean
  readonly providers: boolean
}

/** `/readyz`. */
export interface Readiness {
  readonly status: boolean
  readonly database: boolean
  readonly serving: boolean
}

/** What `/health` and `/readyz` say; the store is asked at most once a second, however often somebody looks. */
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
    async readiness(): Promise<Readiness> {
      const database = await hasDatabase()
      const serving = isServing()
      return { status: database && serving, database, serving }
    },
  }
}
