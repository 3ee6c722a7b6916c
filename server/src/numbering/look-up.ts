import type { SwappableNumbering } from './numbering.ts'
import type { KnownNumber } from './phone.ts'

/** Everything that is known about a number in free text; undefined when the text is not a number. */
export function lookUp(
  numbering: SwappableNumbering,
  input: string,
  language: 'en' | 'ru',
): KnownNumber | undefined {
  const phone = numbering.readFreeText(input)
  if (phone === undefined) return undefined
  const range = numbering.rangeOf(phone)
  return {
    e164: phone.e164,
    countryIso: phone.countryIso,
    country: numbering.countryName(phone.countryIso, language),
    ...numbering.describe(phone),
    source: numbering.sourceOf(phone),
    range: range === undefined ? '' : `${range.first}-${range.last}`,
  }
}
