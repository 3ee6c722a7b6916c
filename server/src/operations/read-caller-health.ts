import { dayMs, hourMs } from '../platform/clock.ts'
import { noCounts, plus } from '../quality/number-health.ts'
import type { QuarantineKey } from '../storage/queries/number-quarantines.ts'
import type { CallerRangeKey, TrunkRecord } from '../storage/queries/trunks.ts'
import type { Store } from '../storage/store.ts'
import { codeCount, codeText } from '../telephony/pool/caller-range.ts'
import { NumberQuarantines } from '../telephony/pool/number-quarantines.ts'
import { trunksByPrefix } from '../telephony/pool/pool-coverage.ts'
import type { BlockHealth, BusyHour, CallerHealth, LeastCovered } from './caller-health.ts'
import { blockUnits, keyOf } from './review-numbers.ts'
import { checkRights, type ShowingNumbering } from './right-to-show.ts'

/** The busiest hour of a week tells what the pool has to carry. */
const busyHourDays = 7
const hoursInDay = dayMs / hourMs
/**
 * Calls of a number in the busiest hour from which more numbers are advised. Our own choice, a tenth of what the cooldown
 * of a minute allows: codes are drawn at random, so some numbers call several times as often as the average.
 */
const comfortableLoad = 6
/** The share of the budget of short calls from which more of them are advised. */
const nearlyUsed = 0.8
/** From this share of paused numbers on, a range is worth replacing. */
const spoiltShare = 0.1

type HealthStore = Pick<Store, 'trunks' | 'callerRanges' | 'numberQuarantines' | 'factHours' | 'factTotals'>

export interface CallerHealthDeps {
  readonly store: HealthStore
  readonly numbering: ShowingNumbering
  /** Trunks of the demo are left out unless they are wanted. */
  readonly withDemo: boolean
}

export async function readCallerHealth(
  { store, numbering, withDemo }: CallerHealthDeps,
  now: number,
): Promise<CallerHealth> {
  const [allTrunks, stored, quarantines] = await Promise.all([
    store.trunks(),
    store.callerRanges(),
    store.numberQuarantines(),
  ])
  const trunks = allTrunks.filter(({ demo }) => withDemo || !demo)
  const ranges = stored.filter(({ trunk }) => trunks.some(({ name }) => name === trunk))
  const rights = checkRights(ranges, trunks, numbering)
  const codes = codesInUse(ranges, new NumberQuarantines(quarantines))
  const destinations = trunksByPrefix(trunks).map((each) => destinationOf(each.trunks, codes))
  const busyHours = new Map<string, BusyHour>()
  for (const trunk of trunks) busyHours.set(trunk.name, await busyHourOf(store, trunk, codes, now))

  const units = await blockUnits(store.factTotals, ranges, Math.floor(now / dayMs))
  const rows = new Map(quarantines.map((quarantine) => [keyOf(quarantine), quarantine]))
  const countsOf = ({ days }: (typeof units)[number]) => [...days.values()].reduce(plus, noCounts)
  const blocks = units.map((unit): BlockHealth => {
    const { first, last, trunk, numbers } = unit
    const isInside = (each: QuarantineKey) =>
      each.trunk === trunk && Number(each.first) <= Number(last) && Number(each.last) >= Number(first)
    const quarantine = rows.get(keyOf(unit))
    const state = quarantine?.state ?? 'new'
    const single = quarantines.filter(
      (each) => each.first === each.last && each.state === 'quarantined' && isInside(each),
    )
    const quarantinedNumbers = state === 'quarantined' ? numbers : single.length
    const verdicts = rights.filter(isInside).map(({ verdict }) => verdict)
    const otherwise = verdicts.length === 0 ? 'unknown' : 'fits'
    const isQuarantined = state === 'quarantined'
    const reasons = {
      refused: isQuarantined,
      spoilt: !isQuarantined && quarantinedNumbers > 0 && quarantinedNumbers >= numbers * spoiltShare,
      foreign: verdicts.includes('foreign'),
    }
    const own = ranges.filter(isInside)
    return {
      ...{ first, last, trunk, numbers, quarantinedNumbers, state },
      until: quarantine?.until ?? 0,
      strikes: quarantine?.strikes ?? 0,
      finding: quarantine?.finding ?? null,
      counts: countsOf(unit),
      others: units
        .filter((each) => each.trunk === trunk && each !== unit)
        .map(countsOf)
        .reduce(plus, noCounts),
      busyHour: busyHours.get(trunk)!,
      leastCovered: leastCovered(
        codes.get(trunk)?.get(blockOf(first)) ?? [],
        destinations.filter((each) => each.trunks.includes(trunk)),
      ),
      rights: (['foreign', 'unknown'] as const).find((each) => verdicts.includes(each)) ?? otherwise,
      replace: (['refused', 'spoilt', 'foreign'] as const).filter((reason) => reasons[reason]),
      label: textsOf(own.map(({ label }) => label)),
      category: textsOf(own.map(({ category }) => category)),
    }
  })
  return { blocks, quarantines: quarantines.filter(({ state }) => state !== 'healthy'), rights }
}

