import { hourMs, minuteMs } from '../../platform/clock.ts'
import type { NumberQuarantine } from '../../storage/queries/number-quarantines.ts'
import type { NumberUse } from './number-use.ts'

/** Calls of a number on probation are this far apart, on each node. */
const numberProbationMs = hourMs
/** Calls of a range on probation, which has many numbers. */
const rangeProbationMs = minuteMs

type Quarantined = Pick<NumberQuarantine, 'state'> & { readonly first: number; readonly last: number }

interface QuarantinesOfTrunk {
  readonly numbers: Map<number, Quarantined>
  readonly ranges: Quarantined[]
}

/** How gladly a number is used: one on probation whose turn has come first, otherwise its probation would never end. */
export const turns = { probation: 0, usual: 1, last: 2 } as const

/** The numbers that people refuse or networks block. They are used only when there is no other choice. */
export class NumberQuarantines {
  readonly #trunks = new Map<string, QuarantinesOfTrunk>()

  constructor(quarantines: readonly NumberQuarantine[] = []) {
    for (const { first, last, trunk, state } of quarantines) {
      if (state === 'healthy') continue
      const quarantine = { state, first: Number(first), last: Number(last) }
      const own: QuarantinesOfTrunk = this.#trunks.get(trunk) ?? { numbers: new Map(), ranges: [] }
      this.#trunks.set(trunk, own)
      if (first === last) own.numbers.set(quarantine.first, quarantine)
      else own.ranges.push(quarantine)
    }
  }

  get isEmpty(): boolean {
    return this.#trunks.size === 0
  }

  /** Whether one of the numbers from `first` to `last` is quarantined or on probation there. */
  concerns(first: number, last: number, trunk: string): boolean {
    const own = this.#trunks.get(trunk)
    if (own === undefined) return false
    if (own.ranges.some((quarantine) => quarantine.first <= last && quarantine.last >= first)) return true
    return own.numbers.keys().some((number) => number >= first && number <= last)
  }

  isQuarantined(number: number, trunk: string): boolean {
    return this.#of(number, trunk)?.state === 'quarantined'
  }

  turnOf(number: number, trunk: string, use: NumberUse, now: number): 0 | 1 | 2 {
    const quarantine = this.#of(number, trunk)
    if (quarantine === undefined) return turns.usual
    if (quarantine.state === 'quarantined') return turns.last
    const isOne = quarantine.first === quarantine.last
    const usedAt = isOne ? use.lastUsedAt(number) : use.lastProbationCallOf(probationKey(quarantine, trunk))
    return now - usedAt >= (isOne ? numberProbationMs : rangeProbationMs) ? turns.probation : turns.last
  }

  /** A number has called: a range on probation waits for its next turn. */
  note(number: number, trunk: string, use: NumberUse, now: number): void {
    const quarantine = this.#of(number, trunk)
    if (quarantine?.state === 'probation' && quarantine.first !== quarantine.last)
      use.noteProbationCall(probationKey(quarantine, trunk), now)
  }

  /** A number that is quarantined itself stays so in a range on probation. */
  #of(number: number, trunk: string): Quarantined | undefined {
    const own = this.#trunks.get(trunk)
    if (own === undefined) return undefined
    return own.numbers.get(number) ?? own.ranges.find(({ first, last }) => number >= first && number <= last)
  }
}

const probationKey = ({ first }: Quarantined, trunk: string) => `${trunk} ${first}`
