import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { Metrics } from '../platform/metrics.ts'
import { systemRandom } from '../platform/random.ts'
import type { MediaSign } from '../storage/queries/trunk-counts.ts'
import { defaultTrunkSettings, type TrunkSettings } from '../storage/queries/trunks.ts'
import { callMetrics } from './call-metrics.ts'
import type { Verdict } from './calls/verdict.ts'
import type { SipCommand } from './sip-thread/messages.ts'
import { Switchboard } from './switchboard.ts'
import type { CallRequest, PlannedCall } from './telephony.ts'

function openSwitchboard(trunks: Readonly<Record<string, Partial<TrunkSettings>>>) {
  const metrics = new Metrics(0)
  const clock = new ManualClock()
  const commands: SipCommand[] = []
  const alarms: string[] = []
  const switchboard = new Switchboard({
    clock,
    random: systemRandom,
    isShared: false,
    wantedQuality: () => 0.95,
    callerHashOf: () => 'hash',
    metrics: callMetrics(metrics),
    send: (command) => commands.push(command),
    alarm: (event) => alarms.push(event),
  })
  const records = Object.entries(trunks).map(([name, settings]) => ({
    name,
    demo: false,
    settings: { ...defaultTrunkSettings, host: '192.0.2.1', ...settings },
    sealedPassword: null,
    updatedAt: 0,
  }))
  switchboard.load(
    records,
    records.map(({ name }) => ({ first: '74951230000', last: '74951239999', trunk: name })),
    [],
  )
  const inFlight = () => Object.fromEntries(switchboard.trunks.map((trunk) => [trunk.name, trunk.inFlight]))
  return { switchboard, clock, commands, alarms, metrics, inFlight, records }
}

const request: CallRequest = {
  phone: { e164: '79161234567', countryIso: 'RU', callingCode: 7, national: '9161234567' },
  operator: 'Operator',
  mode: 'flash',
  code: '0042',
  voiceLanguage: null,
  demo: false,
  accountId: 1,
}

function verdictOf(reason: Verdict['reason'], more: Partial<Verdict> = {}): Verdict {
  return { completed: false, reason, nextTrunk: false, fault: 'none', suspect: false, ...more }
}

function decided(id: number, leg: number, trunk: string, verdict: Verdict, mediaSign?: MediaSign) {
  const result = {
    trunk,
    verdict,
    placedMs: 30,
    pddMs: 120,
    ringMs: 4_000,
    stage: 'ringing' as const,
    answered: false,
    talkMs: 0,
    afterEarlyMedia: undefined,
    mediaSign,
    lateMs: 0,
    retryAfterMs: 0,
    strangerPackets: 0,
    callId: 'c1',
    ladder: ['0 > INVITE'],
  }
  return { kind: 'decided', id, leg, result } as const
}

it('switchboard: a channel is in use from the plan to its release, and is returned when no call was placed', () => {
  const { switchboard, inFlight } = openSwitchboard({ north: { callsAtOnce: 1 } })
  const planned = switchboard.plan(request) as PlannedCall
  expect(planned).toMatchObject({ kind: 'planned', code: '0042' })
  expect(switchboard.plan(request)).toEqual({ kind: 'full' })
  planned.release()
  expect(inFlight()).toEqual({ north: 0 })

  void (switchboard.plan(request) as PlannedCall).place(100_000)
  switchboard.take(decided(1, 0, 'north', verdictOf('rang', { completed: true })))
  switchboard.take({ kind: 'settled', id: 1, verdict: verdictOf('rang', { completed: true }) })
  expect(inFlight()).toEqual({ north: 1 })
  switchboard.take({ kind: 'released', id: 1, leg: 0 })
  switchboard.take({ kind: 'released', id: 1, leg: 0 })
  expect(inFlight()).toEqual({ north: 0 })
})

it('switchboard: an own voice is in use until the call is over', () => {
  const { switchboard } = openSwitchboard({ north: {} })
  const voices = [{ serviceId: 7, language: 'de', key: 'of 7', isWhole: false, pieces: [] }]
  void (switchboard.plan({ ...request, mode: 'voice', voices }) as PlannedCall).place(100_000)
  expect([switchboard.usesVoice('of 7'), switchboard.usesVoice('of 8')]).toEqual([true, false])
  switchboard.take({ kind: 'settled', id: 1, verdict: verdictOf('spoken', { completed: true }) })
  expect(switchboard.usesVoice('of 7')).toBe(true)
  switchboard.take({ kind: 'released', id: 1, leg: 0 })
  expect(switchboard.usesVoice('of 7')).toBe(false)
})

