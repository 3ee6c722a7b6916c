import type { Random } from '../../platform/random.ts'
import { type CallerRange, codeCount, codeText, endingWith, judgePool, markCodes } from './caller-range.ts'
import { NumberQuarantines, turns } from './number-quarantines.ts'
import { NumberUse, RecentCodes } from './number-use.ts'

/** Draws before the best one is used: with half of the pool in cooldown, 16 draws fail once in 65,000 times. */
const maxDraws = 16
/** The most numbers with the right ending that are examined for one call. */
const maxEndings = 32

/** A number that could be shown. The smaller turn wins, then the one that called longest ago. */
interface Choice {
  readonly number: number
  readonly turn: number
  readonly usedAt: number
}

/** A range, and the trunk of those in question that shows it. */
interface RangeOnTrunk {
  readonly range: CallerRange
  readonly trunk: string
}

/** The most sets of trunks of which the codes are kept: which trunks have room changes all the time. */
const maxSets = 256

/** The numbers that may be shown, and the codes that they show. */
export class CallerPool {
  readonly #ranges: readonly CallerRange[]
  readonly #random: Random
  readonly #use: NumberUse
  readonly #recent: RecentCodes
  readonly #quarantines: NumberQuarantines
  /** The ranges of a set of trunks, found once. */
  readonly #rangesOf = new Map<string, readonly RangeOnTrunk[]>()
  /** The codes that a set of trunks can show, counted once. */
  readonly #codesOf = new Map<string, Uint16Array>()
  /** Those that a number shows which is not quarantined. */
  readonly #freshOf = new Map<string, Uint16Array>()

  constructor(
    ranges: readonly CallerRange[],
    random: Random,
    use = new NumberUse(),
    recent = new RecentCodes(),
    quarantines = new NumberQuarantines(),
  ) {
    this.#ranges = ranges
    this.#random = random
    this.#use = use
    this.#recent = recent
    this.#quarantines = quarantines
  }

