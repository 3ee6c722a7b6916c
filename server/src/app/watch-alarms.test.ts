import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { ActiveAlarms } from '../alarms/active-alarms.ts'
import { defaultTrunkSettings } from '../storage/queries/trunks.ts'
import { judgePool } from '../telephony/pool/caller-range.ts'
import { LiveTrunk } from '../telephony/routing/live-trunk.ts'
import { watchAlarms } from './watch-alarms.ts'

function trunk(name: string, demo = false): LiveTrunk {
  const settings = { ...defaultTrunkSettings, host: '127.0.0.1' }
  return new LiveTrunk({ name, demo, settings, sealedPassword: null, updatedAt: 0 })
}

function watched(trunks: readonly LiveTrunk[], codes = 9_999) {
  const clock = new ManualClock()
  const alarms = new ActiveAlarms(clock)
  const unusable = new Map<string, string>()
  const backlog = { pending: 0, oldestAt: null as number | null }
  const telephony = {
    trunks,
    showableCodes: () => codes,
    coverage: () => [
      { prefix: '', codes: { length: codes }, verdict: judgePool(codes, false) },
      { prefix: '77', codes: { length: codes * 8 }, verdict: judgePool(codes * 8, false) },
    ],
  }
  const look = watchAlarms({
    alarms,
    clock,
    store: { deliveryBacklog: async () => ({ ...backlog }) },
    sip: { telephony: telephony as never, unusable },
  })
  const kinds = async () => {
    await look()
    return alarms.current().map(({ kind, subject }) => (subject === '' ? kind : `${kind} ${subject}`))
  }
  return { clock, alarms, unusable, backlog, kinds }
}

it('alarms: a silent trunk and the lack of any usable trunk are raised, until the trunk answers again', async () => {
  const north = trunk('north')
  const { kinds, alarms } = watched([north])
  expect(await kinds()).toEqual([])
  for (let asked = 0; asked < 3; asked++) north.noteOptions(false)
  north.history.noteProbe({ at: 0, answered: false, tookMs: 32_000, said: 'timeout' })
  expect(await kinds()).toEqual(['trunk-down north', 'no-trunk'])
  expect(alarms.current()[0]?.facts).toEqual({ registration: 'not-needed', said: 'timeout' })
  north.noteOptions(true)
  expect(await kinds()).toEqual([])
})

it('alarms: an open circuit breaker is raised with the response of the trunk', async () => {
  const [north, south] = [trunk('north'), trunk('south')]
  const { kinds, alarms, clock } = watched([north, south])
  for (let call = 0; call < 5; call++) north.note('refusals', clock.now())
  north.history.noteFault(clock.now(), 'route fault', ['0 > INVITE', '5 < 503'])
  expect(await kinds()).toEqual(['breaker-open north'])
  expect(alarms.current()[0]?.facts).toEqual({ reason: 'route fault', answer: '503' })
})

it('alarms: five calls after a 183 alone are raised, until its meaning is set or learned', async () => {
  const [north, south] = [trunk('north'), trunk('south')]
  const { kinds } = watched([north, south])
  for (let call = 0; call < 4; call++) north.earlyMedia.note('nothing')
  expect(await kinds()).toEqual([])
  north.earlyMedia.note('nothing')
  expect(await kinds()).toEqual(['early-media-only north'])
  north.earlyMedia.note('ringing')
  expect(await kinds()).toEqual([])
  for (let call = 0; call < 5; call++) south.earlyMedia.note('nothing')
  const settings = { ...south.settings, earlyMediaIsRinging: 'yes' } as const
  south.change({ name: 'south', demo: false, settings, sealedPassword: null, updatedAt: 0 })
  expect(await kinds()).toEqual([])
})

it('alarms: no numbers or few of them (not in the demo), an unusable trunk and waiting webhooks are raised', async () => {
  expect(await watched([trunk('simulator', true)], 50).kinds()).toEqual([])
  expect(await watched([trunk('north')], 0).kinds()).toEqual(['no-numbers'])
  const { kinds, alarms, unusable, backlog, clock } = watched([trunk('north')], 50)
  expect(await kinds()).toEqual(['small-pool', 'small-pool 77'])
  expect(alarms.current().map(({ facts }) => facts)).toEqual([
    { codes: 50, verdict: 'refuse', tries: 1 },
    { codes: 400, verdict: 'alarm', tries: 2 },
  ])
  unusable.set('far', 'host: cannot be reached')
  backlog.pending = 3
  backlog.oldestAt = clock.now() - 16 * 60_000
  await clock.advance(60_000)
  expect((await kinds()).sort()).toEqual([
    'small-pool',
    'small-pool 77',
    'trunk-unusable far',
    'webhook-backlog',
  ])
  backlog.oldestAt = null
  unusable.clear()
  await clock.advance(60_000)
  expect(await kinds()).toEqual(['small-pool', 'small-pool 77'])
})
