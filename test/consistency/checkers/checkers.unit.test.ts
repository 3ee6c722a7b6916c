// Each checker is fed a history that is in order and the same history with one promise broken: it must tell them apart.
import { expect, it } from 'vitest'
import { checkers } from './all.ts'
import {
  accountsAreServed,
  answersAreExpected,
  connectionsAreBounded,
  requestsAreAnswered,
  stopsEnd,
} from './availability.ts'
import type { Checker, History, NemesisEvent, Request, StoredCall } from './history.ts'
import { holdsEndInTime, waitsLast } from './holds.ts'
import { idsAreFresh } from './ids.ts'
import { callsAreDialledOnce } from './invites.ts'
import { idsStayReadable, keysAreWrittenOnce } from './keys.ts'
import { capsHold, limitsHold } from './limits.ts'
import { auditsAreClean, topUpsAreMadeOnce } from './money.ts'
import { refusalsHaveNoEffect } from './refusals.ts'

const phone = '79161000001'
const done = { status: 200, vendorId: 100_001, code: '0042', exists: false }

type Changes = { readonly [K in keyof Request]?: Request[K] | undefined }

const request = (changes: Changes = {}): Request => {
  const whole = {
    id: 'key-1#1',
    purpose: 'keyed',
    method: 'initCall',
    accountId: 1,
    node: 0,
    startMs: 1_000,
    endMs: 1_020,
    phone,
    key: 'key-1',
    answer: done,
    ...changes,
  }
  return whole as Request
}

const stored = (changes: Partial<StoredCall> = {}): StoredCall => ({
  vendorId: 100_001,
  accountId: 1,
  unique: 'key-1',
  client: 'key-1#1',
  verificationId: null,
  state: 'completed',
  costUnits: 8_000,
  startedAt: 1_000,
  endedMs: 2_000,
  reason: 'rang',
  ...changes,
})

const moved = (kind: string, vendorId: number | null = 100_001) => ({
  accountId: 1,
  entry: 1,
  kind,
  amountUnits: -8_000,
  vendorId,
})

const sample = (atMs: number, open: readonly number[] = [], lagMs = 0) => ({
  atMs,
  lagMs,
  open,
  newSteps: [],
  wrong: [],
})
const event = (beginMs: number, endMs: number, changes: Partial<NemesisEvent> = {}): NemesisEvent => ({
  name: 'kill-node',
  harm: changes.isStoreAway ? 'away' : 'killed',
  beginMs,
  endMs,
  nodes: [0],
  isStoreAway: false,
  ...changes,
})

const inOrder: History = {
  terms: {
    nodes: 2,
    priceUnits: 8_000,
    unitsPerRouble: 10_000,
    callLifetimeMs: 60_000,
    inboundLifetimeMs: 30_000,
    phoneLifetimeMs: 300_000,
    numberGapMs: 5_000,
    numberPerMinute: 4,
    wrongCodesPerDay: 20,
    caps: [{ accountId: 9, unitsPerHour: 16_000 }],
    approvalsAccountId: 8,
    maxConnections: 16,
  },
  requests: [request()],
  events: [],
  samples: [sample(1_500, [100_001]), sample(2_500), ...[20, 40, 60, 80].map((s) => sample(s * 1_000))],
  calls: [stored()],
  phones: [],
  entries: [moved('capture')],
  listeners: [],
  handedCodes: [],
  texts: [],
  invites: new Map([[phone, 1]]),
  callers: new Set(),
  endedMs: 100_000,
}

const found = (check: Checker, changes: Partial<History>) =>
  check({ ...inOrder, ...changes }).map(({ text }) => text)

it('every checker: finds nothing in a history that is in order', () => {
  expect(checkers.flatMap((check) => check(inOrder))).toEqual([])
})

it('keys-are-written-once: finds a key with two calls, by the answers and by the books', () => {
  const other = request({ id: 'key-1#2', node: 1, answer: { ...done, vendorId: 100_002 } })
  expect(found(keysAreWrittenOnce, { requests: [request(), other] })).toHaveLength(1)
  const otherCode = request({ id: 'key-1#2', node: 1, answer: { ...done, code: '0043' } })
  expect(found(keysAreWrittenOnce, { requests: [request(), otherCode] })).toHaveLength(1)
  const twice = [stored(), stored({ vendorId: 100_002, client: 'key-1#2' })]
  expect(found(keysAreWrittenOnce, { calls: twice })).toHaveLength(1)
})

