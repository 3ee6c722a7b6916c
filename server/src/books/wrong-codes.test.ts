import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  attemptsAfter,
  attemptsAmong,
  blockReason,
  type CodeSender,
  codeSender,
  phoneBlockedMs,
  sourceBlockedMs,
  sourcesOf,
  triesInDay,
  type WrongTry,
} from './wrong-codes.ts'

const hour = 3_600_000
const day = 24 * hour
const wrong = (count: number, more: Partial<WrongTry> = {}): WrongTry[] =>
  Array.from({ length: count }, (_, at) => ({ at, ...origin(1), isReached: true, ...more }))
const origin = (serviceId: number, sources: readonly string[] = [], sender: CodeSender = 'program') => ({
  serviceId,
  sender,
  sources,
})

it('wrong codes: ten of a source, twenty of a service, thirty of all block until the oldest is a day old', () => {
  const [one, other] = ['203.0.113.7', '203.0.113.8'].map((network) =>
    sourcesOf({ network, device: '' }),
  ) as [readonly string[], readonly string[]]
  const ten = wrong(10, { sources: one })
  expect(sourceBlockedMs(wrong(9, { sources: one }), origin(1, one), hour)).toBe(0)
  expect(sourceBlockedMs(ten, origin(1, one), hour)).toBe(day - hour)
  expect(sourceBlockedMs(ten, origin(1, one), day)).toBe(0)
  expect(sourceBlockedMs(ten, origin(1, other), hour)).toBe(0)
  expect(sourceBlockedMs(ten, origin(2, one), hour)).toBe(0)
  expect(sourcesOf({ network: '', device: '' })).toEqual([])
  expect(sourcesOf({ network: 'a', device: 'a' })).toEqual(['ip a', 'device a'])

  expect(phoneBlockedMs(wrong(19), origin(1), hour)).toBe(0)
  expect([phoneBlockedMs(wrong(20), origin(1), hour), phoneBlockedMs(wrong(20), origin(2), hour)]).toEqual([
    day - hour,
    0,
  ])
  const three = [...wrong(10), ...wrong(10, { serviceId: 2 }), ...wrong(10, { serviceId: 3 })]
  expect([phoneBlockedMs(three.slice(1), origin(4), hour), phoneBlockedMs(three, origin(4), hour)]).toEqual([
    0,
    day - hour,
  ])
})

it('wrong codes: tries before a delivered call block no phone, but leave one try to each verification', () => {
  const early = wrong(40, { isReached: false })
  expect(phoneBlockedMs(early, origin(1), hour)).toBe(0)
  expect([attemptsAfter(early, origin(1), 5, hour), attemptsAfter(early, origin(1), 5, day + 40)]).toEqual([
    1, 5,
  ])
  expect([attemptsAfter(early.slice(0, 20), origin(2), 5, hour), attemptsAfter([], origin(1), 5, 0)]).toEqual(
    [5, 5],
  )
})

it('wrong codes: fewer codes to guess among leave fewer tries', () => {
  expect([199, 200, 999, 1_000].map((codes) => attemptsAmong(codes, 5))).toEqual([1, 2, 2, 5])
  expect(attemptsAmong(500, 1)).toBe(1)
})

it('wrong codes: those of programs, client tokens and the sign-in page are counted apart, by the same numbers', () => {
  expect([codeSender(false), codeSender(false, true), codeSender(true), codeSender(true, true)]).toEqual([
    'program',
    'token',
    'page',
    'page',
  ])
  const senders: readonly CodeSender[] = ['program', 'token', 'page']
  const sources = ['ip 203.0.113.7']
  for (const sender of senders) {
    const ten = wrong(10, { sender, sources })
    const twenty = wrong(20, { sender })
    const thirty = [1, 2, 3].flatMap((serviceId) => wrong(10, { sender, serviceId }))
    const early = wrong(20, { sender, isReached: false })
    for (const other of senders) {
      const full = other === sender ? day - hour : 0
      expect(sourceBlockedMs(ten, origin(1, sources, other), hour)).toBe(full)
      expect(phoneBlockedMs(twenty, origin(1, [], other), hour)).toBe(full)
      expect(phoneBlockedMs(thirty, origin(4, [], other), hour)).toBe(full)
      expect(attemptsAfter(early, origin(1, [], other), 5, hour)).toBe(other === sender ? 1 : 5)
      expect(blockReason(twenty, origin(1, [], other), hour)).toBe(full > 0 ? 'phone_blocked' : undefined)
    }
  }
})

it('wrong codes: at any times, no 24 hours see more tries than a limit allows', () => {
  const guess = fc.record({
    gapMs: fc.integer({ min: 0, max: 90 * 60_000 }),
    serviceId: fc.integer({ min: 1, max: 3 }),
    network: fc.constantFrom('', 'a', 'b', 'c'),
    device: fc.constantFrom('', 'a', 'b'),
    isReached: fc.boolean(),
    sender: fc.constantFrom('program', 'token', 'page'),
  })
  fc.assert(
    fc.property(fc.array(guess, { maxLength: 200, size: 'max' }), (guesses) => {
      let now = 0
      let kept: readonly WrongTry[] = []
      const compared: WrongTry[] = []
      for (const { gapMs, serviceId, network, device, isReached, sender } of guesses) {
        now += gapMs
        kept = triesInDay(kept, now)
        const from = origin(serviceId, sourcesOf({ network, device }), sender)
        if (blockReason(kept, from, now) !== undefined) continue
        const made = { ...from, at: now, isReached }
        kept = [...kept, made]
        compared.push(made)
      }
      const services = [1, 2, 3]
      return compared.every(({ at: end, sender }) => {
        const sent = compared.filter((each) => each.sender === sender)
        const inDay = sent.filter(({ at }) => at <= end && end - at < day)
        const reached = inDay.filter(({ isReached }) => isReached)
        const of = (tries: readonly WrongTry[], serviceId: number, source = '') =>
          tries.filter(
            (each) =>
              each.serviceId === serviceId && (source === '' || each.sources.includes(`ip ${source}`)),
          ).length
        return (
          reached.length <= 30 &&
          services.every((id) => of(reached, id) <= 20) &&
          services.every((id) => ['a', 'b', 'c'].every((source) => of(inDay, id, source) <= 10))
        )
      })
    }),
  )
})
