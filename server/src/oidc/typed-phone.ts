import { callingCodeOf } from '../numbering/calling-codes.ts'
import type { Numbering, Phone } from '../numbering/phone.ts'

/** Numbers of these are read without a country code where the service names no country. */
const defaultCountries: readonly string[] = ['RU']

/** What a person typed: with the country code, or as numbers are written in the countries of the service. */
export function readTyped(
  numbering: Pick<Numbering, 'readFreeText' | 'readE164'>,
  countries: readonly string[],
  typed: string,
): Phone | undefined {
  const digits = typed.replace(/\D/g, '')
  if (typed.trim().startsWith('+')) return numbering.readE164(digits)
  for (const country of ofService(countries)) {
    const code = callingCodeOf(country)
    // A leading 0 or 8 is the trunk prefix of a number inside its country.
    for (const national of [digits, digits.replace(/^[08]/, '')]) {
      const phone = code === undefined ? undefined : numbering.readE164(code + national)
      if (phone?.countryIso === country) return phone
    }
  }
  return numbering.readFreeText(typed)
}

/** `+7 …`: how numbers of the service begin. */
export function startOfNumbers(countries: readonly string[]): string {
  return `+${callingCodeOf(ofService(countries)[0]!) ?? ''}`
}

const ofService = (countries: readonly string[]) => (countries.length === 0 ? defaultCountries : countries)
