import { expect, it } from 'vitest'
import { call, found, phone } from './a-history.ts'
import { completedCallsRang } from './rung.ts'

const typed = { ...call, reason: 'code typed' } as const

it.each([
  ['a call that completed by ringing, on a phone that rang', [call], 1, 0],
  ['a call that completed by ringing, on a phone that never rang', [call], 0, 1],
  ['two calls that completed by ringing, on a phone that rang once', [call, call], 1, 1],
  ['a call whose code was typed, on a phone that never rang', [typed], 0, 0],
])('completed calls rang: %s', (_, calls, rang, violations) => {
  const rung = new Map([[phone, rang]])
  expect(found(completedCallsRang, { calls, rung })).toHaveLength(violations)
})

it('completed calls rang: a trunk that cannot tell', () => {
  expect(found(completedCallsRang, { rung: undefined })).toEqual([])
})
