// What 183 means, from initCall to the money, against carriers that each have one habit.

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { showTrunk } from '../../server/src/cli/trunk/trunk-view.ts'
import { perform } from '../../server/src/operations/perform.ts'
import { changeTrunk } from '../../server/src/operations/trunks.ts'
import { commandLine } from '../../server/src/storage/author.ts'
import type { TrunkSettings } from '../../server/src/storage/queries/trunks.ts'
import { type Callee, type Scenario, startCallee } from '../phones/callee.ts'
import { announcesThenFails } from '../phones/scenarios/announces-then-fails.ts'
import { namesAFailureIn183 } from '../phones/scenarios/names-a-failure-in-183.ts'
import { neverSends180 } from '../phones/scenarios/never-sends-180.ts'
import { ringsLongAfter183 } from '../phones/scenarios/rings-long-after-183.ts'
import { type CallRig, startCallRig } from './rig.ts'

const flashRingMs = 1_500
const earlyMediaWaitMs = 4_000
const rang = { status: 1, cost: 0.8, reason: 'rang' }
const unproved = { status: 0, cost: 0, reason: 'early media only' }
const failed = (reason: string) => ({ status: 0, cost: 0, reason })

interface Habit {
  readonly what: string
  readonly scenario: Scenario
  readonly settings: Partial<TrunkSettings>
  readonly outcome: typeof rang
  /** The time between two events at the callee is at least so long. */
  readonly lasts?: readonly [from: string, to: string, leastMs: number]
}

const yes = { earlyMediaIsRinging: 'yes' } as const
const habits: readonly Habit[] = [
  {
    what: '183 at once, 180 within the ring time: the phone rings for the whole ring time',
    scenario: ringsLongAfter183(800),
    settings: {},
    outcome: rang,
    lasts: ['180', 'CANCEL', flashRingMs],
  },
  {
    what: '183 at once, 180 after the ring time: the phone rings for the whole ring time',
    scenario: ringsLongAfter183(2_000),
    settings: {},
    outcome: rang,
    lasts: ['180', 'CANCEL', flashRingMs],
  },
  {
    what: '183 where it is ringing, 180 after all: the phone rings for the whole ring time',
    scenario: ringsLongAfter183(800),
    settings: yes,
    outcome: rang,
    lasts: ['180', 'CANCEL', flashRingMs],
  },
  {
    what: '183 alone, trait unknown: fails after the wait and costs nothing',
    scenario: neverSends180,
    settings: {},
    outcome: unproved,
    lasts: ['183', 'CANCEL', earlyMediaWaitMs],
  },
  {
    what: '183 alone, early-media-is-ringing=yes: rang',
    scenario: neverSends180,
    settings: yes,
    outcome: rang,
    lasts: ['183', 'CANCEL', flashRingMs],
  },
  {
    what: '183 alone, early-media-is-ringing=no: fails and costs nothing',
    scenario: neverSends180,
    settings: { earlyMediaIsRinging: 'no' },
    outcome: unproved,
  },
  ...(
    [
      [480, 'unreachable'],
      [486, 'busy'],
      [404, 'bad number'],
    ] as const
  ).map(([status, reason]) => ({
    what: `183 with an announcement, then ${status}, where 183 is ringing: a failure`,
    scenario: announcesThenFails(status),
    settings: { ...yes, flashRingMs: 5_000 },
    outcome: failed(reason),
  })),
  {
    what: '183 whose Reason names a failure, where 183 is ringing: a failure',
    scenario: namesAFailureIn183,
    settings: yes,
    outcome: failed('unreachable'),
  },
]

const learnt = '791612346'
/** Each habit has a trunk of its own, which carries calls to one number. */
const phoneOf = (index: number) => `791612345${String(index).padStart(2, '0')}`
const callees: Callee[] = []
let rig: CallRig

beforeAll(async () => {
  const trunks = habits.map(({ scenario, settings }, index) => ({
    name: `habit-${index}`,
    scenario,
    settings: { flashRingMs, earlyMediaWaitMs, ...settings, prefixes: [phoneOf(index)] },
  }))
  const learning = { flashRingMs, earlyMediaWaitMs, prefixes: [learnt] }
  trunks.push({ name: 'learning', scenario: neverSends180, settings: learning })
  for (const { scenario } of trunks) callees.push(await startCallee(scenario))
  rig = await startCallRig(
    trunks.map(({ name, settings }, index) => ({ name, settings, port: callees[index]!.port })),
  )
})
afterAll(async () => {
  await rig.stop()
  for (const callee of callees) await callee.close()
})

async function flash(phone: string) {
  const { id } = await rig.call(phone)
  const { call_status, cost } = await rig.ended(id)
  return { status: call_status, cost, reason: (await rig.detailsOf(id)).reason }
}

it.concurrent.each(habits.map((habit, index) => [habit.what, habit, index] as const))(
  'flash call: %s',
  async (_, { outcome, lasts }, index) => {
    expect(await flash(phoneOf(index))).toEqual(outcome)
    if (lasts === undefined) return
    const [from, to, leastMs] = lasts
    const { times } = callees[index]!.calls.at(-1)!
    await vi.waitFor(() => expect(times.has(to)).toBe(true), 60_000)
    // Timers may fire within the millisecond before they are due, and the wire takes its time.
    expect(times.get(to)! - times.get(from)!).toBeGreaterThanOrEqual(leastMs - 100)
  },
)

it('trunk that never sends 180: is learned from answers, shown, kept over a restart, and overridden', async () => {
  const answered = await Promise.all(['01', '11', '21', '31', '41'].map((end) => flash(`${learnt}${end}`)))
  expect(answered.map(({ reason }) => reason)).toEqual(Array(5).fill('answered without ringing'))
  expect(await flash(`${learnt}00`)).toEqual(rang)

  const context = {
    store: rig.store,
    author: commandLine,
    sealer: undefined as never,
    settings: { RINGKEY_SIP_HOST: '127.0.0.1' },
    now: () => 1,
  }
  await expect
    .poll(async () => (await showTrunk(context, 'learning')).text)
    .toContain(
      'calls with a 180 or 183: 6; 183, then an answer 5 (83 %), 183 that counted as ringing 1 (17 %)',
    )
  const { text, json } = await showTrunk(context, 'learning')
  expect(text).toContain('Learned of 183: the phone rings (this trunk never sends 180)')
  expect(json).toMatchObject({ early_media: { trait: 'ringing', calls: { answer: 5 } } })

  await rig.restart()
  expect(await flash(`${learnt}20`)).toEqual(rang)
  await perform(context, changeTrunk, { name: 'learning', settings: { earlyMediaIsRinging: 'no' } })
  await rig.restart()
  expect(await flash(`${learnt}40`)).toEqual(unproved)
})
