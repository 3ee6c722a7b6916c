import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayMs } from '../platform/clock.ts'
import {
  combined,
  type Finding,
  findRefusal,
  type HealthCounts,
  judgeProbation,
  minus,
  noCounts,
  nothingObserved,
  type Observed,
  observeDay,
  periodDays,
  plus,
  quarantineMs,
  rangeMeasures,
  type UnitKind,
} from '../quality/number-health.ts'
import type { NumberQuarantine, QuarantineKey } from '../storage/queries/number-quarantines.ts'
import type { CallerRangeKey } from '../storage/queries/trunks.ts'
import type { Store } from '../storage/store.ts'
import { codeCount, mergeRanges } from '../telephony/pool/caller-range.ts'

/** A probation that has too few calls for a judgement ends after this long: nothing new is known against the number. */
const longestProbationMs = 14 * dayMs
/** A number that has been healthy for this long begins anew: its next quarantine is a short one. */
const forgivenMs = 60 * dayMs
/** Never more than this share of the numbers of a trunk: if most are refused, the numbers are not what is wrong. */
const maxQuarantinedShare = 0.5
/** Numbers whose hashes are computed in one turn of the event loop: about a millisecond. */
const hashesATurn = 200

export interface ReviewDeps {
  readonly store: Pick<
    Store,
    'callerRanges' | 'numberQuarantines' | 'watchedTotals' | 'numberTotals' | 'suspectCallers' | 'numberDays'
  >
  /** A keyed hash of a calling number, by which its calls are counted. */
  readonly callerHashOf: (callerNumber: string, isCodeHidden: boolean) => string
}

export interface Review {
  /** New states, with those that only note how far the calls are known. */
  readonly saved: readonly NumberQuarantine[]
  readonly removed: readonly QuarantineKey[]
}

/** Calls by day, counted from 1970. */
export type Days = ReadonlyMap<number, HealthCounts>

/** One number, or a block of ten thousand numbers, on a trunk. */
export interface Unit extends QuarantineKey {
  readonly kind: UnitKind
  /** How many numbers of the pool it has. */
  readonly numbers: number
  readonly days: Days
}

/** Looks at all calling numbers and says which are to be quarantined, may try again, or are healthy. */
export async function reviewNumbers({ store, callerHashOf }: ReviewDeps, now: number): Promise<Review> {
  const today = Math.floor(now / dayMs)
  const [ranges, quarantines] = await Promise.all([store.callerRanges(), store.numberQuarantines()])
  const rows = new Map(quarantines.map((quarantine) => [keyOf(quarantine), quarantine]))
  const sizes = poolSizes(ranges)
  const blocks = await blockUnits(store.watchedTotals, ranges, today)

  const ofBlocks = blocks.flatMap((unit) => {
    const siblings = blocks.filter(({ trunk }) => trunk === unit.trunk)
    return judged(unit, rows.get(keyOf(unit)), sumOfDays(siblings), siblings.length, now)
  })
  const isQuarantinedBlock = ({ state, first, last }: NumberQuarantine) =>
    state === 'quarantined' && first !== last
  const quarantined = new Set([...quarantines, ...ofBlocks].filter(isQuarantinedBlock).map(keyOf))
  const totals = Map.groupBy(await store.numberTotals(today - longestPeriod + 1), ({ trunk }) => trunk)
  const numbers = await numberUnits({ store, callerHashOf }, ranges, quarantines, today)
  const ofNumbers = numbers
    .filter(({ first, trunk }) => !quarantined.has(keyOf(blockOf(first, trunk))))
    .flatMap((unit) => {
      const siblings = new Map((totals.get(unit.trunk) ?? []).map(({ day, counts }) => [day, counts]))
      return judged(unit, rows.get(keyOf(unit)), siblings, sizes.ofTrunk(unit.trunk), now)
    })

  const present = new Set([...blocks, ...numbers].map(keyOf))
  const isOver = (quarantine: NumberQuarantine) =>
    !present.has(keyOf(quarantine)) || (quarantine.state === 'healthy' && now - quarantine.since > forgivenMs)
  return {
    saved: withinLimit([...ofBlocks, ...ofNumbers], quarantines, sizes),
    removed: quarantines.filter(isOver).map(({ first, last, trunk }) => ({ first, last, trunk })),
  }
}

const longestPeriod = Math.max(...periodDays)

