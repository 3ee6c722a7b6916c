import type { Clock } from '@ringkey/sip'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ManualClock } from '../../../test/manual-clock.ts'
import { defaultTrunkSettings } from '../../storage/queries/trunks.ts'
import { noShare, shareAt, wholeShare } from '../limits/share.ts'
import { TrunkPaces } from './trunk-paces.ts'

function openPaces(callsPerSecond: number) {
  const clock = new ManualClock(0)
  const sipClock: Clock = {
    nowMs: () => clock.monotonicMs(),
    after(delayMs, run) {
      const timer = clock.after(delayMs, run)
      return { clear: () => timer.cancel() }
    },
  }
  const paces = new TrunkPaces(sipClock, () => clock.monotonicMs())
  const load = (limit: number) =>
    paces.load([
      {
        name: 'north',
        settings: { ...defaultTrunkSettings, host: '192.0.2.1', callsPerSecond: limit },
        password: undefined,
        numbers: [],
        thanked: [],
      },
    ])
  load(callsPerSecond)
  const sent: { call: number; at: number }[] = []
  const refused: { call: number; at: number }[] = []
  const enter = (call: number) =>
    paces.enter(
      'north',
      () => sent.push({ call, at: clock.now() }),
      () => refused.push({ call, at: clock.now() }),
    )
  let version = 0
  const startMs = clock.monotonicMs()
  const hold = (share = wholeShare, untilMs = Number.POSITIVE_INFINITY) =>
    paces.hold({ share, untilMs: startMs + untilMs, version: ++version })
  return { clock, paces, load, sent, refused, enter, hold }
}

const mostInASecond = (sent: readonly { at: number }[]) =>
  Math.max(0, ...sent.map(({ at }) => sent.filter((other) => other.at >= at && other.at < at + 1_000).length))

it('trunk pace: sends as many as the second allows, and the rest in order as soon as there is room', async () => {
  const { clock, sent, enter } = openPaces(2)
  for (let call = 0; call < 5; call++) enter(call)
  expect(sent.map(({ call }) => call)).toEqual([0, 1])
  await clock.advance(999)
  expect(sent).toHaveLength(2)
  await clock.advance(101)
  expect(sent.map(({ call }) => call)).toEqual([0, 1, 2, 3])
  await clock.advance(2_000)
  expect(sent.map(({ call }) => call)).toEqual([0, 1, 2, 3, 4])
})

it('trunk pace: half a call per second is one call in two seconds', async () => {
  const { clock, sent, enter } = openPaces(0.5)
  for (let call = 0; call < 2; call++) enter(call)
  await clock.advance(2_000)
  expect(sent.map(({ call }) => call)).toEqual([0])
  await clock.advance(200)
  expect(sent.map(({ call }) => call)).toEqual([0, 1])
})

it('trunk pace: a node that gets the share of another waits as long as a call of that one may count', async () => {
  const { clock, sent, enter, hold } = openPaces(0.5)
  hold(noShare)
  await clock.advance(10_000)
  hold()
  enter(0)
  await clock.advance(2_000)
  expect(sent).toEqual([])
  await clock.advance(200)
  expect(sent.map(({ call }) => call)).toEqual([0])
})

it('trunk pace: never sends more in a second than the limit, for any calls and any changes of shares', async () => {
  const limit = 4
  const moment = fc.record({
    waitMs: fc.integer({ min: 0, max: 700 }),
    calls: fc.nat(6),
    parts: fc.option(fc.integer({ min: 1, max: 5 })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { maxLength: 12 }), async (moments) => {
      const { clock, sent, refused, enter, hold } = openPaces(limit)
      const enteredAt: number[] = []
      for (const { waitMs, calls, parts } of moments) {
        await clock.advance(waitMs)
        if (parts !== null) hold(shareAt(0, Array(parts).fill(0)))
        for (let made = 0; made < calls; made++) enter(enteredAt.push(clock.now()) - 1)
      }
      await clock.advance(4_000)
      expect(mostInASecond(sent)).toBeLessThanOrEqual(limit)
      expect(sent.map(({ call }) => call)).toEqual(sent.map(({ call }) => call).sort((a, b) => a - b))
      expect(sent.length + refused.length).toBe(enteredAt.length)
      for (const { call, at } of [...sent, ...refused])
        expect(at - enteredAt[call]!).toBeLessThanOrEqual(3_000)
    }),
    { numRuns: 60 },
  )
})

it('trunk pace: applies a smaller share or limit also to the calls in the queue', async () => {
  const { clock, sent, enter, hold, load } = openPaces(4)
  for (let call = 0; call < 8; call++) enter(call)
  hold(shareAt(0, [0, 0, 0, 0]))
  await clock.advance(1_050)
  expect(sent.map(({ call }) => call)).toEqual([0, 1, 2, 3, 4])
  load(2)
  hold()
  await clock.advance(10)
  expect(sent.at(-1)!.call).toBe(5)
  await clock.advance(1_000)
  expect(sent.at(-1)!.call).toBe(5)
})

it('trunk pace: sends nothing after the lease has ended, and refuses calls that waited three seconds', async () => {
  const { clock, sent, refused, enter, hold } = openPaces(2)
  hold(wholeShare, 100)
  enter(0)
  await clock.advance(100)
  enter(1)
  await clock.advance(2_000)
  expect([sent.length, refused.length]).toEqual([1, 0])
  hold(wholeShare, 2_500)
  expect(sent.at(-1)).toEqual({ call: 1, at: 2_100 })
  hold(noShare)
  enter(2)
  await clock.advance(3_000)
  expect(refused).toEqual([{ call: 2, at: 5_100 }])
})

it('trunk pace: drops calls that were given up in the queue, and refuses all when the trunk is removed', async () => {
  const { clock, paces, sent, refused, enter } = openPaces(1)
  enter(0)
  const giveUp = enter(1)
  enter(2)
  giveUp()
  await clock.advance(1_050)
  expect(sent.map(({ call }) => call)).toEqual([0, 2])
  enter(3)
  paces.load([])
  enter(4)
  expect(refused.map(({ call }) => call)).toEqual([3, 4])
})
