// The rows of all files of one import, before they are sorted. Only numbers are kept a row; each text is kept once.
import { placeOf } from '../territory.ts'
import type { RangeIndex } from './range-index.ts'
import type { RegistryRow } from './row.ts'

/** More than twice today's registry (450,000); the sort key below has room for exactly this many. */
export const maxRanges = 2 ** 20

/** A spelling of a network: one INN is written in several ways. */
export interface Spelling {
  readonly name: string
  readonly inn: string
  numbers: number
}

export class CollectedRanges {
  readonly code: number[] = []
  readonly from: number[] = []
  readonly to: number[] = []
  readonly spelling: number[] = []
  readonly place: number[] = []
  readonly spellings = new Texts<Spelling>()
  readonly places = new Texts<{ readonly region: string; readonly city: string }>()
  readonly #placeOfTerritory = new Map<string, number>()

  get size(): number {
    return this.code.length
  }

  add(row: RegistryRow): void {
    let place = this.#placeOfTerritory.get(row.territory)
    if (place === undefined) {
      place = this.#placeNumber(placeOf(row.territory))
      this.#placeOfTerritory.set(row.territory, place)
    }
    this.#push(row.code, row.from, row.to, row.network, row.inn, place)
  }

  /** Copies the ranges of an earlier import for first digits that this import does not contain. */
  keep(index: RangeIndex, firstDigit: number): void {
    const { codeStarts, from, to } = index.tables
    for (let code = firstDigit * 100; code < firstDigit * 100 + 100; code += 1)
      for (let at = codeStarts[code]!; at < codeStarts[code + 1]!; at += 1) {
        const { name, inn } = index.networkAt(at)
        this.#push(code, from[at]!, to[at]!, name, inn, this.#placeNumber(index.placeAt(at)))
      }
  }

  #placeNumber(place: { readonly region: string; readonly city: string }): number {
    return this.places.number(`${place.region}|${place.city}`, () => place)
  }

  #push(code: number, from: number, to: number, name: string, inn: string, place: number): void {
    if (this.size === maxRanges)
      throw new Error(`more than ${maxRanges} ranges: this is not a numbering registry`)
    const spelling = this.spellings.number(`${inn}|${name}`, () => ({ name, inn, numbers: 0 }))
    this.spellings.values[spelling]!.numbers += to - from + 1
    this.code.push(code)
    this.from.push(from)
    this.to.push(to)
    this.spelling.push(spelling)
    this.place.push(place)
  }
}

/** Numbers texts in the order of their first appearance. The numbers are stored in 16 bits. */
class Texts<Value> {
  readonly values: Value[] = []
  readonly #numbers = new Map<string, number>()

  number(key: string, make: () => Value): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    if (this.values.length > 0xffff)
      throw new Error('more than 65,536 names: this is not a numbering registry')
    this.#numbers.set(key, this.values.length)
    return this.values.push(make()) - 1
  }
}
