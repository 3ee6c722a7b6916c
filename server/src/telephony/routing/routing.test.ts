import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../platform/random.ts'
import { defaultTrunkSettings, type TrunkRecord, type TrunkSettings } from '../../storage/queries/trunks.ts'
import { rateWindowMs } from '../limits/rate-window.ts'
import { noShare, shareAt, wholeShare } from '../limits/share.ts'
import { CallerPool } from '../pool/caller-pool.ts'
import type { CallerRange } from '../pool/caller-range.ts'
import { NumberQuarantines } from '../pool/number-quarantines.ts'
import { NumberUse, RecentCodes } from '../pool/number-use.ts'
import { LiveTrunk } from './live-trunk.ts'
import { findRoutes, type RoutingRequest } from './router.ts'

function recordOf(name: string, settings: Partial<TrunkSettings> = {}, demo = false): TrunkRecord {
  const all = { ...defaultTrunkSettings, host: '192.0.2.1', ...settings }
  return { name, demo, settings: all, sealedPassword: null, updatedAt: 0 }
}
const trunk = (name: string, settings: Partial<TrunkSettings> = {}, demo = false) =>
  new LiveTrunk(recordOf(name, settings, demo))
/** No trunk is tried out of its turn. */
const neverExplores = { ...systemRandom, below: (bound: number) => bound - 1 }
const block = (...trunks: string[]): CallerRange => ({ first: 74951230000, last: 74951239999, trunks })

function route(
  trunks: readonly LiveTrunk[],
  ranges: readonly CallerRange[],
  request: Partial<RoutingRequest> = {},
  nowMs = 0,
  quarantines = new NumberQuarantines(),
) {
  const pool = new CallerPool(ranges, systemRandom, new NumberUse(), new RecentCodes(), quarantines)
  const asked: RoutingRequest = {
    e164: '79161234567',
    mode: 'flash',
    code: '0042',
    demo: false,
    country: 'RU',
    operator: 'МТС',
    ...request,
  }
  const routing = findRoutes(
    { trunks, pool, random: neverExplores, now: 0, wantedQuality: 0.95 },
    asked,
    nowMs,
  )
  return routing.kind === 'routed' ? routing.routes.map(({ trunk: { name } }) => name) : routing.kind
}

const thirds = [0, 1, 2].map((place) => shareAt(place, [0, 0, 0]))

describe('the order of trunks', () => {
  it('is by longest prefix, then by price, then by cost weight', () => {
    const anywhere = trunk('anywhere')
    const russia = trunk('russia', { prefixes: ['7'], prices: { '*': '0.30/attempt' } })
    const moscow = trunk('moscow', { prefixes: ['7916', '7'], prices: { '*': '9/attempt' } })
    const cheap = trunk('cheap', { prefixes: ['7'], prices: { '*': '0.20/attempt' } })
    const pool = [block('anywhere', 'russia', 'moscow', 'cheap', 'light', 'heavy')]
    expect(route([anywhere, russia, moscow, cheap], pool)).toEqual(['moscow', 'cheap', 'russia'])
    const [heavy, light] = [trunk('heavy', { costWeight: 2 }), trunk('light')]
    expect(route([heavy, light], pool)).toEqual(['light', 'heavy'])
  })

  it('leaves out trunks that do not serve the number or cannot write it', () => {
    const kazakhstan = trunk('kazakhstan', { prefixes: ['77'] })
    const home = trunk('home', { calledFormat: '8national:RU' })
    expect(route([kazakhstan, home], [block('kazakhstan', 'home')])).toEqual(['home'])
    expect(route([home], [block('home')], { e164: '77011234567' })).toBe('no-way')
    expect(route([trunk('off', { enabled: false })], [block('off')])).toBe('no-way')
  })

  it('uses a trunk that hides the number only for voice calls', () => {
    const hiding = trunk('hiding', { privacy: 'id' })
    const pool = [block('hiding')]
    expect(route([hiding], pool)).toBe('no-way')
    expect(route([hiding], pool, { mode: 'mix' })).toBe('no-way')
    expect(route([hiding], pool, { mode: 'voice' })).toEqual(['hiding'])
  })

  it('requires a number with the same ending on each trunk', () => {
    const pool = [block('north'), { first: 74991110042, last: 74991110042, trunks: ['south'] }]
    expect(route([trunk('north'), trunk('south')], pool)).toEqual(['north', 'south'])
    expect(route([trunk('north'), trunk('south')], pool, { code: '0043' })).toEqual(['north'])
    expect(route([trunk('south')], pool, { code: '0043' })).toBe('no-way')
  })

  it('puts a trunk whose number for the code is quarantined behind the others, and leaves it when it is the only one', () => {
    const quarantines = new NumberQuarantines([
      {
        ...{ first: '74951230000', last: '74951239999', trunk: 'north', state: 'quarantined', strikes: 1 },
        ...{ since: 0, until: 1, fromDay: 0, before: null },
        finding: { refusal: 'declined', hits: 9, of: 9, usual: 0 },
      },
    ])
    const pool = [block('north', 'south')]
    const [north, south] = [trunk('north', { costWeight: 0 }), trunk('south')]
    expect(route([north, south], pool)).toEqual(['north', 'south'])
    expect(route([north, south], pool, {}, 0, quarantines)).toEqual(['south', 'north'])
    expect(route([north], pool, {}, 0, quarantines)).toEqual(['north'])
  })

  it('keeps demo accounts on the simulator and all others off it', () => {
    const trunks = [trunk('simulator', {}, true), trunk('real')]
    const pool = [block('simulator', 'real')]
    expect(route(trunks, pool, { demo: true })).toEqual(['simulator'])
    expect(route(trunks, pool, { demo: false })).toEqual(['real'])
    expect(route([trunks[0]!], pool, { demo: false })).toBe('no-way')
    expect(route([trunks[1]!], pool, { demo: true })).toBe('no-way')
  })
})

