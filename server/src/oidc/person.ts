import { createHmac } from 'node:crypto'
import { maskPhone, type PhoneHasher } from '../calls/phone-privacy.ts'

/**
 * How grants, sessions and tokens name a person: the mask and the keyed hash of the phone. The number itself is found
 * anew from them whenever a token or an answer is made.
 */
export function personOf(hasher: PhoneHasher, e164: string): string {
  return `${maskPhone(e164)}.${hasher.hash(e164).toString('base64url')}`
}

export function phoneHashOf(person: string): Buffer {
  return Buffer.from(person.slice(person.indexOf('.') + 1), 'base64url')
}

/** Undefined when the hash was made under another secret. */
export function phoneOf(hasher: PhoneHasher, person: string): Promise<string | undefined> {
  return hasher.recover(person.slice(0, person.indexOf('.')), phoneHashOf(person))
}

/** Clients of one service see the same `sub` for a phone, and services cannot compare theirs. */
export function subjectOf(subjectKey: Buffer, serviceId: number, e164: string): string {
  return createHmac('sha256', subjectKey).update(`service ${serviceId} ${e164}`).digest('base64url')
}
