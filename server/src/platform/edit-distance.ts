/** Levenshtein distance, with two swapped neighbours as one edit. */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      let cost = Math.min(next[column - 1]! + 1, last[column]! + 1, last[column - 1]! + (isSame ? 0 : 1))
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, before[column - 2]! + 1)
      next.push(cost)
    }
    before = last
    last = next
  }
  return last[other.length]!
}
