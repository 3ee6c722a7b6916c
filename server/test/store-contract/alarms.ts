import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SeenAlarm } from '../../src/storage/queries/alarms.ts'
import type { changes } from './changes.ts'
import { changed, type Furnished, furnish, type StoreUnderTest, startMs } from './fixture.ts'

const down: SeenAlarm = {
  kind: 'trunk-down',
  subject: 'north',
  since: startMs - 5_000,
  facts: { said: '503' },
}

export function describeAlarms(under: StoreUnderTest): void {
  describe('alarms', () => {
    let house: Furnished
    beforeEach(async () => {
      house = await furnish(under, 0)
    })
    afterEach(() => house.store.close())
    const sees = (nodeId: string, alarms: readonly SeenAlarm[], isComplete = true) =>
      house.store.noteAlarms({ nodeId, alarms, isComplete, now: startMs })
    const open = () => house.store.openAlarms({ now: startMs })
    const due = async () => {
      const claim = { now: startMs, leaseEndsAt: startMs + 60_000, limit: 10 }
      const notices = await house.store.claimAlarmNotices(claim)
      return notices.map(({ what, receiver, alarm }) => `${what} ${receiver.target} ${alarm.subject}`)
    }
    const made = <Name extends keyof typeof changes>(
      change: Name,
      input: Parameters<(typeof changes)[Name]>[1],
    ) => changed(house.store, change, input)
    const receiver = (target: string, kinds: readonly string[] = []) =>
      made('addAlarmReceiver', {
        channel: 'mail',
        target,
        sealed: null,
        kinds,
        language: 'en',
        createdAt: startMs,
      })

    it('are one for all nodes, begin once and end with the last node that sees them', async () => {
      await receiver('ops@example.com')
      await receiver('money@example.com', ['audit'])
      await sees('a', [down])
      await sees('b', [{ ...down, facts: { said: '408' } }])
      expect(await open()).toMatchObject([
        { kind: 'trunk-down', subject: 'north', nodes: ['a', 'b'], endedAt: null, facts: { said: '408' } },
      ])
      expect(await due()).toEqual(['began ops@example.com north'])
      expect(await due()).toEqual([])
      expect(await house.store.openAlarmCount()).toBe(1)
      await sees('a', [])
      expect(await open()).toMatchObject([{ nodes: ['b'] }])
      await sees('b', [])
      expect(await open()).toEqual([])
      expect(await due()).toEqual(['ended ops@example.com north'])
      expect(await house.store.pastAlarms({ before: null, limit: 10 })).toMatchObject([
        { kind: 'trunk-down', subject: 'north', endedAt: expect.any(Number) },
      ])
    })

    it('are not ended by a node that has just started', async () => {
      await sees('a', [down])
      await sees('a', [], false)
      expect(await open()).toHaveLength(1)
    })

    it('are reported after a silence if they still last', async () => {
      await receiver('ops@example.com')
      const id = await made('addAlarmSilence', {
        kind: 'trunk-down',
        subject: '',
        until: 8_000_000_000_000,
        reason: 'works',
        createdAt: startMs,
      })
      await sees('a', [down])
      expect(await open()).toMatchObject([{ isSilenced: true }])
      expect(await due()).toEqual([])
      expect(await house.store.alarmSilences({ now: startMs })).toMatchObject([{ id, reason: 'works' }])
      expect(await made('removeAlarmSilence', id)).toBe(true)
      await sees('a', [down])
      expect(await due()).toEqual(['began ops@example.com north'])
    })

    it('wait for a receiver that failed, and are gone with a receiver that is removed', async () => {
      const { id } = await receiver('ops@example.com')
      await sees('a', [down])
      const claim = { now: startMs, leaseEndsAt: startMs + 60_000, limit: 10 }
      const [notice] = await house.store.claimAlarmNotices(claim)
      expect(notice).toMatchObject({ tries: 1 })
      const failed = { id: notice!.id, receiverId: id, fault: 'away', now: startMs, dueAt: startMs - 1 }
      await house.store.endAlarmNotice(failed)
      expect(await house.store.alarmReceivers()).toMatchObject([{ fault: 'away', notifiedAt: null }])
      expect(await house.store.claimAlarmNotices(claim)).toMatchObject([{ tries: 2 }])
      await house.store.endAlarmNotice({ ...failed, fault: '', dueAt: null })
      expect(await house.store.alarmReceivers()).toMatchObject([
        { fault: '', notifiedAt: expect.any(Number) },
      ])
      expect(await made('changeAlarmReceiver', { id, kinds: ['audit'], language: 'ru' })).toBe(true)
      expect(await house.store.alarmReceivers()).toMatchObject([{ kinds: ['audit'], language: 'ru' }])
      expect(await made('removeAlarmReceiver', id)).toBe(true)
      expect(await made('changeAlarmReceiver', { id, kinds: [], language: 'en' })).toBe(false)
      await sees('a', [])
      expect(await due()).toEqual([])
    })
  })
}
