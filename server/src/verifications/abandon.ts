import type { Abandonment } from '../books/abandon-verification.ts'
import type { Clock } from '../platform/clock.ts'
import type { Store } from '../storage/store.ts'

interface AbandonDeps {
  readonly store: Pick<Store, 'abandonVerification'>
  readonly clock: Pick<Clock, 'now' | 'monotonicMs' | 'after'>
  readonly isDraining: () => boolean
  readonly storeTrouble: (error: Error) => void
}

/** A second step starts a minute after a first one whose call was never placed. By then nothing may be left of it. */
const abandonWithinMs = 50_000
const retryMs = 1_000

/**
 * Ends a verification whose creation was answered with 503, as soon as the store can be reached, so that none of its
 * steps rings a phone. A commit that was sent may be carried out a little later: one that is not there is looked for
 * again. Never rejects.
 */
export async function abandon(deps: AbandonDeps, verification: Omit<Abandonment, 'at'>): Promise<void> {
  const { store, clock, isDraining, storeTrouble } = deps
  for (const untilMs = clock.monotonicMs() + abandonWithinMs; clock.monotonicMs() < untilMs; ) {
    try {
      if (await store.abandonVerification({ ...verification, at: clock.now() })) return
    } catch (error) {
      storeTrouble(error as Error)
    }
    // A node that stops does not wait for a store that is away.
    if (isDraining()) return
    await new Promise<void>((resolve) => clock.after(retryMs, resolve))
  }
}
