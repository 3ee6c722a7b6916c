// The checkers of /v2: each is fed a history that is in order and the same history with one promise broken.
import { expect, it } from 'vitest'
import {
  call,
  checked,
  compared,
  created,
  entry,
  found,
  inOrder,
  kept,
  look,
  lost,
  phone,
  reported,
  right,
  stored,
  wrong,
} from './a-history.ts'
import { checkers } from './all.ts'
import { answersAreExpected } from './availability.ts'
import type { History, NemesisEvent, Request, StoredPhone } from './history.ts'
import { phoneEndsAreFinal } from './verification-ends.ts'
import { phoneKeysAreWrittenOnce } from './verification-keys.ts'
import {
  phoneMoneyIsThatOfSteps,
  phoneRefusalsHaveNoEffect,
  phoneStepsStartOnce,
} from './verification-steps.ts'
import { phoneGuessesAreBounded, phoneTriesAreBounded } from './verification-tries.ts'
import { phoneWaitsEnd } from './verification-waits.ts'

it('every checker: finds nothing in a history of /v2 that is in order', () => {
  expect(checkers.flatMap((check) => check(inOrder))).toEqual([])
})

it('phone-keys-are-written-once: finds another 201, a second record, a lost one and a node that forgot', () => {
  const other = created({ id: 'phone-2', answer: reported('second') })
  expect(found(phoneKeysAreWrittenOnce, { requests: [created(), other] })).toHaveLength(1)
  expect(found(phoneKeysAreWrittenOnce, { phones: [stored, { ...stored, id: 'vf_2' }] })).toHaveLength(1)
  expect(found(phoneKeysAreWrittenOnce, { phones: [] })).toHaveLength(1)
  const again = (answer: Request['answer']) =>
    found(phoneKeysAreWrittenOnce, { requests: [created(), created({ purpose: 'phones-again', answer })] })
  expect(again(reported('first'))).toEqual([])
  expect(again({ status: 422 })).toHaveLength(1)
  // One that nobody was told of has freed its key.
  const refused = created({ id: 'phone-0', answer: { status: 503 } })
  const disowned = (status: string, requests = [refused, created()]) =>
    found(phoneKeysAreWrittenOnce, { requests, phones: [stored, { ...stored, id: 'vf_0', status }] })
  expect(disowned('canceled')).toEqual([])
  expect(disowned('pending')).toHaveLength(1)
  expect(disowned('canceled', [created()])).toHaveLength(1)
  const read = created({ purpose: 'phones-again', method: 'readVerification', verificationId: 'vf_1' })
  const mixedUp = { ...read, answer: { status: 200, phone: { text: '', id: 'vf_2' } } }
  expect(found(phoneKeysAreWrittenOnce, { requests: [mixedUp] })).toHaveLength(1)
})

it('phone-ends-are-final: finds an approval that is wrong, late, repeated or taken back', () => {
  expect(kept(phoneEndsAreFinal, { checks: [{ isRight: true }, { isRight: true }] })).toHaveLength(1)
  expect(kept(phoneEndsAreFinal, { checks: [{ isRight: true }, { isRight: false }] })).toHaveLength(1)
  expect(kept(phoneEndsAreFinal, { status: 'failed' }, { requests: [created()] })).toHaveLength(1)
  expect(
    kept(phoneEndsAreFinal, { status: 'failed', checks: [] }, { requests: [created(), right] }),
  ).toHaveLength(2)
  const misjudged = checked(2_500, false, compared(true, 'approved', 3))
  expect(found(phoneEndsAreFinal, { requests: [created(), misjudged] })).toHaveLength(1)
})

