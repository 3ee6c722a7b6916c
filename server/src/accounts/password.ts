import { scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { BoundedQueue } from '../platform/bounded-queue.ts'
import type { Random } from '../platform/random.ts'

const deriveNow = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt)

/** OWASP's scrypt parameters of 2024: 128 MiB of memory for one attempt. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const keyLength = 32

/** 256 MiB at once. All waiting hashes run within a few seconds; when the queue is full, hashing throws QueueFull. */
const maxHashesAtOnce = 2
const maxHashesWaiting = 16
/** One queue for the process, because it shares memory and processors. */
const hashing = new BoundedQueue(maxHashesAtOnce, maxHashesWaiting)

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  hashing.run(() => deriveNow(password.normalize('NFKC'), salt, keyLength, cost))

/** `scrypt$<salt>$<key>`, both in base64. */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = random.bytes(16)
  const key = await derive(password, salt)
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`
}

/**
 * Also false for an empty or unknown hash. It always takes equally long, so that the time does not reveal who exists.
 */
export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const [scheme, salt, key] = hash.split('$')
  const isUsable = scheme === 'scrypt' && salt !== undefined && key !== undefined
  const expected = isUsable ? Buffer.from(key, 'base64') : Buffer.alloc(keyLength)
  const derived = await derive(password, Buffer.from(isUsable ? salt : '', 'base64'))
  return isUsable && timingSafeEqual(derived, expected)
}
