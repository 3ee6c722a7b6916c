import type { PhoneVerification } from '../../books/phone-verification.ts'
import type { VerificationRecord } from '../../books/verification.ts'
import type { Store } from '../../storage/store.ts'
import { RecentWatch } from './recent-watch.ts'

/** Rows read in each round. Pages of an account with more changes in a second are told to reload. */
const newestLooked = 50

/** What is new: single calls, and verifications of several calls (`/v2`). */
export type News =
  | {
      readonly kind: 'changed'
      readonly calls: readonly VerificationRecord[]
      readonly phoneVerifications: readonly PhoneVerification[]
    }
  | { readonly kind: 'too-much' }

/** What is new in one account since the last look; the first look only learns what is there. */
export class AccountWatch {
  readonly #calls: RecentWatch<VerificationRecord>
  readonly #phoneVerifications: RecentWatch<PhoneVerification>

  constructor(store: Store, accountId: number) {
    this.#calls = new RecentWatch({
      limit: newestLooked,
      newest: (limit) => newestCalls(store, accountId, limit),
      read: (vendorId) => store.verification(Number(vendorId)),
      idOf: ({ vendorId }) => String(vendorId),
      versionOf: ({ state }) => state,
      isOpen: ({ state }) => state === 'checking',
    })
    this.#phoneVerifications = new RecentWatch({
      limit: newestLooked,
      newest: (limit) => newestPhoneVerifications(store, accountId, limit),
      read: (id) => store.phoneVerification(id),
      idOf: ({ id }) => id,
      // A wrong code changes the tries that are left, but not the version.
      versionOf: ({ version, attemptsLeft }) => `${version} ${attemptsLeft}`,
      // A call that is under way at the end gets its outcome afterwards.
      isOpen: ({ status, steps }) =>
        status === 'pending' || steps.some((step) => step.status === 'started' || step.isKept),
    })
  }

  async look(): Promise<News | undefined> {
    const [calls, phoneVerifications] = await Promise.all([
      this.#calls.look(),
      this.#phoneVerifications.look(),
    ])
    if (calls === 'too-much' || phoneVerifications === 'too-much') return { kind: 'too-much' }
    if (calls.length + phoneVerifications.length === 0) return undefined
    return { kind: 'changed', calls, phoneVerifications }
  }
}

async function newestCalls(store: Store, accountId: number, limit: number): Promise<VerificationRecord[]> {
  const services = await store.services(accountId)
  const page = await store.verificationPage({
    serviceIds: services.map(({ id }) => id),
    mode: null,
    state: null,
    test: null,
    reason: null,
    from: null,
    to: null,
    before: null,
    limit,
  })
  return page.items
}

async function newestPhoneVerifications(
  store: Store,
  accountId: number,
  limit: number,
): Promise<PhoneVerification[]> {
  const everything = { serviceId: null, status: null, test: null, from: null, to: null, before: null }
  return (await store.phoneList({ ...everything, accountId, limit })).items
}
