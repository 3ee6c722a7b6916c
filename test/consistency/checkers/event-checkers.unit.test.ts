// The checkers of what others are told, of hooks, gateways and secrecy: each is fed a history with one promise broken.
import { expect, it } from 'vitest'
import {
  call,
  changes,
  created,
  found,
  inOrder,
  kept,
  listener,
  lost,
  phone,
  reported,
  stored,
  told,
} from './a-history.ts'
import { answersAreExpected } from './availability.ts'
import { codesAreHandedOverOnce } from './gateways.ts'
import type { History, Listener, Request, StoredPhone, ToldEvent } from './history.ts'
import { hooksRingOnce } from './hooks.ts'
import { capsHold, maxCostsHold } from './limits.ts'
import { reversalsAreMadeOnce } from './money.ts'
import { pendingIsReturned } from './returned.ts'
import { phonesAreMasked } from './secrecy.ts'
import {
  callEventsAreComplete,
  eventsStayTheSame,
  phoneEventsAreComplete,
  streamsAgree,
  streamsAreInOrder,
  versionsNameOneState,
  webhooksAreSigned,
} from './verification-events.ts'

const events = changes.map((each) => told(each))
const ways = ['outbox', 'stream', 'webhook'] as const
const hearing = (way: Listener['way'], heard: readonly ToldEvent[], more: Partial<Listener> = {}) => ({
  listeners: [{ ...listener(way, heard), ...more }],
})

it.each(ways)(
  'phone-events-are-complete: finds an event that is missing, twice there, or of another end: %s',
  (way) => {
    const complete = (
      heard: readonly ToldEvent[],
      changed: Partial<StoredPhone> = {},
      more: Partial<History> = {},
    ) => kept(phoneEventsAreComplete, changed, { ...hearing(way, heard), ...more })
    expect(complete(events)).toEqual([])
    for (const event of events)
      expect([event.type, complete(events.filter((each) => each !== event)).length]).toEqual([event.type, 1])
    for (const type of ['step_started', 'settled', 'expired'])
      expect([type, complete([...events, told([type, 5], 'other')]).length]).toEqual([type, 1])
    // A call that is settled after the end of its verification has no event of its own.
    const late = stored.steps.map((each) => ({ ...each, endedAt: 3_010 }))
    const others = events.filter(({ type }) => type !== 'step_delivered')
    expect(complete(others, { steps: late })).toEqual([])
    const open = [{ ...stored.steps[0]!, status: 'started' }]
    expect(complete(others, { steps: open })).toHaveLength(1)
    // One that nobody was told of has lost its events, but only if it was refused and no answer names it.
    const disowned = { status: 'canceled', steps: open }
    const refused = created({ answer: { status: 503 } })
    expect(complete([], disowned, { requests: [refused] })).toEqual([])
    expect(complete([], disowned, { requests: [refused, created()] })).toHaveLength(2)
    expect(complete([], disowned, { requests: [] })).toHaveLength(2)
    // What happened after its last look nobody can have heard, but what a clock that was set says is no excuse.
    expect(complete([], { changedMs: 95_000 })).toEqual([])
    expect(complete([], { changedMs: 3_600_000 })).toHaveLength(4)
  },
)

it('phone-events-are-complete: takes a webhook that came again once, and none that was refused', () => {
  const received = (heard: readonly ToldEvent[]) => found(phoneEventsAreComplete, hearing('webhook', heard))
  const [first, ...rest] = events
  expect(received([...events, first!])).toEqual([])
  expect(received([{ ...first!, isTaken: false }, ...events])).toEqual([])
  expect(received([{ ...first!, isTaken: false }, ...rest])).toHaveLength(1)
  expect(found(phoneEventsAreComplete, hearing('stream', [...events, first!]))).toHaveLength(1)
})