describe('a carrier that asks for a pause', () => {
  const pool = [block('north', 'south')]
  const refused = (asked: LiveTrunk, nowMs: number) => asked.note('refusals', nowMs, 60_000)

  it('is left alone while another trunk can carry the call', () => {
    const [north, south] = [trunk('north', { costWeight: 0 }), trunk('south')]
    refused(north, 0)
    expect(route([north, south], pool)).toEqual(['south'])
    expect(route([north, south], pool, {}, 60_000)).toEqual(['north', 'south'])
  })

  it('gets the calls that no other can carry, until it asks a second time within ten seconds', () => {
    const north = trunk('north')
    refused(north, 0)
    expect(north.isWorking).toBe(true)
    for (const nowMs of [0, 10, 20]) {
      expect(route([north], pool, {}, nowMs)).toEqual(['north'])
      north.take('flash', nowMs)
    }
    refused(north, 11_000)
    expect(route([north], pool, {}, 11_000)).toEqual(['north'])
    refused(north, 12_000)
    expect(north.isWorking).toBe(false)
    // Calls are under way: the request is answered with 503, and comes again.
    expect(route([north], pool, {}, 12_000)).toBe('full')
  })

  it('gets one call at a time as a probe while it insists, and all of them once one rings', () => {
    const north = trunk('north')
    refused(north, 0)
    refused(north, 1_000)
    expect(route([north], pool, {}, 1_000)).toEqual(['north'])
    north.take('flash', 1_000)
    expect(route([north], pool, {}, 1_100)).toBe('full')
    north.freeChannel()
    refused(north, 30_000)
    expect(north.isWorking).toBe(false)
    expect(route([north], pool, {}, 30_000)).toEqual(['north'])
    north.take('flash', 30_000)
    north.noteProgress()
    expect([north.isWorking, route([north], pool, {}, 31_000)]).toEqual([true, ['north']])
  })

  it('is no way when it cannot be reached either', () => {
    const north = trunk('north')
    refused(north, 0)
    north.noteOptions(false)
    north.noteOptions(false)
    expect(route([north], pool)).toBe('no-way')
  })
})

describe('trunk limits', () => {
  it('report full when every trunk is full, and use a trunk that is not', () => {
    const [busy, free] = [trunk('busy', { callsAtOnce: 1, costWeight: 0 }), trunk('free')]
    busy.take('flash', 0)
    expect(route([busy], [block('busy')])).toBe('full')
    expect(route([busy, free], [block('busy', 'free')])).toEqual(['free'])
    busy.freeChannel()
    expect(route([busy], [block('busy')], {}, rateWindowMs)).toEqual(['busy'])
  })

  it('hold in every second, however the seconds are counted', () => {
    const limited = trunk('limited', { callsPerSecond: 2 })
    limited.take('flash', 0)
    limited.take('flash', 900)
    expect(limited.hasRoom('flash', rateWindowMs - 1)).toBe(false)
    expect(limited.hasRoom('flash', rateWindowMs)).toBe(true)
    limited.take('flash', rateWindowMs)
    expect(limited.hasRoom('flash', 1_899)).toBe(false)
    limited.release('flash', 1_899)
    expect(limited.hasRoom('flash', 1_899)).toBe(true)
  })

  it('count short calls by the hour, voice calls excluded', () => {
    const limited = trunk('limited', { shortCallsPerHour: 1 })
    limited.take('flash', 0)
    expect(route([limited], [block('limited')], {}, 5_000)).toBe('full')
    expect(route([limited], [block('limited')], { mode: 'voice' }, 5_000)).toEqual(['limited'])
    expect(route([limited], [block('limited')], {}, 3_600_000)).toEqual(['limited'])
  })

  it('follow a change of the record at run time', () => {
    const changed = trunk('changed', { callsAtOnce: 1 })
    changed.take('flash', 0)
    changed.change(recordOf('changed', { callsAtOnce: 2, callsPerSecond: 7 }))
    expect(route([changed], [block('changed')])).toEqual(['changed'])
    expect(changed.inFlight).toBe(1)
  })
})

