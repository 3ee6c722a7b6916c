// Our compiled plans must always agree with libphonenumber-js, which reads the same metadata.
import { createRequire } from 'node:module'
import fc from 'fast-check'
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { describeForeign, readForeign } from './abroad.ts'

const require = createRequire(import.meta.url)
const examples = require('libphonenumber-js/mobile/examples') as Record<CountryCode, string>

function byLibphonenumber(digits: string) {
  const parsed = parsePhoneNumberFromString('+' + digits)
  if (parsed === undefined || !parsed.isValid()) return undefined
  return {
    e164: parsed.number.slice(1),
    countryIso: parsed.country ?? '',
    callingCode: Number(parsed.countryCallingCode),
    national: parsed.nationalNumber,
    mobile: parsed.getType() === 'MOBILE',
    nationalFormat: parsed.formatNational(),
  }
}

function byUs(digits: string) {
  const phone = readForeign(digits)
  return phone && { ...phone, ...describeForeign(phone) }
}

describe('numbers abroad', () => {
  it.each(getCountries())(
    '%s: agrees with libphonenumber-js on the example and on all its neighbours in every digit',
    (country) => {
      const callingCode = getCountryCallingCode(country)
      const example = examples[country]
      for (let at = 0; at < example.length; at += 1)
        for (let digit = 0; digit <= 9; digit += 1) {
          const digits = callingCode + example.slice(0, at) + digit + example.slice(at + 1)
          expect(byUs(digits), digits).toEqual(byLibphonenumber(digits))
        }
      expect(byUs(callingCode + example)?.e164).toBe(callingCode + example)
    },
  )

  it('agree with libphonenumber-js on any digits after any calling code', () => {
    const digits = fc.tuple(
      fc.constantFrom(
        ...getCountries().map((country) => getCountryCallingCode(country)),
        '800',
        '881',
        '999',
        '210',
      ),
      fc.stringMatching(/^\d{4,12}$/),
    )
    fc.assert(
      fc.property(digits, ([callingCode, rest]) => {
        const all = (callingCode + rest).slice(0, 15)
        expect(byUs(all)).toEqual(all.length < 7 ? undefined : byLibphonenumber(all))
      }),
      { seed: 6, numRuns: 20_000 },
    )
  })

  it.each(['4402079460018', '5401115123456', '5491123456789', '5215512345678', '390612345678', '12345'])(
    '%s, with a national prefix or something like it',
    (digits) => {
      expect(byUs(digits)).toEqual(byLibphonenumber(digits))
    },
  )

  it('drop the (0) of +44 (0)20 7946 0018', () => {
    expect(byUs('4402079460018')?.e164).toBe('442079460018')
  })

  it('describe a phone that was not read here', () => {
    const phone = { e164: '442079460018', countryIso: 'GB', callingCode: 44, national: '2079460018' }
    expect(describeForeign(phone).nationalFormat).toBe('020 7946 0018')
    expect(describeForeign({ ...phone, e164: '44' })).toEqual({ mobile: false, nationalFormat: '2079460018' })
  })
})
