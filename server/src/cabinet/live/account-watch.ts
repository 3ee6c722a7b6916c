import type { CallRecord } from '../../books/call.ts'
import type { Verification } from '../../books/verification.ts'
import type { ListItem } from '../../storage/queries/list-page.ts'
import type { Store } from '../../storage/store.ts'
import { newestFirst } from '../verifications/newest-first.ts'
import { RecentWatch } from './recent-watch.ts'

/** Rows read in each round. Pages of an account with more changes in a second are told to reload. */
const newestLooked = 50

/** What is new in the list. */
export type News =
  | { readonly kind: 'changed'; readonly items: readonly ListItem[] }
  | { readonly kind: 'too-much' }

/** What is new in one account since the last look; the first look only learns what is there. */
export class AccountWatch {
  readonly #store: Store
  readonly #calls: RecentWatch<CallRecord>
  readonly #verifications: RecentWatch<Verification>

  constructor(store: Store, accountId: number) {
    this.#store = store
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
    const items = await newestFirst(this.#store, { calls, verifications })
    return items.length === 0 ? undefined : { kind: 'changed', items }
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
  const everything = { serviceId: null, test: null, from: null, to: null, before: null }
  return (await store.verificationList({ ...everything, accountId, limit })).items
}
