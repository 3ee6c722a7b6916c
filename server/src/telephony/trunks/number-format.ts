import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max'

/**
 * How a carrier writes numbers: digits to put in front, then the number with its country (`E164`) or
 * without (`national:RU`). `+E164`, `E164`, `810E164`, `national:RU`, `8national:RU`.
 */
export interface NumberFormat {
  readonly prefix: string
  /** The country whose numbers are written without its calling code; undefined writes E.164 digits. */
  readonly country: string | undefined
  readonly callingCode: string
}

const formatText = /^([+*#0-9]{0,12})(?:E164|national:([A-Z]{2}))$/

/** RFC 3966 5.1.1: visual separators carry no meaning. */
const separators = /[-.() ]/g
const e164Digits = /^[1-9]\d{6,14}$/

/** Undefined when the text is not a format. */
export function parseNumberFormat(text: string): NumberFormat | undefined {
  const match = formatText.exec(text)
  if (match === null) return undefined
  const country = match[2]
  if (country !== undefined && !isSupportedCountry(country)) return undefined
  return {
    prefix: match[1]!,
    country,
    callingCode: country === undefined ? '' : getCountryCallingCode(country as 'RU'),
  }
}

/** The number in the carrier's format; undefined when this format cannot express it. */
export function writeNumber(
  { prefix, country, callingCode }: NumberFormat,
  e164: string,
): string | undefined {
  if (country === undefined) return prefix + e164
  if (!e164.startsWith(callingCode)) return undefined
  const national = e164.slice(callingCode.length)
  return isOfCountry(country, national) ? prefix + national : undefined
}

/**
 * The E.164 digits of a number that a carrier wrote. A number with a plus is understood in any format. A number that is
 * not in the configured format is read by the habits of Russian carriers, which mix formats within one trunk.
 */
export function readNumber({ prefix, callingCode }: NumberFormat, text: string): string | undefined {
  const plain = text.replace(separators, '')
  if (plain.startsWith('+')) return checked(plain.slice(1))
  const rest = plain.startsWith(prefix) ? plain.slice(prefix.length) : undefined
  // All numbers of +7 have ten digits after it: with another length the carrier has written the 7 or the 8 as well.
  const isAgreed = rest !== undefined && (callingCode !== '7' || rest.length === 10)
  return (isAgreed ? checked(callingCode + rest) : undefined) ?? habitual(plain)
}

/**
 * Whether a carrier that agreed to write E.164 left out the country code, so that `readNumber` guesses Russia: ten digits
 * may be somebody's number in another country as well.
 */
export function isCountryGuessed(format: NumberFormat, text: string): boolean {
  if (format.country !== undefined || text.startsWith('+')) return false
  return !text.startsWith(format.prefix) && domestic.test(text.replace(separators, ''))
}

/** `8…` and ten digits for domestic numbers. */
const domestic = /^8?([3489]\d{9})$/

/** `810…` and `00…` for abroad, domestic numbers of Russia, plain E.164. */
function habitual(digits: string): string | undefined {
  if (/^(810|00)[1-9]\d{9,}$/.test(digits)) return checked(digits.replace(/^(810|00)/, ''))
  const national = domestic.exec(digits)?.[1]
  return checked(national === undefined ? digits : `7${national}`)
}

function checked(digits: string): string | undefined {
  return e164Digits.test(digits) ? digits : undefined
}

/** Two countries share +7; Kazakhstan's national numbers begin with 6 and 7 (ITU operational bulletin). */
function isOfCountry(country: string, national: string): boolean {
  if (country === 'RU') return !/^[67]/.test(national)
  if (country === 'KZ') return /^[67]/.test(national)
  return national.length > 0
}