it('phone-ends-are-final: finds an end that changes, an answer that goes back, and one that expired too soon', () => {
  const requests = (...more: Request[]) => ({ requests: [created(), right, ...more] })
  const ended = (atMs: number, status: string) =>
    checked(atMs, true, { status: 409, phone: { text: '', status } })
  expect(found(phoneEndsAreFinal, requests(ended(4_000, 'approved')))).toEqual([])
  expect(found(phoneEndsAreFinal, requests(ended(4_000, 'canceled')))).toHaveLength(1)
  expect(
    found(phoneEndsAreFinal, requests(checked(4_000, false, compared(false, 'pending', 4)))),
  ).toHaveLength(1)
  expect(
    found(phoneEndsAreFinal, requests(checked(4_000, true, compared(true, 'approved', 2)))),
  ).toHaveLength(1)
  // Two at once may be answered in any order.
  expect(found(phoneEndsAreFinal, requests(checked(3_010, false, compared(false, 'pending', 2))))).toEqual([])
  const expired = { status: 'expired', checks: [] }
  expect(kept(phoneEndsAreFinal, expired, { requests: [created()] })).toHaveLength(1)
  expect(kept(phoneEndsAreFinal, expired, { requests: [created()], endedMs: 301_001 })).toEqual([])
})

it('phone-tries-are-bounded: finds too many tries, one that was told and not counted, and a 503 that counted', () => {
  const tries = (count: number) => Array(count).fill({ isRight: false })
  expect(kept(phoneTriesAreBounded, { checks: tries(4), attemptsLeft: -1 })).toHaveLength(2)
  expect(kept(phoneTriesAreBounded, { checks: [], attemptsLeft: 3 })).toHaveLength(1)
  expect(kept(phoneTriesAreBounded, { attemptsLeft: 3 })).toHaveLength(1)
  const second = (answer: Request['answer'], events: History['events'] = []) =>
    kept(
      phoneTriesAreBounded,
      { checks: tries(2), attemptsLeft: 1 },
      { requests: [created(), wrong, checked(2_500, false, answer)], events },
    )
  expect(second(undefined)).toEqual([])
  expect(second({ status: 503 })).toHaveLength(1)
  expect(second({ status: 503 }, [lost(2_400, 2_450)])).toHaveLength(1)
  expect(second({ status: 503 }, [lost(2_400, 2_900, { harm: 'cut-off' })])).toEqual([])
  expect(second({ status: 503 }, [lost(2_400, 2_900)]), 'a killed node answers nothing').toHaveLength(1)
  const fewer = (attemptsLeft: number) => {
    const answer = { status: 201, phone: { ...reported('first').phone, attemptsLeft } }
    return kept(phoneTriesAreBounded, { attemptsLeft: 1 }, { requests: [created({ answer }), wrong] })
  }
  expect(fewer(2)).toEqual([])
  expect(fewer(3)).toHaveLength(1)
})

it('phone-guesses-are-bounded: finds more wrong codes of a phone in a day than it may have, after a call', () => {
  const guessed = (...hours: number[]) => {
    const checks = hours.map((hour) => ({ isRight: false, at: 3_000 + hour * 3_600_000 }))
    const more = created({ id: 'phone-2', key: 'phone-key-2' })
    const other = { ...stored, id: 'vf_2', key: 'phone-key-2', checks: checks.slice(2) }
    return found(phoneGuessesAreBounded, {
      requests: [created(), more],
      phones: [{ ...stored, checks: checks.slice(0, 2) }, other],
    })
  }
  expect(guessed(0, 0, 0, 0)).toEqual([])
  expect(guessed(0, 0, 1, 23, 23)).toHaveLength(1)
  expect(guessed(0, 1, 2, 3, 24)).toEqual([])
  expect(guessed(-1, 0, 0, 0, 0), 'before the phone had rung').toEqual([])
})

