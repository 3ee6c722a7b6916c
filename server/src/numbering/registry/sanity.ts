// What makes an import suspicious: it is then refused unless it is forced.
import type { Overlap } from './build-tables.ts'
import type { RangeIndex } from './range-index.ts'
import type { ReadTable } from './read-registry-file.ts'

/** A new file with less than half of the rows of the last one, or 90 % of its numbers, is taken to be cut off. */
const leastShareOfRows = 0.5
const leastShareOfNumbers = 0.9
/** One unreadable row in a thousand is a mistake of the ministry; more means another kind of file. */
const mostUnreadableShare = 0.001
const shownOverlaps = 5

export interface Measured {
  readonly index: RangeIndex
  readonly tables: readonly ReadTable[]
  readonly overlaps: readonly Overlap[]
  /** First digits that the new files contain. */
  readonly firstDigits: readonly number[]
  readonly previous: RangeIndex | undefined
}

/** Sentences for people; empty when nothing is suspicious. */
export function suspicions({ index, tables, overlaps, firstDigits, previous }: Measured): string[] {
  const found = tables.flatMap(faultyRows)
  const shown = overlaps.slice(0, shownOverlaps).map(said).join(', ')
  if (overlaps.length > 0) found.push(`overlapping ranges: ${overlaps.length}, such as ${shown}`)
  if (previous !== undefined) found.push(...firstDigits.flatMap((digit) => collapse(digit, index, previous)))
  return found
}

function faultyRows({ name, rows, refused }: ReadTable): string[] {
  const wrongCapacities = refused['wrong capacity'] ?? 0
  const unreadable = Object.values(refused).reduce((sum, count) => sum + count, 0) - wrongCapacities
  const found: string[] = []
  if (wrongCapacities > 0)
    found.push(`${name}: rows with a capacity that is not to - from + 1: ${wrongCapacities}`)
  if (unreadable > rows * mostUnreadableShare)
    found.push(`${name}: ${unreadable} of ${rows} rows cannot be read`)
  return found
}

function collapse(digit: number, index: RangeIndex, previous: RangeIndex): string[] {
  const before = sizeOf(digit, previous)
  const now = sizeOf(digit, index)
  if (now.rows < before.rows * leastShareOfRows)
    return [`codes ${digit}xx: ${now.rows} ranges where there were ${before.rows}`]
  if (now.numbers < before.numbers * leastShareOfNumbers)
    return [`codes ${digit}xx: ${now.numbers} numbers where there were ${before.numbers}`]
  return []
}

function sizeOf(digit: number, { tables: { codeStarts, from, to } }: RangeIndex) {
  const start = codeStarts[digit * 100]!
  const end = codeStarts[digit * 100 + 100]!
  let numbers = 0
  for (let at = start; at < end; at += 1) numbers += to[at]! - from[at]! + 1
  return { rows: end - start, numbers }
}

function said({ code, from, to, takenUpTo }: Overlap): string {
  const number = (value: number) => String(value).padStart(7, '0')
  return `${code} ${number(from)}-${number(to)} (taken up to ${number(takenUpTo)})`
}
