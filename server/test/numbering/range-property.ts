import type { RangeTables } from '../../src/numbering/registry/range-index.ts'

const nationalNumber = (code: number, number: number) => String(code) + String(number).padStart(7, '0')

/**
 * For every range: its first, its last and one number inside are found in it, and the numbers right before and after it
 * are not. Returns the numbers for which that fails. `seed` chooses the numbers inside.
 */
export function rangeFaults(
  { codeStarts, from, to }: RangeTables,
  find: (national: string) => number,
  seed: number,
): string[] {
  const faults: string[] = []
  let random = seed
  for (let code = 0; code < 1000; code += 1)
    for (let at = codeStarts[code]!; at < codeStarts[code + 1]!; at += 1) {
      random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0
      const inside = from[at]! + (random % (to[at]! - from[at]! + 1))
      for (const number of [from[at]!, to[at]!, inside])
        if (find(nationalNumber(code, number)) !== at) faults.push(nationalNumber(code, number))
      for (const number of [from[at]! - 1, to[at]! + 1])
        if (number >= 0 && number <= 9_999_999 && find(nationalNumber(code, number)) === at)
          faults.push(nationalNumber(code, number))
    }
  return faults
}