/** The next state of a number or range, if it changes. */
function judged(
  unit: Unit,
  quarantine: NumberQuarantine | undefined,
  siblings: Days,
  among: number,
  now: number,
): NumberQuarantine[] {
  const today = Math.floor(now / dayMs)
  const { first, last, trunk, kind } = unit
  const soFar = { fromDay: today, before: unit.days.get(today) ?? noCounts }
  const intoQuarantine = (finding: Finding): NumberQuarantine[] => {
    const strikes = (quarantine?.strikes ?? 0) + 1
    const until = now + quarantineMs(strikes)
    return [{ first, last, trunk, state: 'quarantined', strikes, since: now, until, ...soFar, finding }]
  }
  if (quarantine?.state === 'quarantined')
    return quarantine.until > now
      ? []
      : [{ ...quarantine, state: 'probation', since: now, until: 0, ...soFar }]
  if (quarantine !== undefined && quarantine.before === null) return [{ ...quarantine, ...soFar }]
  if (quarantine?.state === 'probation') {
    const outcome = judgeProbation(
      kind,
      observed(unit, siblings, quarantine.fromDay, quarantine),
      quarantine.finding.refusal,
    )
    if (typeof outcome === 'object') return intoQuarantine(outcome)
    const isLong = now - quarantine.since > longestProbationMs
    return outcome === 'healthy' || isLong ? [{ ...quarantine, state: 'healthy', since: now }] : []
  }
  for (const days of periodDays) {
    const fromDay = Math.max(today - days + 1, quarantine?.fromDay ?? 0)
    const finding = findRefusal(kind, observed(unit, siblings, fromDay, quarantine), among)
    if (finding !== undefined) return intoQuarantine(finding)
  }
  return []
}

function observed(
  unit: Unit,
  siblings: Days,
  fromDay: number,
  quarantine: NumberQuarantine | undefined,
): Observed {
  let sum = nothingObserved
  for (const [day, counts] of unit.days) {
    if (day < fromDay) continue
    const own =
      day === quarantine?.fromDay && quarantine.before !== null ? minus(counts, quarantine.before) : counts
    sum = observeDay(sum, own, siblings.get(day) ?? own)
  }
  return sum
}

/** The worst come first when not all of them may be quarantined. */
function withinLimit(
  changed: readonly NumberQuarantine[],
  quarantines: readonly NumberQuarantine[],
  sizes: ReturnType<typeof poolSizes>,
): NumberQuarantine[] {
  const changedKeys = new Set(changed.map(keyOf))
  const used = new Map<string, number>()
  const add = (quarantine: QuarantineKey) =>
    used.set(quarantine.trunk, (used.get(quarantine.trunk) ?? 0) + sizes.of(quarantine))
  for (const quarantine of quarantines)
    if (quarantine.state === 'quarantined' && !changedKeys.has(keyOf(quarantine))) add(quarantine)
  const excess = ({ finding: { hits, of, usual } }: NumberQuarantine) => hits / of - usual
  const others = changed.filter(({ state }) => state !== 'quarantined')
  const quarantined = changed.filter(({ state }) => state === 'quarantined')
  const wanted = quarantined.sort((one, other) => excess(other) - excess(one))
  const granted = wanted.filter((quarantine) => {
    const fits =
      (used.get(quarantine.trunk) ?? 0) + sizes.of(quarantine) <=
      sizes.ofTrunk(quarantine.trunk) * maxQuarantinedShare
    if (fits) add(quarantine)
    return fits
  })
  return [...others, ...granted]
}

type Ranges = readonly CallerRangeKey[]

/** How many numbers of the pool a trunk may show, and how many of them are quarantined. */
function poolSizes(ranges: Ranges) {
  const trunks = blocksOf(ranges)
  return {
    ofTrunk: (trunk: string) =>
      trunks
        .get(trunk)
        ?.values()
        .reduce((sum, numbers) => sum + numbers, 0) ?? 0,
    of: ({ first, last, trunk }: QuarantineKey) =>
      first === last ? 1 : (trunks.get(trunk)?.get(first.slice(0, -4)) ?? 0),
  }
}

function blocksOf(ranges: Ranges): Map<string, Map<string, number>> {
  const trunks = new Map<string, Map<string, number>>()
  for (const { first, last, trunk } of ranges) {
    const blocks = trunks.get(trunk) ?? new Map<string, number>()
    trunks.set(trunk, blocks)
    for (let start = Number(first); start <= Number(last); ) {
      const block = Math.floor(start / codeCount)
      const end = Math.min(Number(last), (block + 1) * codeCount - 1)
      blocks.set(String(block), (blocks.get(String(block)) ?? 0) + end - start + 1)
      start = end + 1
    }
  }
  return trunks
}