describe('limits that nodes share', () => {
  it('are held in part; a node without a part reports full or uses another trunk', () => {
    const [small, large] = [trunk('small', { callsAtOnce: 2, costWeight: 0 }), trunk('large')]
    for (const each of [small, large]) each.hold(thirds[2]!)
    expect(route([small], [block('small')])).toBe('full')
    expect(route([small, large], [block('small', 'large')])).toEqual(['large'])
    small.hold(thirds[1]!)
    expect(route([small], [block('small')])).toEqual(['small'])
    small.take('flash', 0)
    expect(route([small], [block('small')], {}, 2_000)).toBe('full')
    expect(small.overhangs(thirds[1]!)).toBe(false)
    expect(small.overhangs(noShare)).toBe(true)
  })

  it('are wanted by a node when half of its part does not do, and what it was refused counts', () => {
    const limited = trunk('limited', { callsPerSecond: 12 })
    limited.hold(thirds[0]!)
    for (const wanted of [0, 0, 3, 4]) {
      limited.take('flash', 0)
      expect(limited.wantedPerSecond(100)).toBe(wanted)
    }
    expect(limited.hasRoom('flash', 200)).toBe(false)
    expect(limited.wantedPerSecond(300)).toBe(5)
    expect(limited.wantedPerSecond(1_249)).toBe(0)
  })

  it('still count the calls of the last second when the part changes', () => {
    const limited = trunk('limited', { callsPerSecond: 4 })
    for (let call = 0; call < 3; call++) limited.take('flash', 0)
    limited.hold(shareAt(0, [0, 0]))
    expect(limited.hasRoom('flash', 999)).toBe(false)
    limited.hold(wholeShare)
    limited.take('flash', 500)
    expect(limited.hasRoom('flash', 999)).toBe(false)
    limited.change(recordOf('limited', { callsPerSecond: 5 }))
    limited.take('flash', 600)
    expect(limited.hasRoom('flash', 999)).toBe(false)
    expect(limited.hasRoom('flash', rateWindowMs)).toBe(true)
  })

  it('of short calls end when the reserved part is used up', () => {
    let hour = 0
    const shared = new LiveTrunk(recordOf('shared', { shortCallsPerHour: 100 }), () => hour)
    const now = 1_000
    expect(shared.hasRoom('flash', now)).toBe(false)
    expect(shared.hasRoom('voice', now)).toBe(true)
    shared.supply.add(0, 1)
    expect(shared.hasRoom('flash', now)).toBe(true)
    shared.take('flash', now)
    expect(shared.hasRoom('flash', now)).toBe(false)
    shared.release('flash', now)
    expect(shared.hasRoom('flash', now)).toBe(true)
    hour = 1
    expect(shared.hasRoom('flash', now)).toBe(false)
  })

  it('allow calls over a trunk that another node registers', () => {
    const record = recordOf('registered', { register: true, authUser: 'me' })
    const shared = new LiveTrunk(record, () => 0)
    expect(shared.isUsable(0)).toBe(true)
    shared.registerHere(true)
    expect(shared.isUsable(0)).toBe(false)
    shared.noteRegistration(true)
    shared.change(record)
    expect(shared.isUsable(0)).toBe(true)
  })
})

describe('drawn codes', () => {
  const draw = (size: number, demo: boolean) => {
    const ranges = [{ first: 74951230001, last: 74951230000 + size, trunks: ['only'] }]
    return route([trunk('only', {}, demo)], ranges, { code: undefined, demo })
  }

  it('require a pool of a hundred codes, except in the demo', () => {
    expect(draw(100, false)).toEqual(['only'])
    expect(draw(99, false)).toBe('no-way')
    expect(draw(99, true)).toEqual(['only'])
  })

  it('are spoken with any pool', () => {
    const ranges = [{ first: 74951230001, last: 74951230001, trunks: ['only'] }]
    expect(route([trunk('only')], ranges, { code: undefined, mode: 'voice' })).toEqual(['only'])
    expect(route([trunk('only')], [], { code: undefined, mode: 'voice' })).toBe('no-way')
  })
})