it('call-events-are-complete: finds the end of a call that nobody was told of, one told twice, and one too early', () => {
  const ended = { id: 'e', type: 'call.ended', text: '', vendorId: 100_002 }
  const ofCall = (heard: readonly ToldEvent[], changed: Partial<History['calls'][number]> = {}) => {
    const calls = [{ ...call, vendorId: 100_002, verificationId: null, ...changed }]
    return found(callEventsAreComplete, { ...hearing('stream', heard), calls })
  }
  expect(ofCall([ended])).toEqual([])
  expect(ofCall([])).toHaveLength(1)
  expect(ofCall([ended, ended])).toHaveLength(1)
  expect(ofCall([ended], { state: 'checking', endedMs: null })).toHaveLength(1)
  expect(ofCall([], { state: 'checking', endedMs: null })).toEqual([])
  expect(ofCall([], { endedMs: 95_000 })).toEqual([])
  expect(ofCall([], { verificationId: 'vf_1' }), 'a step has no event of a call').toEqual([])
})

it('streams-are-in-order: finds an event that is told twice, a version that goes back, and news after the end', () => {
  const [started, delivered, approved, settled] = events as [ToldEvent, ToldEvent, ToldEvent, ToldEvent]
  const read = (heard: readonly ToldEvent[], more: Partial<Listener> = {}) =>
    found(streamsAreInOrder, hearing('stream', heard, more))
  expect(read(events)).toEqual([])
  expect(read([started, started])).toHaveLength(1)
  expect(read([delivered, started])).toHaveLength(1)
  // The past is written as it is when it is read.
  expect(read([delivered, started], { isFirst: false })).toEqual([])
  expect(read([approved, { ...delivered, version: 5 }], { isFirst: false })).toHaveLength(1)
  expect(read([settled, { ...approved, version: 6 }], { isFirst: false })).toHaveLength(1)
  expect(found(streamsAreInOrder, hearing('webhook', events.toReversed()))).toEqual([])
})

it('streams-agree: finds two readers who get other events, or in another order', () => {
  const both = (again: readonly ToldEvent[]) =>
    found(streamsAgree, { listeners: [listener('stream', events), listener('stream', again)] })
  expect(both(events)).toEqual([])
  expect(both([...events, told(['settled', 6], 'later')])).toEqual([])
  expect(both(events.slice(1))).toHaveLength(1)
  expect(both(events.slice(0, -1))).toHaveLength(1)
  expect(both(events.toReversed())).toHaveLength(1)
})

it('events-stay-the-same: finds an event that was told in two ways', () => {
  const again = [...events, { ...events[0]!, text: 'another' }]
  expect(found(eventsStayTheSame, hearing('webhook', again))).toHaveLength(1)
  expect(found(eventsStayTheSame, hearing('stream', again, { isFirst: false }))).toEqual([])
})

it('versions-name-one-state: finds a version with two statuses, and one that is newer than the record', () => {
  const heard = (event: Partial<ToldEvent>) =>
    found(versionsNameOneState, hearing('webhook', [...events, { ...events[3]!, ...event }]))
  expect(heard({})).toEqual([])
  expect(heard({ status: 'expired' })).toHaveLength(1)
  expect(heard({ version: 6 })).toHaveLength(1)
  expect(kept(versionsNameOneState, { status: 'failed' })).not.toEqual([])
})

it('webhooks-are-signed: finds one that is not', () => {
  const signed = (isSigned: boolean) =>
    found(webhooksAreSigned, hearing('webhook', [{ ...events[0]!, isSigned }]))
  expect(signed(true)).toEqual([])
  expect(signed(false)).toHaveLength(1)
})

it('phones-are-masked: finds a number in a row, an event and an answer, in any of its forms', () => {
  const written = (text: string) => found(phonesAreMasked, { texts: [{ where: 'calls', text }] })
  expect(written('7915***0001 | 1795060000001 | 79151000002')).toEqual([])
  for (const text of ['79151000001', '"+79151000001"', '89151000001', 'sip:9151000001@'])
    expect([text, written(text).length]).toEqual([text, 1])
  const event = { ...events[0]!, text: `{"phone":"${phone}"}` }
  expect(found(phonesAreMasked, hearing('webhook', [event]))).toHaveLength(1)
  expect(
    found(phonesAreMasked, { requests: [created({ answer: reported(`{"phone":"${phone}"}`) })] }),
  ).toHaveLength(1)
})

