import { allNetworks } from '../alarms/alarm-table.ts'
import { hourMs } from '../platform/clock.ts'
import { type FoundDrop, type SeriesName, seriesKey, type WatchedRate } from '../quality/watched-groups.ts'

/** People who know of a range of a route are notified of the whole route when it has explained more for so long. */
const steadyMs = hourMs

/** A drop that is reported to people. */
export interface ReportedDrop extends FoundDrop {
  /** The ranges of calling numbers that it comes from, where it is about more than one range. */
  readonly ranges: readonly string[]
}

/** An alarm that lasts, with the hour at which its drop began. */
export interface OpenDrop {
  readonly name: SeriesName
  readonly sinceHour: number
}

/**
 * Chooses what is reported, so that each fault is reported once. In its first hours a fault is seen now in a range of
 * calling numbers, now in the whole trunk, as chance has it. An alarm that is open is kept as long as calls that it
 * speaks of are confirmed less often; its figures and ranges follow. A wider subject takes its place, and is reported,
 * because it means something else: at once when it names a further network, otherwise when it has explained more for
 * an hour. A narrower subject never does: the alarm names the ranges.
 */
export function reportedDrops() {
  const betterSince = new Map<string, number>()
  return (drops: readonly FoundDrop[], open: readonly OpenDrop[], nowMs: number): ReportedDrop[] => {
    const confirmed = drops.filter(({ name }) => name.rate === 'approval')
    const kept = open.filter(
      ({ name }) => name.rate === 'approval' && confirmed.some((drop) => covers(name, drop.name)),
    )
    const best = withoutRepeats(drops)
    const wider = best.filter((drop) => isWider(drop, kept, confirmed))
    const isNews = ({ name }: FoundDrop) =>
      within(confirmed, name).some((part) => !kept.some((each) => isKnown(each.name, part.name)))
    const steady = new Set([...wider.filter(isNews), ...steadyAmong(wider, betterSince, nowMs)])
    const fresh = best.filter(({ name }) => !kept.some((each) => meet(each.name, name)))
    const replaced = (name: SeriesName) =>
      !best.some((drop) => isSame(drop.name, name)) &&
      [...steady].some((drop) => within(confirmed, name).every((part) => covers(drop.name, part.name)))
    const lasting = kept
      .filter(({ name }) => !replaced(name))
      .map((each) => best.find((drop) => isSame(drop.name, each.name)) ?? figuresOf(each, confirmed))
    return [...lasting, ...steady, ...fresh].map((drop) => ({ ...drop, ranges: rangesOf(drops, drop) }))
  }
}

function steadyAmong(wider: readonly FoundDrop[], betterSince: Map<string, number>, nowMs: number) {
  const keys = new Set(wider.map(({ name }) => seriesKey(name)))
  for (const key of betterSince.keys()) if (!keys.has(key)) betterSince.delete(key)
  return wider.filter(({ name }) => {
    const key = seriesKey(name)
    const sinceMs = betterSince.get(key) ?? nowMs
    betterSince.set(key, sinceMs)
    return nowMs - sinceMs >= steadyMs
  })
}

/** Whether a drop is about calls of which alarms are open, and explains others that none of them speaks of. */
function isWider({ name }: FoundDrop, kept: readonly OpenDrop[], confirmed: readonly FoundDrop[]): boolean {
  if (!kept.some((each) => meet(each.name, name)) || kept.some((each) => covers(each.name, name)))
    return false
  return within(confirmed, name).some(
    (part) => part.name.block !== '' && !kept.some((each) => covers(each.name, part.name)),
  )
}

/** Whether people who know of the first series know of the second: of its route, or of its range in several networks. */
const isKnown = (one: SeriesName, other: SeriesName) =>
  covers(hasAllNetworks(one) ? one : { ...one, block: '' }, other)

/** The figures of an alarm whose own series has recovered, or has never dropped: those of its parts. */
function figuresOf({ name, sinceHour }: OpenDrop, confirmed: readonly FoundDrop[]): FoundDrop {
  const own = confirmed.find((drop) => isSame(drop.name, name))
  return own ?? summed(name, sinceHour, within(confirmed, name))
}

function summed(name: SeriesName, sinceHour: number, parts: readonly FoundDrop[]): FoundDrop {
  const of = parts.reduce((sum, each) => sum + each.of, 0)
  return {
    name,
    sinceHour,
    hits: parts.reduce((sum, { hits }) => sum + hits, 0),
    of,
    usual: parts.reduce((sum, each) => sum + each.usual * each.of, 0) / Math.max(1, of),
  }
}

/**
 * Where each fault says most, without regard to what is open. Calls that do not arrive are confirmed less often too; all
 * ranges of a trunk are among its calls; a range that several networks have marked is one fault.
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
    return summed(ofAllNetworks(name), Math.min(...same.map(({ sinceHour }) => sinceHour)), same)
  })
}

/** The ranges of calling numbers that a drop of the whole trunk comes from. */
function rangesOf(drops: readonly FoundDrop[], { name }: FoundDrop): string[] {
  if (name.rate !== 'approval' || name.block !== '') return []
  return drops
    .filter((other) => other.name.block !== '' && isSameRoute(other, name))
    .map((each) => each.name.block)
    .sort()
}

export const ofAllNetworks = (name: SeriesName): SeriesName => ({
  ...name,
  country: '',
  operator: allNetworks,
})

const isSameRoute = ({ name }: FoundDrop, { country, operator, trunk }: SeriesName) =>
  name.country === country && name.operator === operator && name.trunk === trunk

const isSame = (one: SeriesName, other: SeriesName) => seriesKey(one) === seriesKey(other)
const hasAllNetworks = ({ operator }: SeriesName) => operator === allNetworks

/** Whether all calls of the second series are among those of the first. */
function covers(one: SeriesName, other: SeriesName): boolean {
  const isNetwork = hasAllNetworks(one) || (one.operator === other.operator && one.country === other.country)
  const isBlock = one.block === '' || one.block === other.block
  return one.rate === other.rate && one.trunk === other.trunk && isNetwork && isBlock
}

/** Whether both series have calls in common. */
function meet(one: SeriesName, other: SeriesName): boolean {
  const areNetworks =
    hasAllNetworks(one) ||
    hasAllNetworks(other) ||
    (one.operator === other.operator && one.country === other.country)
  const areBlocks = one.block === '' || other.block === '' || one.block === other.block
  return one.rate === other.rate && one.trunk === other.trunk && areNetworks && areBlocks
}

/** The drops whose calls are among those of a series: its ranges, where some dropped, otherwise itself. */
function within(drops: readonly FoundDrop[], name: SeriesName): FoundDrop[] {
  const covered = drops.filter((drop) => covers(name, drop.name))
  const ranges = covered.filter((drop) => drop.name.block !== '')
  return ranges.length === 0 ? covered : ranges
}
