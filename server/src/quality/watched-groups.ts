import type { FactGroup } from './call-facts.ts'
import {
  type Drop,
  dropOf,
  dropSince,
  pastHours,
  type WatchedGroup,
  watchedHours,
  watchGroup,
} from './drop-test.ts'
import type { HourCounts } from './usual-rate.ts'

/** What one group of facts counted in one hour. */
export interface GroupHour {
  readonly hour: number
  readonly group: number
  /** Attempts over the trunk whose INVITE was sent: a call that went on over another trunk counts here too. */
  readonly invited: number
  readonly delivered: number
  readonly checked: number
  readonly approved: number
}

/** Delivery of a network over a trunk; approvals also of each range of calling numbers. */
export type WatchedRate = 'delivery' | 'approval'

/** Which calls a series counts. `block` is "" for all ranges of calling numbers. */
export type SeriesName = Pick<FactGroup, 'country' | 'operator' | 'trunk' | 'block'> & {
  readonly rate: WatchedRate
}

interface Series {
  readonly name: SeriesName
  /** Each mode by itself: their rates differ, and a change of the mix is no drop. */
  readonly parts: Map<string, HourCounts>
  /** What is usual, learned once an hour. */
  learned?: {
    readonly openSince: number | undefined
    readonly group: WatchedGroup | undefined
  }
}

export interface FoundDrop extends Drop {
  readonly name: SeriesName
}

/** A series takes 3.3 kB for each of its modes. */
const maxSeries = 5_000

/** The hours before this one that are judged and compared with. */
export const neededHours = watchedHours + pastHours

/** The counts of all groups by hour, and the drops that they show. Pure: it is fed with facts and asked about an hour. */
export class WatchedGroups {
  readonly #firstHour: number
  readonly #series = new Map<string, Series>()

  constructor(thisHour: number) {
    this.#firstHour = thisHour - neededHours
  }

  /** The hour that can be judged. Everything is read again for the next one: late results change earlier hours. */
  get thisHour(): number {
    return this.#firstHour + neededHours
  }

  /** Takes the facts of these hours in place of what is known of them. */
  take(
    { fromHour, toHour }: { readonly fromHour: number; readonly toHour: number },
    groups: ReadonlyMap<number, FactGroup>,
    hours: readonly GroupHour[],
  ): void {
    for (const { parts } of this.#series.values()) {
      for (const { hits, of } of parts.values()) {
        hits.fill(0, Math.max(0, fromHour - this.#firstHour), Math.max(0, toHour - this.#firstHour))
        of.fill(0, Math.max(0, fromHour - this.#firstHour), Math.max(0, toHour - this.#firstHour))
      }
    }
    for (const each of hours) {
      const group = groups.get(each.group)
      if (group === undefined) continue
      const whole = { ...group, block: '' }
      this.#add({ ...whole, rate: 'delivery' }, group.mode, each.hour, each.delivered, each.invited)
      if (each.checked === 0) continue
      this.#add({ ...whole, rate: 'approval' }, group.mode, each.hour, each.approved, each.checked)
      if (group.block !== '')
        this.#add({ ...group, rate: 'approval' }, group.mode, each.hour, each.approved, each.checked)
    }
  }

  /**
   * The drops that last now. `open` has the hour at which each drop began that is known already. Approvals are known
   * at once, and that nobody confirmed only when the call ends: up to `completeHour` both are.
   */
  drops(open: ReadonlyMap<string, number>, completeHour: number): FoundDrop[] {
    const { thisHour } = this
    return [...this.#series].flatMap(([key, series]) => {
      const openSince = open.get(key)
      if (series.learned === undefined || series.learned.openSince !== openSince) {
        const group = watchGroup([...series.parts.values()], thisHour, openSince)
        series.learned = { openSince, group }
      }
      const { group } = series.learned
      if (group === undefined) return []
      const at = (hour: number) => dropOf(group, hour, this.#series.size)
      const drop =
        series.name.rate === 'delivery' ? at(thisHour) : slowDrop(at, group, thisHour, completeHour)
      return drop === undefined ? [] : [{ ...drop, name: series.name }]
    })
  }

  #add(
    { rate, country, operator, trunk, block }: SeriesName,
    mode: string,
    hour: number,
    hits: number,
    of: number,
  ): void {
    const index = hour - this.#firstHour
    if (index < 0 || index > neededHours) return
    const name = { rate, country, operator, trunk, block }
    const key = seriesKey(name)
    let series = this.#series.get(key)
    if (series === undefined) {
      if (this.#series.size >= maxSeries) return
      series = { name, parts: new Map() }
      this.#series.set(key, series)
    }
    const part = series.parts.get(mode) ?? emptyCounts(this.#firstHour)
    series.parts.set(mode, part)
    part.hits[index]! += hits
    part.of[index]! += of
  }
}

/** Hours after the complete one look better than they are: they may begin a drop, but not end it. */
function slowDrop(
  at: (hour: number) => Drop | undefined,
  group: WatchedGroup,
  thisHour: number,
  completeHour: number,
): Drop | undefined {
  const { openSince } = group
  if (openSince === undefined) return at(completeHour) ?? at(thisHour)
  return openSince > completeHour ? dropSince(group, openSince, thisHour) : at(completeHour)
}

/** Names a series; the subject of its alarm is made of it too. */
export function seriesKey({ rate, country, operator, trunk, block }: SeriesName): string {
  return [rate, country, operator, trunk, block].join('\n')
}

function emptyCounts(firstHour: number): HourCounts {
  const length = neededHours + 1
  return { firstHour, hits: new Int32Array(length), of: new Int32Array(length) }
}
