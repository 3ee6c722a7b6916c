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
  isClean,
  price,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'

export function describeAdmission(under: StoreUnderTest): void {
  describe('admission of calls', () => {
    let house: Furnished
    beforeEach(async () => {
      house = await furnish(under)
    })
    afterEach(() => house.store.close())

    it('gives growing ids from 100000 and holds the price', async () => {
      const { store, accountId } = house
      const first = await admitted(store, callTo('79161110001', house))
      const second = await admitted(store, callTo('79161110002', house))
      expect([first, second]).toEqual([100_000, 100_001])
      expect(await accountBalance(store, accountId)).toEqual({
        balance: 1_000_000 - 2 * price,
        held: 2 * price,
      })
      expect(await store.call(second)).toMatchObject({
        state: 'checking',
        costUnits: price,
        balanceBeforeUnits: 1_000_000 - price,
        phoneMask: '7916***0002',
      })
    })

    it('returns the first result for a repeated key and takes no second hold', async () => {
      const { store, accountId } = house
      const request = callTo('79161110001', house, { unique: 'k', code: '0007', client: 'Ann' })
      const vendorId = await admitted(store, request)
      const again = await store.admitCall({
        ...request,
        code: '9999',
        client: 'Bob',
        refusal: 'country',
        capacity: 'full',
      })
      expect(again).toEqual({ kind: 'replayed', vendorId, code: '0007', client: 'Ann' })
      expect((await accountBalance(store, accountId)).held).toBe(price)
    })

    it('keeps every character of a key and of a client', async () => {
      const house = await furnish(under)
      for (const unique of ['a\u0000b', '\u0000', '\uffff0', 'a"\\{}', '\u{1f4de}']) {
        const call = callTo('79161110001', house, { unique, client: unique, test: true })
        const vendorId = await admitted(house.store, call)
        expect(await house.store.admitCall(call)).toMatchObject({
          kind: 'replayed',
          vendorId,
          client: unique,
        })
        expect(await house.store.call(vendorId)).toMatchObject({ unique, client: unique })
      }
      await house.store.close()
    })

    it('limits calls to a number over all services and accounts of the installation too', async () => {
      const { store } = house
      const accountId = await addAccount(store, 'another@example.com', { amountUnits: 1_000_000 })
      const other = { accountId, serviceId: await addService(store, accountId) }
      await admitted(store, callTo('79161110001', house))
      expect(await store.admitCall(callTo('79161110001', other, { startedAt: startMs + 2_000 }))).toEqual({
        kind: 'refused',
        why: 'wait',
        retryAfterMs: 3_000,
      })
      await admitted(store, callTo('79161110001', other, { startedAt: startMs + 5_000 }))
      await admitted(store, callTo('79161110002', other))
    })

    it('separates the keys of two services', async () => {
      const { store, accountId } = house
      const other = { accountId, serviceId: await addService(store, accountId) }
      await admitted(store, callTo('79161110001', house, { unique: 'k' }))
      await admitted(store, callTo('79161110001', other, { unique: 'k', startedAt: startMs + 5_000 }))
    })

    it('does not return the result of a key for another phone', async () => {
      const { store } = house
      await admitted(store, callTo('79161110001', house, { unique: 'k' }))
      expect(await store.admitCall(callTo('79161110002', house, { unique: 'k' }))).toEqual({
        kind: 'key-of-another-phone',
      })
    })

    it('starts one call for parallel calls with the same key', async () => {
      const { store, accountId } = house
      const results = await Promise.all(
        Array.from({ length: 50 }, () => store.admitCall(callTo('79161110001', house, { unique: 'k' }))),
      )
      expect(results.filter(({ kind }) => kind === 'admitted')).toHaveLength(1)
      expect(results.filter(({ kind }) => kind === 'replayed')).toHaveLength(49)
      expect((await accountBalance(store, accountId)).held).toBe(price)
    })

    it('leaves the key free and changes nothing when it refuses', async () => {
      const { store, accountId } = house
      for (const changes of [
        { refusal: 'mode-country' },
        { refusal: 'country' },
        { capacity: 'full' },
        { capacity: 'no-way' },
      ] as const) {
        const refused = await store.admitCall(callTo('79161110001', house, { unique: 'k', ...changes }))
        expect(refused).toMatchObject({ kind: 'refused', why: Object.values(changes)[0] })
      }
      expect(await accountBalance(store, accountId)).toEqual({ balance: 1_000_000, held: 0 })
      expect(await admitted(store, callTo('79161110001', house, { unique: 'k' }))).toBe(100_000)
    })

    it('checks in order: country, do-not-call, number, funds, caps, capacity', async () => {
      const { store, accountId, serviceId } = house
      const phone = '79161110001'
      const everything = callTo(phone, house, {
        refusal: 'country',
        priceUnits: 2_000_000,
        caps: [{ scope: `service:${serviceId}`, perHourUnits: 1, perDayUnits: 0 }],
        capacity: 'full',
      })
      const why = async (request: typeof everything) => {
        const result = await store.admitCall(request)
        return result.kind === 'refused' ? result.why : result.kind
      }
      expect(await why(everything)).toBe('country')
      await changed(store, 'addDoNotCall', { phoneHash: everything.phoneHash, phoneMask: '', at: startMs })
      expect(await why({ ...everything, refusal: null })).toBe('do-not-call')
      await changed(store, 'removeDoNotCall', everything.phoneHash)
      await admitted(store, callTo(phone, house, { startedAt: startMs - 1 }))
      expect(await why({ ...everything, refusal: null })).toBe('wait')
      const later = { ...everything, refusal: null, startedAt: startMs + 20_000 }
      expect(await why(later)).toBe('funds')
      expect(await why({ ...later, priceUnits: price })).toBe('spend-cap')
      expect(await why({ ...later, priceUnits: price, caps: [] })).toBe('full')
      expect((await store.account(accountId))?.balanceUnits).toBe(1_000_000 - price)
    })

    it('limits calls to one number at one service', async () => {
      const { store, accountId } = house
      const call = (startedAt: number) => store.admitCall(callTo('79161110001', house, { startedAt }))
      for (const second of [0, 15, 30, 45])
        expect((await call(startMs + second * 1000)).kind).toBe('admitted')
      expect(await call(startMs + 50_000)).toEqual({ kind: 'refused', why: 'wait', retryAfterMs: 10_000 })
      expect(await call(startMs + 59_999)).toMatchObject({ why: 'wait', retryAfterMs: 1 })
      const other = { accountId, serviceId: await addService(store, accountId) }
      expect(
        (await store.admitCall(callTo('79161110001', other, { startedAt: startMs + 50_000 }))).kind,
      ).toBe('admitted')
      expect((await call(startMs + 60_000)).kind).toBe('admitted')
    })

    it('exempts a test number from limits, caps and funds, for free', async () => {
      const poor = await furnish(under, 0)
      const { store, accountId } = poor
      const serviceId = await addService(store, accountId)
      const test = callTo('79000000001', { accountId, serviceId }, { test: true, priceUnits: 0 })
      const ids = [await admitted(store, test), await admitted(store, test)]
      for (const id of ids) expect(await store.settle(ended(poor, id, true))).toBe(true)
      expect(await store.ledger({ accountId, afterEntry: 0, limit: 10 })).toEqual([])
      await store.close()
    })

    it('enforces the cap of the hour and of the day, and returns what a failed call took', async () => {
      const { store } = house
      const caps = [{ scope: 'prefix:7', perHourUnits: 2 * price, perDayUnits: 3 * price }]
      const call = (phone: string, startedAt: number) =>
        store.admitCall(callTo(phone, house, { caps, startedAt }))
      const first = await call('79161110001', startMs)
      expect((await call('79161110002', startMs)).kind).toBe('admitted')
      expect(await call('79161110003', startMs + 1_000)).toEqual({
        kind: 'refused',
        why: 'spend-cap',
        retryAfterMs: 3_599_000,
      })
      await store.settle(ended(house, (first as { vendorId: number }).vendorId, false))
      expect((await call('79161110003', startMs + 2_000)).kind).toBe('admitted')
      expect((await call('79161110004', startMs + 3_600_000)).kind).toBe('admitted')
      expect((await call('79161110005', startMs + 7_200_000)).kind).toBe('refused')
      expect((await call('79161110005', startMs + 86_400_000)).kind).toBe('admitted')
      expect(await isClean(store)).toBe(true)
    })

    it('keeps the returned price of a call that counts for good in the caps', async () => {
      const { store } = house
      const caps = [{ scope: 'prefix:7', perHourUnits: price, perDayUnits: 0 }]
      const first = callTo('79161110001', house, { caps, countsForGood: true })
      await store.settle(ended(house, await admitted(store, first), false))
      const second = await store.admitCall(callTo('79161110002', house, { caps }))
      expect(second).toMatchObject({ kind: 'refused', why: 'spend-cap' })
      expect(await isClean(store)).toBe(true)
    })
  })
}
