import type { CallRecord } from '../../books/call.ts'
import type { Verification } from '../../books/verification.ts'
import type { ListItem } from '../../storage/queries/list-page.ts'
import type { Store } from '../../storage/store.ts'
import { newestFirst } from '../verifications/newest-first.ts'

/** Open records that are no longer among the newest, followed until they end. */
const maxFollowed = 200

export interface Watched<T> {
  /** Records that are read in each round. */
  readonly limit: number
  /** Newest first. */
  readonly newest: (limit: number) => Promise<readonly T[]>
  readonly read: (id: string) => Promise<T | undefined>
  readonly idOf: (record: T) => string
  /** Differs after each change that pages have to show. */
  readonly versionOf: (record: T) => string
  readonly isOpen: (record: T) => boolean
}

/** Finds the new and changed records of a growing list. The first look only learns what is there. */
export class RecentWatch<T> {
  readonly #watched: Watched<T>
  /** Every record of the last round, and older open ones. */
  #known: Map<string, { readonly version: string; readonly isOpen: boolean }> | undefined

  constructor(watched: Watched<T>) {
    this.#watched = watched
  }

  async look(): Promise<readonly T[] | 'too-much'> {
    const { limit, newest, idOf, versionOf, isOpen } = this.#watched
    const known = this.#known
    const items = await newest(limit)
    const seen = [...items, ...(await this.#followed(items))]
    this.#known = new Map(
      seen.map((record) => [idOf(record), { version: versionOf(record), isOpen: isOpen(record) }]),
    )
    if (known === undefined) return []
    const isFlood = items.length === limit && items.every((record) => !known.has(idOf(record)))
    if (isFlood) return 'too-much'
    return seen.filter((record) => known.get(idOf(record))?.version !== versionOf(record))
  }

  async #followed(items: readonly T[]): Promise<T[]> {
    const { idOf, read } = this.#watched
    const looked = new Set(items.map(idOf))
    const open = [...(this.#known ?? [])].filter(([id, { isOpen }]) => isOpen && !looked.has(id))
    const records = await Promise.all(open.slice(0, maxFollowed).map(([id]) => read(id)))
    return records.filter((record) => record !== undefined)
  }
}

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