it('phone-steps-start-once: finds a step that rang twice, one that did not ring, and a call of no step', () => {
  expect(found(phoneStepsStartOnce, { invites: new Map([[phone, 2]]) })).toHaveLength(1)
  expect(found(phoneStepsStartOnce, { invites: new Map() })).toHaveLength(2)
  const undelivered = [{ status: 'undelivered', vendorId: 100_001, costUnits: 0 }]
  expect(kept(phoneStepsStartOnce, { steps: undelivered }, { invites: new Map() })).toHaveLength(1)
  expect(
    kept(phoneStepsStartOnce, { steps: undelivered }, { invites: new Map(), events: [lost(1_010, 4_000)] }),
  ).toEqual([])
  const after = (...events: NemesisEvent[]) =>
    kept(phoneStepsStartOnce, { steps: undelivered }, { invites: new Map(), events })
  expect(after(lost(5_000, 8_000)), 'harm that came later').toHaveLength(1)
  expect(after(lost(1_010, 4_000, { nodes: [1] })), 'harm to another node').toHaveLength(1)
  expect(after(lost(1_010, 4_000, { harm: null })), 'a clock that was set').toHaveLength(1)
  const stray = { ...call, vendorId: 100_002 }
  expect(found(phoneStepsStartOnce, { calls: [call, stray] })).toHaveLength(1)
})

it('phone-steps-start-once: excuses a later step only by harm at the moment when it was placed', () => {
  const steps = [100_001, 100_002].map((vendorId) => ({ status: 'undelivered', vendorId, costUnits: 0 }))
  const calls = steps.map(({ vendorId }) => ({ ...call, vendorId, reason: 'placed too late', costUnits: 0 }))
  const samples = [look(500), look(1_500, [100_001]), look(9_000), { ...look(10_000, [100_002]), lagMs: 0 }]
  const second = (...events: NemesisEvent[]) =>
    kept(phoneStepsStartOnce, { steps }, { samples, calls, events })
  expect(second()).toHaveLength(1)
  expect(second(lost(9_500, 12_000, { nodes: [1] }))).toEqual([])
  expect(second(lost(3_000, 7_900, { nodes: [1] }))).toHaveLength(1)
  expect(second(lost(13_100, 14_000))).toHaveLength(1)
  const late = samples.with(3, { ...look(10_000, [100_002]), lagMs: 2_000 })
  expect(kept(phoneStepsStartOnce, { steps }, { samples: late, calls }), 'the machine stood still').toEqual(
    [],
  )
})

it('phone-steps-start-once: excuses a step that was never placed until the harm has ended, not until the run has', () => {
  const placed = (startedMs: number, events: readonly NemesisEvent[], more: Partial<History> = {}) => {
    const steps = [{ status: 'undelivered', vendorId: 100_001, costUnits: 0, startedMs }]
    return kept(phoneStepsStartOnce, { steps }, { invites: new Map(), events, ...more })
  }
  // Nobody could look at the books while the database was away, nor at the end of the run.
  const away = [lost(2_000, 20_000, { harm: 'away', isStoreAway: true })]
  const unseen = { samples: [look(500), look(21_000)], endedMs: 60_000 }
  const late = { ...unseen, samples: [...unseen.samples, look(30_000, [100_001])] }
  expect(placed(1_500, away, unseen)).toEqual([])
  expect(placed(20_500, away, late)).toEqual([])
  expect(placed(24_000, away, late)).toHaveLength(1)
  expect(placed(50_000, away, unseen)).toHaveLength(1)
  expect(placed(50_000, [...away, lost(54_000, 58_000)], unseen), 'harm that came later').toHaveLength(1)
  expect(placed(50_000, [...away, lost(51_000, 58_000)], unseen)).toEqual([])
})

it('phone-steps-start-once: needs no INVITE of a step that the end of its verification stopped, if it was free', () => {
  const stopped = (costUnits: number, changes: Partial<StoredPhone> = {}) => {
    const steps = [{ status: 'undelivered', vendorId: 100_001, costUnits }]
    const calls = [{ ...call, reason: 'stopped', costUnits }]
    return kept(phoneStepsStartOnce, { steps, ...changes }, { calls, invites: new Map() })
  }
  expect(stopped(0)).toEqual([])
  expect(stopped(8_000)).toHaveLength(1)
  expect(stopped(0, { status: 'pending', endedAt: null })).toHaveLength(1)
})

