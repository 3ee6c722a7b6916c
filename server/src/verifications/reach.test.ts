import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { plannedStep, type Verification } from '../books/verification.ts'
import { isLeftUnconfirmed, Reach } from './reach.ts'

type Judged = Pick<Verification, 'status' | 'steps' | 'test'>
const step = (mode: 'flash' | 'voice' | 'inbound', status: 'delivered' | 'undelivered') => ({
  ...plannedStep(mode, 20),
  status,
})
const over = (status: Verification['status'], ...steps: readonly ReturnType<typeof step>[]): Judged => ({
  ...{ status, steps, test: false },
})
const left = over('expired', step('flash', 'delivered'))
const confirmed = over('approved', step('flash', 'delivered'))
const byVoice = over('approved', step('flash', 'delivered'), step('voice', 'delivered'))

it('reach: two flash calls in a row that arrived and confirmed nobody are poor, one is not, and an approval ends it', () => {
  expect(isLeftUnconfirmed([left, left, confirmed])).toBe(true)
  expect(isLeftUnconfirmed([left, byVoice])).toBe(true)
  expect(isLeftUnconfirmed([left])).toBe(false)
  expect(isLeftUnconfirmed([confirmed, left, left])).toBe(false)
  expect(isLeftUnconfirmed([left, confirmed, left])).toBe(false)
})

it('reach: calls that did not arrive, other modes, tests and open verifications say nothing', () => {
  const nothing = [
    over('failed', step('flash', 'undelivered')),
    over('expired', step('inbound', 'delivered')),
    over('pending', step('flash', 'delivered')),
    { ...left, test: true },
  ]
  expect(isLeftUnconfirmed([left, ...nothing])).toBe(false)
  expect(isLeftUnconfirmed([left, ...nothing, left])).toBe(true)
})

it('reach: is poor only where the network is well, which is read once an hour', async () => {
  const clock = new ManualClock()
  let week = [50, 26]
  let reads = 0
  const asked: unknown[] = []
  const reach = new Reach({
    clock,
    store: {
      async verificationsOfPhone(request) {
        asked.push(request)
        return [left, left] as Verification[]
      },
      async watchedTotals() {
        reads += 1
        return [{ keys: [], amounts: [...week] }]
      },
    },
  })
  const phone = { accountId: 3, phoneHash: Buffer.alloc(32), country: 'RU', operator: 'МТС' }
  expect([await reach.isPoor(phone), await reach.isPoor(phone), reads]).toEqual([true, true, 1])
  expect(asked[0]).toMatchObject({ accountId: 3, since: clock.now() - 30 * 86_400_000 })
  for (const poorly of [
    [49, 49],
    [100, 50],
  ]) {
    week = poorly
    await clock.advance(3_600_000)
    expect(await reach.isPoor(phone)).toBe(false)
  }
})
