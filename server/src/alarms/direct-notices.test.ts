import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import type { AlarmChannel, AlarmReceiver } from '../storage/queries/alarms.ts'
import { ActiveAlarms } from './active-alarms.ts'
import { DirectNotices } from './direct-notices.ts'

const restMs = 60_000
const receiver = (id: number, channel: AlarmChannel, kinds: readonly string[] = []): AlarmReceiver => ({
  ...{ id, channel, target: '', sealed: null, kinds, language: 'en', chat: 0 },
  ...{ createdAt: 0, notifiedAt: null, fault: '' },
})

function direct() {
  const clock = new ManualClock()
  const alarms = new ActiveAlarms(clock)
  const notices = new DirectNotices(alarms, clock)
  const receivers = [receiver(1, 'mail'), receiver(2, 'mail', ['audit']), receiver(3, 'webhook')]
  const share = (silenced: string[] = []) => {
    const seen = notices.toRecord(alarms.current())
    const silences = silenced.map((kind) => ({
      ...{ id: 1, kind, subject: '', until: clock.now() + 1, reason: '', createdAt: 0 },
    }))
    notices.recorded(seen, { receivers, silences })
    return seen.map(({ kind, notified }) => [kind, notified])
  }
  /** Sends everything that is due. */
  const send = () =>
    notices.claim(restMs).map((delivery) => {
      notices.sent(delivery.receiver.id, delivery.notices, 0)
      return [delivery.receiver.id, ...delivery.notices.map(({ alarm }) => alarm.kind)]
    })
  return { clock, alarms, notices, share, send }
}

it('alarms without the store: a disk that fills goes once to who wants it, and nothing else goes to anybody', () => {
  const { alarms, notices, share, send } = direct()
  share()
  alarms.raise('trunk-down', 'north')
  alarms.raise('disk-low', '', { megabytes: 7 })
  expect(send()).toEqual([])
  notices.notRecorded()
  expect(send()).toEqual([
    [1, 'disk-low'],
    [3, 'disk-low'],
  ])
  expect(send()).toEqual([])
  alarms.clear('disk-low')
  // The store learns of what is over as well: it sends the end.
  expect(share()).toEqual([
    ['disk-low', [1, 3]],
    ['trunk-down', []],
  ])
  expect(share()).toEqual([['trunk-down', []]])
})

it('alarms without the store: what the store knows, and what is silenced, is sent to nobody by the node', () => {
  const { alarms, notices, share, send } = direct()
  alarms.raise('disk-low')
  share(['store-trouble'])
  alarms.raise('store-trouble')
  notices.notRecorded()
  expect(send()).toEqual([])
})

it('alarms without the store: a receiver that fails is tried again after its rest', async () => {
  const { clock, alarms, notices, share } = direct()
  share()
  alarms.raise('disk-low')
  notices.notRecorded()
  const claimed = () => notices.claim(restMs).map(({ receiver: { id } }) => id)
  expect(claimed()).toEqual([1, 3])
  for (const id of [1, 3]) notices.sent(id, [], restMs)
  expect(claimed()).toEqual([])
  await clock.advance(restMs)
  expect(claimed()).toEqual([1, 3])
})