it('phone-money-is-that-of-steps: finds a step, a call and a ledger that do not agree', () => {
  const entries = (...kinds: string[]) => ({ entries: kinds.map(entry) })
  expect(found(phoneMoneyIsThatOfSteps, entries('release'))).toHaveLength(1)
  expect(found(phoneMoneyIsThatOfSteps, entries('capture', 'capture'))).toHaveLength(1)
  expect(found(phoneMoneyIsThatOfSteps, { calls: [] })).toHaveLength(1)
  const costing = (status: string, costUnits: number) =>
    kept(phoneMoneyIsThatOfSteps, { steps: [{ status, vendorId: 100_001, costUnits }] })
  expect(costing('delivered', 0)).toHaveLength(1)
  expect(costing('undelivered', 8_000)).toHaveLength(1)
  expect(costing('started', 8_000), 'its call has ended').toHaveLength(1)
  const open = { ...entries(), calls: [{ ...call, state: 'checking' as const }] }
  const started = [{ status: 'started', vendorId: 100_001, costUnits: 8_000 }]
  expect(kept(phoneMoneyIsThatOfSteps, { steps: started }, open)).toEqual([])
  const onApproval = (changes: Partial<StoredPhone>, more: Partial<History> = {}) =>
    kept(phoneMoneyIsThatOfSteps, { accountId: 8, ...changes }, more)
  expect(onApproval({})).toEqual([])
  expect(onApproval({ status: 'expired' }), 'charged without an approval').toHaveLength(1)
  const held = { steps: [{ ...stored.steps[0]!, isKept: true }], status: 'pending' }
  expect(onApproval(held), 'charged before the end').toHaveLength(1)
  const still = { calls: [{ ...call, costUnits: 0 }], ...entries() }
  expect(onApproval(held, still)).toEqual([])
})

it('phone-refusals-have-no-effect: finds a 503 that dialled or charged, unless another answer was given', () => {
  const refused = created({ answer: { status: 503 } })
  expect(found(phoneRefusalsHaveNoEffect, { requests: [refused] })).toHaveLength(1)
  const whoseNodeIsLost = { requests: [refused], events: [lost(5_000, 6_000)] }
  expect(found(phoneRefusalsHaveNoEffect, whoseNodeIsLost)).toHaveLength(1)
  expect(found(phoneRefusalsHaveNoEffect, { requests: [refused], invites: new Map() })).toHaveLength(1)
  expect(found(phoneRefusalsHaveNoEffect, { requests: [refused], invites: new Map(), phones: [] })).toEqual(
    [],
  )
  expect(found(phoneRefusalsHaveNoEffect, { requests: [refused, created({ answer: undefined })] })).toEqual(
    [],
  )
})

it('phone-refusals-have-no-effect: finds a verification that goes on although its creation was answered 503', () => {
  const refused = created({ answer: { status: 503 } })
  const steps = [{ status: 'started', vendorId: 100_001, costUnits: 8_000 }]
  const ending = (endedMs: number | null, more: Partial<History> = {}) => {
    const its = { steps, status: endedMs === null ? 'pending' : 'canceled', endedMs }
    return kept(phoneRefusalsHaveNoEffect, its, { requests: [refused], invites: new Map(), ...more })
  }
  expect(ending(15_000)).toEqual([])
  const returned = created({ key: 'phone-key-2', answer: { ...reported('', 'vf_1'), status: 200 } })
  expect(ending(null, { requests: [refused, returned] }), 'others were given it').toEqual([])
  expect(ending(65_000)).toHaveLength(1)
  expect(ending(null)).toHaveLength(1)
  expect(ending(null, { endedMs: 20_000 })).toEqual([])
  expect(ending(3_600_000), 'a clock that was set').toEqual([])
  expect(ending(65_000, { events: [lost(2_000, 60_000, { harm: 'away', isStoreAway: true })] })).toEqual([])
  expect(ending(65_000, { events: [lost(2_000, 5_000)] })).toEqual([])
  expect(ending(65_000, { events: [lost(2_000, 5_000, { nodes: [1] })] })).toHaveLength(1)
})