describe('a faulty trunk', () => {
  const fault = 'silence'
  const refused = 'refusals'
  const good = undefined

  it('is not used after several route faults, never after one, and comes back through a probe', () => {
    const sick = trunk('sick')
    for (let call = 0; call < 4; call++) sick.note(fault, call)
    expect(route([sick], [block('sick')], {}, 10)).toEqual(['sick'])
    sick.note(fault, 10)
    expect(sick.breaker).toBe('open')
    expect(route([sick], [block('sick')], {}, 10_000)).toBe('no-way')
    expect(route([sick], [block('sick')], {}, 10_010)).toEqual(['sick'])
    sick.take('flash', 10_010)
    expect(sick.breaker).toBe('probing')
    expect(sick.isUsable(10_020)).toBe(false)
    sick.note(fault, 11_000)
    expect(sick.isUsable(30_999)).toBe(false)
    expect(sick.isUsable(31_000)).toBe(true)
    sick.take('flash', 31_000)
    sick.note(good, 32_000)
    expect(sick.breaker).toBe('closed')
  })

  it('that refused calls gets one call at a time at once, later after pauses, and is back when that call rings', () => {
    const sick = trunk('sick')
    for (let call = 0; call < 5; call++) sick.note(refused, 0)
    expect(sick.isUsable(0)).toBe(true)
    sick.take('flash', 0)
    expect(sick.isUsable(10)).toBe(false)
    for (const [failedAt, pauseMs] of [
      [100, 1_000],
      [2_000, 2_000],
      [5_000, 4_000],
      [10_000, 8_000],
      [20_000, 10_000],
      [40_000, 10_000],
    ] as const) {
      sick.note(refused, failedAt)
      expect(sick.isUsable(failedAt + pauseMs - 1)).toBe(false)
      expect(sick.isUsable(failedAt + pauseMs)).toBe(true)
      sick.take('flash', failedAt + pauseMs)
    }
    // An answer to OPTIONS does not prove that it takes calls.
    sick.noteOptions(true)
    expect(sick.breaker).toBe('probing')
    sick.noteProgress()
    expect(sick.breaker).toBe('closed')
    expect(sick.isUsable(50_001)).toBe(true)
  })

  it('that was silent is back with an answer to OPTIONS, but not again and again while calls are met with silence', () => {
    const silent = trunk('silent')
    for (let call = 0; call < 5; call++) silent.note(fault, 0)
    silent.noteOptions(true)
    expect(silent.breaker).toBe('closed')
    for (let call = 0; call < 5; call++) silent.note(fault, 1_000)
    silent.noteOptions(true)
    expect(silent.breaker).toBe('open')
    silent.noteOptions(false)
    silent.noteOptions(true)
    expect(silent.breaker).toBe('closed')
    silent.note(good, 2_000)
    for (let call = 0; call < 5; call++) silent.note(fault, 3_000)
    silent.noteOptions(true)
    expect(silent.breaker).toBe('closed')
  })

  it('is left alone as long as it asks for, whatever it answers to OPTIONS', () => {
    const asking = trunk('asking')
    asking.note(refused, 0, 30_000)
    asking.noteOptions(true)
    expect(asking.isUsable(29_999)).toBe(false)
    expect(asking.isUsable(30_000)).toBe(true)
  })

  it('stays in use while most of its calls succeed', () => {
    const busy = trunk('busy')
    for (let call = 0; call < 100; call++) busy.note(call % 3 === 0 ? fault : good, call)
    expect(busy.breaker).toBe('closed')
  })

  it('is judged without faults older than a minute', () => {
    const calm = trunk('calm')
    for (let minute = 0; minute < 20; minute++) calm.note(fault, minute * 60_000)
    expect(calm.breaker).toBe('closed')
  })

  it('gets another probe when the first had no result', () => {
    const sick = trunk('sick')
    for (let call = 0; call < 5; call++) sick.note(fault, 0)
    sick.take('flash', 10_000)
    sick.release('flash', 10_001)
    expect(sick.isUsable(39_999)).toBe(false)
    expect(sick.isUsable(40_000)).toBe(true)
  })

  it('is down after two unanswered OPTIONS and up again with the next answer', () => {
    const silent = trunk('silent')
    silent.noteOptions(false)
    expect(silent.isUsable(0)).toBe(true)
    silent.noteOptions(false)
    expect(silent.isUsable(0)).toBe(false)
    silent.noteOptions(true)
    expect(silent.isUsable(0)).toBe(true)
  })

  it('is used only while registered, if it registers', () => {
    const registered = trunk('registered', { register: true, authUser: 'me' })
    expect(registered.isUsable(0)).toBe(false)
    registered.noteRegistration(true)
    expect(registered.isUsable(0)).toBe(true)
    registered.noteRegistration(false)
    expect(registered.isUsable(0)).toBe(false)
  })
})
