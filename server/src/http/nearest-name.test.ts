import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nearestName } from './nearest-name.ts'

const known = ['phone', 'code', 'client', 'unique', 'voice', 'mix', 'callback_url', 'uid']

it.each([
  ['Phone', 'phone'],
  ['pone', 'phone'],
  ['phnoe', 'phone'],
  ['phone_number', 'phone'],
  ['callbackUrl', 'callback_url'],
  ['callback-url', 'callback_url'],
  ['uniqe', 'unique'],
  ['clientt', 'client'],
])('nearest name: %s is %s', (written, meant) => {
  expect(nearestName(written, known)).toBe(meant)
})

it('nearest name: a word that is similar to no name has none', () => {
  for (const written of ['language', 'x', '', 'utm_source', 'телефон'])
    expect([written, nearestName(written, known)]).toEqual([written, undefined])
})

it('nearest name: one mistake in a name of five letters or more is found, and any text is accepted', () => {
  const name = fc.constantFrom('phone', 'client', 'unique', 'voice')
  fc.assert(
    fc.property(name, fc.nat(), (meant, place) => {
      const at = place % meant.length
      expect(nearestName(meant.slice(0, at) + meant.slice(at + 1), known)).toBe(meant)
    }),
  )
  fc.assert(fc.property(fc.string(), (any) => void nearestName(any, known)))
})
