export type SortValue = string | number | null

/** Numbers by size, words as readers order them; what is not known comes last in both directions. */
export function sortedBy<Row>(
  rows: readonly Row[],
  valueIn: (row: Row) => SortValue,
  direction: 'ascending' | 'descending',
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  const words = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  return rows.toSorted((one, other) => {
    const [a, b] = [valueIn(one), valueIn(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
    return sign * words.compare(String(a), String(b))
  })
}
