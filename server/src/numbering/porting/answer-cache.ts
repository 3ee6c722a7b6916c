import { createHmac } from 'node:crypto'
import { dayMs } from '../../platform/clock.ts'
import { NewestMap } from '../../platform/newest-map.ts'
import type { Recipient } from './ported-set.ts'

/** This many answers at least are kept: those that were used last. */
const leastAnswers = 50_000
/** Numbers are ported at night and published once a day. */
const lifetimeMs = dayMs

interface Answer {
  /** Undefined: the service answered that the number was not ported. */
  readonly recipient: Recipient | undefined
  readonly untilMs: number
}

/** Caches answers under a keyed hash of the number: the numbers themselves are not stored. */
export class AnswerCache {
  readonly #answers = new NewestMap<string, Answer>(leastAnswers)
  readonly #hashKey: Uint8Array
  readonly #nowMs: () => number

  constructor(hashKey: Uint8Array, nowMs: () => number) {
    this.#hashKey = hashKey
    this.#nowMs = nowMs
  }

  get size(): number {
    return this.#answers.size
  }

  get(e164: string): Answer | undefined {
    const key = this.#key(e164)
    const answer = this.#answers.get(key)
    if (answer === undefined || answer.untilMs <= this.#nowMs()) return undefined
    this.#answers.set(key, answer)
    return answer
  }

  put(e164: string, recipient: Recipient | undefined): void {
    this.#answers.set(this.#key(e164), { recipient, untilMs: this.#nowMs() + lifetimeMs })
  }

  #key(e164: string): string {
    return createHmac('sha256', this.#hashKey).update(e164).digest('base64url').slice(0, 22)
  }
}