it('ids-stay-readable: finds an acknowledged id that is gone, refused or answered with another one', () => {
  expect(found(idsStayReadable, { calls: [] })).toHaveLength(1)
  const again = { id: 'again-1', purpose: 'read-again', method: 'getInfo', uid: 100_001 } as const
  const read = (answer: Request['answer']) =>
    found(idsStayReadable, { requests: [request(), request({ ...again, answer })] })
  expect(read({ status: 200, vendorId: 100_001 })).toEqual([])
  expect(read({ status: 404 })).toHaveLength(1)
  expect(read(undefined)).toHaveLength(1)
  const wrong = [stored(), stored({ vendorId: 7 })]
  const mixedUp = request({ ...again, answer: { status: 200, vendorId: 7 } })
  expect(found(idsStayReadable, { requests: [mixedUp], calls: wrong })).toHaveLength(1)
})

it('refusals-have-no-effect: finds a 503 that dialled, charged or kept its hold', () => {
  const requests = [request({ answer: { status: 503 } })]
  const failed = { requests, calls: [stored({ state: 'failed', costUnits: 0 })] }
  const returned = { ...failed, entries: [moved('release')], invites: new Map() }
  expect(found(refusalsHaveNoEffect, returned)).toEqual([])
  expect(found(refusalsHaveNoEffect, { ...returned, invites: inOrder.invites })).toHaveLength(1)
  expect(found(refusalsHaveNoEffect, { ...returned, entries: [moved('capture')] })).toHaveLength(1)
  expect(found(refusalsHaveNoEffect, { ...returned, calls: [stored()] })).toHaveLength(1)
  const open = { ...returned, calls: [stored({ state: 'checking' })], entries: [] }
  expect(found(refusalsHaveNoEffect, open)).toHaveLength(1)
  expect(found(refusalsHaveNoEffect, { ...open, endedMs: 30_000 })).toEqual([])
  const limited = (id: string, status: number) => request({ id, purpose: 'limited', answer: { status } })
  const twoCalls = {
    requests: [limited('limited-1', 200), limited('limited-2', 503)],
    calls: [
      stored({ client: 'limited-1' }),
      stored({ client: 'limited-2', vendorId: 100_002, state: 'failed', costUnits: 0 }),
    ],
    entries: [...inOrder.entries, moved('release', 100_002)],
  }
  expect(found(refusalsHaveNoEffect, twoCalls), 'a number that another request called').toEqual([])
  expect(found(refusalsHaveNoEffect, { ...twoCalls, invites: new Map([[phone, 2]]) })).toHaveLength(1)
})

it('refusals-have-no-effect: finds an account that was charged for a 503 or not charged for a 200', () => {
  const lookup = (id: string, answer: Request['answer']) =>
    request({ id, purpose: 'lookup', method: 'checkPhone', key: undefined, answer })
  const requests = [lookup('lookup-1', { status: 200 }), lookup('lookup-2', { status: 503 })]
  const funded = { ...moved('top-up', null), amountUnits: 1_000_000 }
  const charge = moved('charge', null)
  const returned = { ...moved('release', null), amountUnits: 0 }
  const paid = (...entries: History['entries']) =>
    found(refusalsHaveNoEffect, { requests, entries: [funded, ...entries] })
  expect(paid(charge)).toEqual([])
  expect(paid()).toHaveLength(1)
  // Its node was killed just after the answer: the client pays nothing.
  const killed = { requests, entries: [funded], events: [event(1_500, 4_000)] }
  expect(found(refusalsHaveNoEffect, killed)).toEqual([])
  expect(found(refusalsHaveNoEffect, { ...killed, events: [event(2_500, 4_000)] })).toHaveLength(1)
  expect(paid(charge, charge)).toHaveLength(1)
  expect(paid(charge, returned)).toEqual([])
  requests.push(lookup('lookup-3', undefined))
  expect(paid(charge, charge)).toEqual([])
  expect(paid(charge, charge, charge)).toHaveLength(1)
})

it('calls-are-dialled-once: finds a number that was dialled twice, and a 200 without a call or a crash', () => {
  expect(found(callsAreDialledOnce, { invites: new Map([[phone, 2]]) })).toHaveLength(1)
  expect(found(callsAreDialledOnce, { invites: new Map() })).toHaveLength(1)
  expect(found(callsAreDialledOnce, { calls: [] }), 'dialled without a record').toHaveLength(1)
  const lost = { invites: new Map(), calls: [stored({ state: 'failed', costUnits: 0 })] }
  expect(found(callsAreDialledOnce, lost)).toHaveLength(1)
  expect(found(callsAreDialledOnce, { ...lost, events: [event(1_010, 4_000)] })).toEqual([])
  const tooLate = stored({ state: 'failed', costUnits: 0, reason: 'placed too late' })
  expect(found(callsAreDialledOnce, { ...lost, calls: [tooLate] })).toHaveLength(1)
  const slow = { ...lost, calls: [tooLate], requests: [request({ endMs: 3_000 })] }
  expect(found(callsAreDialledOnce, slow)).toEqual([])
  const charged = { ...tooLate, costUnits: 8_000 }
  expect(found(callsAreDialledOnce, { ...slow, calls: [charged] })).toHaveLength(1)
  const full = { ...lost, calls: [{ ...tooLate, reason: 'trunk full' }] }
  const beats = (atMs: number, beatAgeMs: number) => ({ samples: [{ ...sample(atMs), beatAgeMs }] })
  expect(found(callsAreDialledOnce, { ...full, ...beats(2_000, 300) })).toHaveLength(1)
  expect(found(callsAreDialledOnce, { ...full, ...beats(9_000, 3_000) })).toHaveLength(1)
  expect(found(callsAreDialledOnce, { ...full, ...beats(2_000, 1_500) })).toEqual([])
  expect(found(callsAreDialledOnce, { ...lost, events: [event(1_010, 4_000, { nodes: [1] })] })).toHaveLength(
    1,
  )
  expect(found(callsAreDialledOnce, { ...lost, requests: [request({ answer: { status: 503 } })] })).toEqual(
    [],
  )
})

