import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { seeded } from '../../test/simulated-groups.ts'
import { ActiveAlarms } from '../alarms/active-alarms.ts'
import { alarmPage, alarmSentence } from '../alarms/alarm-table.ts'
import type { FactGroup } from '../quality/call-facts.ts'
import type { GroupHour } from '../quality/watched-groups.ts'
import { onOneNode } from './on-one-node.ts'
import { watchQuality } from './watch-quality.ts'

const hourMs = 3_600_000
const quarterMs = hourMs / 4
const groupOf = (operator: string, trunk: string, block: string): FactGroup => ({
  mode: 'flash',
  country: 'RU',
  operator,
  trunk,
  block,
})
const groups = new Map([
  [1, groupOf('МегаФон', 'south', '7495123')],
  [2, groupOf('МегаФон', 'south', '7495124')],
  [3, groupOf('МТС', 'south', '7495123')],
  [4, groupOf('МегаФон', 'north', '7495999')],
])

/** Hours with 20 calls in each group, of which 88 % are delivered, and 80 % of those are confirmed. */
function watched(change: (each: GroupHour) => Partial<GroupHour>) {
  const clock = new ManualClock()
  const alarms = new ActiveAlarms(clock)
  const store = {
    async groupHours({ fromHour, toHour }: { fromHour: number; toHour: number }) {
      const thisHour = Math.floor(clock.now() / hourMs)
      const hours: GroupHour[] = []
      for (let hour = fromHour; hour < Math.min(toHour, thisHour + 1); hour++) {
        for (const group of groups.keys()) {
          const usual = { hour, group, invited: 20, delivered: 17 + (hour % 2), checked: 15, approved: 12 }
          hours.push({ ...usual, ...change(usual) })
        }
      }
      return { groups, hours }
    },
    openAlarms: async () =>
      alarms
        .current()
        .map((alarm) => ({ ...alarm, id: 1, seenAt: 0, endedAt: null, nodes: [], isSilenced: false })),
  }
  const watcher = watchQuality({ store, clock, alarms })
  /** Twice: what is seen once may be calls that have not rung yet. */
  const look = async () => {
    await watcher.look()
    await clock.advance(2 * 60_000)
    await watcher.look()
  }
  return { clock, alarms, watcher, look }
}

const kinds = (alarms: ActiveAlarms) => alarms.current().map(({ kind, subject }) => `${kind} ${subject}`)

it('watch of quality: a drop of delivery is reported with its group, its hour and what is usual, until it is over', async () => {
  const fault = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  const { clock, alarms, look } = watched(({ hour, group }) =>
    hour >= fault.from && hour < fault.to && group <= 2 ? { delivered: 9, checked: 7, approved: 6 } : {},
  )
  await look()
  expect(alarms.current()).toEqual([])
  fault.from = Math.floor(clock.now() / hourMs) + 1
  await clock.advance(4 * hourMs)
  await look()
  expect(kinds(alarms)).toEqual(['delivery-drop south / МегаФон'])
  const [alarm] = alarms.current()
  expect(alarm!.facts).toMatchObject({ percent: 45, usualPercent: 88, at: fault.from * hourMs })
  expect(alarmSentence('en', alarm!)).toMatch(
    /^МегаФон over trunk south: 45\s% of \d+ calls delivered since .*, usually 88\s%\.$/,
  )
  const page = new URL(alarmPage(alarm!)!, 'http://localhost')
  expect(page.pathname).toBe('/console/quality')
  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    operator: 'МегаФон',
    trunk: 'south',
    rate: 'delivered',
    step: 'hour',
  })
  fault.to = Math.floor(clock.now() / hourMs) + 1
  await clock.advance(12 * hourMs)
  await look()
  expect(kinds(alarms)).toEqual([])
})

