import { readDetails } from '../books/call-details.ts'
import { hourMs } from '../platform/clock.ts'
import type { FactGroup } from '../quality/call-facts.ts'
import type { Watcher, WatcherDeps } from './on-one-node.ts'

/** Fewer calls in an hour show nothing. */
const minCalls = 20
const alarmingShare = 0.1
const measures = ['calls', 'why_blocked'] as const
const by = ['country', 'operator', 'trunk', 'block'] as const

type Place = Pick<FactGroup, (typeof by)[number]>
interface Counted extends Place {
  readonly calls: number
  readonly blocked: number
  /** The blocks of calling numbers that were stopped. */
  readonly ranges: string
}

/**
 * Networks that stop calls and say so: an alarm for a network over a trunk, and for a block of calling numbers that
 * several networks stop a little each. The hour that has just begun and the one before are judged each by itself.
 */
export function watchBlocks({ store, clock, alarms }: WatcherDeps<'factTotals' | 'callPage'>): Watcher {
  /** By the subject of the alarm: whom the network names does not change with each call. */
  const contacts = new Map<string, string>()

  const hourFrom = async (from: number) => {
    const asked = { serviceIds: null, test: false, only: {}, by, measures, from, to: from + hourMs }
    const counted = (await store.factTotals(asked)).map(({ keys, amounts }): Counted => {
      const [country, operator, trunk, block] = keys as [string, string, string, string]
      const [calls, blocked] = amounts as [number, number]
      return { country, operator, trunk, block, calls, blocked, ranges: blocked > 0 ? block : '' }
    })
    const carried = counted.filter(({ trunk }) => trunk !== '')
    const networks = alarming(carried, (each) => ({ ...each, block: '' }))
    const blocks = alarming(carried, (each) => ({ ...each, country: '', operator: '*' }))
    return [
      ...networks,
      ...blocks.filter(
        ({ block, trunk }) => !networks.some((each) => each.trunk === trunk && each.ranges.includes(block)),
      ),
    ]
  }

  const look = async () => {
    const thisHour = Math.floor(clock.now() / hourMs) * hourMs
    const found = new Map<string, Counted & { readonly at: number }>()
    for (const at of [thisHour - hourMs, thisHour])
      for (const each of await hourFrom(at)) found.set(subjectOf(each), { ...each, at })
    for (const subject of contacts.keys()) if (!found.has(subject)) contacts.delete(subject)
    for (const [subject, place] of found)
      if (!contacts.get(subject)) contacts.set(subject, await contactOf(place, thisHour - hourMs))
    alarms.raiseOnly(
      'network-blocks',
      [...found].map(([subject, facts]) => [subject, { ...facts, contact: contacts.get(subject)! }]),
    )
  }

  const contactOf = async ({ country, operator, trunk, block }: Place, from: number): Promise<string> => {
    const only = { trunk, ...(block === '' ? { country, operator } : { block }) }
    const { items } = await store.callPage({
      serviceIds: null,
      isBlocked: true,
      only,
      from,
      before: null,
      limit: 1,
    })
    const blocks = items.flatMap(({ details }) =>
      readDetails(details).attempts.flatMap((each) => each.block ?? []),
    )
    const { url, email, tel, jcard } = blocks.at(-1) ?? { url: '', email: '', tel: '', jcard: '' }
    return [url, email, tel, jcard].find((said) => said !== '') ?? ''
  }
  return { kinds: ['network-blocks'], look, forget: () => contacts.clear() }
}

/** Those of which more than a tenth were stopped. */
function alarming(counted: readonly Counted[], place: (each: Counted) => Counted): Counted[] {
  return [...Map.groupBy(counted.map(place), subjectOf).values()].flatMap((same) => {
    const calls = same.reduce((sum, each) => sum + each.calls, 0)
    const blocked = same.reduce((sum, each) => sum + each.blocked, 0)
    if (calls < minCalls || blocked <= calls * alarmingShare) return []
    const ranges = [...new Set(same.flatMap((each) => (each.ranges === '' ? [] : each.ranges)))]
    return [{ ...same[0]!, calls, blocked, ranges: ranges.sort().join(' ') }]
  })
}

const subjectOf = ({ trunk, country, operator, block }: Place) =>
  [trunk, operator || country || '-', ...(block === '' ? [] : [block])].join(' / ')
