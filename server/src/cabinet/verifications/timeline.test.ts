import { expect, it } from 'vitest'
import { readDetails } from '../../books/call-details.ts'
import type { VerificationRecord } from '../../books/verification.ts'
import { timelineOf } from './timeline.ts'

const record = (changes: Partial<VerificationRecord>) =>
  ({
    startedAt: 1_000,
    settledAt: 9_000,
    deadlineAt: 60_000,
    state: 'completed',
    reason: 'rang',
    mode: 'flash',
    ...changes,
  }) as VerificationRecord

const storyOf = (changes: Partial<VerificationRecord>, details: object | null) =>
  timelineOf(record(changes), readDetails(details === null ? null : JSON.stringify(details))).map(
    ({ step, at }) => `${step} ${at}`,
  )
const ladder = (...lines: string[]) => ({
  attempts: [{ trunk: 'a', reason: '', placedMs: 20, ladder: lines }],
})

it('follows a call that was answered and hung up by the person', () => {
  expect(
    storyOf({ mode: 'voice' }, ladder('0 > INVITE', '900 < 183', '2000 < 200', '2000 > ACK', '5000 < BYE')),
  ).toEqual(['admitted 1000', 'invite 1020', 'ringing 1920', 'answered 3020', 'hung-up 6020', 'settled 9000'])
})

it('tells a refusal, and does not take the yes to our CANCEL for one', () => {
  expect(storyOf({ state: 'failed' }, ladder('0 > INVITE', '40 < 486 q17'))).toContain('refused 1060')
  expect(storyOf({}, ladder('0 > INVITE', '40 < 180', '50 > CANCEL', '60 < 487'))).not.toContain(
    'refused 1080',
  )
  expect(storyOf({ state: 'failed' }, ladder('0 > INVITE', '4000 ! timeout'))).toContain('refused 5020')
})

it('puts nothing behind the end', () => {
  expect(storyOf({ settledAt: 1_500 }, ladder('0 > INVITE', '900 < 180')).slice(-2)).toEqual([
    'ringing 1500',
    'settled 1500',
  ])
})

it('knows the beginning and the end when that is all there is', () => {
  expect(storyOf({ reason: 'test number' }, null)).toEqual(['admitted 1000', 'settled 9000'])
  expect(storyOf({ state: 'checking', settledAt: null }, null)).toEqual(['admitted 1000', 'deadline 60000'])
})

it('reads what it can of a record that is damaged or of another time', () => {
  for (const text of ['{', '[]', 'null', '7', '{"attempts":"x","pddMs":"soon"}', '{"attempts":[{}]}']) {
    expect(readDetails(text).pddMs).toBeNull()
  }
  expect(readDetails('{"attempts":[{"ladder":["odd","3 < 180"]}]}').attempts[0]!.ladder).toEqual([
    { atMs: 3, from: 'them', text: '180' },
  ])
})
