import { expect, it } from 'vitest'
import type { FactsQuery } from '../storage/queries/facts.ts'
import { poorNetworks } from './poor-networks.ts'

const hourMs = 3_600_000
const now = 500_000 * hourMs + 1
type Day = readonly [operator: string, calls: number, blocked: number, checked: number, approved: number]

/** Flash calls of a day; nothing is known of its quarters. */
const storeOf = (days: readonly Day[]) => ({
  factTotals: async ({ measures, only }: FactsQuery) =>
    (measures as readonly string[]).includes('why_blocked') && only.mode === 'flash'
      ? days.map(([operator, ...amounts]) => ({ keys: ['7', 'RU', operator], amounts }))
      : [],
  commonWrongCodes: async () => [
    { country: 'RU', operator: 'МегаФон', trunk: 'north', phones: 6, hits: 9, of: 20 },
    // Not a third of the wrong codes: people mistype.
    { country: 'RU', operator: 'Yota', trunk: 'north', phones: 6, hits: 6, of: 30 },
  ],
})
const found = async (...days: readonly Day[]) =>
  (await poorNetworks(storeOf(days), [7], now)).map(({ operator, why, counted }) => [operator, why, counted])

it('poor networks: those that block and say so, whatever was confirmed there', async () => {
  expect(await found(['МТС', 20, 3, 17, 15], ['Билайн', 20, 2, 18, 15], ['Теле2', 19, 19, 0, 0])).toEqual([
    ['МТС', 'blocked', { hits: 3, of: 20 }],
  ])
})

it('poor networks: those whose people see another number, before those that confirm nobody', async () => {
  expect(await found(['МегаФон', 40, 0, 30, 0], ['Yota', 40, 0, 19, 0], ['Билайн', 40, 0, 20, 0])).toEqual([
    ['МегаФон', 'rewritten', { hits: 0, of: 30 }],
    ['Билайн', 'unconfirmed', { hits: 0, of: 20 }],
  ])
})

it('poor networks: under a tenth of fifty is unconfirmed, a tenth is not, and a network without a name is none', async () => {
  expect(await found(['МТС', 60, 0, 50, 4], ['Билайн', 60, 0, 50, 5], ['', 60, 0, 50, 0])).toEqual([
    ['МТС', 'unconfirmed', { hits: 4, of: 50 }],
  ])
})
