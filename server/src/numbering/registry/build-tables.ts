import { type CollectedRanges, maxRanges, type Spelling } from './collected-ranges.ts'
import { codeCount, type Network, numbersPerCode, type RangeTables } from './range-index.ts'

export interface Overlap {
  readonly code: number
  readonly from: number
  readonly to: number
  /** The last number of the previous range, which overlaps this one. */
  readonly takenUpTo: number
}

/** No number below 300 0000000 is used, which leaves bits for the position in one exact double. */
const lowestNumber = 300 * numbersPerCode

/** Ranges that overlap the range before them are left out of the tables. */
export function buildTables(collected: CollectedRanges) {
  const order = sortedPositions(collected)
  const { networks, ofSpelling } = identifyNetworks(collected.spellings.values)
  const from = new Uint32Array(order.length)
  const to = new Uint32Array(order.length)
  const network = new Uint16Array(order.length)
  const place = new Uint16Array(order.length)
  const codeStarts = new Uint32Array(codeCount + 1)
  const overlaps: Overlap[] = []
  let size = 0
  let lastCode = -1
  for (const at of order) {
    const range = { code: collected.code[at]!, from: collected.from[at]!, to: collected.to[at]! }
    const takenUpTo = range.code === lastCode ? to[size - 1]! : -1
    if (range.from <= takenUpTo) {
      overlaps.push({ ...range, takenUpTo })
      continue
    }
    lastCode = range.code
    from[size] = range.from
    to[size] = range.to
    network[size] = ofSpelling[collected.spelling[at]!]!
    place[size] = collected.place[at]!
    codeStarts[range.code + 1]! += 1
    size += 1
  }
  for (let code = 0; code < codeCount; code += 1) codeStarts[code + 1]! += codeStarts[code]!
  const tables: RangeTables = {
    codeStarts,
    from: from.subarray(0, size),
    to: to.subarray(0, size),
    network: network.subarray(0, size),
    place: place.subarray(0, size),
    networks,
    places: collected.places.values,
  }
  return { tables, overlaps }
}

/** Positions sorted by first number; equal ones in the order of the files. One typed sort, without a comparator. */
function sortedPositions({ code, from, size }: CollectedRanges): Uint32Array {
  const keys = new Float64Array(size)
  for (let at = 0; at < size; at += 1)
    keys[at] = (code[at]! * numbersPerCode + from[at]! - lowestNumber) * maxRanges + at
  keys.sort()
  return Uint32Array.from(keys, (key) => key % maxRanges)
}

/**
 * A network is identified by its INN: the file of August 2026 writes 73 INNs in 86 ways. The network is named by the
 * spelling with the most numbers. Rows without an INN take it from a row with the same name that has one.
 */
function identifyNetworks(spellings: readonly Spelling[]) {
  const innOfName = innsByName(spellings)
  const networks: Network[] = []
  const numberOfKey = new Map<string, number>()
  const best: number[] = []
  /** The network of each spelling. */
  const ofSpelling = new Uint16Array(spellings.length)
  spellings.forEach((spelling, at) => {
    const folded = foldName(spelling.name)
    const inn = spelling.inn || (innOfName.get(folded) ?? '')
    const key = inn || folded
    const known = numberOfKey.get(key)
    if (known === undefined) {
      numberOfKey.set(key, networks.length)
      ofSpelling[at] = networks.push({ name: spelling.name, inn }) - 1
      best.push(spelling.numbers)
    } else {
      ofSpelling[at] = known
      if (spelling.numbers > best[known]!) {
        networks[known] = { name: spelling.name, inn }
        best[known] = spelling.numbers
      }
    }
  })
  return { networks, ofSpelling }
}

/** A name with two INNs is left out. */
function innsByName(spellings: readonly Spelling[]): Map<string, string> {
  const inns = new Map<string, string>()
  for (const { name, inn } of spellings) {
    if (inn === '') continue
    const folded = foldName(name)
    const known = inns.get(folded)
    inns.set(folded, known === undefined || known === inn ? inn : '')
  }
  return inns
}

function foldName(name: string): string {
  return name
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replace(/[«»"'“”„]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
