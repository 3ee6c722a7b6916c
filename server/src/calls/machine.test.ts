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
  expect(endOf({ kind: 'deadline', callRejected: false })).toEqual([
    'failed',
    { money: 'release', reason: 'no result in time' },
  ])
  expect(endOf({ kind: 'deadline', callRejected: true })).toEqual([
    'failed',
    { money: 'release', reason: 'caller not believed' },
  ])
  expect(endOf({ kind: 'abandoned' })).toMatchObject(['failed', { money: 'release' }])
})
