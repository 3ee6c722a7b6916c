import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FoundDrop, SeriesName, WatchedRate } from '../quality/watched-groups.ts'
import { type ReportedDrop, reportedDrops } from './reported-drops.ts'

const minuteMs = 60_000
const named = (operator: string, block = '', rate: WatchedRate = 'approval'): SeriesName => ({
  rate,
  country: operator === '*' ? '' : 'RU',
  operator,
  trunk: 'north',
  block,
})
const dropped = (name: SeriesName, hits = 40, of = 100): FoundDrop => ({
  name,
  sinceHour: 10,
  hits,
  of,
  usual: 0.8,
})
const [whole, first, second] = [named('T2'), named('T2', '7495120'), named('T2', '7495121')]
const subject = ({ operator, block }: SeriesName) => (block === '' ? operator : `${operator} ${block}`)

/** Looks every quarter of an hour at these drops; what was reported is open at the next look. */
function lookAt(looks: readonly (readonly SeriesName[])[]) {
  const choose = reportedDrops()
  let open: ReportedDrop[] = []
  return looks.map((drops, nth) => {
    open = choose(
      drops.map((name) => dropped(name)),
      open,
      nth * 15 * minuteMs,
    )
    return open.map(({ name }) => subject(name))
  })
}
/** One line for each time that people are notified that something began. */
const begun = (looks: readonly (readonly string[])[]) =>
  looks.flatMap((now, nth) => now.filter((each) => nth === 0 || !looks[nth - 1]!.includes(each)))

it('reported drops: a fault that is seen now in the trunk and now in its ranges is reported once', () => {
  const looks = lookAt([
    [whole],
    [first],
    [second],
    [whole, first],
    [second, first],
    [whole, first, second],
    [whole, second],
    [whole],
    [],
  ])
  expect(begun(looks)).toEqual(['T2'])
  expect(looks.at(-2)).toEqual(['T2'])
  expect(looks.at(-1)).toEqual([])
})

it('reported drops: the alarm of a range is kept while the whole trunk drops because of it', () => {
  const looks = lookAt([[first], [whole, first], ...new Array(20).fill([whole, first]), [first], [first]])
  expect(begun(looks)).toEqual(['T2 7495120'])
})

it('reported drops: further ranges for an hour make it the trunk, and for less they do not', () => {
  const both = [whole, first, second]
  const short = lookAt([[first], both, both, both, [whole, first], both, both, both])
  expect(begun(short)).toEqual(['T2 7495120'])
  const long = lookAt([[first], ...new Array(5).fill(both), [whole], [first]])
  expect(begun(long)).toEqual(['T2 7495120', 'T2'])
  expect(long[4]).toEqual(['T2 7495120'])
  expect(long[5]).toEqual(['T2'])
})

it('reported drops: a range that a second network marks too is reported at once, as one of several networks', () => {
  const also = named('МТС', '7495120')
  const looks = lookAt([[first], [first, also], [also], [first], [whole, first]])
  expect(looks).toEqual([['T2 7495120'], ...new Array(4).fill(['* 7495120'])])
})

it('reported drops: another network, another trunk and calls that do not arrive are reported at once', () => {
  const elsewhere = { ...whole, trunk: 'south' }
  const lost = named('МТС', '', 'delivery')
  const looks = lookAt([[whole], [whole, named('МТС', '7495121'), elsewhere], [whole, lost]])
  expect(looks[1]).toEqual(['T2', 'МТС 7495121', 'T2'])
  expect(looks[2]).toEqual(['T2', 'МТС'])
})

it('reported drops: the figures of an alarm are its own, or those of its ranges when they alone have dropped', () => {
  const choose = reportedDrops()
  const open = choose([dropped(whole, 50, 200), dropped(first)], [], 0)
  expect(open).toMatchObject([{ hits: 50, of: 200, ranges: ['7495120'] }])
  const later = choose([dropped(first, 10, 60), dropped(second, 20, 40)], open, minuteMs)
  expect(later).toMatchObject([{ name: whole, sinceHour: 10, hits: 30, of: 100, usual: 0.8 }])
  expect(later[0]!.ranges).toEqual(['7495120', '7495121'])
})

const anyName = fc.constantFrom(
  ...['T2', 'МТС'].flatMap((operator) => [
    named(operator),
    named(operator, '7495120'),
    named(operator, '7495121'),
    named(operator, '', 'delivery'),
  ]),
)
const ofOperator = (one: SeriesName, other: SeriesName) =>
  one.operator === '*' || one.operator === other.operator
/** Whether all calls of the second are among those of the first, and whether some are. */
const covers = (one: SeriesName, other: SeriesName) =>
  one.rate === other.rate && ofOperator(one, other) && (one.block === '' || one.block === other.block)
const meets = (one: SeriesName, other: SeriesName) =>
  one.rate === other.rate &&
  ofOperator(one, other) &&
  (one.block === '' || other.block === '' || one.block === other.block)
/** People know of its route, or of its range in several networks. */
const isKnown = (reported: SeriesName, name: SeriesName) =>
  meets(reported.operator === '*' ? reported : { ...reported, block: '' }, name)

it('reported drops: every drop is spoken of, none twice, and an alarm leaves only with its drops or to a wider one', () => {
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(anyName), { maxLength: 30 }), (looks) => {
      const choose = reportedDrops()
      let open: ReportedDrop[] = []
      for (const [nth, names] of looks.entries()) {
        const now = choose(
          names.map((name) => dropped(name)),
          open,
          nth * 30 * minuteMs,
        )
        for (const name of names) {
          const isLost = names.some((each) => each.rate === 'delivery' && each.operator === name.operator)
          expect(isLost || now.some((each) => isKnown(each.name, name))).toBe(true)
        }
        for (const one of now) expect(now.filter((other) => covers(one.name, other.name))).toEqual([one])
        for (const before of open) {
          const parts = names.filter((name) => covers(before.name, name))
          const isKept = now.some((each) => subject(each.name) === subject(before.name))
          if (parts.length > 0 && !isKept)
            expect(now.some((each) => parts.every((part) => meets(each.name, part)))).toBe(true)
        }
        open = now
      }
    }),
    { seed: 20261116, numRuns: 300 },
  )
})
