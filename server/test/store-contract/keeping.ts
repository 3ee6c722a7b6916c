import { describe, expect, it } from 'vitest'
import type { NumberPlace, NumberWalk } from '../../src/books/number-limit.ts'
import { defaultServiceSettings } from '../../src/storage/queries/services.ts'
import {
  addAccount,
  addService,
  admitted,
  callTo,
  changed,
  ended,
  furnish,
  hashOf,
  isClean,
  options,
  price,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'

const dayMs = 86_400_000

export function describeKeeping(under: StoreUnderTest): void {
  describe('stored data', () => {
    it('is there again after reopening', async () => {
      const place = 'reopened'
      const first = await under.open(place, options)
      await first.changeTariff({ code: 'uni', name: 'Единый', chargesFailed: false })
      const accountId = await addAccount(first, 'again@example.com')
      await first.topUp({ accountId, amountUnits: 50_000, note: '', at: startMs })
      const serviceId = await addService(first, accountId)
      const id = await admitted(first, callTo('79161110001', { accountId, serviceId }, { unique: 'k' }))
      await first.close()
      const second = await under.open(place, options)
      expect(await second.call(id)).toMatchObject({ state: 'checking', unique: 'k' })
      expect(
        (await second.admitCall(callTo('79161110001', { accountId, serviceId }, { unique: 'k' }))).kind,
      ).toBe('replayed')
      expect(await admitted(second, callTo('79161110002', { accountId, serviceId }))).toBe(id + 1)
      await second.close()
    })

    it('is purged past its retention, and ids are never given again', async () => {
      const house = await furnish(under)
      const { store, accountId } = house
      const old = await admitted(store, callTo('79161110001', house, { unique: 'old' }))
      await store.settle(ended(house, old, true))
      const young = await admitted(
        store,
        callTo('79161110002', house, { startedAt: startMs + 90 * dayMs, unique: 'young' }),
      )
      await store.settle(ended(house, young, true))
      const now = startMs + 181 * dayMs
      const purged = await store.purge({ before: now - 180 * dayMs, now, limit: 100, trustsClock: true })
      expect(purged.deleted).toBeGreaterThan(0)
      expect(await store.call(old)).toBeUndefined()
      expect(await store.call(young)).toBeDefined()
      while ((await store.purge({ before: now + dayMs, now, limit: 1, trustsClock: true })).more);
      expect(await store.call(young)).toBeUndefined()
      expect(await admitted(store, callTo('79161110003', house, { unique: 'old', startedAt: now }))).toBe(
        young + 1,
      )
      expect((await store.ledger({ accountId, afterEntry: 0, limit: 100 })).length).toBe(3)
      expect(await isClean(store)).toBe(true)
      await store.close()
    })

    it('of a look-up with an idempotency key is kept for a day, and removed when its price is returned', async () => {
      const { store, accountId } = await furnish(under)
      const fingerprint = Buffer.alloc(32, 1)
      const held = (lookupId: string, startedAt = startMs, of = fingerprint) =>
        store.holdLookup({
          lookupId,
          fingerprint: of,
          accountId,
          amountUnits: 400,
          caps: [],
          startedAt,
          deadlineAt: startedAt + 30_000,
        })
      const end = (lookupId: string, isAnswered: boolean) =>
        store.endLookup({ lookupId, accountId, isAnswered, at: startMs })
      const first = await held('one')
      expect(first).toMatchObject({ kind: 'held', balanceUnits: expect.any(Number) })
      const { balanceUnits } = first as { balanceUnits: number }
      await end('one', true)
      expect(await held('one')).toEqual({ kind: 'replayed', count: 1, amountUnits: 400, balanceUnits })
      expect(await held('one', startMs, Buffer.alloc(32, 2))).toEqual({ kind: 'key-of-another-phone' })
      await held('two')
      await end('two', false)
      expect((await held('two')).kind).toBe('held')
      await end('two', true)
      const now = startMs + dayMs + 1
      while ((await store.purge({ before: 0, now, limit: 1, trustsClock: true })).more);
      expect((await held('one', now)).kind).toBe('held')
      await end('one', true)
      expect(await isClean(store)).toBe(true)
      await store.close()
    })

    it('of number limits is deleted by a walk in parts, and only if it has expired', async () => {
      const house = await furnish(under)
      const { store, accountId } = house
      const other = { accountId, serviceId: await addService(store, accountId) }
      const phones = ['79161110001', '79161110002', '79161110003']
      const { gapMs } = options.numberLimits.everywhere
      for (const phone of phones) {
        await admitted(store, callTo(phone, house))
        await admitted(store, callTo(phone, other, { startedAt: startMs + gapMs }))
      }
      // The last in the order of the key, and one among the expired.
      const last = { accountId, serviceId: await addService(store, accountId) }
      const young = '79161110004'
      for (const [place, at] of [house, last].entries())
        await admitted(store, callTo(young, at, { startedAt: startMs + dayMs + place * gapMs }))
      // For each service, and for all together.
      for (const phone of phones) expect(await store.numberTraces(hashOf(phone))).toHaveLength(3)
      const now = startMs + dayMs + gapMs + 1
      const deleted: number[] = []
      let after: NumberPlace | null = null
      do {
        const walk: NumberWalk = await store.forgetNumbers({ after, now, limit: 3 })
        deleted.push(walk.deleted)
        after = walk.next
      } while (after !== null)
      expect(deleted).toHaveLength(5)
      expect(deleted.reduce((sum, count) => sum + count)).toBe(9)
      for (const phone of phones) expect(await store.numberTraces(hashOf(phone))).toEqual([])
      expect(await store.numberTraces(hashOf(young))).toHaveLength(3)
      await store.close()
    })

    it('of a number can be listed and erased; the ledger stays', async () => {
      const house = await furnish(under)
      const { store, accountId } = house
      const id = await admitted(store, callTo('79161110001', house, { client: 'Ann' }))
      const hash = hashOf('79161110001')
      expect(await store.erasePhone(hash)).toBe(0)
      await store.settle(ended(house, id, true))
      expect((await store.callsOfPhone(hash)).map(({ vendorId }) => vendorId)).toEqual([id])
      expect(await store.erasePhone(hash)).toBe(1)
      expect(await store.callsOfPhone(hash)).toEqual([])
      expect(await store.call(id)).toMatchObject({
        phoneHash: null,
        phoneMask: '',
        client: '',
        code: '',
        costUnits: price,
      })
      expect((await store.ledger({ accountId, afterEntry: 0, limit: 10 })).length).toBe(2)
      await store.close()
    })
  })

  it('alone: returns the result of the work, or its error', async () => {
    const { store } = await furnish(under)
    expect(await store.alone('work', async () => 7)).toBe(7)
    await expect(store.alone('work', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await store.alone('work', async () => 8)).toBe(8)
    await store.close()
  })

  describe('accounts, services and what the operator sets', () => {
    it('refuses a second account with one e-mail and an unknown tariff', async () => {
      const { store } = await furnish(under)
      const account = {
        email: 'x@example.com',
        passwordHash: '',
        tariff: 'uni',
        demo: false,
        phoneConfirmed: true,
        at: startMs,
      }
      expect(await store.createAccount(account)).toMatchObject({ email: 'x@example.com', balanceUnits: 0 })
      expect(await store.createAccount(account)).toBe('email-taken')
      expect(await store.createAccount({ ...account, email: 'y@example.com', tariff: 'none' })).toBe(
        'no-such-tariff',
      )
      expect(await store.topUp({ accountId: 999, amountUnits: 1, note: '', at: startMs })).toBeUndefined()
      await store.close()
    })

    it('gives an account a new password', async () => {
      const { store, accountId } = await furnish(under)
      const passwordHash = 'scrypt$new'
      expect(await store.setPasswordHash({ id: accountId, passwordHash, at: startMs + 1 })).toBe(true)
      expect((await store.account(accountId))?.updatedAt).toBe(startMs + 1)
      expect(await store.setPasswordHash({ id: 999, passwordHash, at: startMs })).toBe(false)
      await store.close()
    })

    it('changes a service, rotates its key and increases the version that nodes poll', async () => {
      const { store, accountId, serviceId } = await furnish(under)
      const before = await store.settingsVersion()
      await changed(store, 'changeService', {
        id: serviceId,
        status: 'off',
        settings: { ...defaultServiceSettings, httpsOnly: true },
        at: startMs,
      })
      await store.rotateKey({
        serviceId,
        keyHash: hashOf('new'),
        previousKeyEndsAt: startMs + dayMs,
        at: startMs,
      })
      await changed(store, 'changeAccount', { id: accountId, status: 'blocked', at: startMs })
      const service = await store.service(serviceId)
      expect(service).toMatchObject({
        status: 'off',
        settings: { httpsOnly: true },
        previousKeyEndsAt: startMs + dayMs,
      })
      expect(Buffer.from(service!.keyHash)).toEqual(hashOf('new'))
      expect(Buffer.from(service!.previousKeyHash!)).toEqual(hashOf('key'))
      expect((await store.account(accountId))?.status).toBe('blocked')
      expect(await store.settingsVersion()).toBeGreaterThanOrEqual(before + 3)
      const merged = await changed(store, 'changeService', {
        id: serviceId,
        settings: { legacyRepeats: true },
        at: startMs,
      })
      expect(merged).toMatchObject({ status: 'off', settings: { httpsOnly: true, legacyRepeats: true } })
      expect(await store.service(serviceId)).toEqual(merged)
      expect(await changed(store, 'changeService', { id: 999, status: 'off', at: startMs })).toBe(undefined)
      await store.close()
    })

    it('keeps the latest time of use, and the last actions, newest first', async () => {
      const { store, accountId, serviceId } = await furnish(under)
      await store.recordRequests([{ serviceId, at: startMs + 5_000 }])
      await store.recordRequests([{ serviceId, at: startMs + 1_000 }])
      expect((await store.service(serviceId))?.lastRequestAt).toBe(startMs + 5_000)
      for (let n = 1; n <= 60; n++) {
        await store.recordAction({
          accountId: accountId,
          action: {
            action: `act ${n}`,
            facts: {},
            userAgent: 'test',
            ip: '192.0.2.1',
            createdAt: startMs + n,
          },
        })
      }
      const actions = await store.actions({ accountId, limit: 50 })
      expect(actions).toHaveLength(50)
      expect(actions[0]).toMatchObject({
        action: 'act 60',
        userAgent: 'test',
        ip: '192.0.2.1',
        createdAt: startMs + 60,
      })
      await store.close()
    })

    it('keeps tariffs, caps, confirmation numbers and blocked addresses', async () => {
      const { store } = await furnish(under)
      expect(
        await store.changeTariff({ code: 'uni', prices: [{ mode: 'voice', prefix: '77', priceUnits: 1 }] }),
      ).toBe('done')
      expect(
        await store.changeTariff({ code: 'none', prices: [{ mode: 'voice', prefix: '', priceUnits: 1 }] }),
      ).toBe('name-missing')
      expect(await store.tariffs()).toEqual([
        {
          code: 'uni',
          name: 'Единый',
          chargesFailed: false,
          chargesSuspects: false,
          chargesOnApproval: false,
          refusesOwnCodes: false,
          prices: [{ mode: 'voice', prefix: '77', priceUnits: 1 }],
        },
      ])
      const cap = { scope: 'service:1', perHourUnits: 5, perDayUnits: 0 }
      await changed(store, 'changeSpendCap', cap)
      expect(await store.spendCaps()).toEqual([cap])
      await changed(store, 'changeSpendCap', { ...cap, perHourUnits: 0 })
      expect(await store.spendCaps()).toEqual([])
      await expect(changed(store, 'changeSpendCap', { ...cap, scope: 'prefix:79161' })).rejects.toThrow(
        'at most 4 digits',
      )
      expect(await store.spendCaps()).toEqual([])
      expect(
        await store.addConfirmationNumbers({ numbers: ['74950000001', '74950000001'], demo: true }),
      ).toBe(1)
      expect(await store.confirmationNumbers()).toEqual([
        { number: '74950000001', demo: true, trunks: [], tollFree: false, countries: [], thanks: false },
      ])
      await changed(store, 'blockAddress', { address: '192.0.2.0/24', note: 'abuse', at: startMs })
      expect(await store.blockedAddresses()).toEqual([
        { address: '192.0.2.0/24', note: 'abuse', createdAt: startMs },
      ])
      expect(await changed(store, 'unblockAddress', '192.0.2.0/24')).toBe(true)
      expect(await store.meta('x')).toBeUndefined()
      expect(await store.claimMeta({ name: 'x', value: 'one' })).toBe('one')
      expect(await store.meta('x')).toBe('one')
      expect(await store.claimMeta({ name: 'x', value: 'two' })).toBe('one')
      await store.close()
    })
  })
}
