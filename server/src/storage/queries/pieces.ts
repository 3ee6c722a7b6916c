/** The most list items in a statement. The lengths are limited, so that a connection has few different statements. */
const piece = 64

export function* inPieces<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += piece) yield items.slice(from, from + piece)
}
