import { expect, it } from 'vitest'
import type { CallRecord } from '../../books/call.ts'
import { readDetails } from '../../books/call-details.ts'
import { timelineOf } from './detail.ts'

const record = (changes: Partial<CallRecord>) =>
  ({
    startedAt: 1_000,
    settledAt: 9_000,
    deadlineAt: 60_000,
    state: 'completed',
    reason: 'rang',
    mode: 'flash',
    ...changes,
  }) as CallRecord

const storyOf = (changes: Partial<CallRecord>, details: object | null) =>
  timelineOf(record(changes), readDetails(details === null ? null : JSON.stringify(details))).map(
    ({ step, at }) => `${step} ${at}`,
  )
const attempt = (stage: string, lines: readonly string[]) => ({
  attempts: [{ trunk: 'a', reason: '', placedMs: 20, callId: '', stage, ladder: lines }],
})
const ladder = (...lines: string[]) => attempt('ringing', lines)

it('timeline: shows a call that the person answered and ended', () => {
  expect(
    storyOf({ mode: 'voice' }, ladder('0 > INVITE', '900 < 183', '2000 < 200', '2000 > ACK', '5000 < BYE')),
  ).toEqual(['admitted 1000', 'invite 1020', 'ringing 1920', 'answered 3020', 'hung-up 6020', 'settled 9000'])
})

it('timeline: a 183 is no ringing when the call did not ring, or rang by a 180 later', () => {
  const silent = attempt('progress', ['0 > INVITE', '900 < 183', '4000 > CANCEL', '4020 < 487'])
  expect(storyOf({ state: 'failed', reason: 'no ringing' }, silent)).toEqual([
    'admitted 1000',
    'invite 1020',
    'progress 1920',
    'hung-up 5020',
    'settled 9000',
  ])
  const later = ladder('0 > INVITE', '900 < 183', '2000 < 180', '4000 > CANCEL')
  expect(storyOf({}, later).slice(2, 4)).toEqual(['progress 1920', 'ringing 3020'])
})

it('timeline: shows a refusal, but not the 487 after our CANCEL', () => {
  expect(storyOf({ state: 'failed' }, ladder('0 > INVITE', '40 < 486 q17'))).toContain('refused 1060')
  expect(storyOf({}, ladder('0 > INVITE', '40 < 180', '50 > CANCEL', '60 < 487'))).not.toContain(
    'refused 1080',
  )
  expect(storyOf({ state: 'failed' }, ladder('0 > INVITE', '4000 ! timeout'))).toContain('refused 5020')
})

it('timeline: has no step after the end', () => {
  expect(storyOf({ settledAt: 1_500 }, ladder('0 > INVITE', '900 < 180')).slice(-2)).toEqual([
    'ringing 1500',
    'settled 1500',
  ])
})

it('timeline: shows start and end when nothing else is recorded', () => {
  expect(storyOf({ reason: 'test number' }, null)).toEqual(['admitted 1000', 'settled 9000'])
  expect(storyOf({ state: 'checking', settledAt: null }, null)).toEqual(['admitted 1000', 'deadline 60000'])
})

it('timeline: reads what it can from a damaged record or one of another version', () => {
  for (const text of ['{', '[]', 'null', '7', '{"attempts":"x","pddMs":"soon"}', '{"attempts":[{}]}']) {
    expect(readDetails(text).pddMs).toBeNull()
  }
  expect(readDetails('{"attempts":[{"ladder":["odd","3 < 180"]}]}').attempts[0]!.ladder).toEqual([
    { atMs: 3, from: 'them', text: '180' },
  ])
})