it('switchboard: knows among how many codes a shown code is, and nothing of a spoken one', () => {
  const { switchboard } = openSwitchboard({ north: {}, south: {} })
  const records = switchboard.trunks.map(({ name, demo, settings }) => ({
    ...{ name, demo, settings },
    sealedPassword: null,
    updatedAt: 0,
  }))
  const block = (trunk: string, first: string, last: string) => ({ trunk, first, last })
  switchboard.load(
    records,
    [block('north', '74951230000', '74951230149'), block('south', '74951230100', '74951230299')],
    [],
  )
  const codesOf = (more: Partial<CallRequest>) =>
    (switchboard.plan({ ...request, ...more }) as PlannedCall).codes
  // 0000 is no code, and 50 codes are shown by both.
  expect([codesOf({}), codesOf({ code: undefined }), codesOf({ mode: 'voice' })]).toEqual([299, 299, null])
  expect(switchboard.coverage()).toMatchObject([{ prefix: '', verdict: 'alarm' }])
})

it('switchboard: each attempt costs what contracts about the shown number charge', async () => {
  const { switchboard, records, clock } = openSwitchboard({
    north: { prices: { '*': '0.10/ring' } },
    south: { prices: { '*': '0.20/ring' } },
  })
  const block = (trunk: string, first: string, last: string) => ({ trunk, first, last })
  const contract = {
    ...{ document: '1', ranges: ['74951230000-74951239999'], country: 'RU', network: 'Operator', trunk: '' },
    ...{
      lastDay: new Date(clock.now()).toISOString().slice(0, 10),
      label: '',
      attemptUnits: 5_000,
      note: '',
    },
  }
  const ranges = [block('north', '74951230000', '74951239999'), block('south', '74959990000', '74959999999')]
  switchboard.load(records, ranges, [], [contract])
  const routing = switchboard.explain({ ...request, e164: request.phone.e164, country: 'RU' })
  expect(routing.trunks.map(({ trunk, cost }) => [trunk, cost])).toEqual([
    ['south', 0.16],
    ['north', 0.58],
  ])
  switchboard.load(records.slice(0, 1), ranges, [], [contract])
  const outcome = (switchboard.plan(request) as PlannedCall).place(1)
  switchboard.take(decided(1, 0, 'north', verdictOf('rang', { completed: true })))
  switchboard.take({ kind: 'settled', id: 1, verdict: verdictOf('rang', { completed: true }) })
  expect((await outcome).details).toMatchObject({ attempts: [{ costUnits: 6_000 }] })
})

it('switchboard: a trunk that was switched off since the call was planned is no further trunk of it', () => {
  const { switchboard, commands, records } = openSwitchboard({
    north: { routing: { '*': 'pin' } },
    south: {},
  })
  void (switchboard.plan(request) as PlannedCall).place(100_000)
  switchboard.load(
    records.map((record) => ({
      ...record,
      settings: { ...record.settings, enabled: record.name === 'north' },
    })),
    [],
    [],
  )
  switchboard.take({ kind: 'claim', id: 1, leg: 1 })
  expect(commands.at(-1)).toEqual({ kind: 'claimed', id: 1, leg: 1, granted: false })
})