/** The blocks of the pool with their calls: facts know calling numbers without their last four digits. */
export async function blockUnits(totalsOf: Store['factTotals'], ranges: Ranges, today: number) {
  const counts = new Map<string, Map<number, HealthCounts>>()
  for (let day = today - longestPeriod + 1; day <= today; day++) {
    const totals = await totalsOf({
      serviceIds: null,
      test: false,
      from: day * dayMs,
      to: (day + 1) * dayMs,
      only: {},
      by: ['trunk', 'block'],
      measures: rangeMeasures,
    })
    for (const { keys, amounts } of totals) {
      const days = counts.get(keys.join(' ')) ?? new Map<number, HealthCounts>()
      counts.set(keys.join(' '), days)
      days.set(
        day,
        combined((measure) => amounts[rangeMeasures.indexOf(measure)]!),
      )
    }
  }
  return [...blocksOf(ranges)].flatMap(([trunk, blocks]) =>
    [...blocks].map(([block, numbers]) => ({
      ...blockOf(`${block}0000`, trunk),
      kind: 'range' as const,
      numbers,
      days: counts.get(`${trunk} ${block}`) ?? new Map(),
    })),
  )
}

/** Numbers that may be refused, and those that are quarantined or were so lately, with their calls. */
async function numberUnits(
  { store, callerHashOf }: ReviewDeps,
  ranges: Ranges,
  quarantines: readonly NumberQuarantine[],
  today: number,
): Promise<Unit[]> {
  const known = new Set(quarantines.filter(({ first, last }) => first === last).map(({ first }) => first))
  const suspects = new Set<string>()
  for (const days of periodDays)
    for (const callerHash of await store.suspectCallers(today - days + 1)) suspects.add(callerHash)
  const numberOf = new Map<string, string>()
  let turn = 0
  for (const { first, last } of mergeRanges(ranges)) {
    for (let number = first; number <= last; number++) {
      if (suspects.size === 0 && known.size === 0) return []
      if (++turn % hashesATurn === 0) await nextTurn()
      const text = String(number)
      const hashes = [callerHashOf(text, false), callerHashOf(text, true)]
      if (known.has(text) || hashes.some((callerHash) => suspects.has(callerHash)))
        for (const callerHash of hashes) numberOf.set(callerHash, text)
    }
  }
  const units = new Map<string, Unit & { readonly days: Map<number, HealthCounts> }>()
  const isInPool = inPool(ranges)
  const unitOf = (number: string, trunk: string) => {
    const unit = { kind: 'number', first: number, last: number, trunk, numbers: 1 } as const
    const found = units.get(keyOf(unit)) ?? { ...unit, days: new Map<number, HealthCounts>() }
    units.set(keyOf(unit), found)
    return found
  }
  for (const { first, last, trunk } of quarantines)
    if (first === last && isInPool(first, trunk)) unitOf(first, trunk)
  const fromDay = today - longestPeriod + 1
  for (const { callerHash, trunk, day, counts } of await store.numberDays({
    fromDay,
    hashes: [...numberOf.keys()],
  })) {
    const number = numberOf.get(callerHash)!
    if (!isInPool(number, trunk)) continue
    const { days } = unitOf(number, trunk)
    days.set(day, plus(days.get(day) ?? noCounts, counts))
  }
  return [...units.values()]
}

const inPool = (ranges: Ranges) => (text: string, trunk: string) => {
  const number = Number(text)
  const own = ranges.filter((range) => range.trunk === trunk)
  return own.some(({ first, last }) => number >= Number(first) && number <= Number(last))
}

function sumOfDays(units: readonly Unit[]): Days {
  const sum = new Map<number, HealthCounts>()
  for (const { days } of units)
    for (const [day, counts] of days) sum.set(day, plus(sum.get(day) ?? noCounts, counts))
  return sum
}

function blockOf(number: string, trunk: string): QuarantineKey {
  const block = number.slice(0, -4)
  return { first: `${block}0000`, last: `${block}9999`, trunk }
}

export function keyOf({ trunk, first, last }: QuarantineKey): string {
  return `${trunk} ${first} ${last}`
}
