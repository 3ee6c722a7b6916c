import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Random } from '../platform/random.ts'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)

/** OWASP's scrypt parameters of 2024: 128 MiB of memory for one attempt. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const keyLength = 32

/** `scrypt$<salt>$<key>`, both in base64. */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = random.bytes(16)
  const key = await derive(password.normalize('NFKC'), salt, keyLength, cost)
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`
}
