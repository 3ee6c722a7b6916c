// All ranges of the registry in typed arrays, found by binary search inside their code.
import type { Place } from '../territory.ts'

export interface Network {
  readonly name: string
  readonly inn: string
}

/** Codes are three digits: 300 to 999. */
export const codeCount = 1000
/** Subscriber numbers of one code. */
export const numbersPerCode = 10_000_000

export interface RangeTables {
  /** The ranges of code `c` are at `codeStarts[c]` up to, not including, `codeStarts[c + 1]`. */
  readonly codeStarts: Uint32Array
  /** First subscriber numbers, ascending inside a code. */
  readonly from: Uint32Array
  /** Last subscriber numbers, inclusive. */
  readonly to: Uint32Array
  readonly network: Uint16Array
  readonly place: Uint16Array
  readonly networks: readonly Network[]
  readonly places: readonly Place[]
}

export interface RegistryRange {
  /** National numbers of ten digits. */
  readonly first: string
  readonly last: string
  readonly network: Network
  readonly place: Place
}

export class RangeIndex {
  readonly tables: RangeTables
  /** First digits (3, 4, 8, 9) for which there is any range; about the others the registry has no data. */
  readonly #covered: readonly boolean[]
  readonly #nameByInn: ReadonlyMap<string, string>

  constructor(tables: RangeTables) {
    this.tables = tables
    const { codeStarts } = tables
    this.#covered = Array.from(
      { length: 10 },
      (_, digit) => codeStarts[(digit + 1) * 100]! > codeStarts[digit * 100]!,
    )
    const withInn = tables.networks.filter(({ inn }) => inn !== '')
    this.#nameByInn = new Map(withInn.map(({ inn, name }) => [inn, name]))
  }

  get size(): number {
    return this.tables.from.length
  }

  /** Whether the registry was imported for numbers that begin like this one. */
  covers(national: string): boolean {
    return this.#covered[national.charCodeAt(0) - 48] ?? false
  }

  /** Whether any number begins with the same three digits. */
  hasCode(national: string): boolean {
    const code = digitsAt(national, 0, 3)
    return this.tables.codeStarts[code + 1]! > this.tables.codeStarts[code]!
  }

  /** The position of the range that holds a national number of ten digits, or -1. */
  find(national: string): number {
    const { codeStarts, from, to } = this.tables
    const code = digitsAt(national, 0, 3)
    const number = digitsAt(national, 3, 10)
    let low = codeStarts[code]!
    let high = codeStarts[code + 1]! - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      if (number < from[middle]!) high = middle - 1
      else if (number > to[middle]!) low = middle + 1
      else return middle
    }
    return -1
  }

  /** The registry's spelling of the network with this INN. */
  networkName(inn: string): string | undefined {
    return this.#nameByInn.get(inn)
  }

  networkAt(position: number): Network {
    return this.tables.networks[this.tables.network[position]!]!
  }

  placeAt(position: number): Place {
    return this.tables.places[this.tables.place[position]!]!
  }

  rangeAt(position: number): RegistryRange {
    const { codeStarts, from, to } = this.tables
    let code = 0
    while (codeStarts[code + 1]! <= position) code += 1
    return {
      first: nationalNumber(code, from[position]!),
      last: nationalNumber(code, to[position]!),
      network: this.networkAt(position),
      place: this.placeAt(position),
    }
  }
}

function nationalNumber(code: number, number: number): string {
  return String(code).padStart(3, '0') + String(number).padStart(7, '0')
}

function digitsAt(text: string, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at += 1) value = value * 10 + text.charCodeAt(at) - 48
  return value
}
