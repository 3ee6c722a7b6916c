import { expect, it } from 'vitest'
import { ManualClock } from '../../../test/manual-clock.ts'
import { PaidLookups } from '../../calls/paid-lookups.ts'
import { createNumbering } from '../../numbering/numbering.ts'
import { systemRandom } from '../../platform/random.ts'
import type { ApiDeps, Call } from '../context.ts'
import type { Failure } from '../errors.ts'
import { checkPhone } from './check-phone.ts'

const call = {
  values: { phone: '79161234567', unique: null },
  subscriber: { service: { id: 1 }, account: { id: 1, tariff: 'uni' } },
  language: 'en',
} as unknown as Call<never>

function depsWith(priceUnits: number | undefined, events: string[], failure?: Error): ApiDeps {
  const lookups = new PaidLookups({
    clock: new ManualClock(),
    random: systemRandom,
    hasher: { hash: () => Buffer.alloc(32) },
    lookup: {
      async ask() {
        events.push('asked')
        if (failure !== undefined) throw failure
      },
    },
    store: {
      async holdLookup() {
        events.push('held')
        return { kind: 'held', count: 1, balanceUnits: 0 }
      },
      async endLookup({ isAnswered }) {
        events.push(isAnswered ? 'charged' : 'returned')
        return true
      },
      dueLookups: async () => [],
      addCharged: async () => {},
    },
    storeTrouble: () => {},
  })
  return {
    numbering: createNumbering(),
    catalogue: { tariff: async () => ({ priceOf: () => priceUnits }), caps: { of: () => [] } },
    lookups,
  } as unknown as ApiDeps
}

it('checkPhone: holds the price, queries the lookup service, then charges', async () => {
  const events: string[] = []
  const answer = await checkPhone.run(depsWith(400, events), call)
  expect(JSON.parse(JSON.stringify(answer))).toMatchObject({ phone: 79161234567, cost: 0.04 })
  expect(events).toEqual(['held', 'asked', 'charged'])
})

it('checkPhone: returns the price when the query fails', async () => {
  const events: string[] = []
  const deps = depsWith(400, events, new Error('no memory'))
  await expect(checkPhone.run(deps, call)).rejects.toThrow('no memory')
  expect(events).toEqual(['held', 'asked', 'returned'])
})

it('checkPhone: queries and charges nothing without a price in the tariff, and answers with a fitting text', async () => {
  const events: string[] = []
  const failure = (await checkPhone.run(depsWith(undefined, events), call)) as Failure
  expect(failure.body('en')).toEqual({
    status: false,
    code: 5,
    error: 'This number cannot be checked: the tariff has no price for it.',
  })
  expect(failure.body('ru').error).toContain('нельзя проверить')
  expect(events).toEqual([])
})
