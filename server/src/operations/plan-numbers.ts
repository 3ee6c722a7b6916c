import { dayMs, hourMs } from '../platform/clock.ts'
import { noCounts, plus } from '../quality/number-health.ts'
import type { NumberRest, RestKey } from '../storage/queries/number-rests.ts'
import type { CallerRangeKey, CallerRangeRecord, TrunkRecord } from '../storage/queries/trunks.ts'
import type { Store } from '../storage/store.ts'
import { codeCount, codeText } from '../telephony/pool/caller-range.ts'
import { NumberRests } from '../telephony/pool/number-rests.ts'
import { trunksByPrefix } from '../telephony/pool/pool-coverage.ts'
import type { BlockHealth, BusyHour, CheckedRange, CodePlan, NumbersPlan, TrunkPlan } from './numbers-plan.ts'
import { blockUnits, keyOf } from './review-numbers.ts'
import { checkRights, type ShowingNumbering } from './right-to-show.ts'

/** The busiest hour of a week tells what the pool has to carry. */
const plannedDays = 7
const hoursInDay = dayMs / hourMs
/**
 * Calls of a number in the busiest hour from which more numbers are advised. Our own choice, a tenth of what the cooldown
 * of a minute allows: codes are drawn at random, so some numbers call several times as often as the average.
 */
const comfortableLoad = 6
/** The share of the budget of short calls from which more of them are advised. */
const nearlyUsed = 0.8
/** From this share of resting numbers on, a range is worth replacing. */
const spoiltShare = 0.1

type PlanStore = Pick<Store, 'trunks' | 'callerRanges' | 'numberRests' | 'factHours' | 'factTotals'>

export interface PlanDeps {
  readonly store: PlanStore
  readonly numbering: ShowingNumbering
  /** Trunks of the demo are left out unless they are wanted. */
  readonly withDemo: boolean
}

/**
 * What the pool can carry, where it is thin, and which numbers are worth replacing. `further`: ranges that are not in the
 * pool yet, to see what they would give.
 */
export async function planNumbers(
  { store, numbering, withDemo }: PlanDeps,
  now: number,
  further: readonly CallerRangeKey[] = [],
): Promise<NumbersPlan> {
  const [allTrunks, stored, rests] = await Promise.all([
    store.trunks(),
    store.callerRanges(),
    store.numberRests(),
  ])
  const trunks = allTrunks.filter(({ demo }) => withDemo || !demo)
  const added = further.map((range) => ({ ...range, label: '', category: '' }))
  const ranges = [...stored, ...added].filter(({ trunk }) => trunks.some(({ name }) => name === trunk))
  const rights = checkRights(ranges, trunks, numbering)
  const resting = new NumberRests(rests)
  const supplies = new Map(trunks.map((trunk) => [trunk.name, supplyOf(trunk, ranges, resting)]))
  const busyHours = await Promise.all(trunks.map(({ name }) => busyHourOf(store, name, now)))
  return {
    trunks: trunks.map((trunk, place) => trunkPlan(trunk, supplies.get(trunk.name)!, busyHours[place]!)),
    codes: trunksByPrefix(trunks).map((destination) => codePlan(destination, supplies)),
    blocks: await blockHealth(store, ranges, rests, rights, now),
    rests: rests.filter(({ state }) => state !== 'well'),
    rights,
  }
}

/** The numbers that a trunk can show. */
interface Supply {
  readonly numbers: number
  readonly resting: number
  /** How many numbers that do not rest end with each code. */
  readonly showing: Uint16Array
}

function supplyOf({ name }: TrunkRecord, ranges: readonly CallerRangeKey[], rests: NumberRests): Supply {
  const showing = new Uint16Array(codeCount)
  let [numbers, resting] = [0, 0]
  for (const range of ranges) {
    if (range.trunk !== name) continue
    const [first, last] = [Number(range.first), Number(range.last)]
    const concerned = rests.concerns(first, last, name)
    for (let number = first; number <= last; number++) {
      numbers += 1
      if (concerned && rests.isResting(number, name)) resting += 1
      else showing[number % codeCount]! += 1
    }
  }
  return { numbers, resting, showing }
}

async function busyHourOf(store: PlanStore, trunk: string, now: number): Promise<BusyHour> {
  const hour = Math.floor(now / hourMs)
  const period = { from: (hour - plannedDays * hoursInDay) * hourMs, to: (hour + 1) * hourMs }
  const attempts = (mode: 'flash' | 'mix' | 'voice') =>
    store.factHours({
      ...period,
      serviceIds: null,
      test: false,
      only: { trunk, mode },
      measures: ['attempts'],
    })
  const [flash, mix, voice] = await Promise.all([attempts('flash'), attempts('mix'), attempts('voice')])
  return { calls: busiest([...flash, ...mix, ...voice]), shortCalls: busiest([...flash, ...mix]) }
}

