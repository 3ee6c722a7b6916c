import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { maxUnapprovedCalls } from '../books/page-calls.ts'
import { groupsOfIpv6, limitKey } from '../platform/client-address.ts'
import { type Clock, hourMs } from '../platform/clock.ts'

/** What one answer costs: on average 2^bits tries of so many iterations of PBKDF2. */
export interface WorkCost {
  readonly iterations: number
  readonly bits: number
}

/**
 * PBKDF2, because browsers have it in native code: a program in C that uses the same CPU is three to four times as fast as
 * Chromium with 2,000 iterations. With single hashes it was fifteen times as fast, because a call of WebCrypto costs more than
 * a hash. A check of one answer takes 0.9 ms. Figures: docs/security/threats.md.
 */
export const usualWorkCost: WorkCost = { iterations: 2_000, bits: 9 }

/** Several small answers instead of a big one: luck matters less. */
const leastAnswers = 4
const maxLevel = 4
const maxNetworks = 100_000

/** How many answers a level of work demands: 0, 4, 8, 16, 32. */
const answersOf = (level: number) => (level === 0 ? 0 : leastAnswers * 2 ** (Math.min(level, maxLevel) - 1))

/** So many calls of a client have to stay without an approval for each level of work. */
const callsPerLevel = maxUnapprovedCalls / maxLevel

/** Half of the calls that may stay without an approval have: people are asked to call first. */
export const isShareHigh = (unapproved: number) => unapproved >= maxUnapprovedCalls / 2

/** How many answers the next call needs, by the calls without an approval of its network and of its client. */
export function neededAnswers(networkLevel: number, clientUnapproved: number): number {
  return answersOf(networkLevel + Math.floor(clientUnapproved / callsPerLevel))
}

/** Which networks have started calls that confirmed nothing within the last hour. Every node counts separately. */
export class UnapprovedCalls {
  readonly #clock: Clock
  /** Times of calls without an approval, oldest first; the network that called last stands last. */
  readonly #started = new Map<string, readonly number[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(address: string): void {
    for (const { key, freeCalls } of networksOf(address)) {
      const times = [...this.#recent(key), this.#clock.monotonicMs()].slice(-freeCalls * maxLevel)
      this.#started.delete(key)
      if (this.#started.size >= maxNetworks) this.#started.delete(this.#started.keys().next().value!)
      this.#started.set(key, times)
    }
  }

  /** One call of this address was approved, or did not start. */
  forgive(address: string): void {
    for (const { key } of networksOf(address)) {
      const times = this.#recent(key).slice(0, -1)
      if (times.length === 0) this.#started.delete(key)
      else this.#started.set(key, times)
    }
  }

  /** Of the network around this address that has the highest. */
  level(address: string): number {
    return Math.max(
      ...networksOf(address).map(({ key, freeCalls }) => Math.floor(this.#recent(key).length / freeCalls)),
    )
  }

  #recent(key: string): readonly number[] {
    const since = this.#clock.monotonicMs() - hourMs
    return (this.#started.get(key) ?? []).filter((at) => at > since)
  }
}

/** A customer has one IPv4 address, or an IPv6 network: a /64, often a /56, sometimes a /48. */
function networksOf(address: string): readonly { readonly key: string; readonly freeCalls: number }[] {
  const own = { key: limitKey(address), freeCalls: 3 }
  if (!address.includes(':')) return [own]
  const [first, second, third, fourth = 0] = groupsOfIpv6(address).map((group) => Number.parseInt(group, 16))
  const site = `${first}:${second}:${third}`
  return [own, { key: `${site}:${fourth >>> 8}/56`, freeCalls: 6 }, { key: `${site}/48`, freeCalls: 12 }]
}

const derive = promisify(pbkdf2)

/** Whether these are so many different numbers whose derived bits begin with as many zeros as the cost demands. */
export async function isProofOfWorkValid(
  challenge: string,
  answers: string,
  needed: number,
  { iterations, bits }: WorkCost,
): Promise<boolean> {
  if (needed === 0) return true
  const given = new Set(answers.split(' ', needed))
  if (given.size < needed) return false
  // One after the other: a wrong answer costs one check.
  for (const answer of given) {
    // One way to write a number, so that none counts twice.
    if (!/^(?:0|[1-9]\d{0,11})$/.test(answer)) return false
    const derived = await derive(answer, challenge, iterations, 4, 'sha256')
    if (derived.readUInt32BE(0) >>> (32 - bits) !== 0) return false
  }
  return true
}