  /** Every code that one of these trunks can show, without `0000`. A set of trunks is always given in one order. */
  showableCodes(trunks: readonly string[]): Uint16Array {
    return remembered(this.#codesOf, trunks, () =>
      codesMarked((marks) => {
        for (const { range } of this.#rangesOn(trunks)) markCodes(range, marks)
      }),
    )
  }

  /** The codes that one of these trunks can show with a number that is not quarantined. */
  freshCodes(trunks: readonly string[]): Uint16Array {
    if (this.#quarantines.isEmpty) return this.showableCodes(trunks)
    return remembered(this.#freshOf, trunks, () =>
      codesMarked((marks) => {
        for (const range of this.#ranges)
          for (const trunk of range.trunks) if (trunks.includes(trunk)) this.#markFresh(range, trunk, marks)
      }),
    )
  }

  /**
   * A code for this subscriber, shown by a number that is neither quarantined nor in cooldown, and not used for them recently.
   * Undefined without any. When so many numbers are quarantined that the codes left could be guessed, they are drawn all the same.
   */
  drawCode(trunks: readonly string[], subscriber: string, now: number): string | undefined {
    const fresh = this.freshCodes(trunks)
    const all = this.showableCodes(trunks)
    const avoidsQuarantined = fresh.length === all.length || judgePool(fresh.length, false) === 'enough'
    const codes = avoidsQuarantined ? fresh : all
    const ranges = this.#rangesOn(trunks)
    const recent = this.#recent.of(subscriber)
    let best: Choice | undefined
    for (let draw = 0; draw < maxDraws && codes.length > 0; draw++) {
      const code = codes[this.#random.below(codes.length)]!
      if (recent.includes(code)) continue
      const choice = this.#choose(code, ranges, now)
      if (choice === undefined) continue
      const isGood = !avoidsQuarantined || choice.turn < turns.last
      if (isGood && this.#use.hasCooled(choice.usedAt, now)) return codeText(code)
      const found = avoidsQuarantined ? choice : { ...choice, turn: turns.usual }
      if (best === undefined || isBetter(found, best)) best = found
    }
    if (best !== undefined) return codeText(best.number % codeCount)
    // Every draw was recently used for this subscriber: a pool this small has to repeat codes.
    return codes.length === 0 ? undefined : codeText(codes[this.#random.below(codes.length)]!)
  }

  /** The number that a trunk shows for a code: the least recently used one, and a quarantined one only without another. */
  numberShowing(code: string, trunk: string, now: number): string | undefined {
    const choice = this.#choose(Number(code), this.#rangesOn([trunk]), now)
    return choice === undefined ? undefined : String(choice.number)
  }

  /** A number for a voice call: any number that does not end with the code (D4-71). */
  numberHiding(code: string, trunk: string, now: number): string | undefined {
    const ranges = this.#rangesOn([trunk]).map(({ range }) => range)
    const total = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)
    // A code that is spoken may have ten digits.
    const endings = Math.max(codeCount, 10 ** code.length)
    let best: Choice | undefined
    for (let draw = 0; draw < maxDraws && total > 0; draw++) {
      const number = numberAt(ranges, this.#random.below(total))
      if (number % endings === Number(code)) continue
      const choice = this.#choice(number, trunk, now)
      if (best === undefined || isBetter(choice, best)) best = choice
    }
    return best === undefined ? undefined : String(best.number)
  }

  /** Whether the number is refused there, so that another trunk with a better one comes first. */
  isQuarantined(number: string, trunk: string): boolean {
    return !this.#quarantines.isEmpty && this.#quarantines.isQuarantined(Number(number), trunk)
  }

  /** The number calls now. */
  note(number: string, trunk: string, now: number): void {
    this.#use.note(number, now)
    if (!this.#quarantines.isEmpty) this.#quarantines.note(Number(number), trunk, this.#use, now)
  }

  #rangesOn(trunks: readonly string[]): readonly RangeOnTrunk[] {
    return remembered(this.#rangesOf, trunks, () => {
      const wanted = new Set(trunks)
      return this.#ranges.flatMap((range) => {
        const trunk = range.trunks.find((each) => wanted.has(each))
        return trunk === undefined ? [] : [{ range, trunk }]
      })
    })
  }

  #choose(code: number, ranges: readonly RangeOnTrunk[], now: number): Choice | undefined {
    let best: Choice | undefined
    let looked = 0
    for (const { range, trunk } of ranges) {
      if (looked === maxEndings) break
      const { first, count } = endingWith(range, code)
      for (let index = 0; index < count && looked < maxEndings; index++, looked++) {
        const choice = this.#choice(first + index * codeCount, trunk, now)
        if (best === undefined || isBetter(choice, best)) best = choice
      }
    }
    return best
  }

  #choice(number: number, trunk: string, now: number): Choice {
    const turn = this.#quarantines.isEmpty
      ? turns.usual
      : this.#quarantines.turnOf(number, trunk, this.#use, now)
    return { number, turn, usedAt: this.#use.lastUsedAt(number) }
  }

  #markFresh(range: CallerRange, trunk: string, marks: Uint8Array): void {
    const { first, last } = range
    if (!this.#quarantines.concerns(first, last, trunk)) {
      markCodes(range, marks)
      return
    }
    for (let number = first; number <= last; number++)
      if (!this.#quarantines.isQuarantined(number, trunk)) marks[number % codeCount] = 1
  }
}

function isBetter(one: Choice, other: Choice): boolean {
  return one.turn === other.turn ? one.usedAt < other.usedAt : one.turn < other.turn
}

function remembered<T>(known: Map<string, T>, trunks: readonly string[], find: () => T): T {
  const key = trunks.length === 1 ? trunks[0]! : trunks.join(' ')
  let found = known.get(key)
  if (found === undefined) {
    found = find()
    if (known.size === maxSets) known.delete(known.keys().next().value!)
    known.set(key, found)
  }
  return found
}

/** `0000` is never used. */
function codesMarked(mark: (marks: Uint8Array) => void): Uint16Array {
  const marks = new Uint8Array(codeCount)
  mark(marks)
  const codes: number[] = []
  for (let code = 1; code < codeCount; code++) if (marks[code] === 1) codes.push(code)
  return Uint16Array.from(codes)
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
