import type { Clock } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { WebhookSecretRecord } from '../storage/queries/services.ts'
import type { Store } from '../storage/store.ts'
import { newWebhookSecret } from './signature.ts'

export const webhookSecretPurpose = 'webhook-secret'

export interface ServiceSecrets {
  readonly current: string
  /** The previous secret, while receivers may still check with it. */
  readonly previous: string | null
  readonly previousEndsAt: number
}

export interface SecretDeps {
  readonly store: Store
  readonly sealer: Sealer
  readonly random: Random
  readonly clock: Clock
}

/** The secrets that sign the webhooks of each service and the events of each endpoint. The store keeps them encrypted. */
export class WebhookSecrets {
  readonly #deps: SecretDeps

  constructor(deps: SecretDeps) {
    this.#deps = deps
  }

  /** For a new service or a new endpoint. */
  newSealed(): Buffer {
    const { sealer, random } = this.#deps
    return sealer.seal(newWebhookSecret(random.bytes), webhookSecretPurpose)
  }

  /** Undefined when there is no such service. A service without a secret gets one now. */
  async of(serviceId: number): Promise<ServiceSecrets | undefined> {
    const { store } = this.#deps
    const kept =
      (await store.webhookSecret(serviceId)) ??
      (await store.ensureWebhookSecret({ serviceId, sealed: this.newSealed() }))
    return kept === undefined ? undefined : this.open(kept)
  }

  /** The secrets of a record: of a service, or of a webhook endpoint. */
  open(kept: WebhookSecretRecord): ServiceSecrets {
    const { sealer, clock } = this.#deps
    const overlaps = kept.previousSealed !== null && clock.now() < kept.previousEndsAt
    return {
      current: sealer.open(kept.sealed, webhookSecretPurpose),
      previous: overlaps ? sealer.open(kept.previousSealed, webhookSecretPurpose) : null,
      previousEndsAt: kept.previousEndsAt,
    }
  }
}
