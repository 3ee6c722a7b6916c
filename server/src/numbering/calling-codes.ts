import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max'
import { callingCodePlan } from './country-plan.ts'

/** Kazakhstan shares 7 with Russia; its numbers begin with these. */
const kazakhPrefixes = new Set(['76', '77'])

/** ISO codes of every country that has numbers of its own. */
export function countryCodes(): string[] {
  return getCountries().filter((code) => /^[A-Z]{2}$/.test(code))
}

/** The countries whose numbers begin with these digits, if the digits are a whole calling code; else none. */
export function countriesOfPrefix(prefix: string): string[] {
  if (kazakhPrefixes.has(prefix)) return ['KZ']
  return countryCodes().filter((code) => getCountryCallingCode(code as 'RU') === prefix)
}

/** `7` for RU; undefined for a country that is not known. */
export function callingCodeOf(country: string): string | undefined {
  return isSupportedCountry(country) ? getCountryCallingCode(country) : undefined
}

/** Whether numbers of this country can begin so. Of a calling code that many share only 7 is told apart. */
export function mayBeIn(country: string, prefix: string): boolean {
  const code = callingCodeOf(country) ?? ''
  if (code !== '7' || prefix.length < 2) return code.startsWith(prefix) || prefix.startsWith(code)
  return prefix.startsWith(code) && kazakhPrefixes.has(prefix.slice(0, 2)) === (country === 'KZ')
}

const digits = [...'0123456789']

/** Whether a number in E.164 can begin so: with a calling code, or with the first digits of one. */
export function beginsNumbers(prefix: string): boolean {
  if (callingCodePlan(prefix) !== undefined) return true
  return prefix.length < 3 && digits.some((next) => beginsNumbers(prefix + next))
}
