import { isVerification, type ListItem } from '../../storage/queries/list-page.ts'
import type { Store } from '../../storage/store.ts'

/** Items read in each round. Pages of an account with more changes in a second are told to reload. */
const newestLooked = 50
/** Open items that are no longer among the newest, followed until they end. */
const maxFollowed = 200

/** What is new in the list. */
export type News =
  /** Newest first. */
  { readonly kind: 'changed'; readonly items: readonly ListItem[] } | { readonly kind: 'too-much' }

/** What is new in the list of one account since the last look; the first look only learns what is there. */
export class AccountWatch {
  readonly #store: Store
  readonly #accountId: number
  /** Every item of the last round, and older open ones. */
  #known: Map<string, { readonly version: string; readonly isOpen: boolean }> | undefined

  constructor(store: Store, accountId: number) {
    this.#store = store
    this.#accountId = accountId
  }

  async look(): Promise<News | undefined> {
    const known = this.#known
    const newest = await this.#newest()
    const seen = [...newest, ...(await this.#followed(new Set(newest.map(idOf))))]
    this.#known = new Map(
      seen.map((item) => [idOf(item), { version: versionOf(item), isOpen: isOpen(item) }]),
    )
    if (known === undefined) return undefined
    const isFlood = newest.length === newestLooked && newest.every((item) => !known.has(idOf(item)))
    if (isFlood) return { kind: 'too-much' }
    const items = seen.filter((item) => known.get(idOf(item))?.version !== versionOf(item))
    return items.length === 0 ? undefined : { kind: 'changed', items }
  }

  async #newest(): Promise<readonly ListItem[]> {
    const accountId = this.#accountId
    const services = await this.#store.services(accountId)
    const page = await this.#store.listPage({
      accountId,
      serviceIds: services.map(({ id }) => id),
      limit: newestLooked,
    })
    return page.items
  }

  async #followed(looked: ReadonlySet<string>): Promise<ListItem[]> {
    const open = [...(this.#known ?? [])].filter(([id, { isOpen }]) => isOpen && !looked.has(id))
    const read = ([id]: readonly [string, unknown]) =>
      id.startsWith('vf_') ? this.#store.verification(id) : this.#store.call(Number(id))
    const items = await Promise.all(open.slice(0, maxFollowed).map(read))
    return items.filter((item) => item !== undefined)
  }
}

const idOf = (item: ListItem) => (isVerification(item) ? item.id : String(item.vendorId))

/** Differs after each change that pages have to show. A wrong code changes the tries that are left, but not the version. */
const versionOf = (item: ListItem) =>
  isVerification(item) ? `${item.version} ${item.attemptsLeft}` : item.state

/** A call that is under way at the end of its verification gets its outcome afterwards. */
const isOpen = (item: ListItem) =>
  isVerification(item)
    ? item.status === 'pending' || item.steps.some((step) => step.status === 'started' || step.isKept)
    : item.state === 'checking'
