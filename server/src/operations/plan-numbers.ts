import { dayMs, hourMs } from '../platform/clock.ts'
import { noCounts } from '../quality/number-counts.ts'
import { plus } from '../quality/number-health.ts'
import type { NumberRest, RestKey } from '../storage/number-records.ts'
import type { Store } from '../storage/store.ts'
import type { CallerRangeKey, CallerRangeRecord, TrunkRecord } from '../storage/trunk-records.ts'
import { NumberRests } from '../telephony/pool/number-rests.ts'
import { planPool } from '../telephony/pool/plan-pool.ts'
import type { BusyHour } from '../telephony/pool/pool-plan.ts'
import type { BlockHealth, CheckedRange, NumbersPlan } from './numbers-plan.ts'
import { blockUnits, keyOf } from './review-numbers.ts'
import { checkRights, type ShowingNumbering } from './right-to-show.ts'

/** The busiest hour of a week tells what the pool has to carry. */
const plannedDays = 7
/** From this share of resting numbers on, a range is worth replacing. */
const spoiltShare = 0.1
const hoursInDay = dayMs / hourMs

type PlanStore = Pick<Store, 'trunks' | 'callerRanges' | 'numberRests' | 'factHours' | 'factTotals'>

export interface PlanDeps {
  readonly store: PlanStore
  readonly numbering: ShowingNumbering
  /** Trunks of the demo are left out unless they are wanted. */
  readonly withDemo: boolean
}

/** `further`: ranges that are not in the pool yet, to see what they would give. */
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
  const busyHours = await busyHoursOf(store, trunks, now)
  return {
    ...planPool({ trunks, ranges, rests: new NumberRests(rests), busyHours }),
    blocks: await blockHealth(store, ranges, rests, rights, now),
    rests: rests.filter(({ state }) => state !== 'well'),
    rights,
  }
}

async function busyHoursOf(
  store: PlanStore,
  trunks: readonly TrunkRecord[],
  now: number,
): Promise<Map<string, BusyHour>> {
  const hour = Math.floor(now / hourMs)
  const period = { from: (hour - plannedDays * hoursInDay) * hourMs, to: (hour + 1) * hourMs }
  const found = new Map<string, BusyHour>()
  for (const { name } of trunks) {
    const attempts = async (mode: 'flash' | 'mix' | 'voice') =>
      store.factHours({
        ...period,
        serviceIds: null,
        test: false,
        only: { trunk: name, mode },
        measures: ['attempts'],
      })
    const [flash, mix, voice] = await Promise.all([attempts('flash'), attempts('mix'), attempts('voice')])
    const short = busiest([...flash, ...mix])
    found.set(name, { calls: busiest([...flash, ...mix, ...voice]), shortCalls: short })
  }
  return found
}

function busiest(hours: readonly { readonly at: number; readonly amounts: readonly number[] }[]): number {
  const sums = new Map<number, number>()
  for (const { at, amounts } of hours) sums.set(at, (sums.get(at) ?? 0) + amounts[0]!)
  return Math.max(0, ...sums.values())
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
    const isForeign = verdicts.includes('foreign')
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
      rights: isForeign
        ? 'foreign'
        : verdicts.includes('unknown') || verdicts.length === 0
          ? 'unknown'
          : 'fits',
      replace: [
        ...(state === 'resting' ? (['refused'] as const) : []),
        ...(state !== 'resting' && restingNumbers >= numbers * spoiltShare && restingNumbers > 0
          ? (['spoilt'] as const)
          : []),
        ...(isForeign ? (['foreign'] as const) : []),
      ],
      label: textsOf(own.map(({ label }) => label)),
      category: textsOf(own.map(({ category }) => category)),
    }
  })
}

const textsOf = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))].join('; ')
