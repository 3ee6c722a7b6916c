// Whether a call to a number may cost more than an ordinary one. Toll fraud calls ranges whose price goes to their
// owner.
import { foreignClass } from './abroad.ts'
import type { NumberClass, Phone } from './phone.ts'

/**
 * Codes of the +7 plan outside Kazakhstan that are neither a region, a mobile network nor free of charge (Order 142 of 2006 and the
 * registry of Rossvyaz). 800 and 804 are free for the caller and stay ordinary.
 */
const russianCodes: ReadonlyMap<string, NumberClass> = new Map([
  ['801', 'shared-cost'],
  ['802', 'special'], // paid by card
  ['803', 'premium'], // votes by phone
  ['805', 'special'], // prepaid cards
  ['806', 'special'], // calling cards
  ['807', 'special'], // private networks
  ['808', 'special'], // personal numbers
  ['809', 'premium'],
  // Abkhazia has these two; Russian networks charge calls there as calls abroad.
  ['840', 'special'],
  ['940', 'special'],
  ['954', 'satellite'], // Iridium, Globalstar, Inmarsat
])
const codeLength = 3

export function classOf(phone: Phone): NumberClass {
  return phone.countryIso === 'RU'
    ? (russianCodes.get(phone.national.slice(0, codeLength)) ?? 'ordinary')
    : foreignClass(phone)
}
