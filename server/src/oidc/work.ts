import { limitKey } from '../platform/client-address.ts'
import { type Clock, hourMs } from '../platform/clock.ts'
import { sha256 } from '../platform/sha256.ts'

/** So many calls of one address may end in vain within an hour before its browser has to work for the next. */
const freeCalls = 3
/** About a second in a browser, for which 65,536 hashes are tried on average. */
export const workBits = 16
const maxAddresses = 100_000

/** Which addresses have started calls that confirmed nothing. Every node counts separately. */
export class VainCalls {
  readonly #clock: Clock
  /** Times of calls without an approval, oldest first. */
  readonly #started = new Map<string, number[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(address: string): void {
    if (this.#started.size >= maxAddresses) this.#started.clear()
    this.#started.set(
      limitKey(address),
      [...this.#recent(address), this.#clock.monotonicMs()].slice(-freeCalls),
    )
  }

  /** A call of this address was approved. */
  forgive(address: string): void {
    this.#started.delete(limitKey(address))
  }

  mustWork(address: string): boolean {
    return this.#recent(address).length >= freeCalls
  }

  #recent(address: string): number[] {
    const since = this.#clock.monotonicMs() - hourMs
    return (this.#started.get(limitKey(address)) ?? []).filter((at) => at > since)
  }
}

/** Whether the hash of the challenge with the answer begins with as many zero bits as the work demands. */
export function isWorkDone(challenge: string, answer: string): boolean {
  if (!/^\d{1,12}$/.test(answer)) return false
  return sha256(`${challenge} ${answer}`).readUInt32BE(0) >>> (32 - workBits) === 0
}
