import { expect, it } from 'vitest'
import { countriesOfPrefix, countryCodes } from './calling-codes.ts'

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
