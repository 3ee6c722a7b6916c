// The table of a trunk's prices, and the setting that it writes.

import { trunkFields } from '@ringkey/server/fields/trunk-fields'
import { readWritten } from '@ringkey/server/fields/written'
import { expect, it } from 'vitest'
import {
  emptyRow,
  isRepeated,
  type PriceRow,
  pricesOf,
  rowsOf,
} from '../../cabinet/src/pages/trunks/price-rows.ts'

const settingOf = (rows: readonly PriceRow[]) =>
  Object.fromEntries(pricesOf(rows).map(({ prefix, price }) => [prefix, price]))
const prices = { 7: '0.30/attempt+0.10/ring', 77: '0.05/answer+1.20/minute by 60/60', '*': '0.02/second' }

it('prices of a trunk: the table has all that a setting says, and writes it back', () => {
  const rows = rowsOf(Object.entries(prices))
  expect(rows.map(({ prefix }) => prefix)).toEqual(['7', '77', ''])
  expect(rows[1]).toEqual({ ...emptyRow, prefix: '77', answer: '0.05', minute: '1.20', by: '60/60' })
  expect(settingOf(rows)).toEqual(prices)
})

it('prices of a trunk: a row for everywhere needs no prefix, an empty row is left out, a comma is a point', () => {
  const typed = [emptyRow, { ...emptyRow, prefix: '+7 9', attempt: '0,30' }, { ...emptyRow, ring: '1' }]
  expect(settingOf(typed)).toEqual({ 79: '0.30/attempt', '*': '1/ring' })
  // Rounding alone charges nothing.
  expect(settingOf([{ ...emptyRow, prefix: '7', by: '30/6' }])).toEqual({ 7: '' })
})

it('prices of a trunk: a prefix that is there twice is named at its row, and is no value of the setting', () => {
  const rows = ['77', '', '+7 7', '', ''].map((prefix, place) => ({
    ...emptyRow,
    prefix,
    attempt: place === 4 ? '' : '1',
  }))
  expect(rows.map((_, place) => isRepeated(rows, place))).toEqual([false, false, true, true, false])
  const text = pricesOf(rows.slice(0, 3)).map(({ prefix, price }) => `${prefix}:${price}`)
  expect(readWritten(trunkFields.prices, text.join(', '))).toBe('77:1/attempt, *:1/attempt, 77:1/attempt')
  expect(readWritten(trunkFields.prices, text.slice(0, 2).join(', '))).toEqual(settingOf(rows.slice(0, 2)))
})
