import { expect, it } from 'vitest'
import { beginsNumbers, countriesOfPrefix, countryCodes, mayBeIn } from './calling-codes.ts'

it('calling codes: give the countries of a calling code, and none for a network inside one', () => {
  expect(countriesOfPrefix('375')).toEqual(['BY'])
  expect(countriesOfPrefix('7').toSorted()).toEqual(['KZ', 'RU'])
  expect(countriesOfPrefix('77')).toEqual(['KZ'])
  expect(countriesOfPrefix('7916')).toEqual([])
})

it('calling codes: list every country once', () => {
  const codes = countryCodes()
  expect(codes).toContain('RU')
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.length).toBeGreaterThan(200)
})

it('calling codes: say whether numbers can begin with these digits', () => {
  const possible = ['7', '7916', '1', '3', '37', '371', '8', '84', '8495', '882', '99890']
  expect(possible.filter(beginsNumbers)).toEqual(possible)
  expect(['89', '8916', '210', '9991'].filter(beginsNumbers)).toEqual([])
})

it('calling codes: say whether numbers of a country can begin with these digits', () => {
  const places = ['', '7', '77', '7916', '4', '491', '1', '39'] as const
  const inCountry = (country: string) => places.filter((prefix) => mayBeIn(country, prefix))
  expect(inCountry('RU')).toEqual(['', '7', '7916'])
  expect(inCountry('KZ')).toEqual(['', '7', '77'])
  expect(inCountry('DE')).toEqual(['', '4', '491'])
})
