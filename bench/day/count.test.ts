import { expect, it } from 'vitest'
import { countDay } from './count.ts'
import type { Verification, Visit } from './visitors.ts'

const visit: Visit = {
  key: 'visit-1',
  id: 'vf_1',
  answeredAtMs: 1,
  isUncertain: false,
  calledAtMs: [2],
  isApproved: true,
}
const delivered = { status: 'delivered', price: '0.80' }
const stored: Verification = {
  id: 'vf_1',
  status: 'approved',
  client: 'visit-1',
  steps: [delivered, { status: 'planned' }],
}
const usualEvents = ' verification.step_started verification.approved verification.settled'

/** A day of one visit, which goes well but for what is given. */
function dayOf({
  visited = visit,
  found = [stored],
  events = usualEvents,
  paid = 0.8,
  isClean = true,
}: {
  visited?: Visit
  found?: readonly Verification[]
  events?: string | ReadonlyMap<string, string>
  paid?: number
  isClean?: boolean
} = {}) {
  const { faults, ...counted } = countDay({
    visits: new Map([['79100000001', visited]]),
    events:
      typeof events === 'string' ? new Map([['vf_1', events]]) : new Map([['vf_1', usualEvents], ...events]),
    stored: new Map(found.map((each) => [each.id, each])),
    paid,
    isClean,
  })
  return { ...counted, faults: [...faults] }
}

const none = {
  lost: 0,
  chargedWrong: 0,
  rungTwice: 0,
  unreached: 0,
  eventsMissing: 0,
  eventsDoubled: 0,
  approved: 1,
  faults: [] as (readonly [string, number])[],
}

it('count of a day: a verification that was rung, approved, charged once and told of has no fault', () => {
  expect(dayOf()).toEqual(none)
})

it.each([
  ['unknown', { found: [], paid: 0 }],
  ['never settled', { found: [{ ...stored, status: 'pending' }], events: ' verification.step_started' }],
  [
    'never settled',
    {
      found: [{ ...stored, steps: [{ ...delivered, price: null }] }],
      events: ' verification.step_started verification.approved',
      paid: 0,
    },
  ],
  [
    'approved in the answer alone',
    { found: [{ ...stored, status: 'expired' }], events: usualEvents.replace('approved', 'expired') },
  ],
  [
    'rung, and not approved',
    {
      visited: { ...visit, isApproved: false },
      found: [{ ...stored, status: 'expired' }],
      events: usualEvents.replace('approved', 'expired'),
    },
  ],
])('count of a day: a verification is lost that is %s', (fault, day) => {
  const { lost, faults } = dayOf(day)
  expect([lost, faults]).toEqual([1, [[fault, 1]]])
})

it.each([
  ['left the account and is no price of a step', { paid: 1.6 }],
  ['left the account and is no price of a step', { paid: 0 }],
  ['delivered for 1.60', { found: [{ ...stored, steps: [{ ...delivered, price: '1.60' }] }], paid: 1.6 }],
  ['undelivered for 0.80', { found: [{ ...stored, steps: [{ ...delivered, status: 'undelivered' }] }] }],
  [
    'charged for a key once more',
    { found: [stored, { ...stored, id: 'vf_2' }], paid: 1.6, events: new Map([['vf_2', usualEvents]]) },
  ],
  ['the audit finds the books not in order', { isClean: false }],
])('count of a day: money is wrong when it is %s', (fault, day) => {
  expect(dayOf(day)).toEqual({ ...none, chargedWrong: 1, faults: [[fault, 1]] })
})

it.each([
  ['rung more often than it has steps', { visited: { ...visit, calledAtMs: [2, 3] } }, 1],
  [
    'rung although the creation was refused',
    { visited: { ...visit, id: undefined }, found: [], paid: 0, events: '' },
    0,
  ],
])('count of a day: a phone rang once too often that was %s', (fault, day, approved) => {
  expect(dayOf(day)).toEqual({ ...none, rungTwice: 1, approved, faults: [[fault, 1]] })
})

it('count of a day: a second step may ring, and so may one whose creation had no answer', () => {
  const twice = { visited: { ...visit, calledAtMs: [2, 3] } }
  const found = [{ ...stored, steps: [{ status: 'undelivered', price: '0.00' }, delivered] }]
  expect(dayOf({ ...twice, found, events: `${usualEvents} verification.step_started` })).toEqual(none)
  const uncertain = { ...visit, id: undefined, isUncertain: true }
  expect(dayOf({ visited: uncertain })).toEqual({ ...none, approved: 0 })
})

it('count of a day: a phone that never rang is told apart from what was lost', () => {
  const found = [{ ...stored, status: 'failed', steps: [{ status: 'undelivered', price: '0.00' }] }]
  const visited = { ...visit, calledAtMs: [], isApproved: false }
  const events = usualEvents.replace('approved', 'failed')
  expect(dayOf({ visited, found, events, paid: 0 })).toEqual({ ...none, unreached: 1, approved: 0 })
})

it.each([
  ['no settled', usualEvents.replace(' verification.settled', ''), { eventsMissing: 1 }],
  ['one more approved', `${usualEvents} verification.approved`, { eventsDoubled: 1 }],
])('count of a day: events are missing or came twice: %s', (fault, events, counted) => {
  expect(dayOf({ events })).toEqual({ ...none, ...counted, faults: [[fault, 1]] })
})
