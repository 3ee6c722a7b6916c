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
