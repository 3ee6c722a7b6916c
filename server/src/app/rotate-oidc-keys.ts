import { keyWatch, rotateOidcKeys } from '../operations/oidc.ts'
import { perform } from '../operations/perform.ts'
import { type Clock, dayMs } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { Store } from '../storage/store.ts'
import type { Watcher } from './on-one-node.ts'

/** Keys that sign ID tokens are replaced after so long. */
const maxKeyAgeMs = 90 * dayMs

/** Replaces the keys of OpenID Connect by their age; there are none until a client is registered. */
export function rotateOidcKeysByAge(deps: {
  readonly store: Store
  readonly clock: Clock
  readonly sealer: Sealer
  readonly random: Random
}): Watcher {
  const { store, clock, sealer, random } = deps
  return {
    async look() {
      const signing = (await store.oidcKeys()).find(
        ({ algorithm, endsAt }) => algorithm !== 'subject' && endsAt === 0,
      )
      if (signing === undefined || clock.now() < signing.createdAt + maxKeyAgeMs) return
      await perform({ store, author: keyWatch, now: () => clock.now(), sealer, random }, rotateOidcKeys, {})
    },
    // It raises no alarm that another node would have to end.
    forget: () => undefined,
  }
}
