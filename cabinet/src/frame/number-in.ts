/** A time or an id of the page's address; null when there is none. */
export function numberIn(query: URLSearchParams, name: string): number | null {
  const value = Number(query.get(name))
  return Number.isSafeInteger(value) && value > 0 ? value : null
}
