// Every country but Russia, read with libphonenumber's metadata.
import { type NumberType, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Phone } from './phone.ts'

/** E.164 allows 15 digits; the shortest national numbers with their calling code have 7 (ITU-T E.164). */
const minE164Length = 7
const maxE164Length = 15

/** Keeps what the parser found, so that a number is parsed once and not again when it is described. */
class ForeignPhone implements Phone {
  readonly e164: string
  readonly countryIso: string
  readonly callingCode: number
  readonly national: string
  readonly #parsed: PhoneNumber
  readonly #type: NumberType

  constructor(parsed: PhoneNumber, countryIso: string, type: NumberType) {
    this.e164 = parsed.number.slice(1)
    this.countryIso = countryIso
    this.callingCode = Number(parsed.countryCallingCode)
    this.national = parsed.nationalNumber
    this.#parsed = parsed
    this.#type = type
  }

  static details(phone: ForeignPhone): ForeignDetails {
    // Where a plan does not tell mobile from fixed (the United States) the kind is unknown: not mobile.
    return { mobile: phone.#type === 'MOBILE', nationalFormat: phone.#parsed.formatNational() }
  }
}

/**
 * Undefined when the digits are no valid number of a country. Numbers of no country (+800, +870, +881,
 * +979 …) are refused too: no rule by country could hold them, and they are a favourite of toll fraud.
 */
export function readForeign(digits: string): Phone | undefined {
  if (digits.length < minE164Length || digits.length > maxE164Length) return undefined
  const parsed = parsePhoneNumberFromString('+' + digits)
  if (parsed?.country === undefined) return undefined
  // With the full metadata a number has a type exactly when it is valid; asking once saves a third.
  const type = parsed.getType()
  return type === undefined ? undefined : new ForeignPhone(parsed, parsed.country, type)
}

export interface ForeignDetails {
  readonly mobile: boolean
  readonly nationalFormat: string
}

export function describeForeign(phone: Phone): ForeignDetails {
  const known = phone instanceof ForeignPhone ? phone : readForeign(phone.e164)
  return known instanceof ForeignPhone
    ? ForeignPhone.details(known)
    : { mobile: false, nationalFormat: phone.national }
}