it('answers-are-expected: finds a status of /v2 that nothing explains', () => {
  const answered = (request: Request) => found(answersAreExpected, { requests: [request] })
  expect(answered(created({ answer: { status: 429 } }))).toHaveLength(1)
  const requests = [503, 429].map((status) => created({ answer: { status } }))
  expect(kept(answersAreExpected, { status: 'canceled' }, { requests })).toEqual([])
  expect(answered(checked(2_000, true, { status: 409 }))).toEqual([])
  expect(answered(checked(2_000, true, { status: 404 }))).toHaveLength(1)
})

it('phone-waits-end: finds a wait that is answered without news, and one that misses what another node changed', () => {
  const waited = (changes: Partial<Request>): Partial<History> => {
    const wait = {
      ...right,
      id: 'wait',
      method: 'waitForChange',
      node: 1,
      awaited: { version: 2, seconds: 8 },
    } as const
    return { requests: [...inOrder.requests, { ...wait, startMs: 2_900, ...changes }] }
  }
  const pending = { status: 200, phone: { text: '', status: 'pending', version: 2 } }
  const wait = (changes: Partial<Request>, more: Partial<History> = {}) =>
    found(phoneWaitsEnd, { ...waited(changes), ...more })
  expect(wait({ endMs: 3_100 })).toEqual([])
  expect(wait({ endMs: 2_950, answer: pending })).toEqual(['wait was answered early and without news'])
  const stopped = { events: [lost(2_920, 9_000, { harm: 'stopped', nodes: [1] })] }
  expect(wait({ endMs: 2_950, answer: pending }, stopped)).toEqual([])
  expect(
    wait({ startMs: 11_000, endMs: 19_000, awaited: { version: 4, seconds: 8 }, answer: pending }),
  ).toEqual([])
  expect(wait({ endMs: 10_900 })).toEqual(['wait missed a change'])
  expect(wait({ endMs: 10_900 }, { events: [lost(3_000, 9_000, { nodes: [0] })] })).toHaveLength(1)
  expect(wait({ endMs: 10_900 }, { events: [lost(3_000, 9_000, { nodes: [1] })] })).toEqual([])
  const silent = (endMs: number) => ({ events: [lost(endMs - 500, endMs, { nodes: [1] })] })
  expect(wait({ startMs: 9_000, endMs: 17_000, awaited: { version: 2, seconds: 8 } }, silent(4_000))).toEqual(
    [],
  )
  expect(wait({ startMs: 9_000, endMs: 17_000, awaited: { version: 2, seconds: 8 } }, silent(2_000))).toEqual(
    ['wait missed a change'],
  )
})

it('phone-ends-are-final: finds an approval without the call of the phone, and a call that approved nothing', () => {
  const steps = [{ ...stored.steps[0]!, mode: 'inbound' }]
  const called = (changes: Partial<StoredPhone>, callers: readonly string[] = [phone]) =>
    kept(
      phoneEndsAreFinal,
      { steps, checks: [], ...changes },
      { requests: [created()], callers: new Set(callers) },
    )
  expect(called({})).toEqual([])
  expect(called({}, [])).toEqual(['vf_1 has a call from a phone that did not call'])
  expect(called({ status: 'expired' })).toHaveLength(2)
  expect(called({ steps: [{ ...steps[0]!, status: 'undelivered' }] })).toHaveLength(1)
  const invites = { invites: new Map<string, number>() }
  expect(kept(phoneStepsStartOnce, { steps }, invites), 'nobody is dialled').toEqual([])
})
