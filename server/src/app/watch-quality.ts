import type { ActiveAlarms } from '../alarms/active-alarms.ts'
import type { AlarmKind } from '../alarms/alarm.ts'
import { allOperators } from '../alarms/alarm-texts.ts'
import { type Clock, hourMs, minuteMs } from '../platform/clock.ts'
import {
  type FoundDrop,
  neededHours,
  type SeriesName,
  seriesKey,
  WatchedCells,
  type WatchedRate,
} from '../quality/watched-cells.ts'
import type { SeenAlarm } from '../storage/alarm-records.ts'
import type { Store } from '../storage/store.ts'
import type { Watcher } from './on-one-node.ts'

/** Calls that fail end sooner than calls that ring: a drop that is seen for so long is not only that. */
const settledMs = 2 * minuteMs
/** The longest life of a verification: it is known who has not confirmed. */
const confirmedMs = 30 * minuteMs
/** Read at once: a day of the busiest cells. */
const pieceHours = 24
const maxCells = 2_000
/** These hours still change: calls end, people type their code. Everything is read again each hour. */
const changingHours = 3

const kinds: Readonly<Record<WatchedRate, AlarmKind>> = {
  delivery: 'delivery-drop',
  approval: 'unconfirmed-calls',
}
const kindNames: readonly string[] = Object.values(kinds)

export interface WatchQualityDeps {
  readonly store: Pick<Store, 'cellHours' | 'openAlarms'>
  readonly clock: Clock
  readonly alarms: Pick<ActiveAlarms, 'raise' | 'clearOthers'>
}

/**
 * Looks for operators over trunks whose calls are delivered or confirmed less often than usual, and raises an alarm for
 * each. It goes by the clock and the stored facts alone, so any node finds the same at the same time.
 */
export function watchQuality({ store, clock, alarms }: WatchQualityDeps): Watcher {
  let cells: WatchedCells | undefined
  const seenSince = new Map<string, number>()

  const readHours = async (into: WatchedCells, fromHour: number, toHour: number) => {
    // Newest first: where there are too many cells, those of today are kept.
    for (let end = toHour; end > fromHour; end -= pieceHours) {
      const piece = { fromHour: Math.max(fromHour, end - pieceHours), toHour: end }
      const facts = await store.cellHours({ ...piece, maxCells })
      into.take(piece, facts.cells, facts.hours)
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
      const isTold = open.has(key) || open.has(seriesKey(ofAllOperators(name)))
      return isTold || nowMs - sinceMs >= settledMs
    })
  }

  const look = async () => {
    const now = clock.now()
    const thisHour = Math.floor(now / hourMs)
    if (cells?.thisHour !== thisHour) {
      const fresh = new WatchedCells(thisHour)
      await readHours(fresh, thisHour - neededHours, thisHour + 1)
      cells = fresh
    } else await readHours(cells, thisHour - changingHours + 1, thisHour + 1)
    const known = (await store.openAlarms({ now })).filter(({ kind }) => kindNames.includes(kind))
    const open = new Map(known.map(openDrop))
    const completeHour = Math.floor((now - confirmedMs) / hourMs) - 1
    show(alarms, settled(cells.drops(open, completeHour), open))
  }
  const forget = () => {
    cells = undefined
    seenSince.clear()
    show(alarms, [])
  }
  return { look, forget }
}

function show(alarms: WatchQualityDeps['alarms'], drops: readonly FoundDrop[]): void {
  const told = withoutRepeats(drops)
  for (const drop of told) {
    const { rate, country, operator, trunk, block } = drop.name
    alarms.raise(kinds[rate], subjectOf(drop), {
      country,
      operator,
      trunk,
      block,
      ranges: rangesOf(drops, drop).join(' '),
      at: drop.sinceHour * hourMs,
      percent: percentOf(drop.of === 0 ? 0 : drop.hits / drop.of),
      calls: drop.of,
      usualPercent: percentOf(drop.usual),
    })
  }
  for (const [rate, kind] of Object.entries(kinds)) {
    const own = told.filter(({ name }) => name.rate === rate)
    alarms.clearOthers(kind, own.map(subjectOf))
  }
}

/**
 * Each fault is told once, where it says most. Calls that do not arrive are confirmed less often too; all ranges of a
 * trunk are among its calls; a range that several networks have marked is one fault.
 */
function withoutRepeats(drops: readonly FoundDrop[]): FoundDrop[] {
  const hasWhole = (rate: WatchedRate, { name }: FoundDrop) =>
    drops.some((other) => other.name.rate === rate && other.name.block === '' && isSameRoute(other, name))
  const ofAll = rangesOfAll(drops)
  const isOfAll = (trunk: string, block: string) =>
    ofAll.some(({ name }) => name.trunk === trunk && name.block === block)
  const own = drops.filter((drop) => {
    const { rate, trunk, block } = drop.name
    if (rate === 'delivery') return true
    if (hasWhole('delivery', drop)) return false
    if (block !== '') return !hasWhole('approval', drop) && !isOfAll(trunk, block)
    const ranges = rangesOf(drops, drop)
    return ranges.length === 0
      ? !ofAll.some(({ name }) => name.trunk === trunk)
      : ranges.some((range) => !isOfAll(trunk, range))
  })
  return [...own, ...ofAll]
}

/** Ranges of calling numbers that are confirmed less often in several networks, each as one drop. */
function rangesOfAll(drops: readonly FoundDrop[]): FoundDrop[] {
  const byRange = Map.groupBy(
    drops.filter(({ name }) => name.rate === 'approval' && name.block !== ''),
    ({ name }) => `${name.trunk}\n${name.block}`,
  )
  return [...byRange.values()].flatMap((same) => {
    const [{ name }] = same as [FoundDrop]
    if (same.length < 2) return []
    const of = same.reduce((sum, each) => sum + each.of, 0)
    return {
      name: ofAllOperators(name),
      sinceHour: Math.min(...same.map(({ sinceHour }) => sinceHour)),
      hits: same.reduce((sum, { hits }) => sum + hits, 0),
      of,
      usual: same.reduce((sum, each) => sum + each.usual * each.of, 0) / Math.max(1, of),
    }
  })
}

/** The ranges of calling numbers that a drop of the whole trunk comes from. */
function rangesOf(drops: readonly FoundDrop[], { name }: FoundDrop): string[] {
  if (name.rate !== 'approval' || name.block !== '') return []
  return drops
    .filter((other) => other.name.block !== '' && isSameRoute(other, name))
    .map((each) => each.name.block)
}

const ofAllOperators = (name: SeriesName): SeriesName => ({ ...name, country: '', operator: allOperators })

const isSameRoute = ({ name }: FoundDrop, { country, operator, trunk }: FoundDrop['name']) =>
  name.country === country && name.operator === operator && name.trunk === trunk

function subjectOf({ name: { country, operator, trunk, block } }: FoundDrop): string {
  return [trunk, operator === '' ? country || '-' : operator, ...(block === '' ? [] : [block])].join(' / ')
}

/** The series of an alarm that is open, with the hour at which its drop began. */
function openDrop({ kind, facts }: Pick<SeenAlarm, 'kind' | 'facts'>): [key: string, sinceHour: number] {
  const rate = (Object.keys(kinds) as WatchedRate[]).find((each) => kinds[each] === kind)!
  const [country, operator, trunk, block] = [facts.country, facts.operator, facts.trunk, facts.block].map(
    String,
  )
  const key = seriesKey({ rate, country: country!, operator: operator!, trunk: trunk!, block: block! })
  return [key, Math.floor(Number(facts.at) / hourMs)]
}

const percentOf = (share: number) => Math.round(share * 100)
