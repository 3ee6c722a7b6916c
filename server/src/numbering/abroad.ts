// Every country but Russia, read with libphonenumber's metadata.
import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Phone } from './phone.ts'

/** E.164 allows 15 digits; the shortest national numbers with their calling code have 7 (ITU-T E.164). */
const minE164Length = 7
const maxE164Length = 15

/**
 * Undefined when the digits are no valid number of a country. Numbers of no country (+800, +870, +881,
 * +979 …) are refused too: no rule by country could hold them, and they are a favourite of toll fraud.
 */
export function readInternational(digits: string): Phone | undefined {
  if (digits.length < minE164Length || digits.length > maxE164Length) return undefined
  const parsed = parsePhoneNumberFromString('+' + digits)
  if (parsed?.country === undefined || !parsed.isValid()) return undefined
  return {
    e164: parsed.number.slice(1),
    countryIso: parsed.country,
    callingCode: Number(parsed.countryCallingCode),
    national: parsed.nationalNumber,
  }
}

export interface AbroadDetails {
  readonly mobile: boolean
  readonly nationalFormat: string
}

export function describeInternational(phone: Phone): AbroadDetails {
  const parsed = parsePhoneNumberFromString('+' + phone.e164)
  if (parsed === undefined) return { mobile: false, nationalFormat: phone.national }
  return { mobile: isMobile(parsed), nationalFormat: parsed.formatNational() }
}

/**
 * Where a plan does not tell mobile from fixed (the United States), the kind is unknown, and unknown
 * reads as not mobile.
 */
function isMobile(parsed: PhoneNumber): boolean {
  return parsed.getType() === 'MOBILE'
}
