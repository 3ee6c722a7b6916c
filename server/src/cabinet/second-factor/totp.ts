import { createHmac, timingSafeEqual } from 'node:crypto'
import { secondMs } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import type { PersonRecord } from '../../storage/queries/people.ts'
import type { CabinetDeps } from '../deps.ts'

/** RFC 6238 with the values that every authenticator app understands: SHA-1, 30 seconds, 6 digits. */
const stepMs = 30 * secondMs
const digits = 6
/** RFC 4226 4, R6: 160 bits are recommended. */
const secretBytes = 20
/** RFC 6238 5.2: at most one step for the way and for clocks that go wrong. */
const toleratedSteps = 1

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpSecret(random: Random): string {
  return [...random.bytes(secretBytes)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .match(/.{5}/g)!
    .map((bits) => base32[Number.parseInt(bits, 2)])
    .join('')
}

/** The Key URI that apps read from the picture. */
export function totpAddress(secret: string, email: string): string {
  return `otpauth://totp/Ringkey:${encodeURIComponent(email)}?secret=${secret}&issuer=Ringkey`
}

/** RFC 4226 5.3: four bytes of the HMAC, chosen by its last half byte, as a decimal number. */
export function codeOfStep(secret: string, step: number, length = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = mac[mac.length - 1]! & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** length).padStart(length, '0')
}

export const stepAt = (timeMs: number): number => Math.floor(timeMs / stepMs)

/** The step whose code this is; undefined when it is none of now. */
export function matchingStep(secret: string, code: string, now: number): number | undefined {
  const current = stepAt(now)
  const given = Buffer.from(code)
  for (let step = current - toleratedSteps; step <= current + toleratedSteps; step++) {
    const expected = Buffer.from(codeOfStep(secret, step))
    if (expected.length === given.length && timingSafeEqual(expected, given)) return step
  }
  return undefined
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export const totpPurpose = (personId: number) => `totp ${personId}`

export function sealTotp({ sealer }: Pick<CabinetDeps, 'sealer'>, personId: number, secret: string): Buffer {
  return sealer.seal(secret, totpPurpose(personId))
}

/** True once for each code. */
export async function usesTotpCode(
  { sealer, store, clock }: Pick<CabinetDeps, 'sealer' | 'store' | 'clock'>,
  person: PersonRecord,
  code: string,
): Promise<boolean> {
  if (person.sealedTotp === null) return false
  const secret = sealer.open(person.sealedTotp, totpPurpose(person.id))
  const step = matchingStep(secret, code.replace(/\s/g, ''), clock.now())
  return step !== undefined && (await store.useTotpStep({ personId: person.id, step }))
}