it('holds-end-in-time: finds a hold that is seen more than a second after its deadline', () => {
  const seenAt = (atMs: number, changes: Partial<History> = {}, lagMs = 0) =>
    found(holdsEndInTime, { samples: [sample(1_500, [100_001]), sample(atMs, [100_001], lagMs)], ...changes })
  expect(seenAt(62_000)).toEqual([])
  expect(seenAt(62_100)).toHaveLength(1)
  expect(seenAt(62_100, {}, 200)).toEqual([])
  expect(seenAt(70_000, { events: [event(55_000, 64_000, { isStoreAway: true })] })).toEqual([])
  expect(seenAt(76_000, { events: [event(55_000, 64_000, { isStoreAway: true })] })).toHaveLength(1)
  expect(seenAt(70_000, { events: [event(10_000, 20_000)] })).toHaveLength(1)
  // The locks of a frozen node stay for a while; those of a killed one end with it, and a clock holds none.
  const by = (harm: NemesisEvent['harm']) => seenAt(65_000, { events: [event(61_000, 64_000, { harm })] })
  expect(by('frozen')).toEqual([])
  expect(by('killed')).toHaveLength(1)
  expect(by(null)).toHaveLength(1)
  // The end may take a second: harm that begins within it excuses, later harm does not.
  expect(seenAt(70_000, { events: [event(61_900, 64_000, { isStoreAway: true })] })).toEqual([])
  expect(seenAt(70_000, { events: [event(62_100, 64_000, { isStoreAway: true })] })).toHaveLength(1)
  const waiting = [request({ method: 'inboundCallWaiting', purpose: 'waiting', key: undefined })]
  expect(seenAt(32_100, { requests: waiting })).toHaveLength(1)
})

it('waits-last: finds a request for a call that ended before its lifetime', () => {
  const requests = [request({ method: 'inboundCallWaiting', purpose: 'waiting', key: undefined })]
  const seen = (...samples: History['samples']) => found(waitsLast, { requests, samples })
  expect(seen(sample(900), sample(1_500, [100_001]), sample(31_000))).toEqual([])
  expect(seen(sample(1_500, [100_001]), sample(30_900))).toHaveLength(1)
})

it('limits-hold: finds calls to one number that are too near or too many', () => {
  const call = (atMs: number) =>
    request({ id: `limited-${atMs}`, purpose: 'limited', key: undefined, startMs: atMs, endMs: atMs + 20 })
  const calls = (...times: number[]) => ({ requests: times.map(call) })
  expect(found(limitsHold, calls(0, 5_000, 10_000, 15_000, 60_000))).toEqual([])
  expect(found(limitsHold, calls(0, 4_900))).toHaveLength(1)
  expect(found(limitsHold, calls(0, 6_000, 12_000, 18_000, 59_000))).toHaveLength(1)
})

it('ids-are-fresh: finds an id that was given long after a higher one', () => {
  const given = (vendorId: number, atMs: number, exists = false) =>
    request({ id: `key-${vendorId}`, startMs: atMs, endMs: atMs + 20, answer: { ...done, vendorId, exists } })
  const ids = (...requests: Request[]) => found(idsAreFresh, { requests })
  expect(ids(given(100_002, 0), given(100_001, 60_000), given(100_003, 200_000))).toEqual([])
  expect(ids(given(100_002, 0), given(100_001, 80_000))).toHaveLength(1)
  // A replay tells the id that its key has.
  expect(ids(given(100_002, 0), given(100_001, 80_000, true))).toEqual([])
})

it('caps-hold: finds an hour in which more was spent than the cap allows', () => {
  const spent = (startedAt: number) => stored({ accountId: 9, unique: null, startedAt })
  expect(found(capsHold, { calls: [spent(0), spent(1), spent(3_600_000)] })).toEqual([])
  expect(found(capsHold, { calls: [spent(0), spent(1), spent(2)] })).toHaveLength(1)
})

