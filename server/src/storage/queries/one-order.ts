/** Rows that several nodes change are changed in the same order by all of them, so that two never deadlock. */
export const inOneOrder = <T>(items: readonly T[], nameOf: (item: T) => string | number): T[] =>
  items.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
