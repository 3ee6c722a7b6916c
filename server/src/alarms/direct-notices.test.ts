import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import type { AlarmReceiver } from '../storage/queries/alarms.ts'
import type { DeliveryChannel } from '../storage/queries/deliveries.ts'
import { ActiveAlarms } from './active-alarms.ts'
import { DirectNotices } from './direct-notices.ts'

const receiver = (id: number, channel: DeliveryChannel, kinds: readonly string[] = []): AlarmReceiver => ({
  ...{ id, channel, target: '', receiver: '', sealed: null, kinds, language: 'en', chat: 0 },
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
  /** Sends everything that is due; `answers` says whether it arrives. */
  const send = async (answers: (id: number) => boolean | Promise<boolean> = () => true) => {
    const sent: [id: number, kind: string][] = []
    await notices.sendDue(async ({ id }, { kind }) => {
      sent.push([id, kind])
      return answers(id)
    })
    return sent
  }
  return { clock, alarms, notices, share, send }
}

it('alarms without the store: a disk that fills goes once to who wants it, and nothing else goes to anybody', async () => {
  const { alarms, notices, share, send } = direct()
  share()
  alarms.raise('trunk-down', 'north')
  alarms.raise('disk-low', '', { megabytes: 7 })
  expect(await send()).toEqual([])
  notices.notRecorded()
  expect(await send()).toEqual([
    [1, 'disk-low'],
    [3, 'disk-low'],
  ])
  expect(await send()).toEqual([])
  alarms.clear('disk-low')
  // The store learns of what is over as well: it sends the end.
  expect(share()).toEqual([
    ['disk-low', [1, 3]],
    ['trunk-down', []],
  ])
  expect(share()).toEqual([['trunk-down', []]])
})

it('alarms without the store: what the store knows, and what is silenced, is sent to nobody by the node', async () => {
  const { alarms, notices, share, send } = direct()
  alarms.raise('disk-low')
  share(['store-trouble'])
  alarms.raise('store-trouble')
  notices.notRecorded()
  expect(await send()).toEqual([])
})

it('alarms without the store: a receiver that fails is tried again after its rest, and delays no other', async () => {
  const { clock, alarms, notices, share, send } = direct()
  share()
  alarms.raise('disk-low')
  notices.notRecorded()
  const silent = Promise.withResolvers<boolean>()
  const first = send((id) => (id === 1 ? silent.promise : true))
  await expect.poll(() => notices.toRecord([])).toMatchObject([{ notified: [3] }])
  expect(await send()).toEqual([])
  silent.resolve(false)
  expect(await first).toHaveLength(2)
  expect(await send()).toEqual([])
  await clock.advance(60_000)
  expect(await send()).toEqual([[1, 'disk-low']])
})
