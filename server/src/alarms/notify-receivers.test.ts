import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import type { AlarmChannel, AlarmDelivery, AlarmDeliveryResult } from '../storage/queries/alarms.ts'
import { ActiveAlarms } from './active-alarms.ts'
import { DirectNotices } from './direct-notices.ts'
import { notifyReceivers } from './notify-receivers.ts'

const alarm = (id: number) => ({
  id,
  kind: 'no-trunk',
  subject: '',
  since: 0,
  seenAt: 0,
  endedAt: null,
  facts: {},
})
const delivery = (id: number, channel: AlarmChannel, alarms: readonly number[] = [1]): AlarmDelivery => ({
  receiver: {
    ...{ id, channel, target: `http://${id}.example.com`, sealed: null, kinds: [], language: 'en' },
    ...{ createdAt: 0, notifiedAt: null, fault: '', chat: 0 },
  },
  notices: alarms.map((each) => ({ what: 'began', alarm: alarm(each) })),
})

/** Runs once; `post` is how the receivers behave. */
function run(deliveries: readonly AlarmDelivery[], post: (id: string, clock: ManualClock) => Promise<void>) {
  const clock = new ManualClock()
  const results: AlarmDeliveryResult[] = []
  const running = notifyReceivers({
    store: {
      claimAlarmDeliveries: async () => [...deliveries],
      endAlarmDelivery: async (result) => void results.push(result),
    },
    clock,
    direct: new DirectNotices(new ActiveAlarms(clock), clock),
    publicUrl: () => 'https://verify.example.com',
    channels: {
      mail: async () => {},
      telegram: async () => {},
      post: (url, id) => post(`${url} ${id}`, clock),
    },
  })
  const sent = () =>
    results.map(({ receiverId, sent, fault, dueAt, now }) => ({
      receiverId,
      sent: sent.map(({ alarm }) => alarm.id),
      fault,
      restMs: dueAt! - now,
    }))
  return { running, sent }
}

it('alarms: a receiver that does not answer delays no other', async () => {
  const silent = Promise.withResolvers<void>()
  const { running, sent } = run([delivery(1, 'webhook'), delivery(2, 'webhook')], (id) =>
    id.startsWith('http://1.') ? silent.promise : Promise.resolve(),
  )
  await expect.poll(sent).toEqual([{ receiverId: 2, sent: [1], fault: '', restMs: 0 }])
  silent.reject(new Error('timeout'))
  await running
  expect(sent()[1]).toEqual({ receiverId: 1, sent: [], fault: 'timeout', restMs: 60_000 })
})

it('alarms: a notice that a receiver refuses holds up none of its others, and is tried again a minute later', async () => {
  const { running, sent } = run([delivery(1, 'webhook', [1, 2, 3])], async (id) => {
    if (id.includes('alarm_2_')) throw new Error('the receiver answered 400')
  })
  await running
  expect(sent()).toEqual([
    { receiverId: 1, sent: [1, 3], fault: 'the receiver answered 400', restMs: 60_000 },
  ])
})

it('alarms: what a slow receiver has not been sent within half a minute waits for the next run', async () => {
  const { running, sent } = run([delivery(1, 'webhook', [1, 2, 3, 4])], async (_, clock) => {
    await clock.advance(10_000)
  })
  await running
  expect(sent()).toEqual([{ receiverId: 1, sent: [1, 2, 3], fault: '', restMs: 0 }])
})
