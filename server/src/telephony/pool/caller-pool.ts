import type { Random } from '../../platform/random.ts'
import { type CallerRange, codeCount, codeText, endingWith, markCodes } from './caller-range.ts'
import type { NumberUse } from './number-use.ts'
import type { RecentCodes } from './recent-codes.ts'

/** Draws before the best one is used: with half of the pool in cooldown, 16 draws fail once in 65,000 times. */
const maxDraws = 16
/** The most numbers with the right ending that are examined for one call. */
const maxEndings = 32

/** The numbers that may be shown, and the codes that they show. */
export class CallerPool {
  readonly #ranges: readonly CallerRange[]
  readonly #random: Random
  readonly #use: NumberUse
  readonly #recent: RecentCodes
  /** The codes that a set of trunks can show, counted once. */
  readonly #codesOf = new Map<string, Uint16Array>()

  constructor(ranges: readonly CallerRange[], random: Random, use: NumberUse, recent: RecentCodes) {
    this.#ranges = ranges
    this.#random = random
    this.#use = use
    this.#recent = recent
  }

  /** Every code that one of these trunks can show, without `0000`. */
  showableCodes(trunks: readonly string[]): Uint16Array {
    const key = trunks.join(' ')
    let codes = this.#codesOf.get(key)
    if (codes === undefined) {
      const marks = new Uint8Array(codeCount)
      for (const range of this.#ranges) if (shares(range, trunks)) markCodes(range, marks)
      codes = Uint16Array.from(marks.keys().filter((code) => code > 0 && marks[code] === 1))
      this.#codesOf.set(key, codes)
    }
    return codes
  }

  /**
   * A code for this subscriber, shown by a number out of cooldown and not used for them recently. Undefined without
   * any.
   */
  drawCode(trunks: readonly string[], subscriber: string, now: number): string | undefined {
    const codes = this.showableCodes(trunks)
    let best: number | undefined
    let bestUsedAt = Number.POSITIVE_INFINITY
    for (let draw = 0; draw < maxDraws && codes.length > 0; draw++) {
      const code = codes[this.#random.below(codes.length)]!
      if (this.#recent.has(subscriber, code)) continue
      const usedAt = this.#leastUsed(code, trunks)
      if (this.#use.isRested(usedAt, now)) return codeText(code)
      if (usedAt < bestUsedAt) {
        best = code
        bestUsedAt = usedAt
      }
    }
    // Every draw was recently used for this subscriber: a pool this small has to repeat codes.
    best ??= codes.length === 0 ? undefined : codes[this.#random.below(codes.length)]
    return best === undefined ? undefined : codeText(best)
  }

  /** The number that a trunk shows for a code: the least recently used one. */
  numberShowing(code: string, trunk: string): string | undefined {
    const number = this.#rested(Number(code), (range) => range.trunks.includes(trunk))
    return number === undefined ? undefined : String(number)
  }

  /** A number for a voice call: any number that does not end with the code (decisions 4). */
  numberHiding(code: string, trunk: string): string | undefined {
    const ranges = this.#ranges.filter((range) => range.trunks.includes(trunk))
    const total = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)
    let best: number | undefined
    for (let draw = 0; draw < maxDraws && total > 0; draw++) {
      const number = numberAt(ranges, this.#random.below(total))
      if (number % codeCount === Number(code)) continue
      if (best === undefined || this.#use.lastUsedAt(number) < this.#use.lastUsedAt(best)) best = number
    }
    return best === undefined ? undefined : String(best)
  }

  #leastUsed(code: number, trunks: readonly string[]): number {
    const number = this.#rested(code, (range) => shares(range, trunks))
    return number === undefined ? Number.POSITIVE_INFINITY : this.#use.lastUsedAt(number)
  }

  #rested(code: number, may: (range: CallerRange) => boolean): number | undefined {
    let best: number | undefined
    let looked = 0
    for (const range of this.#ranges) {
      if (!may(range)) continue
      const { first, count } = endingWith(range, code)
      for (let index = 0; index < count && looked < maxEndings; index++, looked++) {
        const number = first + index * codeCount
        if (best === undefined || this.#use.lastUsedAt(number) < this.#use.lastUsedAt(best)) best = number
      }
    }
    return best
  }
}

function shares(range: CallerRange, trunks: readonly string[]): boolean {
  return range.trunks.some((trunk) => trunks.includes(trunk))
}

function numberAt(ranges: readonly CallerRange[], place: number): number {
  let rest = place
  for (const { first, last } of ranges) {
    const size = last - first + 1
    if (rest < size) return first + rest
    rest -= size
  }
  throw new Error('the index is beyond the numbers of the ranges')
}
