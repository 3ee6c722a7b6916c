import { type Clock, secondMs } from './platform/clock.ts'
import type { Store } from './storage/store.ts'

const freshMs = secondMs

export interface HealthParts {
  readonly store: Store
  readonly clock: Clock
  /** A call could be placed now. */
  readonly hasTelephony: () => boolean
  /** Started, and not about to stop. */
  readonly isServing: () => boolean
}

export interface Health {
  readonly status: boolean
  readonly database: boolean
  readonly providers: boolean
}

/** What `/health` says; the store is asked at most once a second, however often somebody looks. */
export function watchHealth({ store, clock, hasTelephony, isServing }: HealthParts): () => Promise<Health> {
  const look = async () => {
    const database = await store.heartbeat(clock.now()).then(
      () => true,
      () => false,
    )
    const providers = hasTelephony()
    return { status: database && providers && isServing(), database, providers }
  }
  let health: Promise<Health> | undefined
  let askedAtMs = 0
  return () => {
    if (health === undefined || clock.monotonicMs() - askedAtMs >= freshMs) {
      askedAtMs = clock.monotonicMs()
      health = look()
    }
    return health
  }
}
