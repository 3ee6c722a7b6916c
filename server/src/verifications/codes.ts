import { createHmac } from 'node:crypto'
import type { Random } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'

/** A code of this length can be the end of a calling number. */
export const shownCodeLength = 4

/**
 * The stored codes of verifications: keyed hashes for comparison, and the integrator's own code encrypted until
 * the last step has started. The keys are not in the database.
 */
export class VerificationCodes {
  readonly #key: Buffer
  readonly #sealer: Sealer
  readonly #random: Random

  constructor(key: Buffer, sealer: Sealer, random: Random) {
    this.#key = key
    this.#sealer = sealer
    this.#random = random
  }

  /** The hash depends on the verification: the same code has another hash in the next one. */
  hash(id: string, code: string): Buffer {
    return createHmac('sha256', this.#key).update(`${id} ${code}`).digest()
  }

  /** A device of an end user; the same one is another at each service. */
  deviceHash(serviceId: number, deviceId: string): string {
    return this.hash(`device at service ${serviceId}`, deviceId).toString('base64url')
  }

  seal(id: string, code: string): Buffer {
    return this.#sealer.seal(code, ownCodePurpose(id))
  }

  open(id: string, sealed: Uint8Array): string {
    return this.#sealer.open(sealed, ownCodePurpose(id))
  }

  /** Never all zeros, as in v1. */
  draw(length: number): string {
    return String(1 + this.#random.below(10 ** length - 1)).padStart(length, '0')
  }
}

export const ownCodePurpose = (id: string) => `own code of ${id}`