it('codes-are-handed-over-once: finds a code that was sent twice, not at all, to another phone, or unsigned', () => {
  const code = { id: 'vf_1-0', verificationId: 'vf_1', step: 0, phone, code: '0042', isSigned: true }
  const handed = (
    handedCodes: History['handedCodes'],
    step: Partial<StoredPhone['steps'][number]> = {},
    more: Partial<History> = {},
  ) => {
    const steps = [{ ...stored.steps[0]!, mode: 'http', startedMs: 1_100, ...step }]
    return kept(codesAreHandedOverOnce, { steps }, { handedCodes, ...more })
  }
  expect(handed([code])).toEqual([])
  expect(handed([code, code])).toHaveLength(1)
  expect(handed([])).toHaveLength(1)
  expect(handed([{ ...code, code: '0043' }])).toHaveLength(1)
  expect(handed([{ ...code, phone: '79151000002' }])).toHaveLength(1)
  expect(handed([{ ...code, isSigned: false }])).toHaveLength(1)
  expect(handed([{ ...code, verificationId: 'vf_2' }]).length).toBeGreaterThan(1)
  expect(handed([code], { mode: 'voice' })).toHaveLength(1)
  expect(handed([code], { vendorId: null, status: 'skipped' })).toHaveLength(1)
  const started = (...harms: History['events']) => handed([], { status: 'started' }, { events: harms })
  expect(started()).toHaveLength(1)
  expect(started(lost(1_150, 4_000))).toEqual([])
  expect(started(lost(5_000, 8_000))).toHaveLength(1)
})

it('hooks-ring-once: finds a code that rang twice, not at all, or although it was refused', () => {
  const hook = (changed: Partial<Request> = {}): Request => ({
    ...created(),
    id: 'hook-1',
    purpose: 'hooks',
    method: 'hook',
    key: 'hook-key-1',
    phone: '79142000001',
    answer: { status: 200 },
    ...changed,
  })
  const record = { ...call, client: 'hook-key-1', verificationId: null }
  const rang = (times: number, { requests = [hook()], calls = [record], ...more }: Partial<History> = {}) =>
    found(hooksRingOnce, { requests, calls, invites: new Map([['79142000001', times]]), ...more })
  expect(rang(1)).toEqual([])
  expect(rang(2)).toHaveLength(1)
  expect(rang(0)).toHaveLength(1)
  expect(rang(0, { events: [lost(1_010, 4_000)] })).toEqual([])
  expect(rang(0, { events: [lost(5_000, 8_000)] })).toHaveLength(1)
  expect(rang(1, { calls: [] })).toHaveLength(1)
  expect(rang(1, { calls: [record, { ...record, vendorId: 100_009 }] })).toHaveLength(1)
  const refused = [hook({ answer: { status: 503 } })]
  expect(rang(1, { requests: refused })).toHaveLength(1)
  expect(rang(0, { requests: refused, calls: [{ ...record, costUnits: 0, state: 'failed' }] })).toEqual([])
  expect(rang(1, { requests: [...refused, hook({ answer: undefined })] })).toEqual([])
})

