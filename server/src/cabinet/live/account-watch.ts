import { isVerification, type ListItem } from '../../storage/queries/list-page.ts'
import type { Store } from '../../storage/store.ts'

/** Items read in each round. Pages of an account with more changes in a second are told to reload. */
const newestLooked = 50
/** Open items that are no longer among the newest, followed until they end. */
const maxFollowed = 200

/** What is new in the list. */
export type ListUpdate =
  /** Newest first. */
  { readonly kind: 'changed'; readonly items: readonly ListItem[] } | { readonly kind: 'too-much' }

/** What is new in the list of one account since the last look; the first look only learns what is there. */
export function watchAccount(store: Store, accountId: number): () => Promise<ListUpdate | undefined> {
  /** Every item of the last round, and older open ones. */
  let known: Map<string, { readonly version: string; readonly isOpen: boolean }> | undefined
  const readItem = ([id]: readonly [string, unknown]) =>
    id.startsWith('vf_') ? store.verification(id) : store.call(Number(id))
  const followed = async (newest: ReadonlySet<string>) => {
    const open = [...(known ?? [])].filter(([id, { isOpen }]) => isOpen && !newest.has(id))
    const items = await Promise.all(open.slice(0, maxFollowed).map(readItem))
    return items.filter((item) => item !== undefined)
  }
  return async () => {
    const services = await store.services(accountId)
    const serviceIds = services.map(({ id }) => id)
    const { items: newest } = await store.listPage({ accountId, serviceIds, limit: newestLooked })
    const seen = [...newest, ...(await followed(new Set(newest.map(idOf))))]
    const before = known
    known = new Map(seen.map((item) => [idOf(item), { version: versionOf(item), isOpen: isOpen(item) }]))
    if (before === undefined) return undefined
    const isFlood = newest.length === newestLooked && newest.every((item) => !before.has(idOf(item)))
    if (isFlood) return { kind: 'too-much' }
    const items = seen.filter((item) => before.get(idOf(item))?.version !== versionOf(item))
    return items.length === 0 ? undefined : { kind: 'changed', items }
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
