import { describe, expect, it } from 'vitest'
import { furnish, hashOf, type StoreUnderTest, startMs } from './fixture.ts'

const action = {
  personId: 1,
  email: 'op@example.com',
  action: 'trunk-changed',
  facts: { trunk: 'north', fields: ['enabled', 'password'] },
  ip: '127.0.0.1',
  userAgent: 'test',
  formToken: null,
  createdAt: startMs,
}

export function describeOperator(under: StoreUnderTest): void {
  describe('what operators do', () => {
    it('is listed newest first, page by page', async () => {
      const { store } = await furnish(under)
      for (const kind of ['one', 'two', 'three']) {
        expect(await store.recordOperatorAction({ ...action, action: kind })).toBe(true)
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
        },
      ])
      await store.close()
    })

    it('is recorded once for one form, also when it is sent twice at once', async () => {
      const { store } = await furnish(under)
      const sent = { ...action, formToken: 'form-1' }
      const recorded = await Promise.all([1, 2, 3].map(() => store.recordOperatorAction(sent)))
      expect(recorded.filter(Boolean)).toHaveLength(1)
      expect(await store.operatorActions({ before: null, limit: 10 })).toHaveLength(1)
      expect(await store.recordOperatorAction({ ...action, formToken: 'form-2' })).toBe(true)
      await store.close()
    })

    it('stays readable where it was stored as a sentence, without facts', async () => {
      const { store } = await furnish(under)
      await store.recordOperatorAction({ ...action, action: 'trunk north added', facts: null })
      expect(await store.operatorActions({ before: null, limit: 1 })).toMatchObject([
        { action: 'trunk north added', facts: null },
      ])
      await store.close()
    })

    it('takes confirmation numbers away again', async () => {
      const { store } = await furnish(under)
      await store.addConfirmationNumbers({ numbers: ['74951230001', '74951230002'], demo: false })
      const version = await store.settingsVersion()
      expect(await store.removeConfirmationNumbers(['74951230001', '74951239999'])).toBe(1)
      expect(await store.confirmationNumbers()).toEqual([{ number: '74951230002', demo: false }])
      expect(await store.settingsVersion()).toBeGreaterThan(version)
      await store.close()
    })

    it('sees the do-not-call list as masks, newest first', async () => {
      const { store } = await furnish(under)
      for (const [index, phone] of ['79161110001', '79161110002', '79161110003'].entries()) {
        await store.addDoNotCall({
          phoneHash: hashOf(phone),
          phoneMask: `7916***000${index + 1}`,
          at: startMs + index,
        })
      }
      expect(await store.doNotCallList({ limit: 2 })).toEqual({
        total: 3,
        entries: [
          { phoneMask: '7916***0003', since: startMs + 2 },
          { phoneMask: '7916***0002', since: startMs + 1 },
        ],
      })
      await store.close()
    })
  })
}