it('switchboard: passes both routes to the SIP thread, lets the second be claimed while it has room, and keeps the messages', async () => {
  const { switchboard, clock, commands, inFlight, metrics } = openSwitchboard({
    north: { routing: { '*': 'pin' }, callerFormat: 'E164', prices: { '*': '0.30/attempt' } },
    south: { callsAtOnce: 1, prices: { 7: '0.10/ring+0.20/answer' }, calledFormat: '8national:RU' },
  })
  const plan = switchboard.plan(request) as PlannedCall
  await clock.advance(30)
  const outcome = plan.place(100_000)
  expect(commands).toEqual([
    {
      kind: 'place',
      id: 1,
      mode: 'flash',
      code: '0042',
      language: 'ru',
      ageMs: 30,
      routes: [
        {
          trunk: 'north',
          called: '+79161234567',
          caller: '74951230042',
          earlyMediaRings: false,
          sendsMedia: false,
        },
        {
          trunk: 'south',
          called: '89161234567',
          caller: '+74951230042',
          earlyMediaRings: false,
          sendsMedia: false,
        },
      ],
    },
  ])
  switchboard.take(decided(1, 0, 'north', verdictOf('route fault', { fault: 'route', nextTrunk: true })))
  switchboard.take({ kind: 'released', id: 1, leg: 0 })
  switchboard.take({ kind: 'claim', id: 1, leg: 1 })
  expect(commands.at(-1)).toEqual({ kind: 'claimed', id: 1, leg: 1, granted: true })
  expect(inFlight()).toEqual({ north: 0, south: 1 })

  // The next call finds the second trunk full.
  void (switchboard.plan(request) as PlannedCall).place(100_001)
  switchboard.take({ kind: 'claim', id: 2, leg: 1 })
  expect(commands.at(-1)).toEqual({ kind: 'claimed', id: 2, leg: 1, granted: false })

  switchboard.take(decided(1, 1, 'south', verdictOf('rang', { completed: true })))
  switchboard.take({ kind: 'settled', id: 1, verdict: verdictOf('rang', { completed: true }) })
  // The last four digits of the calling number are the code: they are not stored.
  const attempt = {
    placedMs: 30,
    callId: 'c1',
    ladder: ['0 > INVITE'],
    stage: 'ringing',
    callerBlock: '7495123',
    callerHash: 'hash',
  }
  expect(await outcome).toEqual({
    completed: true,
    reason: 'rang',
    unheard: false,
    details: {
      trunk: 'south',
      pddMs: 120,
      ringMs: 4_000,
      choice: {
        why: 'pinned',
        trunks: [
          { trunk: 'north', rate: null, of: 0, by: 'delivered', costUnits: 3_000 },
          // Of ten calls that are assumed, eight ring and half a one is answered.
          { trunk: 'south', rate: null, of: 0, by: 'delivered', costUnits: 900 },
        ],
      },
      attempts: [
        { ...attempt, trunk: 'north', reason: 'route fault', pddMs: 120, ringMs: 4_000, costUnits: 3_000 },
        { ...attempt, trunk: 'south', reason: 'rang', costUnits: 1_000 },
      ],
    },
  })
  const scraped = await metrics.registry.metrics()
  expect(scraped).toContain(
    'ringkey_calls_total{trunk="south",operator="Operator",mode="flash",reason="rang",result="completed"} 1',
  )
  expect(scraped).toContain('ringkey_trunk_calls_in_progress{trunk="south"} 1')
  for (const number of ['79161234567', '74951230042']) expect(scraped).not.toContain(number)
})

it('switchboard: raises an alarm for a trunk that refuses us, is not used any more, or cannot be reached', () => {
  const { switchboard, alarms } = openSwitchboard({ north: {} })
  void (switchboard.plan(request) as PlannedCall).place(100_000)
  switchboard.take(decided(1, 0, 'north', verdictOf('trunk fault', { fault: 'trunk' })))
  expect(alarms).toEqual(['trunk-refuses'])
  for (let call = 0; call < 6; call++)
    switchboard.take(decided(1, 0, 'north', verdictOf('route fault', { fault: 'route' })))
  expect(alarms.at(-1)).toBe('trunk-paused')
  expect(switchboard.healthy()).toBe(false)
  for (let asked = 0; asked < 4; asked++)
    switchboard.take({
      kind: 'options',
      trunk: 'north',
      answered: false,
      tookMs: 32_000,
      said: 'timeout',
      servers: [],
    })
  expect(alarms.filter((event) => event === 'trunk-unreachable')).toHaveLength(1)
  expect(switchboard.plan(request)).toEqual({ kind: 'no-way' })
})

