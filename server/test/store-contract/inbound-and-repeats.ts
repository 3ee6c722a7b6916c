import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  accountBalance,
  addAccount,
  addService,
  admitted,
  callTo,
  changed,
  ended,
  type Furnished,
  furnish,
  hashOf,
  isClean,
  price,
  type StoreUnderTest,
  startMs,
  waitFor,
} from './fixture.ts'

const minuteMs = 60_000

export function describeInboundAndRepeats(under: StoreUnderTest): void {
  let house: Furnished
  beforeEach(async () => {
    house = await furnish(under)
  })
  afterEach(() => house.store.close())

  let others = 0
  const anotherAccount = async (store: Furnished['store']) => {
    const accountId = await addAccount(store, `other-${++others}@example.com`, { amountUnits: 1_000_000 })
    return { accountId, serviceId: await addService(store, accountId) }
  }

  describe('inbound requests', () => {
    it('never share a number for one phone, and free it at the end', async () => {
      const { store, accountId } = house
      const other = await anotherAccount(store)
      const first = await store.admitInbound(waitFor('79161110001', house))
      const second = await store.admitInbound(waitFor('79161110001', other))
      expect(first).toMatchObject({ kind: 'admitted', confirmationNumber: '74951230001' })
      expect(second).toMatchObject({ kind: 'admitted', confirmationNumber: '74951230002' })
      const third = await anotherAccount(store)
      expect(await store.admitInbound(waitFor('79161110001', third))).toMatchObject({
        kind: 'refused',
        why: 'no-way',
      })
      expect(await store.admitInbound(waitFor('79161110002', house))).toMatchObject({
        confirmationNumber: '74951230001',
      })
      expect((await accountBalance(store, accountId)).held).toBe(2 * price)
      await store.settle(ended(house, (first as { vendorId: number }).vendorId, false))
      expect(await store.admitInbound(waitFor('79161110001', house))).toMatchObject({
        confirmationNumber: '74951230001',
      })
      expect(await isClean(store)).toBe(true)
    })

    it('are at most three of one account for one phone, so that nobody takes the whole pool', async () => {
      const { store, accountId } = house
      const candidates = ['74951230001', '74951230002', '74951230003', '74951230004']
      const request = waitFor('79161110001', house, { candidates })
      const first = await store.admitInbound(request)
      await store.admitInbound(request)
      expect(await store.admitInbound(request)).toMatchObject({ confirmationNumber: '74951230003' })
      const refusal = { kind: 'refused', why: 'waiting-limit', retryAfterMs: 60_000 }
      expect(await store.admitInbound(request)).toEqual(refusal)
      const sibling = { accountId, serviceId: await addService(store, accountId) }
      expect(await store.admitInbound(waitFor('79161110001', sibling, { candidates }))).toEqual(refusal)
      // This limit is checked before the funds.
      expect(await store.admitInbound({ ...request, priceUnits: 2_000_000 })).toEqual(refusal)
      const other = await anotherAccount(store)
      expect(await store.admitInbound(waitFor('79161110001', other, { candidates }))).toMatchObject({
        confirmationNumber: '74951230004',
      })
      expect((await store.admitInbound(waitFor('79161110002', house, { candidates }))).kind).toBe('admitted')
      await store.settle(ended(house, (first as { vendorId: number }).vendorId, false))
      expect(await store.admitInbound(request)).toMatchObject({ confirmationNumber: '74951230001' })
    })

    it('count the accounts of one owner together', async () => {
      const { store, accountId } = house
      const candidates = Array.from({ length: 10 }, (_, place) => `7495123000${place}`)
      const other = await anotherAccount(store)
      const ownersAccounts = [accountId, other.accountId]
      const ask = (of: typeof other) =>
        store.admitInbound(waitFor('79161110001', of, { candidates, ownersAccounts }))
      expect([(await ask(house)).kind, (await ask(other)).kind, (await ask(house)).kind]).toEqual(
        Array(3).fill('admitted'),
      )
      expect(await ask(other)).toMatchObject({ why: 'waiting-limit' })
    })

    it('leave one number of a small pool to other accounts', async () => {
      const { store } = house
      const request = waitFor('79161110001', house)
      expect((await store.admitInbound(request)).kind).toBe('admitted')
      expect(await store.admitInbound(request)).toMatchObject({ why: 'waiting-limit' })
      const other = await anotherAccount(store)
      expect((await store.admitInbound(waitFor('79161110001', other))).kind).toBe('admitted')
    })

    it('get their whole lifetime again when they began with a clock that was ahead', async () => {
      const { store } = house
      const ahead = startMs + 3 * 3_600_000
      const asked = { ...waitFor('79161110001', house), startedAt: ahead, deadlineAt: ahead + minuteMs }
      const { vendorId } = (await store.admitInbound(asked)) as { vendorId: number }
      await admitted(store, callTo('79161110002', house))
      expect(await store.restartLifetimes(startMs)).toBe(1)
      expect(await store.restartLifetimes(startMs)).toBe(0)
      expect(await store.call(vendorId)).toMatchObject({
        startedAt: startMs,
        deadlineAt: startMs + minuteMs,
      })
    })

    it('are refused by country and funds, but not by the do-not-call list', async () => {
      const { store } = house
      const request = waitFor('79161110001', house)
      expect(await store.admitInbound({ ...request, refusal: 'country' })).toMatchObject({ why: 'country' })
      expect(await store.admitInbound({ ...request, priceUnits: 2_000_000 })).toMatchObject({ why: 'funds' })
      await changed(store, 'addDoNotCall', { phoneHash: request.phoneHash, phoneMask: '', at: startMs })
      expect(await store.admitInbound(request)).toMatchObject({ kind: 'admitted' })
    })

    it('are started once for an idempotency key, which belongs to one phone and one direction', async () => {
      const { store } = house
      const request = waitFor('79161110001', house, { unique: 'k', client: 'Ann', phoneForm: '+' })
      const all = await Promise.all(Array.from({ length: 10 }, () => store.admitInbound(request)))
      const first = all.find(({ kind }) => kind === 'admitted') as { vendorId: number }
      expect(all.filter(({ kind }) => kind === 'replayed')).toHaveLength(9)
      expect(await store.call(first.vendorId)).toMatchObject({ unique: 'k', phoneForm: '+' })
      expect(await store.admitInbound({ ...request, client: 'Bob' })).toEqual({
        kind: 'replayed',
        vendorId: first.vendorId,
        confirmationNumber: '74951230001',
        client: 'Ann',
      })
      expect(await store.admitInbound(waitFor('79161110002', house, { unique: 'k' }))).toEqual({
        kind: 'key-of-another-phone',
      })
      const call = callTo('79161110001', house, { unique: 'k' })
      expect(await store.admitCall(call)).toEqual({ kind: 'key-of-another-method' })
      await admitted(store, callTo('79161110001', house, { unique: 'call' }))
      expect(await store.admitInbound({ ...request, unique: 'call' })).toEqual({
        kind: 'key-of-another-method',
      })
      expect(await isClean(store)).toBe(true)
    })
  })

  describe('free repeats', () => {
    const repeat = (vendorId: number, serviceId: number, startedAt = startMs + minuteMs) => ({
      accountId: house.accountId,
      serviceId,
      vendorId,
      startedAt,
      deadlineAt: startedAt + 59_000,
      withinMs: 300_000,
      maxRepeats: 2,
      gapMs: minuteMs,
      capacity: 'ok' as const,
    })

    it('copy phone and code of the first call, twice, for free', async () => {
      const { store, accountId, serviceId } = house
      const call = callTo('79161110001', house, { code: '0042', client: 'Ann', unique: 'k' })
      const first = await admitted(store, call)
      expect(await store.admitRepeat(repeat(first, serviceId))).toMatchObject({
        why: 'not-possible',
        retryAfterMs: 1_000,
      })
      await store.settle(ended(house, first, false))
      const one = await store.admitRepeat(repeat(first, serviceId))
      expect(one).toMatchObject({
        kind: 'admitted',
        unique: 'k',
        call: {
          code: '0042',
          client: 'Ann',
          phoneMask: '7916***0001',
          costUnits: 0,
          firstVendorId: first,
        },
      })
      const oneId = (one as { call: { vendorId: number } }).call.vendorId
      expect(await store.admitRepeat(repeat(oneId, serviceId, startMs + 1.5 * minuteMs))).toEqual({
        kind: 'refused',
        why: 'not-possible',
        retryAfterMs: minuteMs / 2,
      })
      const two = await store.admitRepeat(repeat(oneId, serviceId, startMs + 2 * minuteMs))
      expect(two).toMatchObject({ kind: 'admitted', call: { firstVendorId: first } })
      expect(await store.admitRepeat(repeat(first, serviceId))).toMatchObject({ why: 'used-up' })
      expect(await store.repeatsOf(first)).toHaveLength(2)
      expect((await accountBalance(store, accountId)).held).toBe(0)
    })

    it('are refused once the number is on the do-not-call list, except for a test number', async () => {
      const { store, serviceId } = house
      const first = await admitted(store, callTo('79161110001', house))
      const test = await admitted(store, callTo('79161110002', house, { test: true, priceUnits: 0 }))
      for (const phone of ['79161110001', '79161110002'])
        await changed(store, 'addDoNotCall', { phoneHash: hashOf(phone), phoneMask: '', at: startMs })
      for (const vendorId of [first, test]) await store.settle(ended(house, vendorId, false))
      expect(await store.admitRepeat(repeat(first, serviceId))).toMatchObject({ why: 'do-not-call' })
      expect(await store.repeatsOf(first)).toEqual([])
      expect((await store.admitRepeat(repeat(test, serviceId))).kind).toBe('admitted')
    })

    it('are refused when too late, for another service, for inbound, and without a route', async () => {
      const { store, accountId, serviceId } = house
      const first = await admitted(store, callTo('79161110001', house))
      const inbound = await store.admitInbound(waitFor('79161110002', house))
      const other = await addService(store, accountId)
      const why = async (request: ReturnType<typeof repeat>) =>
        ((await store.admitRepeat(request)) as { why: string }).why
      expect(await why(repeat(first, serviceId, startMs + 300_001))).toBe('too-late')
      expect(await why(repeat(first, other))).toBe('unknown')
      expect(await why(repeat(123_456, serviceId))).toBe('unknown')
      expect(await why(repeat((inbound as { vendorId: number }).vendorId, serviceId))).toBe('not-possible')
      await store.settle(ended(house, first, false))
      expect(await why({ ...repeat(first, serviceId), capacity: 'full' } as never)).toBe('full')
      const made = await admitted(store, callTo('79161110003', house))
      await store.settle(ended(house, made, true))
      expect(await store.admitRepeat(repeat(made, serviceId))).toEqual({
        kind: 'refused',
        why: 'not-possible',
        retryAfterMs: 0,
      })
    })
  })
}
