/** Whether two names of a network are the same: quotes, dashes and case differ between registries and typed names. */
export const isSameName = (one: string, other: string) => folded(one) === folded(other)

export const folded = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
