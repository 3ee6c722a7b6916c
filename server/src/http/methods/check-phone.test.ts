import { expect, it } from 'vitest'
import { createNumbering } from '../../numbering/numbering.ts'
import type { ApiParts, Call } from '../context.ts'
import type { Failure } from '../errors.ts'
import { checkPhone } from './check-phone.ts'

const call = {
  values: { phone: '79161234567' },
  subscriber: { service: { id: 1 }, account: { id: 1, tariff: 'uni' } },
  language: 'en',
} as unknown as Call<never>

function partsWith(priceUnits: number | undefined, events: string[]): ApiParts {
  return {
    numbering: createNumbering(),
    clock: { now: () => 0 },
    catalogue: { tariff: async () => ({ priceOf: () => priceUnits }), caps: { of: () => [] } },
    lookup: { ask: async () => void events.push('asked') },
    store: {
      charge: async () => {
        events.push('charged')
        return { kind: 'charged', balanceUnits: 0 }
      },
    },
  } as unknown as ApiParts
}

it('asks the look-up service first and charges then', async () => {
  const events: string[] = []
  expect(await checkPhone.run(partsWith(400, events), call)).toMatchObject({ phone: 79161234567, cost: 0.04 })
  expect(events).toEqual(['asked', 'charged'])
})

it('asks and charges nothing where the tariff has no price, and says that in words that fit', async () => {
  const events: string[] = []
  const failure = (await checkPhone.run(partsWith(undefined, events), call)) as Failure
  expect(failure.body('en')).toEqual({
    status: false,
    code: 5,
    error: 'This number cannot be checked: the tariff has no price for it.',
  })
  expect(failure.body('ru').error).toContain('нельзя проверить')
  expect(events).toEqual([])
})