it('watch of quality: rings but nobody confirms is an alarm of its own, for the trunk or for a range', async () => {
  const fault = { from: Number.POSITIVE_INFINITY, early: Number.POSITIVE_INFINITY, groups: [1] }
  const { clock, alarms, look } = watched(({ hour, group }) => {
    if (hour < fault.from || !fault.groups.includes(group)) return {}
    return hour >= fault.early ? { checked: 60, approved: 60 } : { approved: 3 }
  })
  await look()
  fault.from = Math.floor(clock.now() / hourMs)
  await clock.advance(3 * hourMs)
  await look()
  expect(kinds(alarms)).toContain('unconfirmed-calls south / МегаФон')
  expect(alarms.current()[0]!.facts).toMatchObject({ ranges: '7495123', block: '' })
  expect(alarmSentence('ru', alarms.current()[0]!)).toContain('+7495123xxxx')
  // All ranges of one network: the same alarm, and no word about the delivery, which is as usual.
  fault.groups = [1, 2]
  await clock.advance(3 * hourMs)
  await look()
  expect(kinds(alarms)).toEqual(['unconfirmed-calls south / МегаФон'])
  // People who confirm are known before those who do not: an hour that has just begun ends nothing.
  fault.early = Math.floor(clock.now() / hourMs) + 1
  await clock.advance(hourMs)
  await look()
  expect(kinds(alarms)).toEqual(['unconfirmed-calls south / МегаФон'])
  await clock.advance(2 * hourMs)
  await look()
  expect(kinds(alarms)).toEqual([])
})

it('watch of quality: a fault of a trunk that begins within an hour is reported once, whatever its ranges do by chance', async () => {
  for (const seed of [2, 3, 4]) {
    const random = seeded(seed)
    const fault = { from: Number.POSITIVE_INFINITY }
    const drawn = new Map<string, number[]>()
    /** The calls of a quarter of an hour that are checked and approved: fewer before, 12 of each group now. */
    const quarters = (hour: number, group: number) => {
      const key = `${hour} ${group}`
      const isBroken = (quarter: number) => group <= 2 && hour * 4 + quarter >= fault.from
      const known = drawn.get(key) ?? []
      drawn.set(key, known)
      const upTo = Math.min(4, Math.floor(clock.now() / quarterMs) - hour * 4)
      for (let quarter = known.length; quarter < upTo; quarter++)
        known.push(
          Array.from({ length: 12 }, random).filter((it) => it < (isBroken(quarter) ? 0.42 : 0.84)).length,
        )
      return known
    }
    const { clock, alarms, watcher } = watched(({ hour, group }) => {
      const known = quarters(hour, group)
      return { checked: 12 * known.length, approved: known.reduce((sum, each) => sum + each, 0) }
    })
    await watcher.look()
    const begun: string[] = []
    let open: string[] = []
    fault.from = Math.floor(clock.now() / quarterMs) + 2
    for (let nth = 0; nth < 16; nth++) {
      await clock.advance(quarterMs)
      await watcher.look()
      begun.push(...kinds(alarms).filter((each) => !open.includes(each)))
      open = kinds(alarms)
    }
    expect(begun).toEqual(['unconfirmed-calls south / МегаФон'])
  }
})

it('watch of quality: a range that several networks have marked is one alarm, also when one network is left', async () => {
  const fault = { from: Number.POSITIVE_INFINITY, groups: [1, 3] }
  const { clock, alarms, look } = watched(({ hour, group }) =>
    hour >= fault.from && fault.groups.includes(group) ? { approved: 3 } : {},
  )
  await look()
  fault.from = Math.floor(clock.now() / hourMs)
  await clock.advance(4 * hourMs)
  await look()
  expect(kinds(alarms)).toEqual(['unconfirmed-calls south / * / 7495123'])
  const [wide] = alarms.current()
  expect(alarmSentence('en', wide!)).toMatch(
    /^Several networks over trunk south, from \+7495123xxxx: phones ring, but only 20\s% of \d+ calls were confirmed/,
  )
  expect(alarmPage(wide!)).toMatch(
    /^\/console\/quality\?.*rate=conversion&trunk=south&block=7495123&by=operator$/,
  )
  fault.groups = [3]
  await clock.advance(hourMs)
  await look()
  expect(kinds(alarms)).toEqual(['unconfirmed-calls south / * / 7495123'])
})

it('watch of quality: another node takes over when this one has lost its lease', async () => {
  const { clock, alarms, watcher } = watched(({ hour, group }) =>
    group === 3 && hour >= Math.floor(new ManualClock().now() / hourMs) - 4 ? { delivered: 5 } : {},
  )
  let isHolder = true
  const round = onOneNode({ store: { takeLease: async () => isHolder }, clock, alarms }, [watcher])
  await round()
  expect(alarms.current()).toEqual([])
  await clock.advance(2 * 60_000)
  await round()
  expect(kinds(alarms)).toEqual(['delivery-drop south / МТС'])
  isHolder = false
  await round()
  await round()
  expect(alarms.current()).toHaveLength(1)
  await round()
  expect(alarms.current()).toEqual([])
})
