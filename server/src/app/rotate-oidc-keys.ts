import { keyWatch, rotateOidcKeys } from '../operations/oidc.ts'
import { perform } from '../operations/perform.ts'
import { type Clock, dayMs } from '../platform/clock.ts'
import type { Foundation } from './foundation.ts'
import type { Watcher } from './on-one-node.ts'

/** Keys that sign ID tokens are replaced after so long. */
const maxKeyAgeMs = 90 * dayMs

/** Replaces the keys of OpenID Connect by their age; there are none until a client is registered. */
export function rotateOidcKeysByAge({
  store,
  clock,
  sealer,
  random,
}: Pick<Foundation, 'store' | 'sealer' | 'random'> & { readonly clock: Clock }): Watcher {
  return {
    kinds: [],
    async look() {
      const signing = (await store.oidcKeys()).find(
        ({ algorithm, endsAt }) => algorithm !== 'subject' && endsAt === 0,
      )
      if (signing === undefined || clock.now() < signing.createdAt + maxKeyAgeMs) return
      await perform({ store, author: keyWatch, now: () => clock.now(), sealer, random }, rotateOidcKeys, {})
    },
  }
}
