import type { AlarmKind } from '../alarms/alarm-table.ts'
import { hourMs, minuteMs } from '../platform/clock.ts'
import {
  type FoundDrop,
  neededHours,
  seriesKey,
  WatchedGroups,
  type WatchedRate,
} from '../quality/watched-groups.ts'
import type { SeenAlarm } from '../storage/queries/alarms.ts'
import type { Watcher, WatcherDeps } from './on-one-node.ts'
import { type OpenDrop, ofAllNetworks, type ReportedDrop, reportedDrops } from './reported-drops.ts'

/** Calls that fail end sooner than calls that ring: a drop that is seen for so long is not only that. */
const settledMs = 2 * minuteMs
/** The longest life of a call: it is known who has not confirmed. */
const confirmedMs = 30 * minuteMs
/** Read at once: a day of the busiest groups. */
const pieceHours = 24
const maxGroups = 2_000
/** These hours still change: calls end, people type their code. Everything is read again each hour. */
const changingHours = 3

const kinds: Readonly<Record<WatchedRate, AlarmKind>> = {
  delivery: 'delivery-drop',
  approval: 'unconfirmed-calls',
}
const kindNames: readonly string[] = Object.values(kinds)

/**
 * Looks for networks over trunks whose calls are delivered or confirmed less often than usual, and raises an alarm for
 * each. It goes by the clock and the stored facts alone, so any node finds the same at the same time.
 */
export function watchQuality({ store, clock, alarms }: WatcherDeps<'groupHours' | 'openAlarms'>): Watcher {
  let groups: WatchedGroups | undefined
  const seenSince = new Map<string, number>()
  let choose = reportedDrops()

  const readHours = async (into: WatchedGroups, fromHour: number, toHour: number) => {
    // Newest first: where there are too many groups, those of today are kept.
    for (let end = toHour; end > fromHour; end -= pieceHours) {
      const piece = { fromHour: Math.max(fromHour, end - pieceHours), toHour: end }
      const facts = await store.groupHours({ ...piece, maxGroups })
      into.take(piece, facts.groups, facts.hours)
    }
  }

  const settled = (drops: readonly FoundDrop[], open: ReadonlyMap<string, number>) => {
    const keys = new Set(drops.map(({ name }) => seriesKey(name)))
    for (const key of seenSince.keys()) if (!keys.has(key)) seenSince.delete(key)
    const nowMs = clock.monotonicMs()
    return drops.filter(({ name }) => {
      const key = seriesKey(name)
      const sinceMs = seenSince.get(key) ?? nowMs
      seenSince.set(key, sinceMs)
      const isReported = open.has(key) || open.has(seriesKey(ofAllNetworks(name)))
      return isReported || nowMs - sinceMs >= settledMs
    })
  }

  const look = async () => {
    const now = clock.now()
    const thisHour = Math.floor(now / hourMs)
    if (groups?.thisHour !== thisHour) {
      const fresh = new WatchedGroups(thisHour)
      await readHours(fresh, thisHour - neededHours, thisHour + 1)
      groups = fresh
    } else await readHours(groups, thisHour - changingHours + 1, thisHour + 1)
    const known = (await store.openAlarms({ now })).filter(({ kind }) => kindNames.includes(kind))
    const openDrops = known.map(openDrop)
    const open = new Map(openDrops.map(({ name, sinceHour }) => [seriesKey(name), sinceHour]))
    const completeHour = Math.floor((now - confirmedMs) / hourMs) - 1
    const drops = settled(groups.drops(open, completeHour), open)
    show(alarms, choose(drops, openDrops, clock.monotonicMs()))
  }
  const forget = () => {
    groups = undefined
    seenSince.clear()
    choose = reportedDrops()
  }
  return { kinds: Object.values(kinds), look, forget }
}

function show(alarms: WatcherDeps<never>['alarms'], reported: readonly ReportedDrop[]): void {
  for (const [rate, kind] of Object.entries(kinds)) {
    const own = reported.filter(({ name }) => name.rate === rate)
    alarms.raiseOnly(
      kind,
      own.map((drop) => [subjectOf(drop), factsOf(drop)]),
    )
  }
}

function factsOf({ name, ranges, sinceHour, hits, of, usual }: ReportedDrop) {
  const { rate: _, ...where } = name
  return {
    ...where,
    ranges: ranges.join(' '),
    at: sinceHour * hourMs,
    percent: percentOf(of === 0 ? 0 : hits / of),
    calls: of,
    usualPercent: percentOf(usual),
  }
}

function subjectOf({ name: { country, operator, trunk, block } }: FoundDrop): string {
  return [trunk, operator === '' ? country || '-' : operator, ...(block === '' ? [] : [block])].join(' / ')
}

function openDrop({ kind, facts }: Pick<SeenAlarm, 'kind' | 'facts'>): OpenDrop {
  const rate = (Object.keys(kinds) as WatchedRate[]).find((each) => kinds[each] === kind)!
  const [country, operator, trunk, block] = [facts.country, facts.operator, facts.trunk, facts.block].map(
    String,
  )
  return {
    name: { rate, country: country!, operator: operator!, trunk: trunk!, block: block! },
    sinceHour: Math.floor(Number(facts.at) / hourMs),
  }
}

const percentOf = (share: number) => Math.round(share * 100)