const textsOf = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))].join('; ')

const blockOf = (number: number | string) => Math.floor(Number(number) / codeCount)

/** The codes of the numbers that are not paused, by trunk and block. */
type CodesInUse = ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>

function codesInUse(ranges: readonly CallerRangeKey[], quarantines: NumberQuarantines): CodesInUse {
  const trunks = new Map<string, Map<number, number[]>>()
  for (const { first, last, trunk } of ranges) {
    const blocks = trunks.get(trunk) ?? new Map<number, number[]>()
    trunks.set(trunk, blocks)
    const concerned = quarantines.concerns(Number(first), Number(last), trunk)
    for (let number = Number(first); number <= Number(last); number++) {
      if (concerned && quarantines.isQuarantined(number, trunk)) continue
      const codes = blocks.get(blockOf(number))
      if (codes === undefined) blocks.set(blockOf(number), [number % codeCount])
      else codes.push(number % codeCount)
    }
  }
  return trunks
}

async function busyHourOf(
  store: HealthStore,
  { name, settings: { shortCallsPerHour } }: TrunkRecord,
  codes: CodesInUse,
  now: number,
): Promise<BusyHour> {
  const hour = Math.floor(now / hourMs)
  const period = { from: (hour - busyHourDays * hoursInDay) * hourMs, to: (hour + 1) * hourMs }
  const attempts = (mode: 'flash' | 'mix' | 'voice') =>
    store.factHours({
      ...period,
      serviceIds: null,
      test: false,
      only: { trunk: name, mode },
      measures: ['attempts'],
    })
  const [flash, mix, voice] = await Promise.all([attempts('flash'), attempts('mix'), attempts('voice')])
  const calls = busiest([...flash, ...mix, ...voice])
  const shortCalls = busiest([...flash, ...mix])
  const numbers = [...(codes.get(name)?.values() ?? [])].reduce((sum, own) => sum + own.length, 0)
  return {
    callsPerNumber: numbers === 0 ? null : calls / numbers,
    lacking: Math.max(0, Math.ceil(calls / comfortableLoad) - numbers),
    shortCalls,
    shortCallsPerHour,
    isBudgetShort: shortCallsPerHour > 0 && shortCalls >= shortCallsPerHour * nearlyUsed,
  }
}

function busiest(hours: readonly { readonly at: number; readonly amounts: readonly number[] }[]): number {
  const sums = new Map<number, number>()
  for (const { at, amounts } of hours) sums.set(at, (sums.get(at) ?? 0) + amounts[0]!)
  return Math.max(0, ...sums.values())
}

interface Destination {
  readonly trunks: readonly string[]
  /** How many numbers end with each code. */
  readonly showing: Uint32Array
}

function destinationOf(trunks: readonly TrunkRecord[], codes: CodesInUse): Destination {
  const names = trunks.map(({ name }) => name)
  const showing = new Uint32Array(codeCount)
  for (const name of names)
    for (const own of codes.get(name)?.values() ?? []) for (const code of own) showing[code]! += 1
  return { trunks: names, showing }
}

const thousand = 1_000
const shownThousands = 3

/** Which of these codes no other number shows for one of the destinations. */
function leastCovered(own: readonly number[], destinations: readonly Destination[]): LeastCovered {
  // 0000 is no code.
  const alone = own.filter((code) => code !== 0 && destinations.some(({ showing }) => showing[code] === 1))
  const thousands = [...Map.groupBy(alone, (code) => Math.floor(code / thousand) * thousand)]
    .map(([start, { length }]) => ({
      first: codeText(start),
      last: codeText(start + thousand - 1),
      codes: length,
    }))
    .sort((one, other) => other.codes - one.codes || Number(one.first) - Number(other.first))
  return { codes: alone.length, thousands: thousands.slice(0, shownThousands) }
}
