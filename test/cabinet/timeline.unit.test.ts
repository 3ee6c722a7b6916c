// The page of a call tells what happened in the order of time.
import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import { expect, it } from 'vitest'
import { timelineOf } from '../../cabinet/src/pages/verifications/detail/timeline.ts'

const step = (part: object) => ({ startedAt: null, startsAt: null, ...part })
const detail = (part: object) =>
  ({
    createdAt: 0,
    expiresAt: 300,
    endedAt: null,
    attempts: 3,
    checks: [],
    ...part,
  }) as unknown as VerificationDetail
const reported = (part: object) =>
  timelineOf(detail(part)).map((entry) => [
    entry.kind,
    entry.at,
    ...('number' in entry ? [entry.number] : []),
  ])

it('timeline of a call: codes stand between the calls, by time, with the tries that were left', () => {
  const checks = [
    { at: 5, isRight: false },
    { at: 40, isRight: false },
    { at: 50, isRight: true },
  ]
  const steps = [step({ startedAt: 1 }), step({ startedAt: 30 }), step({})]
  expect(reported({ checks, steps, endedAt: 50 })).toEqual([
    ['asked', 0],
    ['step', 1, 1],
    ['check', 5],
    ['step', 30, 2],
    ['check', 40],
    ['check', 50],
    ['step', null, 3],
    ['end', 50],
  ])
  const left = timelineOf(detail({ checks, steps })).flatMap((entry) => ('left' in entry ? [entry.left] : []))
  expect(left).toEqual([2, 1, 1])
})

it('timeline of a call: a pending one ends with its deadline, and the next call has its time', () => {
  expect(reported({ steps: [step({ startedAt: 1 }), step({ startsAt: 20 })] })).toEqual([
    ['asked', 0],
    ['step', 1, 1],
    ['step', 20, 2],
    ['deadline', 300],
  ])
})
