import type { VerificationRecord } from '../../books/verification.ts'
import type { Store } from '../../storage/store.ts'

/** Rows read in each round. Pages of an account with more changes in a second are told to reload. */
const newestLooked = 50
/** Open verifications that are no longer among the newest, followed until they end. */
const maxFollowed = 200

export type News =
  | { readonly kind: 'changed'; readonly records: readonly VerificationRecord[] }
  | { readonly kind: 'too-much' }

/** What is new among the verifications of one account since the last look; the first look only learns what is there. */
export class AccountWatch {
  readonly #store: Store
  readonly #accountId: number
  /** State of every verification of the last round, and of older open ones. */
  #known: Map<number, VerificationRecord['state']> | undefined

  constructor(store: Store, accountId: number) {
    this.#store = store
    this.#accountId = accountId
  }

  async look(): Promise<News | undefined> {
    const services = await this.#store.services(this.#accountId)
    const { items } = await this.#store.verificationPage({
      serviceIds: services.map(({ id }) => id),
      mode: null,
      state: null,
      test: null,
      reason: null,
      from: null,
      to: null,
      before: null,
      limit: newestLooked,
    })
    const known = this.#known
    const followed = await this.#followed(items)
    const seen = [...items, ...followed]
    this.#known = new Map(seen.map(({ vendorId, state }) => [vendorId, state]))
    if (known === undefined) return undefined
    const isFlood = items.length === newestLooked && items.every(({ vendorId }) => !known.has(vendorId))
    if (isFlood) return { kind: 'too-much' }
    const records = seen.filter(({ vendorId, state }) => known.get(vendorId) !== state)
    return records.length === 0 ? undefined : { kind: 'changed', records }
  }

  async #followed(items: readonly VerificationRecord[]): Promise<VerificationRecord[]> {
    const looked = new Set(items.map(({ vendorId }) => vendorId))
    const open = [...(this.#known ?? [])].filter(([id, state]) => state === 'checking' && !looked.has(id))
    const records = await Promise.all(
      open.slice(0, maxFollowed).map(([vendorId]) => this.#store.verification(vendorId)),
    )
    return records.filter((record) => record !== undefined)
  }
}
