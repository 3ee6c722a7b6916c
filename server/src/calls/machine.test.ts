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
