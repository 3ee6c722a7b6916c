import { Headers, type Registration, SipResponse } from '@ringkey/sip'
import { expect, it } from 'vitest'
import { trunkAt } from '../../../test/sip-and-peer.ts'
import { TrunkRegistrations } from './trunk-registrations.ts'

/** A registration in the given state that counts its refreshes. */
function registrationsWith(state: Registration['state']) {
  const counted = { refreshes: 0, nowMs: 0 }
  const registration = {
    state,
    refresh() {
      counted.refreshes += 1
    },
  } as unknown as Registration
  const registrations = new TrunkRegistrations({
    agent: { register: () => registration } as never,
    clock: { nowMs: () => counted.nowMs, after: () => ({ clear() {} }) },
    emit() {},
    onSeen() {},
  })
  registrations.load([trunkAt(5060, { register: true, authUser: 'us' })])
  return { registrations, counted }
}

const hourS = 3600

it.each([
  ['a time-out', { kind: 'timeout' } as const, 60],
  ['a refusal', new SipResponse(403, 'Forbidden', new Headers()), 12],
])(
  'trunk registration failed by %s, OPTIONS answered every second: is retried for an hour',
  (_, cause, times) => {
    const { registrations, counted } = registrationsWith({ kind: 'failed', cause, retryMs: 1_800_000 })
    for (let second = 1; second <= hourS; second++) {
      counted.nowMs = second * 1000
      registrations.noteAnswer('north', false)
    }
    expect(counted.refreshes).toBe(times)
  },
)

it('trunk registration: refreshed after an outage or refused calls, at limited intervals, not after answered OPTIONS', () => {
  const state = {
    kind: 'registered',
    expiresS: 3600,
    serviceRoute: [],
    publicAddress: undefined,
    response: new SipResponse(200, 'OK', new Headers()),
  } as const
  const { registrations, counted } = registrationsWith(state)
  counted.nowMs = 60_000
  registrations.noteAnswer('north', false)
  registrations.noteRefusal('north', 486)
  expect(counted.refreshes).toBe(0)
  registrations.noteAnswer('north', true)
  expect(counted.refreshes).toBe(1)
  for (let call = 0; call < 600; call++) {
    counted.nowMs += 100
    registrations.noteRefusal('north', call % 2 === 0 ? 403 : 404)
  }
  expect(counted.refreshes).toBe(1 + 5)
})
