import { describe, expect, it } from 'vitest'
import {
  type AttemptsEffect,
  type AttemptsEvent,
  advanceAttempts,
  areOver,
  startAttempts,
} from './attempts.ts'
import type { CallEvent } from './call-events.ts'
import { defaultTimers } from './timers.ts'
import { type CallMode, defaultRules } from './verdict.ts'

const refused = (status: number): CallEvent => ({
  kind: 'ended',
  ending: { kind: 'refused', status, cause: undefined },
})
const trying: CallEvent = { kind: 'provisional', status: 100, cause: undefined }
const ringing: CallEvent = { kind: 'provisional', status: 180, cause: undefined }
const timer = (name: 'response' | 'progress' | 'ring') => ({ kind: 'timer', timer: name }) as const

type Received = readonly [atMs: number, leg: number, event: CallEvent]

function run(routes: number, received: readonly Received[], mode: CallMode = 'flash', startMs = 0) {
  const terms = { mode, timers: defaultTimers, rules: defaultRules }
  const seen: AttemptsEffect[] = []
  let [attempts, effects] = startAttempts({ admittedAtMs: 0, routes: Array(routes).fill(terms) }, startMs)
  seen.push(...effects)
  for (const [atMs, leg, event] of received) {
    ;[attempts, effects] = advanceAttempts(attempts, { kind: 'leg', leg, event }, atMs)
    seen.push(...effects)
  }
  return {
    attempts,
    seen,
    placed: seen.flatMap((effect) => (effect.kind === 'place' ? [effect.leg] : [])),
    settled: seen.flatMap((effect) => (effect.kind === 'settle' ? [effect.verdict.reason] : [])),
  }
}

describe('failover between trunks', () => {
  it('tries the next trunk after 503, also after 100', () => {
    expect(
      run(2, [
        [10, 0, trying],
        [20, 0, refused(503)],
      ]),
    ).toMatchObject({ placed: [0, 1], settled: [] })
  })

  it('tries the next trunk after five seconds of silence', () => {
    const after = run(2, [
      [5_000, 0, timer('response')],
      [5_100, 1, ringing],
      [9_100, 1, timer('ring')],
    ])
    expect(after).toMatchObject({ placed: [0, 1], settled: ['rang'] })
    expect(areOver(after.attempts)).toBe(false)
  })

  it('does not try another trunk when the phone may be ringing', () => {
    expect(
      run(2, [
        [10, 0, trying],
        [20_000, 0, timer('progress')],
      ]),
    ).toMatchObject({
      placed: [0],
      settled: ['no ringing'],
    })
    expect(
      run(2, [
        [10, 0, ringing],
        [200, 0, refused(503)],
      ]),
    ).toMatchObject({
      placed: [0],
      settled: ['route fault'],
    })
  })

  it('returns the result of the last trunk when no other is left', () => {
    expect(
      run(2, [
        [10, 0, refused(503)],
        [20, 1, refused(403)],
      ]),
    ).toMatchObject({
      placed: [0, 1],
      settled: ['trunk fault'],
    })
  })

  it('tries three trunks at the most', () => {
    const received: Received[] = [0, 1, 2].map((leg) => [leg * 10, leg, refused(503)])
    expect(run(4, received)).toMatchObject({ placed: [0, 1, 2], settled: ['route fault'] })
  })

  it('starts no further call when too little of the minute is left', () => {
    expect(run(2, [[45_000, 0, refused(503)]])).toMatchObject({ placed: [0], settled: ['route fault'] })
  })

  it('skips a trunk that is full', () => {
    const full: CallEvent = { kind: 'ended', ending: { kind: 'unsent', why: 'full' } }
    expect(run(2, [[1, 0, full]])).toMatchObject({ placed: [0, 1], settled: [] })
    expect(run(1, [[1, 0, full]])).toMatchObject({ placed: [0], settled: ['trunk full'] })
  })
})

const stop: AttemptsEvent = { kind: 'stop', unlessAnswered: false }

describe('time limits of a call', () => {
  it('place no call that was admitted more than two seconds ago', () => {
    expect(run(2, [], 'flash', 2_001)).toMatchObject({ placed: [], settled: ['placed too late'] })
    expect(run(2, [], 'flash', 2_000)).toMatchObject({ placed: [0], settled: [] })
  })

  it('count the minute from the admission, not from the INVITE', () => {
    expect(run(1, [], 'flash', 1_500).seen[0]).toEqual({ kind: 'set-deadline', delayMs: 56_500 })
  })

  it('end everything at the deadline, with the result known by then', () => {
    const voice = run(1, [[30_000, 0, ringing]], 'voice').attempts
    const [, effects] = advanceAttempts(voice, { kind: 'deadline' }, 58_000)
    expect(effects).toContainEqual({ kind: 'leg', leg: 0, effect: { kind: 'hang-up', why: 'deadline' } })
    expect(effects.at(-1)).toMatchObject({ kind: 'settle', verdict: { reason: 'not answered' } })
  })

  it('start no call over another trunk while the service stops', () => {
    const [stopped, effects] = advanceAttempts(run(2, []).attempts, stop, 100)
    expect(effects.filter(({ kind }) => kind === 'place')).toEqual([])
    expect(effects.at(-1)).toMatchObject({ kind: 'settle', verdict: { reason: 'stopped' } })
    expect(advanceAttempts(stopped, stop, 200)[1]).toEqual([])
  })

  it('after an approval end a call that rings, and leave one that was answered', () => {
    const approved: AttemptsEvent = { kind: 'stop', unlessAnswered: true }
    const hangUp = { kind: 'leg', leg: 0, effect: { kind: 'hang-up', why: 'stopped' } }
    const voice = run(1, [[3_000, 0, ringing]], 'voice').attempts
    expect(advanceAttempts(voice, approved, 4_000)[1]).toContainEqual(hangUp)
    const [answered] = advanceAttempts(voice, { kind: 'leg', leg: 0, event: { kind: 'answered' } }, 4_000)
    expect(advanceAttempts(answered, approved, 5_000)).toEqual([answered, []])
    expect(advanceAttempts(answered, stop, 5_000)[1]).toContainEqual(hangUp)
  })
})
