import { hourMs, minuteMs } from '../../platform/clock.ts'
import type { NumberRest } from '../../storage/queries/number-rests.ts'
import type { NumberUse } from './number-use.ts'

/** Calls of a number on trial are this far apart, on each node. */
const numberTrialMs = hourMs
/** Calls of a range on trial, which has many numbers. */
const rangeTrialMs = minuteMs

type Rest = Pick<NumberRest, 'state'> & { readonly first: number; readonly last: number }

interface RestsOfTrunk {
  readonly numbers: Map<number, Rest>
  readonly ranges: Rest[]
}

/** How gladly a number is used: a trial that is due first, otherwise it would never end. */
export const turns = { trial: 0, usual: 1, last: 2 } as const

/** The numbers that people refuse or networks block. They are used only when there is no other choice. */
export class NumberRests {
  readonly #trunks = new Map<string, RestsOfTrunk>()

  constructor(rests: readonly NumberRest[] = []) {
    for (const { first, last, trunk, state } of rests) {
      if (state === 'well') continue
      const rest = { state, first: Number(first), last: Number(last) }
      const own: RestsOfTrunk = this.#trunks.get(trunk) ?? { numbers: new Map(), ranges: [] }
      this.#trunks.set(trunk, own)
      if (first === last) own.numbers.set(rest.first, rest)
      else own.ranges.push(rest)
    }
  }

  get isEmpty(): boolean {
    return this.#trunks.size === 0
  }

  /** Whether one of the numbers from `first` to `last` rests or is on trial there. */
  concerns(first: number, last: number, trunk: string): boolean {
    const own = this.#trunks.get(trunk)
    if (own === undefined) return false
    if (own.ranges.some((rest) => rest.first <= last && rest.last >= first)) return true
    return own.numbers.keys().some((number) => number >= first && number <= last)
  }

  isResting(number: number, trunk: string): boolean {
    return this.#of(number, trunk)?.state === 'resting'
  }

  turnOf(number: number, trunk: string, use: NumberUse, now: number): 0 | 1 | 2 {
    const rest = this.#of(number, trunk)
    if (rest === undefined) return turns.usual
    if (rest.state === 'resting') return turns.last
    const isOne = rest.first === rest.last
    const usedAt = isOne ? use.lastUsedAt(number) : use.lastTrialOf(trialKey(rest, trunk))
    return now - usedAt >= (isOne ? numberTrialMs : rangeTrialMs) ? turns.trial : turns.last
  }

  /** A number has called: a range on trial waits for its next turn. */
  note(number: number, trunk: string, use: NumberUse, now: number): void {
    const rest = this.#of(number, trunk)
    if (rest?.state === 'trial' && rest.first !== rest.last) use.noteTrial(trialKey(rest, trunk), now)
  }

  /** A number that rests itself, in a range on trial, goes on resting. */
  #of(number: number, trunk: string): Rest | undefined {
    const own = this.#trunks.get(trunk)
    if (own === undefined) return undefined
    return own.numbers.get(number) ?? own.ranges.find(({ first, last }) => number >= first && number <= last)
  }
}

const trialKey = ({ first }: Rest, trunk: string) => `${trunk} ${first}`
