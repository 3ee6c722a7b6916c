import type { Profile } from '../accounts/profile.ts'
import type { PhoneForm } from '../books/call.ts'
import type { Numbering, Phone } from '../numbering/phone.ts'
import { Failure } from './errors.ts'

const notValid = new Failure(3)
/** A Russian mobile number in domestic dialling format. */
const trunkPrefixed = /^89\d{9}$/

/**
 * The phone of initCall and inboundCallWaiting: nothing is guessed, but code 3 shows the form that would be accepted.
 */
export function readPhoneArgument(numbering: Numbering, text: string, profile: Profile): Phone | Failure {
  const read = numbering.readE164(isTrunkPrefixed(text, profile) ? `7${text.trim().slice(1)}` : text)
  if (read !== undefined) return read
  const understood = numbering.readFreeText(text)?.e164
  return understood === undefined ? notValid : new Failure(3, { understood })
}

/**
 * The notation of the number: besides mask and hash, all that is stored of it. A raw plus in a query arrives as a
 * space, and no other notation begins with a space.
 */
export function phoneFormOf(text: string, profile: Profile): PhoneForm | null {
  if (/^ ?\+|^ /.test(text)) return '+'
  return isTrunkPrefixed(text, profile) ? '8' : null
}

/** Profile `ucaller` only: `84…` may be a number of Vietnam, and 89 is no country code. */
function isTrunkPrefixed(text: string, profile: Profile): boolean {
  return profile === 'ucaller' && trunkPrefixed.test(text.trim())
}
