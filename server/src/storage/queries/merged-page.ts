/** `next` continues after this page; null when there is nothing more. */
export interface Page<T> {
  readonly items: T[]
  readonly next: number | null
}

/** What was read of one source of a page, newest first. */
export interface Stretch<Item> {
  readonly items: readonly Item[]
  /** Everything from this place up was read; 0 when there is nothing below. */
  readonly from: number
}

/** A page of what several sources have, newest first. `placeOf` grows with time; `next` continues below the page. */
export function mergedPage<Item>(
  sources: readonly Stretch<Item>[],
  placeOf: (item: Item) => number,
  limit: number,
): Page<Item> {
  // Below the highest end at least one source was not read: what the others have there belongs to the next page.
  const readTo = Math.max(0, ...sources.map(({ from }) => from))
  const items = sources
    .flatMap((source) => source.items)
    .filter((item) => placeOf(item) >= readTo)
    .sort((one, other) => placeOf(other) - placeOf(one))
  if (items.length > limit) return { items: items.slice(0, limit), next: placeOf(items[limit - 1]!) }
  return { items, next: readTo === 0 ? null : readTo }
}
