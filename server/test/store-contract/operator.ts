import { describe, expect, it } from 'vitest'
import type { LogFilter } from '../../src/storage/queries/operators-log.ts'
import { defaultTrunkSettings, type TrunkSettings } from '../../src/storage/queries/trunks.ts'
import type { Store } from '../../src/storage/store.ts'
import { addTrunk, changed, furnish, hashOf, type StoreUnderTest, startMs, waitFor } from './fixture.ts'

const action = {
  personId: 1,
  email: 'op@example.com',
  action: 'trunk-changed',
  facts: { trunk: 'north', fields: ['enabled', 'password'] },
  ip: '127.0.0.1',
  userAgent: 'test',
  createdAt: startMs,
}

const plain = { demo: false, tollFree: false, countries: [] as readonly string[], thanks: false }

export function describeOperator(under: StoreUnderTest): void {
  describe('actions of operators', () => {
    it('are listed newest first, page by page', async () => {
      const { store } = await furnish(under)
      for (const kind of ['one', 'two', 'three']) {
        await store.recordLogLines([{ ...action, action: kind, result: 'done', times: 1, accountId: 0 }])
      }
      const newest = await store.operatorActions({ before: null, limit: 2 })
      expect(newest.map((each) => each.action)).toEqual(['three', 'two'])
      const rest = await store.operatorActions({ before: newest[1]!.id, limit: 2 })
      expect(rest).toEqual([
        {
          id: rest[0]!.id,
          personId: 1,
          email: 'op@example.com',
          action: 'one',
          facts: { trunk: 'north', fields: ['enabled', 'password'] },
          ip: '127.0.0.1',
          userAgent: 'test',
          createdAt: startMs,
          result: 'done',
          times: 1,
          accountId: 0,
        },
      ])
      await store.close()
    })

    it('are in one log with sign-ins and refused keys, which can be filtered', async () => {
      const { store } = await furnish(under)
      await store.recordLogLines([
        { ...action, action: 'trunk-added', result: 'done', times: 1, accountId: 0 },
      ])
      const line = { ...action, facts: {}, result: 'refused', times: 3, accountId: 7 } as const
      await store.recordLogLines([
        { ...line, action: 'sign-in-refused', email: 'Ann_1@example.com', ip: '2001:db8::1' },
        { ...line, action: 'key-refused', email: '', accountId: 0, createdAt: startMs + 5 },
        { ...line, action: 'signed-in', email: 'annx1@example.com', result: 'done', times: 1 },
      ])
      const found = async (filter: LogFilter) =>
        (await store.operatorActions({ ...filter, before: null, limit: 10 })).map((each) => each.action)
      expect(await found({})).toEqual(['signed-in', 'key-refused', 'sign-in-refused', 'trunk-added'])
      expect(await found({ group: 'changes' })).toEqual(['trunk-added'])
      expect(await found({ group: 'sign-ins' })).toEqual(['signed-in', 'sign-in-refused'])
      expect(await found({ group: 'keys' })).toEqual(['key-refused'])
      expect(await found({ result: 'refused' })).toEqual(['key-refused', 'sign-in-refused'])
      expect(await found({ who: 'ann_1' })).toEqual(['sign-in-refused'])
      expect(await found({ ip: '2001:db8:' })).toEqual(['sign-in-refused'])
      expect(await found({ accountId: 7, isAccess: true })).toEqual(['signed-in', 'sign-in-refused'])
      expect(await found({ from: startMs + 5 })).toEqual(['key-refused'])
      expect(await found({ to: startMs, who: 'ann' })).toEqual([])
      await store.close()
    })

    it('are deleted, oldest first, when a purge gives a maximum age', async () => {
      const { store } = await furnish(under)
      const now = Date.now()
      const lineOf = (kind: string, createdAt: number) => ({
        ...action,
        action: kind,
        createdAt,
        result: 'done' as const,
        times: 1,
        accountId: 0,
      })
      await store.recordLogLines([lineOf('old', now - 10_000_000), lineOf('young', now)])
      const purge = (more: object) => store.purge({ before: 0, now, limit: 100, trustsClock: true, ...more })
      await purge({})
      expect(await store.operatorActions({ before: null, limit: 10 })).toHaveLength(2)
      await purge({ logBefore: now - 5_000_000 })
      expect(await store.operatorActions({ before: null, limit: 10 })).toMatchObject([{ action: 'young' }])
      await store.close()
    })

    it('trunk that was saved before a setting existed: has the default', async () => {
      const { store } = await furnish(under)
      const { trustDomain: _, ...older } = { ...defaultTrunkSettings, host: 'sip.example.com' }
      const settings = older as TrunkSettings
      await store.saveTrunk({ name: 'old', demo: false, sealedPassword: null, updatedAt: 1, settings })
      expect((await store.trunks())[0]!.settings).toEqual({
        ...defaultTrunkSettings,
        host: 'sip.example.com',
      })
      await store.close()
    })

    it('early media: counts what followed the 183s of a trunk, and deletes it with the trunk', async () => {
      const { store } = await furnish(under)
      const settings = { ...defaultTrunkSettings, host: 'sip.example.com' }
      await store.saveTrunk({ name: 'north', demo: false, settings, sealedPassword: null, updatedAt: 1 })
      const counts = { ringing: 1, answer: 2, taken: 3, belied: 4, failure: 5, nothing: 6, lately: '01' }
      const calls = [
        { trunk: 'north', counts },
        { trunk: 'removed', counts },
      ]
      await Promise.all([store.countEarlyMedia(calls), store.countEarlyMedia(calls)])
      const twice = { ringing: 2, answer: 4, taken: 6, belied: 8, failure: 10, nothing: 12, lately: '0101' }
      expect(await store.earlyMedia()).toEqual([{ trunk: 'north', counts: twice }])
      await changed(store, 'removeTrunk', 'north')
      expect(await store.earlyMedia()).toEqual([])
      await store.close()
    })

    it('confirmation numbers: can be removed', async () => {
      const { store } = await furnish(under)
      await store.addConfirmationNumbers({ numbers: ['74951230001', '74951230002'], demo: false })
      const version = await store.settingsVersion()
      expect(await changed(store, 'removeConfirmationNumbers', ['74951230001', '74951239999'])).toBe(1)
      expect(await store.confirmationNumbers()).toEqual([{ number: '74951230002', trunks: [], ...plain }])
      expect(await store.settingsVersion()).toBeGreaterThan(version)
      await store.close()
    })

    it('confirmation numbers: are bound to trunks, existing ones too, and removed with their last trunk', async () => {
      const { store } = await furnish(under)
      for (const name of ['north', 'south']) await addTrunk(store, name)
      const [free, one, both] = ['74951230001', '74951230002', '74951230003'] as const
      expect(await store.addConfirmationNumbers({ numbers: [free, one, both], demo: false })).toBe(3)
      const bind = (numbers: string[], trunks: string[]) =>
        store.addConfirmationNumbers({ numbers, demo: false, trunks })
      expect(await bind([one, both], ['north'])).toBe(0)
      expect(await bind([both], ['south', 'north'])).toBe(0)
      expect(await store.confirmationNumbers()).toEqual([
        { number: free, ...plain, trunks: [] },
        { number: one, ...plain, trunks: ['north'] },
        { number: both, ...plain, trunks: ['north', 'south'] },
      ])
      await changed(store, 'removeTrunk', 'north')
      expect(await store.confirmationNumbers()).toEqual([
        { number: free, ...plain, trunks: [] },
        { number: both, ...plain, trunks: ['south'] },
      ])
      expect(await changed(store, 'removeConfirmationNumbers', [both])).toBe(1)
      await store.close()
    })

    it('confirmation numbers: are marked when added or again, and answered only while toll-free', async () => {
      const { store } = await furnish(under)
      const add = (marks: object) =>
        store.addConfirmationNumbers({ numbers: ['78005550001'], demo: false, ...marks })
      const marks = async () => {
        const { tollFree, countries, thanks } = (await store.confirmationNumbers())[0]!
        return [tollFree, countries.join(), thanks]
      }
      expect(await add({ tollFree: true, countries: ['RU', 'KZ'] })).toBe(1)
      expect(await marks()).toEqual([true, 'RU,KZ', false])
      expect(await add({ thanks: true })).toBe(0)
      expect(await marks()).toEqual([true, 'RU,KZ', true])
      await add({ tollFree: false, countries: [] })
      expect(await marks()).toEqual([false, '', false])
      await store.close()
    })

    it('inbound request: is found over a trunk that carries its number, never over the simulated carrier', async () => {
      const furnished = await furnish(under)
      const { store } = furnished
      for (const trunk of ['north', 'south']) await addTrunk(store, trunk)
      await addTrunk(store, 'simulator', true)
      const now = startMs
      const waiting = await store.admitInbound(
        waitFor('79161110003', furnished, { startedAt: now, deadlineAt: now + 60_000 }),
      )
      if (waiting.kind !== 'admitted') throw new Error(waiting.kind)
      const { vendorId, confirmationNumber } = waiting
      const over = (trunk: string) =>
        store.waitingFor({ phoneHash: hashOf('79161110003'), confirmationNumber, trunk, now })
      const found = async () => [await over('north'), await over('south')]
      expect(await found()).toEqual([vendorId, vendorId])
      const hidden = () => store.waitingFor({ phoneHash: null, confirmationNumber, trunk: 'north', now })
      expect(await hidden()).toBe(vendorId)
      expect(await store.waitingFor({ phoneHash: null, confirmationNumber: '1', trunk: 'north', now })).toBe(
        undefined,
      )
      await store.admitInbound(
        waitFor('79161110004', furnished, { candidates: [confirmationNumber], deadlineAt: now + 60_000 }),
      )
      expect(await hidden()).toBeUndefined()
      expect([await over('simulator'), await over('nowhere')]).toEqual([undefined, undefined])
      await store.addConfirmationNumbers({ numbers: [confirmationNumber], demo: false, trunks: ['south'] })
      expect(await found()).toEqual([undefined, vendorId])
      await store.close()
    })

    it.each([
      [
        'trunk',
        (store: Store) => addTrunk(store, 'north'),
        (store: Store) => changed(store, 'removeTrunk', 'north'),
      ],
      [
        'confirmation number',
        (store: Store) => store.addConfirmationNumbers({ numbers: ['74951230001'], demo: false }),
        (store: Store) => changed(store, 'removeConfirmationNumbers', ['74951230001']),
      ],
    ])(
      'real telephony: the first real %s is recorded, also after its removal; those of the demo do not count',
      async (_, add, remove) => {
        const { store } = await furnish(under)
        await addTrunk(store, 'simulator', true)
        await store.addCallerRange({ first: '74951230000', last: '74951239999', trunk: 'simulator' })
        await store.addConfirmationNumbers({ numbers: ['74951230009'], demo: true })
        expect(await store.hasRealTelephony()).toBe(false)
        await add(store)
        expect(await store.hasRealTelephony()).toBe(true)
        await remove(store)
        expect(await store.hasRealTelephony()).toBe(true)
        await store.close()
      },
    )

    it('demo account: its owner does not become an operator', async () => {
      // Strangers can sign up to a demo.
      const { store } = await furnish(under)
      const terms = { passwordHash: 'scrypt$', tariff: 'uni', phoneConfirmed: true, at: startMs }
      await store.createAccount({ ...terms, email: 'demo@example.com', demo: true })
      expect(await store.personByEmail('demo@example.com')).toMatchObject({ operator: false })
      await store.close()
    })

    it('do-not-call list: is shown as masks, newest first', async () => {
      const { store } = await furnish(under)
      for (const [index, phone] of ['79161110001', '79161110002', '79161110003'].entries()) {
        await changed(store, 'addDoNotCall', {
          phoneHash: hashOf(phone),
          phoneMask: `7916***000${index + 1}`,
          at: startMs + index,
        })
      }
      expect(await store.doNotCallList({ limit: 2 })).toEqual({
        total: 3,
        entries: [
          { phoneMask: '7916***0003', since: startMs + 2, reason: '' },
          { phoneMask: '7916***0002', since: startMs + 1, reason: '' },
        ],
      })
      await store.close()
    })
  })
}