function busiest(hours: readonly { readonly at: number; readonly amounts: readonly number[] }[]): number {
  const sums = new Map<number, number>()
  for (const { at, amounts } of hours) sums.set(at, (sums.get(at) ?? 0) + amounts[0]!)
  return Math.max(0, ...sums.values())
}

function trunkPlan(
  { name, settings: { shortCallsPerHour } }: TrunkRecord,
  { numbers, resting }: Supply,
  busyHour: BusyHour,
): TrunkPlan {
  const working = numbers - resting
  return {
    trunk: name,
    numbers,
    resting,
    busyHour,
    load: working === 0 ? null : busyHour.calls / working,
    lacking: Math.max(0, Math.ceil(busyHour.calls / comfortableLoad) - working),
    shortCallsPerHour,
    shortCallShare: shortCallsPerHour === 0 ? null : busyHour.shortCalls / shortCallsPerHour,
    isBudgetShort: shortCallsPerHour > 0 && busyHour.shortCalls >= shortCallsPerHour * nearlyUsed,
  }
}

const thousand = 1_000
const shownThousands = 3

function codePlan(
  { prefix, trunks }: ReturnType<typeof trunksByPrefix<TrunkRecord>>[number],
  supplies: ReadonlyMap<string, Supply>,
): CodePlan {
  const names = trunks.map(({ name }) => name)
  /** How many numbers of each trunk show a code. */
  const shownBy = (code: number) => names.map((name) => supplies.get(name)!.showing[code]!)
  const thin: { first: string; last: string; missing: number; single: number }[] = []
  let [missing, single, oneTrunk] = [0, 0, 0]
  for (let start = 0; start < codeCount; start += thousand) {
    const there = { first: codeText(start), last: codeText(start + thousand - 1), missing: 0, single: 0 }
    for (let code = Math.max(1, start); code < start + thousand; code++) {
      const counts = shownBy(code)
      const numbers = counts.reduce((sum, count) => sum + count, 0)
      if (numbers === 0) there.missing += 1
      if (numbers === 1) there.single += 1
      if (names.length > 1 && counts.filter((count) => count > 0).length === 1) oneTrunk += 1
    }
    missing += there.missing
    single += there.single
    if (there.missing + there.single > 0) thin.push(there)
  }
  thin.sort((one, other) => other.missing - one.missing || other.single - one.single)
  const covered = codeCount - 1 - missing
  return { prefix, trunks: names, covered, missing, single, oneTrunk, thin: thin.slice(0, shownThousands) }
}

async function blockHealth(
  store: PlanStore,
  ranges: readonly CallerRangeRecord[],
  rests: readonly NumberRest[],
  rights: readonly CheckedRange[],
  now: number,
): Promise<BlockHealth[]> {
  const units = await blockUnits(store.factTotals, ranges, Math.floor(now / dayMs))
  const rows = new Map(rests.map((rest) => [keyOf(rest), rest]))
  const countsOf = ({ days }: (typeof units)[number]) => [...days.values()].reduce(plus, noCounts)
  return units.map((unit) => {
    const { first, last, trunk, numbers } = unit
    const isInside = (each: RestKey) =>
      each.trunk === trunk && Number(each.first) <= Number(last) && Number(each.last) >= Number(first)
    const rest = rows.get(keyOf(unit))
    const state = rest?.state ?? 'new'
    const single = rests.filter(
      (each) => each.first === each.last && each.state === 'resting' && isInside(each),
    )
    const restingNumbers = state === 'resting' ? numbers : single.length
    const verdicts = rights.filter(isInside).map(({ verdict }) => verdict)
    const otherwise = verdicts.length === 0 ? 'unknown' : 'fits'
    const isResting = state === 'resting'
    const reasons = {
      refused: isResting,
      spoilt: !isResting && restingNumbers > 0 && restingNumbers >= numbers * spoiltShare,
      foreign: verdicts.includes('foreign'),
    }
    const own = ranges.filter(isInside)
    return {
      ...{ first, last, trunk, numbers, restingNumbers, state },
      until: rest?.until ?? 0,
      strikes: rest?.strikes ?? 0,
      finding: rest?.finding ?? null,
      counts: countsOf(unit),
      siblings: units
        .filter((each) => each.trunk === trunk && each !== unit)
        .map(countsOf)
        .reduce(plus, noCounts),
      rights: (['foreign', 'unknown'] as const).find((each) => verdicts.includes(each)) ?? otherwise,
      replace: (['refused', 'spoilt', 'foreign'] as const).filter((reason) => reasons[reason]),
      label: textsOf(own.map(({ label }) => label)),
      category: textsOf(own.map(({ category }) => category)),
    }
  })
}

const textsOf = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))].join('; ')
