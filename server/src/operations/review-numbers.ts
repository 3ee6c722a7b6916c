import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayMs } from '../platform/clock.ts'
import {
  combined,
  type Finding,
  findRefusal,
  type HealthCounts,
  healthMeasures,
  judgeTrial,
  minus,
  noCounts,
  nothingObserved,
  type Observed,
  observeDay,
  periodDays,
  plus,
  restMs,
  type UnitKind,
} from '../quality/number-health.ts'
import type { NumberRest, RestKey } from '../storage/queries/number-rests.ts'
import type { CallerRangeKey } from '../storage/queries/trunks.ts'
import type { Store } from '../storage/store.ts'
import { codeCount, mergeRanges } from '../telephony/pool/caller-range.ts'

/** A trial that has too few calls for a judgement ends after this long: nothing new is known against the number. */
const longestTrialMs = 14 * dayMs
/** A number that has been well for this long begins anew: its next rest is a short one. */
const forgivenMs = 60 * dayMs
/** Never more than this share of the numbers of a trunk: if most are refused, the numbers are not what is wrong. */
const maxRestingShare = 0.5
/** Numbers whose hashes are computed in one turn of the event loop: about a millisecond. */
const hashesATurn = 200

export interface ReviewDeps {
  readonly store: Pick<
    Store,
    'callerRanges' | 'numberRests' | 'watchedTotals' | 'numberTotals' | 'suspectCallers' | 'numberDays'
  >
  /** A keyed hash of a calling number, by which its calls are counted. */
  readonly callerHashOf: (callerNumber: string, isCodeHidden: boolean) => string
}

export interface Review {
  /** New states, with those that only note how far the calls are known. */
  readonly saved: readonly NumberRest[]
  readonly removed: readonly RestKey[]
}

/** Calls by day, counted from 1970. */
export type Days = ReadonlyMap<number, HealthCounts>

/** One number, or a block of ten thousand numbers, on a trunk. */
export interface Unit extends RestKey {
  readonly kind: UnitKind
  /** How many numbers of the pool it has. */
  readonly numbers: number
  readonly days: Days
}

/** Looks at all calling numbers and says which have to rest, may try again, or are well. */
export async function reviewNumbers({ store, callerHashOf }: ReviewDeps, now: number): Promise<Review> {
  const today = Math.floor(now / dayMs)
  const [ranges, rests] = await Promise.all([store.callerRanges(), store.numberRests()])
  const rows = new Map(rests.map((rest) => [keyOf(rest), rest]))
  const sizes = poolSizes(ranges)
  const blocks = await blockUnits(store.watchedTotals, ranges, today)

  const ofBlocks = blocks.flatMap((unit) => {
    const siblings = blocks.filter(({ trunk }) => trunk === unit.trunk)
    return judged(unit, rows.get(keyOf(unit)), sumOfDays(siblings), siblings.length, now)
  })
  const isRestingBlock = ({ state, first, last }: NumberRest) => state === 'resting' && first !== last
  const resting = new Set([...rests, ...ofBlocks].filter(isRestingBlock).map(keyOf))
  const totals = Map.groupBy(await store.numberTotals(today - longestPeriod + 1), ({ trunk }) => trunk)
  const numbers = await numberUnits({ store, callerHashOf }, ranges, rests, today)
  const ofNumbers = numbers
    .filter(({ first, trunk }) => !resting.has(keyOf(blockOf(first, trunk))))
    .flatMap((unit) => {
      const siblings = new Map((totals.get(unit.trunk) ?? []).map(({ day, counts }) => [day, counts]))
      return judged(unit, rows.get(keyOf(unit)), siblings, sizes.ofTrunk(unit.trunk), now)
    })

  const present = new Set([...blocks, ...numbers].map(keyOf))
  const isOver = (rest: NumberRest) =>
    !present.has(keyOf(rest)) || (rest.state === 'well' && now - rest.since > forgivenMs)
  return {
    saved: withinLimit([...ofBlocks, ...ofNumbers], rests, sizes),
    removed: rests.filter(isOver).map(({ first, last, trunk }) => ({ first, last, trunk })),
  }
}

const longestPeriod = Math.max(...periodDays)