it('switchboard: raises an alarm for a refused voice, and for the third suspect call in a row, not for silence alone', () => {
  const { switchboard, alarms } = openSwitchboard({ north: {} })
  void (switchboard.plan({ ...request, mode: 'voice' }) as PlannedCall).place(100_000)
  const suspect = verdictOf('no audio', { completed: true, suspect: true })
  const spoken = verdictOf('spoken', { completed: true })
  const alarmsAfter = (verdict: Verdict, sign: MediaSign) => {
    switchboard.take(decided(1, 0, 'north', verdict, sign))
    return alarms.length
  }
  expect([alarmsAfter(suspect, 'silent'), alarmsAfter(suspect, 'silent')]).toEqual([0, 0])
  expect([alarmsAfter(spoken, 'heard'), alarmsAfter(suspect, 'silent')]).toEqual([0, 0])
  expect([alarmsAfter(spoken, 'silent'), alarmsAfter(spoken, 'silent')]).toEqual([0, 0])
  expect([alarmsAfter(suspect, 'silent'), alarmsAfter(suspect, 'refused')]).toEqual([1, 2])
  expect(alarms).toEqual(['no-audio', 'no-audio'])
  expect(switchboard.trunks[0]!.mediaSigns.counts).toEqual({ heard: 1, silent: 6, refused: 1 })
})

it('switchboard: a second 503 with Retry-After pauses the only trunk but for one call at a time; its return is reported', async () => {
  const { switchboard, alarms, clock } = openSwitchboard({ north: {} })
  void (switchboard.plan(request) as PlannedCall).place(100_000)
  const refused = decided(1, 0, 'north', verdictOf('route fault', { fault: 'route' }))
  switchboard.take({ ...refused, result: { ...refused.result, retryAfterMs: 42_000 } })
  switchboard.take({ kind: 'released', id: 1, leg: 0 })
  expect([alarms, switchboard.healthy()]).toEqual([[], true])
  void (switchboard.plan(request) as PlannedCall).place(100_001)
  const again = decided(2, 0, 'north', refused.result.verdict)
  switchboard.take({ ...again, result: { ...again.result, retryAfterMs: 42_000 } })
  expect([alarms, switchboard.healthy()]).toEqual([['trunk-paused'], false])
  // It is still under way, and its place is that of the probe.
  expect(switchboard.plan(request)).toEqual({ kind: 'full' })
  switchboard.take({ kind: 'released', id: 2, leg: 0 })
  await clock.advance(1_000)
  const probe = switchboard.plan(request) as PlannedCall
  expect([probe.kind, switchboard.plan(request)]).toEqual(['planned', { kind: 'full' }])
  probe.release()
  await clock.advance(41_000)
  void (switchboard.plan(request) as PlannedCall).place(100_002)
  switchboard.take(decided(3, 0, 'north', verdictOf('rang', { completed: true })))
  expect(alarms).toEqual(['trunk-paused', 'trunk-back'])
  const answered = { kind: 'options', trunk: 'north', tookMs: 5, said: '', servers: [] } as const
  for (let asked = 0; asked < 4; asked++) switchboard.take({ ...answered, answered: false })
  switchboard.take({ ...answered, answered: true })
  switchboard.take({ ...answered, answered: true })
  expect(alarms.slice(2)).toEqual(['trunk-unreachable', 'trunk-back'])
})

it('switchboard: raises an alarm for speech that left more than a second late', () => {
  const { switchboard, alarms } = openSwitchboard({ north: {} })
  void (switchboard.plan({ ...request, mode: 'voice' }) as PlannedCall).place(100_000)
  const spoken = decided(1, 0, 'north', verdictOf('spoken', { completed: true }), 'heard')
  switchboard.take({ ...spoken, result: { ...spoken.result, lateMs: 1_000 } })
  expect(alarms).toEqual([])
  switchboard.take({ ...spoken, result: { ...spoken.result, lateMs: 1_001 } })
  expect(alarms).toEqual(['speech-late'])
})

it('switchboard: is not healthy without a trunk or a number, and while the only trunk is not registered', () => {
  expect(openSwitchboard({}).switchboard.healthy()).toBe(false)
  expect(openSwitchboard({ off: { enabled: false } }).switchboard.healthy()).toBe(false)
  const { switchboard, records } = openSwitchboard({ north: { register: true, authUser: 'me' } })
  expect(switchboard.healthy()).toBe(false)
  switchboard.take({ kind: 'registration', trunk: 'north', held: true, said: 'registered' })
  expect(switchboard.healthy()).toBe(true)
  switchboard.load(records, [], [])
  expect(switchboard.healthy()).toBe(false)
})

