import { type Clock, minuteMs } from '../platform/clock.ts'
import { tooManyAttempts } from './problem.ts'

const windowMs = 15 * minuteMs
/** The most keys that are counted, and separately the most that are refused. */
const maxKeys = 50_000

interface Tally {
  count: number
  readonly endsAtMs: number
}

/**
 * Limits the attempts for one key (an address, an e-mail) in 15 minutes. Per node. An attempt is counted before
 * it is made: attempts that run in parallel would otherwise all see the count of the first.
 */
export class AttemptLimit {
  readonly #clock: Clock
  readonly #limit: number
  readonly #counted = new Map<string, Tally>()
  /** Apart from the counted keys: many new keys must not push out a key that has to wait. */
  readonly #waiting = new Map<string, Tally>()

  constructor(clock: Clock, limit: number) {
    this.#clock = clock
    this.#limit = limit
  }

  /** Counts an attempt. Throws, and counts nothing, while one of the keys has to wait. Returns how to uncount it. */
  take(...keys: readonly string[]): () => void {
    const nowMs = this.#clock.monotonicMs()
    for (const key of keys) {
      const waitMs = (this.#waiting.get(key)?.endsAtMs ?? 0) - nowMs
      if (waitMs > 0) throw tooManyAttempts(Math.ceil(waitMs / 1000))
    }
    const taken = keys.map((key) => [key, this.#count(key, nowMs)] as const)
    return () => {
      for (const [key, tally] of taken.splice(0)) this.#uncount(key, tally)
    }
  }

  /** Counts attempts whose result is false. An attempt that throws is not counted. */
  async countWrong<Result>(keys: readonly string[], attempt: () => Promise<Result | false>) {
    const uncount = this.take(...keys)
    let isWrong = false
    try {
      const result = await attempt()
      isWrong = result === false
      return result
    } finally {
      if (!isWrong) uncount()
    }
  }

  /** Counts work that is done. Work that throws is not counted. */
  async countDone<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const uncount = this.take(...keys)
    try {
      return await work()
    } catch (error) {
      uncount()
      throw error
    }
  }

  forget(key: string): void {
    this.#counted.delete(key)
    this.#waiting.delete(key)
  }

  #count(key: string, nowMs: number): Tally {
    const known = this.#counted.get(key)
    const isOver = known === undefined || known.endsAtMs <= nowMs
    if (isOver) this.forget(key)
    const tally = isOver ? { count: 0, endsAtMs: nowMs + windowMs } : known
    tally.count++
    if (tally.count < this.#limit) {
      keep(this.#counted, key, tally)
    } else {
      this.#counted.delete(key)
      keep(this.#waiting, key, tally)
    }
    return tally
  }

  /** Does nothing when the key was forgotten, or is counted in a later window. */
  #uncount(key: string, tally: Tally): void {
    if (this.#waiting.get(key) !== tally && this.#counted.get(key) !== tally) return
    tally.count--
    this.#waiting.delete(key)
    if (tally.count === 0) this.#counted.delete(key)
    else keep(this.#counted, key, tally)
  }
}

/**
 * Replaces the oldest entry when there is no more room. Counted keys stand in the order in which their windows began, so
 * windows that are over go first. Of the keys that wait, the one that has waited longest goes first.
 */
function keep(map: Map<string, Tally>, key: string, tally: Tally): void {
  if (map.size >= maxKeys && !map.has(key)) {
    const [oldest] = map.keys()
    map.delete(oldest!)
  }
  map.set(key, tally)
}
