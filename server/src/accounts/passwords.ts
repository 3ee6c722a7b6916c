import { scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { BoundedQueue, type TaskOwner } from '../platform/bounded-queue.ts'
import type { Random } from '../platform/random.ts'

const deriveNow = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt)

/** OWASP's scrypt parameters of 2024: 128 MiB of memory for one attempt. */
const usualCost = 2 ** 17
const otherParameters = { r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const keyLength = 32

/** 256 MiB at once. All waiting hashes run within a few seconds; when the queue is full, hashing throws QueueFull. */
const maxHashesAtOnce = 2
const maxHashesWaiting = 16
/** One queue for the process, because it shares memory and processors. */
const hashing = new BoundedQueue(maxHashesAtOnce, maxHashesWaiting)

const derive = (password: string, salt: Buffer, cost: number, owner?: TaskOwner): Promise<Buffer> =>
  hashing.run(
    () => deriveNow(password.normalize('NFKC'), salt, keyLength, { N: cost, ...otherParameters }),
    owner,
  )

/** Hashes passwords and compares them with stored hashes. Strangers name themselves, so that the queue is fair to them. */
export class Passwords {
  readonly #random: Random
  readonly #cost: number

  /** Tests pass a lower cost (scrypt's N), because one hash at the usual cost takes 0.4 s of CPU time. */
  constructor(random: Random, cost = usualCost) {
    this.#random = random
    this.#cost = cost
  }

  /** `scrypt$<salt>$<key>`, both in base64; a hash at another cost than the usual one ends with `$<cost>`. */
  async hash(password: string, owner?: TaskOwner): Promise<string> {
    const salt = this.#random.bytes(16)
    const key = await derive(password, salt, this.#cost, owner)
    const hash = `scrypt$${salt.toString('base64')}$${key.toString('base64')}`
    return this.#cost === usualCost ? hash : `${hash}$${this.#cost}`
  }

  /**
   * Also false for an empty or unknown hash. That takes as long as a comparison, so that the time does not reveal who
   * exists.
   */
  async matches(password: string, hash: string, owner?: TaskOwner): Promise<boolean> {
    const [scheme, salt, key, cost = usualCost] = hash.split('$')
    if (scheme !== 'scrypt' || salt === undefined || key === undefined) {
      await derive(password, Buffer.alloc(0), this.#cost, owner)
      return false
    }
    const derived = await derive(password, Buffer.from(salt, 'base64'), Number(cost), owner)
    return timingSafeEqual(derived, Buffer.from(key, 'base64'))
  }
}
