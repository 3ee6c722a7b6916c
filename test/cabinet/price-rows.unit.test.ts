// The table of a trunk's prices, and the setting that it writes.
import { expect, it } from 'vitest'
import { emptyRow, pricesOf, rowsOf } from '../../cabinet/src/pages/trunks/price-rows.ts'

const prices = { 7: '0.30/attempt+0.10/ring', 77: '0.05/answer+1.20/minute by 60/60', '*': '0.02/second' }

it('prices of a trunk: the table has all that a setting says, and writes it back', () => {
  const rows = rowsOf(prices)
  expect(rows.map(({ prefix }) => prefix)).toEqual(['7', '77', ''])
  expect(rows[1]).toEqual({ ...emptyRow, prefix: '77', answer: '0.05', minute: '1.20', by: '60/60' })
  expect(pricesOf(rows)).toEqual(prices)
})

it('prices of a trunk: a row for everywhere needs no prefix, an empty row is left out, a comma is a point', () => {
  const typed = [emptyRow, { ...emptyRow, prefix: '+7 9', attempt: '0,30' }, { ...emptyRow, ring: '1' }]
  expect(pricesOf(typed)).toEqual({ 79: '0.30/attempt', '*': '1/ring' })
  // Rounding alone charges nothing.
  expect(pricesOf([{ ...emptyRow, prefix: '7', by: '30/6' }])).toEqual({ 7: '' })
})