it('pending-is-returned: finds two that were pending at once, one of somebody else, and one that had ended', () => {
  const asked = (id: string, atMs: number, status: number, client = 'person-1') => {
    const { creation } = created()
    return created({
      id: `asked ${id} ${atMs}`,
      key: `key ${atMs}`,
      creation: { ...creation!, client, on_pending: 'return' },
      startMs: atMs,
      endMs: atMs + 20,
      answer: { status, phone: { text: '', id, status: 'pending' } },
    })
  }
  const read = (verificationId: string, startMs: number, status: string): Request => ({
    ...created(),
    id: `read ${verificationId} ${startMs}`,
    method: 'readVerification',
    verificationId,
    startMs,
    endMs: startMs + 20,
    answer: { status: 200, phone: { text: '', id: verificationId, status } },
  })
  const asking = (...requests: Request[]) => found(pendingIsReturned, { requests })
  expect(asking(asked('vf_1', 1_000, 201), asked('vf_1', 2_000, 200))).toEqual([])
  const two = [asked('vf_1', 1_000, 201), asked('vf_2', 2_000, 201)]
  expect(asking(...two), 'the first may have ended').toEqual([])
  expect(asking(...two, read('vf_1', 3_000, 'pending'))).toHaveLength(1)
  expect(asking(...two, read('vf_1', 1_500, 'pending'))).toEqual([])
  const refused = [asked('vf_1', 1_000, 201), { ...asked('', 2_000, 201), answer: { status: 429 } }]
  expect(asking(...refused), 'the first may have ended').toEqual([])
  expect(asking(...refused, read('vf_1', 3_000, 'pending'))).toHaveLength(1)
  const again = { ...asked('vf_1', 9_000, 201), purpose: 'phones-again' } as const
  expect(asking(...refused, read('vf_1', 3_000, 'pending'), again)).toHaveLength(1)
  const atOnce = [asked('vf_1', 1_000, 201), asked('vf_2', 1_010, 201), read('vf_1', 3_000, 'pending')]
  expect(asking(...atOnce), 'the second may have been made first, and ended').toEqual([])
  expect(asking(...atOnce, read('vf_2', 3_000, 'pending'))).toHaveLength(1)
  expect(asking(asked('vf_1', 1_000, 201), asked('vf_1', 2_000, 200, 'person-2'))).toHaveLength(1)
  const ended = [asked('vf_1', 1_000, 201), read('vf_1', 1_500, 'approved'), asked('vf_1', 2_000, 200)]
  expect(asking(...ended)).toHaveLength(1)
})

it('caps-hold, max-costs-hold: find steps of /v2 that cost more than their service or their request allows', () => {
  const costing = (...costs: number[]) =>
    costs.map((costUnits, index) => ({ ...call, vendorId: 100_001 + index, costUnits }))
  const caps = { terms: { ...inOrder.terms, caps: [{ accountId: 5, unitsPerHour: 16_000 }] } }
  expect(found(capsHold, { ...caps, calls: costing(8_000, 8_000) })).toEqual([])
  expect(found(capsHold, { ...caps, calls: costing(8_000, 8_000, 8_000) })).toHaveLength(1)
  const limited = created({ creation: { ...created().creation!, max_cost: '0.8' } })
  expect(found(maxCostsHold, { requests: [limited], calls: costing(8_000) })).toEqual([])
  expect(found(maxCostsHold, { requests: [limited], calls: costing(8_000, 8_000) })).toHaveLength(1)
  expect(found(maxCostsHold, { calls: costing(8_000, 8_000) })).toEqual([])
})

it('reversals-are-made-once: finds a top-up that was taken back twice, and one that was confirmed and not taken back', () => {
  const moved = (entry: number, kind: string, amountUnits: number) => ({
    accountId: 5,
    entry,
    kind,
    amountUnits,
    vendorId: null,
  })
  const topUp = moved(1, 'top-up', 50)
  const reversal = moved(2, 'reversal', -50)
  const asked = { ...created(), purpose: 'money', method: 'reversal', entry: 1 } as const
  const taken = (entries: History['entries'], ...answers: Request['answer'][]) =>
    found(reversalsAreMadeOnce, { entries, requests: answers.map((answer) => ({ ...asked, answer })) })
  expect(taken([topUp, reversal], { status: 200 }, undefined)).toEqual([])
  expect(taken([topUp], undefined)).toEqual([])
  expect(taken([topUp, reversal], undefined)).toEqual([])
  expect(taken([topUp], { status: 200 })).toHaveLength(1)
  expect(taken([topUp, reversal], { status: 200 }, { status: 200 })).toHaveLength(1)
  expect(taken([topUp, reversal, moved(3, 'reversal', -50)], undefined)).toHaveLength(1)
})

it('answers-are-expected: finds a hook, a page of events or a capped creation with a status that nothing explains', () => {
  const answered = (changed: Partial<Request>, status: number) =>
    found(answersAreExpected, { requests: [created({ ...changed, answer: { status } })] })
  for (const changed of [{ method: 'hook' }, { method: 'listEvents' }, { purpose: 'capped-phones' }] as const)
    expect([changed, answered(changed, 500).length, answered(changed, 503).length]).toEqual([changed, 1, 0])
  expect(answered({ purpose: 'capped-phones' }, 402)).toEqual([])
  expect(answered({ purpose: 'returning' }, 429)).toEqual([])
  expect(answered({}, 402)).toHaveLength(1)
})
