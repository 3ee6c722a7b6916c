import { createHmac } from 'node:crypto'
import { dayMs } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import type { Sealer } from '../platform/sealing.ts'
import { shortHmac } from '../platform/sha256.ts'

/** A code of this length can be the end of a calling number. */
export const shownCodeLength = 4

/**
 * The stored codes of verifications: keyed hashes for comparison, and encrypted what further steps have to say: the
 * integrator's own code, or one that is reused. The keys are not in the database.
 */
export function verificationCodes(key: Buffer, sealer: Sealer, random: Random) {
  const hashShort = shortHmac(key)
  const hash = (id: string, code: string) => {
    const text = `${id} ${code}`
    return isShort(text) ? hashShort(text) : createHmac('sha256', key).update(text).digest()
  }
  return {
    /** The hash depends on the verification: the same code has another hash in the next one. */
    hash,
    /** The same wrong code has one mark for a day, whoever types it. undefined for those that people type at random. */
    mark: (code: string, at: number) =>
      code.length !== shownCodeLength || isObvious(code)
        ? undefined
        : hash(`typed on day ${Math.floor(at / dayMs)}`, code)
            .toString('base64url')
            .slice(0, markCharacters),
    /** A device of an end user; the same one is another at each service. */
    deviceHash: (serviceId: number, deviceId: string) =>
      hash(`device at service ${serviceId}`, deviceId).toString('base64url'),
    seal: (id: string, code: string) => sealer.seal(code, ownCodePurpose(id)),
    open: (id: string, sealed: Uint8Array) => sealer.open(sealed, ownCodePurpose(id)),
    /** Never all zeros, as in v1. */
    draw: (length: number) => String(1 + random.below(10 ** length - 1)).padStart(length, '0'),
  }
}
/** What `shortHmac` takes. What people type for a code may be anything. */
const isShort = (text: string) => /^[\x20-\x7e]{0,64}$/.test(text)
const markCharacters = 11
/** One digit, or digits in a row. */
const isObvious = (code: string) => '01234567890123 98765432109876'.includes(code) || /^(\d)\1*$/.test(code)

export type VerificationCodes = ReturnType<typeof verificationCodes>

export const ownCodePurpose = (id: string) => `own code of ${id}`