it('top-ups-are-made-once: finds one that was made twice, and one that was acknowledged and not made', () => {
  const requests = [request({ method: 'top-up', purpose: 'money', amountUnits: 5, answer: { status: 200 } })]
  const entry = { ...moved('top-up', null), amountUnits: 5 }
  expect(found(topUpsAreMadeOnce, { requests, entries: [entry] })).toEqual([])
  expect(found(topUpsAreMadeOnce, { requests, entries: [entry, entry] })).toHaveLength(1)
  expect(found(topUpsAreMadeOnce, { requests, entries: [] })).toHaveLength(1)
  const unanswered = requests.map((asked) => ({ ...asked, answer: undefined }))
  expect(found(topUpsAreMadeOnce, { requests: unanswered, entries: [] })).toEqual([])
})

it('audits-are-clean: finds a second in which the audit was not', () => {
  const samples = [sample(1_000), { ...sample(2_000), wrong: ['account 1 is not balanced'] }, sample(3_000)]
  expect(found(auditsAreClean, { samples, endedMs: 4_000 })).toHaveLength(1)
})

it('audits-are-clean: finds a run in which nobody looked, or not for long', () => {
  expect(found(auditsAreClean, { samples: [] })).toHaveLength(1)
  const samples = [sample(1_000), sample(25_000)]
  expect(found(auditsAreClean, { samples, endedMs: 26_000 })).toHaveLength(1)
  const events = [event(2_000, 10_000, { isStoreAway: true })]
  expect(found(auditsAreClean, { samples, events, endedMs: 26_000 })).toEqual([])
})

it('accounts-are-served: finds an account that is refused for more than ten seconds after a node was lost', () => {
  const asked = (atMs: number, status: number, node = 1) =>
    request({ id: `key-${atMs}`, node, startMs: atMs, endMs: atMs + 20, answer: { status } })
  const lost = event(900, 20_000)
  const refused = [asked(1_000, 503), asked(6_000, 503), asked(12_000, 503)]
  expect(found(accountsAreServed, { requests: refused, events: [lost] })).toHaveLength(1)
  const served = [...refused, asked(7_000, 200)]
  expect(found(accountsAreServed, { requests: served, events: [lost] })).toEqual([])
  const byLostNode = refused.map((each) => ({ ...each, node: 0 }))
  expect(found(accountsAreServed, { requests: byLostNode, events: [lost] })).toEqual([])
  const away = event(2_000, 11_000, { isStoreAway: true, nodes: [] })
  expect(found(accountsAreServed, { requests: refused, events: [away] })).toEqual([])
  const moment = event(2_000, 2_500, { isStoreAway: true, nodes: [] })
  expect(found(accountsAreServed, { requests: refused, events: [moment] })).toHaveLength(1)
  const ofPhones = refused.map((each) => ({ ...each, purpose: 'phones' as const }))
  expect(found(accountsAreServed, { requests: ofPhones })).toHaveLength(1)
})

it('requests-are-answered: finds a request without an answer whose node was well', () => {
  const unanswered = (changes: Partial<History> = {}) =>
    found(requestsAreAnswered, { requests: [request({ answer: undefined })], ...changes })
  expect(unanswered()).toHaveLength(1)
  expect(unanswered({ events: [event(1_010, 4_000)] })).toEqual([])
  expect(unanswered({ events: [event(1_010, 4_000, { nodes: [1] })] })).toHaveLength(1)
  expect(unanswered({ events: [event(1_030, 4_000)] })).toHaveLength(1)
  expect(unanswered({ samples: [sample(1_010, [], 1_000)] })).toEqual([])
})

it('stops-end: finds a node that had to be killed', () => {
  expect(found(stopsEnd, { events: [event(1, 2, { isStuck: true })] })).toHaveLength(1)
})

it('connections-are-bounded: finds more connections than the nodes may have', () => {
  const samples = (connections: number) => [{ ...sample(1_000), connections }]
  expect(found(connectionsAreBounded, { samples: samples(68) })).toEqual([])
  expect(found(connectionsAreBounded, { samples: samples(69) })).toHaveLength(1)
})

it('answers-are-expected: finds an internal error and a refusal that nothing explains', () => {
  const answered = (status: number, purpose: Request['purpose'] = 'keyed') =>
    found(answersAreExpected, { requests: [request({ purpose, answer: { status } })] })
  expect(answered(503)).toEqual([])
  expect(answered(500)).toHaveLength(1)
  expect(answered(429)).toHaveLength(1)
  expect(answered(429, 'limited')).toEqual([])
  expect(answered(402, 'capped')).toEqual([])
})
