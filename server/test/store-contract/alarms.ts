import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SeenAlarm } from '../../src/storage/queries/alarms.ts'
import type { ClaimedDelivery, DeliveryChannel } from '../../src/storage/queries/deliveries.ts'
import type { changes } from './changes.ts'
import { changed, type Furnished, furnish, type StoreUnderTest, startMs } from './fixture.ts'
import { addPerson } from './people.ts'

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
    const claim = () =>
      house.store.claimDeliveries({
        ...{ now: startMs, lease: 'node-1', leaseEndsAt: startMs + 60_000 },
        wants: ['mail', 'telegram'].map((receiver) => ({ receiver, limit: 10 })),
      })
    const end = ({ id }: ClaimedDelivery, status = 250) =>
      house.store.recordAttempt({
        ...{ id, lease: 'node-1', state: status === 250 ? 'delivered' : 'pending', tries: 1, dueAt: startMs },
        attempt: { at: startMs, durationMs: 0, status, error: '', answer: '' },
      })
    const noticesOf = async (claimed: readonly ClaimedDelivery[]) => {
      const named = claimed.map(async ({ id, type, alarmId }) => {
        const { url } = (await house.store.delivery(id))!
        return `${type?.replace('alarm.', '')} ${url} ${(await house.store.alarm(alarmId!))!.subject}`
      })
      return (await Promise.all(named)).toSorted()
    }
    /** Claims, and notes as sent. */
    const due = async () => {
      const claimed = await claim()
      for (const delivery of claimed) await end(delivery)
      return noticesOf(claimed)
    }
    const made = <Name extends keyof typeof changes>(
      change: Name,
      input: Parameters<(typeof changes)[Name]>[1],
    ) => changed(house.store, change, input)
    const receiver = (target: string, kinds: readonly string[] = [], channel: DeliveryChannel = 'mail') =>
      made('putAlarmReceiver', {
        channel,
        target,
        receiver: channel,
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

    it('that begin and end during a silence are not reported', async () => {
      await receiver('ops@example.com')
      const silence = { kind: '', subject: 'north', until: 8_000_000_000_000, reason: '', createdAt: startMs }
      const id = await made('addAlarmSilence', silence)
      await sees('a', [down])
      await sees('a', [])
      await made('removeAlarmSilence', id)
      await sees('a', [])
      expect(await due()).toEqual([])
    })

    it('are sent to one receiver by one node, and again when that fails', async () => {
      const { id } = await receiver('ops@example.com')
      await sees('a', [down])
      const [delivery] = await claim()
      expect(await claim()).toEqual([])
      await end(delivery!, 451)
      expect(await house.store.alarmReceivers()).toMatchObject([
        { fault: 'it answered 451', notifiedAt: null },
      ])
      expect(await due()).toEqual(['began ops@example.com north'])
      expect(await house.store.alarmReceivers()).toMatchObject([
        { fault: '', notifiedAt: expect.any(Number) },
      ])
      expect(await due()).toEqual([])
      await sees('a', [])
      expect(await made('removeAlarmReceiver', id)).toBe(true)
      expect(await made('removeAlarmReceiver', id)).toBe(false)
      expect(await due()).toEqual([])
    })

    it('are reported with their beginning and then their end to a receiver that was away meanwhile', async () => {
      await receiver('ops@example.com')
      await sees('a', [down])
      await sees('a', [])
      expect(await due()).toEqual(['began ops@example.com north'])
      await sees('a', [])
      expect(await due()).toEqual(['ended ops@example.com north'])
      await sees('a', [])
      expect(await due()).toEqual([])
    })

    it('end silently for a receiver whose notice of the beginning was given up', async () => {
      await receiver('ops@example.com')
      await sees('a', [down])
      const [delivery] = await claim()
      const { id } = delivery!
      const attempt = { at: startMs, durationMs: 0, status: 550, error: '', answer: '' }
      await house.store.recordAttempt({
        ...{ id, lease: 'node-1', state: 'failed', tries: 8, dueAt: startMs, attempt },
      })
      await sees('a', [])
      expect(await due()).toEqual([])
    })

    it('are no webhooks of a service, and a test of a receiver is one of them', async () => {
      const { id } = await receiver('ops@example.com')
      await sees('a', [down])
      const webhookId = await house.store.enqueueAlarmTest({ id, at: startMs })
      expect(await house.store.enqueueAlarmTest({ id: id + 1, at: startMs })).toBeUndefined()
      expect(await house.store.deliveryBacklog()).toEqual({ pending: 0, oldestAt: null })
      const listed = async (channel: DeliveryChannel) =>
        (await house.store.deliveries({ channel, limit: 10 })).map(({ type }) => type)
      expect(await listed('mail')).toEqual(['alarm.test', 'alarm.began'])
      expect([await listed('telegram'), await listed('webhook')]).toEqual([[], []])
      expect(await claim()).toMatchObject([
        { webhookId, isTest: true },
        { type: 'alarm.began', isTest: false },
      ])
    })

    it('are not reported again to whom a node notified without the store, but their end is', async () => {
      const { id } = await receiver('ops@example.com')
      await receiver('money@example.com')
      await sees('a', [{ ...down, notified: [id] }])
      expect(await due()).toEqual(['began money@example.com north'])
      expect(await house.store.alarmReceivers()).toMatchObject([
        { id, notifiedAt: expect.any(Number) },
        { notifiedAt: expect.any(Number) },
      ])
      await sees('a', [])
      expect(await due()).toEqual(['ended money@example.com north', 'ended ops@example.com north'])
    })

    it('name whom a node is to notify itself while the store is away: receivers, their chats, silences', async () => {
      const { id } = await addPerson(house.store, 'ann@example.com')
      await house.store.changePerson({ id, telegramId: 77 })
      await receiver('ann@example.com', ['audit'], 'telegram')
      await receiver('nobody@example.com', [], 'telegram')
      const silence = { kind: 'audit', subject: '', until: 8_000_000_000_000, reason: '', createdAt: startMs }
      await made('addAlarmSilence', silence)
      expect(await sees('a', [])).toMatchObject({
        receivers: [
          { target: 'ann@example.com', kinds: ['audit'], chat: 77 },
          { target: 'nobody@example.com', chat: 0 },
        ],
        silences: [{ kind: 'audit' }],
      })
    })

    it('that are open are reported to a new receiver, of the kinds it was last given', async () => {
      await sees('a', [down])
      const { id } = await receiver('ops@example.com', ['audit'])
      await sees('a', [down])
      expect(await due()).toEqual([])
      expect(await receiver('ops@example.com')).toMatchObject({ id, kinds: [] })
      await sees('a', [down])
      expect(await due()).toEqual(['began ops@example.com north'])
    })
  })
}