/** The next state of a number or range, if it changes. */
function judged(
  unit: Unit,
  rest: NumberRest | undefined,
  siblings: Days,
  among: number,
  now: number,
): NumberRest[] {
  const today = Math.floor(now / dayMs)
  const { first, last, trunk, kind } = unit
  const soFar = { fromDay: today, before: unit.days.get(today) ?? noCounts }
  const rested = (finding: Finding): NumberRest[] => {
    const strikes = (rest?.strikes ?? 0) + 1
    const until = now + restMs(strikes)
    return [{ first, last, trunk, state: 'resting', strikes, since: now, until, ...soFar, finding }]
  }
  if (rest?.state === 'resting')
    return rest.until > now ? [] : [{ ...rest, state: 'trial', since: now, until: 0, ...soFar }]
  if (rest !== undefined && rest.before === null) return [{ ...rest, ...soFar }]
  if (rest?.state === 'trial') {
    const outcome = judgeTrial(kind, observed(unit, siblings, rest.fromDay, rest), rest.finding.refusal)
    if (typeof outcome === 'object') return rested(outcome)
    const isLong = now - rest.since > longestTrialMs
    return outcome === 'well' || isLong ? [{ ...rest, state: 'well', since: now }] : []
  }
  for (const days of periodDays) {
    const fromDay = Math.max(today - days + 1, rest?.fromDay ?? 0)
    const finding = findRefusal(kind, observed(unit, siblings, fromDay, rest), among)
    if (finding !== undefined) return rested(finding)
  }
  return []
}

function observed(unit: Unit, siblings: Days, fromDay: number, rest: NumberRest | undefined): Observed {
  let sum = nothingObserved
  for (const [day, counts] of unit.days) {
    if (day < fromDay) continue
    const own = day === rest?.fromDay && rest.before !== null ? minus(counts, rest.before) : counts
    sum = observeDay(sum, own, siblings.get(day) ?? own)
  }
  return sum
}

/** The worst come first when not all of them may rest. */
function withinLimit(
  changed: readonly NumberRest[],
  rests: readonly NumberRest[],
  sizes: ReturnType<typeof poolSizes>,
): NumberRest[] {
  const changedKeys = new Set(changed.map(keyOf))
  const used = new Map<string, number>()
  const add = (rest: RestKey) => used.set(rest.trunk, (used.get(rest.trunk) ?? 0) + sizes.of(rest))
  for (const rest of rests) if (rest.state === 'resting' && !changedKeys.has(keyOf(rest))) add(rest)
  const excess = ({ finding: { hits, of, usual } }: NumberRest) => hits / of - usual
  const others = changed.filter(({ state }) => state !== 'resting')
  const resting = changed.filter(({ state }) => state === 'resting')
  const wanted = resting.sort((one, other) => excess(other) - excess(one))
  const granted = wanted.filter((rest) => {
    const fits = (used.get(rest.trunk) ?? 0) + sizes.of(rest) <= sizes.ofTrunk(rest.trunk) * maxRestingShare
    if (fits) add(rest)
    return fits
  })
  return [...others, ...granted]
}

type Ranges = readonly CallerRangeKey[]

/** How many numbers of the pool a trunk may show, and how many of them are in a rest. */
function poolSizes(ranges: Ranges) {
  const trunks = blocksOf(ranges)
  return {
    ofTrunk: (trunk: string) =>
      trunks
        .get(trunk)
        ?.values()
        .reduce((sum, numbers) => sum + numbers, 0) ?? 0,
    of: ({ first, last, trunk }: RestKey) =>
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
      measures: healthMeasures,
    })
    for (const { keys, amounts } of totals) {
      const days = counts.get(keys.join(' ')) ?? new Map<number, HealthCounts>()
      counts.set(keys.join(' '), days)
      days.set(
        day,
        combined((measure) => amounts[healthMeasures.indexOf(measure)]!),
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

/** Numbers that may be refused, and those that rest or did so lately, with their calls. */
async function numberUnits(
  { store, callerHashOf }: ReviewDeps,
  ranges: Ranges,
  rests: readonly NumberRest[],
  today: number,
): Promise<Unit[]> {
  const known = new Set(rests.filter(({ first, last }) => first === last).map(({ first }) => first))
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
  for (const { first, last, trunk } of rests)
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

function blockOf(number: string, trunk: string): RestKey {
  const block = number.slice(0, -4)
  return { first: `${block}0000`, last: `${block}9999`, trunk }
}

export function keyOf({ trunk, first, last }: RestKey): string {
  return `${trunk} ${first} ${last}`
}
