import { expect, it } from 'vitest'
import { endOf } from './machine.ts'

it('call outcome: completed is charged, a known failure by tariff, and everything else is returned', () => {
  expect(endOf({ kind: 'outcome', completed: true, reason: 'rang' })).toEqual([
    'completed',
    { money: 'capture', reason: 'rang' },
  ])
  expect(endOf({ kind: 'outcome', completed: false, reason: 'busy' })).toEqual([
    'failed',
    { money: 'by-tariff', reason: 'busy' },
  ])
  expect(endOf({ kind: 'outcome', completed: false, reason: 'stopped' })).toEqual([
    'failed',
    { money: 'release', reason: 'stopped' },
  ])
  for (const reason of ['wrong key', 'no key pressed'])
    expect(endOf({ kind: 'outcome', completed: false, reason })).toEqual([
      'failed',
      { money: 'capture', reason },
    ])
  for (const completed of [true, false]) {
    const unheard = { kind: 'outcome', completed, reason: 'no audio' } as const
    expect(endOf({ ...unheard, unheard: 'free' })[1]).toEqual({ money: 'release', reason: 'no audio' })
    expect(endOf({ ...unheard, unheard: 'charged' })[1]).toEqual({ money: 'capture', reason: 'no audio' })
  }
  const rejected = { level: 'none', source: 'none', verstat: 'none', signals: [], rejectedBy: 'low' } as const
  for (const [why, reason] of [
    [null, 'no result in time'],
    ['withheld', 'number withheld'],
    ['from-unscreened', 'caller not believed'],
    ['from-not-trusted', 'from not trusted'],
    ['from-without-country', 'from not trusted'],
  ] as const)
    expect(endOf({ kind: 'deadline', rejected: why === null ? null : { ...rejected, why } })).toEqual([
      'failed',
      { money: 'release', reason },
    ])
  expect(endOf({ kind: 'abandoned' })).toMatchObject(['failed', { money: 'release' }])
})
