import type { Clock } from '../platform/clock.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { HookOf } from '../storage/queries/hook-secrets.ts'
import type { Store } from '../storage/store.ts'
import { signatureFault } from './signature.ts'

const purpose = ({ serviceId, provider }: HookOf) => `hook-secret ${provider} ${serviceId}`

/** How identity providers write a symmetric secret of Standard Webhooks; ours is what follows the comma. */
const version = 'v1,'

export interface HookSecretDeps {
  readonly store: Pick<Store, 'hookSecret'>
  readonly sealer: Sealer
  readonly clock: Clock
}

/** The secrets with which identity providers sign their hooks. The store keeps them encrypted. */
export class HookSecrets {
  readonly #deps: HookSecretDeps

  constructor(deps: HookSecretDeps) {
    this.#deps = deps
  }

  /** Whether the request was signed with the secret of this hook, or with the one before while that is accepted. */
  async isSigned(
    hook: HookOf,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: string,
  ): Promise<boolean> {
    const { store, sealer, clock } = this.#deps
    const kept = await store.hookSecret(hook)
    if (kept === undefined) return false
    const now = clock.now()
    const secrets = [kept.sealed]
    if (kept.previousSealed !== null && now < kept.previousEndsAt) secrets.push(kept.previousSealed)
    return secrets.some((sealed) => {
      const secret = sealer.open(sealed, purpose(hook)).slice(version.length)
      return signatureFault(secret, headers, body, Math.floor(now / 1000)) === ''
    })
  }
}

/** The text that is pasted at the provider, and its encrypted form. */
export function sealHookSecret(
  sealer: Sealer,
  hook: HookOf,
  secret: string,
): { readonly shown: string; readonly sealed: Buffer } {
  const shown = version + secret
  return { shown, sealed: sealer.seal(shown, purpose(hook)) }
}
