/** The most list items in a statement. The lengths are limited, so that a connection has few different statements. */
const piece = 64

export function* inPieces<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += piece) yield items.slice(from, from + piece)
}

/** `($1, $2), ($3, $4)` */
export function rowsOfParameters(rows: number, columns: number): string {
  const row = (index: number) =>
    `(${Array.from({ length: columns }, (_, column) => `$${index * columns + column + 1}`).join(', ')})`
  return Array.from({ length: rows }, (_, index) => row(index)).join(', ')
}
