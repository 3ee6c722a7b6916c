import type { CallRecord } from '../../books/call.ts'
import type { Verification } from '../../books/verification.ts'
import type { Store } from '../../storage/store.ts'
import { RecentWatch } from './recent-watch.ts'

/** Rows read in each round. Pages of an account with more changes in a second are told to reload. */
const newestLooked = 50

/** What is new: single calls, and calls of several calls (`/v2`). */
export type News =
  | {
      readonly kind: 'changed'
      readonly calls: readonly CallRecord[]
      readonly verifications: readonly Verification[]
    }
  | { readonly kind: 'too-much' }

/** What is new in one account since the last look; the first look only learns what is there. */
export class AccountWatch {
  readonly #calls: RecentWatch<CallRecord>
  readonly #verifications: RecentWatch<Verification>

  constructor(store: Store, accountId: number) {
    this.#calls = new RecentWatch({
      limit: newestLooked,
      newest: (limit) => newestCalls(store, accountId, limit),
      read: (vendorId) => store.call(Number(vendorId)),
      idOf: ({ vendorId }) => String(vendorId),
      versionOf: ({ state }) => state,
      isOpen: ({ state }) => state === 'checking',
    })
    this.#verifications = new RecentWatch({
      limit: newestLooked,
      newest: (limit) => newestVerifications(store, accountId, limit),
      read: (id) => store.verification(id),
      idOf: ({ id }) => id,
      // A wrong code changes the tries that are left, but not the version.
      versionOf: ({ version, attemptsLeft }) => `${version} ${attemptsLeft}`,
      // A call that is under way at the end gets its outcome afterwards.
      isOpen: ({ status, steps }) =>
        status === 'pending' || steps.some((step) => step.status === 'started' || step.isKept),
    })
  }

  async look(): Promise<News | undefined> {
    const [calls, verifications] = await Promise.all([this.#calls.look(), this.#verifications.look()])
    if (calls === 'too-much' || verifications === 'too-much') return { kind: 'too-much' }
    if (calls.length + verifications.length === 0) return undefined
    return { kind: 'changed', calls, verifications }
  }
}

async function newestCalls(store: Store, accountId: number, limit: number): Promise<CallRecord[]> {
  const services = await store.services(accountId)
  const page = await store.callPage({
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

async function newestVerifications(store: Store, accountId: number, limit: number): Promise<Verification[]> {
  const everything = { serviceId: null, status: null, test: null, from: null, to: null, before: null }
  return (await store.verificationList({ ...everything, accountId, limit })).items
}
