import fc from 'fast-check'
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { expect, it } from 'vitest'
import { createNumbering } from './numbering.ts'

const numbering = createNumbering()
const classOf = (e164: string) => {
  const phone = numbering.readE164(e164)
  return phone === undefined ? 'not a number' : numbering.classOf(phone)
}

it.each([
  ['78091234567', 'premium'],
  ['78031234567', 'premium'],
  ['78081234567', 'special'],
  ['78401234567', 'special'],
  ['79401234567', 'special'],
  ['79541020000', 'satellite'],
  ['449098790000', 'premium'],
  ['448712345678', 'premium'],
  ['448431234567', 'premium'],
  ['447012345678', 'special'],
  ['19002345678', 'premium'],
  ['499001234567', 'premium'],
  ['491801234567', 'shared-cost'],
  ['881612345678', 'satellite'],
  ['870773111632', 'satellite'],
  ['8821651234567', 'satellite'],
  ['883510012345', 'satellite'],
  ['979123456789', 'premium'],
  ['80812345678', 'shared-cost'],
])('number class: +%s is %s', (e164, expected) => {
  expect(classOf(e164)).toBe(expected)
})

it.each([
  '79161234567',
  '74951234567',
  '78001234567',
  '77011234567',
  '447400123456',
  '12025550123',
  '4915123456789',
  '33939123456',
])('number class: +%s is ordinary', (e164) => {
  expect(classOf(e164)).toBe('ordinary')
})

it('number class: what libphonenumber calls premium or shared cost is not ordinary in any country', () => {
  const countries = getCountries().filter((country) => country !== 'RU')
  // Premium ranges begin with these almost everywhere, so that examples find them.
  const starts = ['', '9', '90', '900', '8', '80', '18', '19', '118', '1900', '899', '7']
  const found = new Set<string>()
  fc.assert(
    fc.property(
      fc.constantFrom(...countries),
      fc.constantFrom(...starts),
      fc.stringMatching(/^\d{4,9}$/),
      (country, start, rest) => {
        const digits = (getCountryCallingCode(country) + start + rest).slice(0, 15)
        const parsed = parsePhoneNumberFromString(`+${digits}`)
        const isDear = ['PREMIUM_RATE', 'SHARED_COST'].includes(parsed?.getType() ?? '')
        if (!isDear || !parsed!.isValid() || parsed!.country === 'RU') return
        found.add(parsed!.country ?? '')
        expect([digits, classOf(parsed!.number.slice(1))]).not.toEqual([digits, 'ordinary'])
      },
    ),
    { seed: 6, numRuns: 40_000 },
  )
  expect(found.size).toBeGreaterThan(50)
})