it('switchboard: fails the calls whose results the SIP thread can no longer report', async () => {
  const { switchboard } = openSwitchboard({ north: {} })
  const outcome = (switchboard.plan(request) as PlannedCall).place(100_000)
  switchboard.abandon()
  expect(await outcome).toEqual({ completed: false, reason: 'stopped' })
})

it('switchboard: gives a voice call a number that does not reveal its code, in the language of the country', () => {
  const { switchboard, commands } = openSwitchboard({ north: {} })
  const phone = { e164: '77011234567', countryIso: 'KZ', callingCode: 7, national: '7011234567' }
  void (switchboard.plan({ ...request, phone, mode: 'voice' }) as PlannedCall).place(100_000)
  expect(commands[0]).toMatchObject({ mode: 'voice', language: 'kk', code: '0042' })
  expect((commands[0] as Extract<SipCommand, { kind: 'place' }>).routes[0]!.caller).not.toMatch(/0042$/)
})

it('switchboard: a paused trunk is back when its probe rings, and says so, long before the call has ended', async () => {
  const { switchboard, commands, alarms } = openSwitchboard({ north: {} })
  for (let call = 1; call <= 5; call++) {
    void (switchboard.plan(request) as PlannedCall).place(100_000)
    switchboard.take(decided(call, 0, 'north', verdictOf('route fault', { fault: 'route' })))
  }
  expect(alarms).toEqual(['trunk-paused'])
  void (switchboard.plan(request) as PlannedCall).place(100_000)
  expect(commands.at(-1)).toMatchObject({ id: 6, routes: [{ trunk: 'north', reportsProgress: true }] })
  expect(switchboard.plan(request)).toEqual({ kind: 'no-way' })
  switchboard.take({ kind: 'progressed', id: 6, leg: 0 })
  expect(alarms).toEqual(['trunk-paused', 'trunk-back'])
  void (switchboard.plan(request) as PlannedCall).place(100_000)
  expect(commands.at(-1)).not.toMatchObject({ routes: [{ reportsProgress: true }] })
})

it.each([-10_800_000, 10_800_000])(
  'switchboard: keeps the rate limit and the pause of a circuit breaker when the wall clock is set by %i ms',
  async (stepMs) => {
    const { switchboard, clock } = openSwitchboard({ north: { callsPerSecond: 1 } })
    ;(switchboard.plan(request) as PlannedCall).place(100_000)
    clock.jumpWall(stepMs)
    expect(switchboard.plan(request)).toEqual({ kind: 'full' })
    await clock.advance(1_050)
    expect(switchboard.plan(request).kind).toBe('planned')

    for (let fault = 0; fault < 5; fault++)
      switchboard.take(decided(1, 0, 'north', verdictOf('no response', { fault: 'route' })))
    expect(switchboard.healthy()).toBe(false)
    clock.jumpWall(stepMs)
    await clock.advance(9_999)
    expect(switchboard.plan(request)).toEqual({ kind: 'no-way' })
    await clock.advance(1)
    expect(switchboard.plan(request).kind).toBe('planned')
  },
)

it('switchboard: a call whose last six digits were told to the client has no route that shows others', () => {
  const { switchboard, commands } = openSwitchboard({ north: {}, south: {} })
  switchboard.load(
    switchboard.trunks.map(({ name, demo, settings }) => ({
      name,
      demo,
      settings,
      sealedPassword: null,
      updatedAt: 0,
    })),
    [
      { first: '74951230000', last: '74951239999', trunk: 'north' },
      { first: '74957770000', last: '74957779999', trunk: 'south' },
    ],
    [],
  )
  const routesOf = (more: Partial<CallRequest>) => {
    void (switchboard.plan({ ...request, ...more }) as PlannedCall).place(100_000)
    const placed = commands.findLast((command) => command.kind === 'place')
    return placed?.kind === 'place' ? placed.routes.length : 0
  }
  expect(routesOf({})).toBe(2)
  expect(routesOf({ shownDigits: 6 })).toBe(1)
})
