import { roubles } from '../../books/money.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { offsetsOf } from '../../platform/time-zone.ts'
import { wilson } from '../../quality/binomial.ts'
import type { Dimension, FactGroup } from '../../quality/call-facts.ts'
import { changePoint } from '../../quality/change-point.ts'
import { failureReasons, type Measure, measures, reasonColumns } from '../../quality/measures.ts'
import {
  Amounts,
  figureMeasures,
  type Rate,
  rateNames,
  type Share,
  stepMeasures,
} from '../../quality/rates.ts'
import type { FactsOfHour, FactsQuery, FactsTotal } from '../../storage/queries/facts.ts'
import type { Store } from '../../storage/store.ts'

export type QualityReport = Awaited<ReturnType<typeof qualityReport>>
export type QualityFigures = ReturnType<typeof figuresOf>
export type QualityKey = Dimension | 'service'

/** Rows of the table. */
const rowsLimit = 200
/** Cells of the map; more cannot be told apart. */
const mapLimit = 400
/** Thursday, 1 January 1970, counted from Monday. */
const firstWeekday = 3

interface QualityAsked {
  /** null: the whole installation. */
  readonly serviceIds: readonly number[] | null
  readonly test: boolean
  readonly only: Partial<FactGroup>
  readonly edges: readonly number[]
  readonly step: 'hour' | 'day'
  readonly zone: string
  readonly by: QualityKey
  readonly isMoneyShown: boolean
  /** Whether the names of trunks may be seen. */
  readonly isOperator: boolean
}

/** From counted facts only: its cost does not depend on how many calls there are. */
export async function qualityReport(store: Store, asked: QualityAsked) {
  const { edges, serviceIds, test, only, by } = asked
  const [from, to] = [edges[0]!, edges.at(-1)!]
  // By whole days, so that every hour is compared with the same hour of a day: nights are lower than days.
  const shift = Math.ceil((to - from) / dayMs) * dayMs
  const past = { from: from - shift, to: to - shift }
  const scope: Omit<FactsQuery, 'from' | 'to' | 'measures'> = { serviceIds, test, only }
  const across = asked.isOperator ? ('trunk' as const) : ('mode' as const)
  // The rows are read once for each period; everything that the page shows is summed from these totals.
  const keys = [...new Set<QualityKey>(['operator', across, by])]
  const [hours, totals, totalsBefore] = await Promise.all([
    store.factHours({ ...scope, from: past.from, to, measures: stepMeasures }),
    store.factTotals({ ...scope, from, to, by: keys, measures }),
    store.factTotals({ ...scope, ...past, by: keys, measures: figureMeasures }),
  ])
  const sums = (wanted: readonly QualityKey[]) => sumsBy(totals, measures, keys, wanted)
  const sumsBefore = (wanted: readonly QualityKey[]) => sumsBy(totalsBefore, figureMeasures, keys, wanted)
  const now = hours.filter(({ at }) => at >= from)
  const overall = sums([])[0]?.amounts ?? new Amounts()
  return {
    from,
    to,
    step: asked.step,
    /** When each step begins, also those in which nothing happened. */
    steps: edges.slice(0, -1),
    points: pointsOf(now, 0, asked),
    overall: figuresOf(overall, asked),
    /** The period before, as long as this one, with its steps moved to the steps of this one. */
    before: {
      ...past,
      points: pointsOf(hours, shift, asked),
      overall: figuresOf(sumsBefore([])[0]?.amounts ?? new Amounts(), asked),
    },
    /** Calls that failed, by reason. */
    reasons: failureReasons
      .map((reason) => ({ reason, calls: overall.of(reasonColumns[reason]) }))
      .filter(({ calls }) => calls > 0)
      .sort((one, other) => other.calls - one.calls),
    /** How long phones rang: median of attempts that rang. */
    ringMs: overall.ringMs(0.5),
    /** The most likely hour at which a rate changed since the beginning of the period before. */
    changes: changesOf(hours),
    /** By hour and day of the week of the reader's zone; 0 is Monday. */
    week: weekOf(now, asked.zone),
    by,
    rows: rowsOf(sums([by]), sumsBefore([by]), asked),
    rowsLimit,
    /** Operators of the phones against trunks; against modes for everybody but operators of this installation. */
    map: { across, cells: cellsOf(across, sums(['operator', across]), sumsBefore(['operator', across])) },
  }
}

interface Sum {
  readonly keys: readonly string[]
  readonly amounts: Amounts
}

/** Sums totals by some of their keys. */
function sumsBy(
  totals: readonly FactsTotal[],
  names: readonly Measure[],
  keys: readonly QualityKey[],
  wanted: readonly QualityKey[],
): Sum[] {
  const ownKeys = (total: FactsTotal) => wanted.map((key) => total.keys[keys.indexOf(key)]!)
  const groups = Map.groupBy(totals, (total) => nameOf(ownKeys(total)))
  return [...groups.values()].map((some) => ({ keys: ownKeys(some[0]!), amounts: summed(names, some) }))
}

function summed(names: readonly Measure[], rows: readonly Pick<FactsTotal, 'amounts'>[]): Amounts {
  const sum = new Amounts()
  for (const { amounts } of rows) sum.add(names, amounts)
  return sum
}

const nameOf = (keys: readonly string[]) => keys.join('\n')
const byName = (sums: readonly Sum[]) => new Map(sums.map(({ keys, amounts }) => [nameOf(keys), amounts]))

const sharesOf = (amounts: Amounts) =>
  Object.fromEntries(rateNames.map((rate) => [rate, rateOf(amounts.share(rate))])) as Record<
    Rate,
    ReturnType<typeof rateOf>
  >

/** A share with the band in which the true rate lies with 95 % confidence; null without calls. */
function rateOf(share: Share) {
  const band = wilson(share)
  return { ...share, low: rounded(band?.low), high: rounded(band?.high) }
}

/** To a hundredth of a per cent. */
const rounded = (value: number | undefined) =>
  value === undefined ? null : Math.round(value * 10_000) / 10_000

/** Money is null where the role may not see it. */
function countsOf(amounts: Amounts, { isMoneyShown }: QualityAsked) {
  return {
    /** As in the list: calls that we placed, and requests for an inbound call. */
    calls: amounts.of('calls') + amounts.of('asked'),
    completed: amounts.of('completed') + amounts.of('confirmed'),
    cost: isMoneyShown ? roubles(amounts.of('price_units')) : null,
    shares: sharesOf(amounts),
  }
}

function figuresOf(amounts: Amounts, asked: QualityAsked) {
  return {
    ...countsOf(amounts, asked),
    /** Calls over single trunks. This and what carriers charge us is null for everybody but operators. */
    attempts: asked.isOperator ? amounts.of('attempts') : null,
    carrierCost: asked.isOperator ? roubles(amounts.of('cost_units')) : null,
    margin: asked.isOperator ? roubles(amounts.of('price_units') - amounts.of('cost_units')) : null,
    approved: amounts.of('approved'),
    checks: amounts.of('checks'),
    /** Post-dial delay: median and 95th percentile. */
    pddMs: amounts.pddMs(0.5),
    pddP95Ms: amounts.pddMs(0.95),
    /** Average duration of answered calls. */
    acdMs: amounts.acdMs,
  }
}

/** The hours of each step; those of an earlier period are moved by `laterMs` to the steps of this one. */
function pointsOf(hours: readonly FactsOfHour[], laterMs: number, asked: QualityAsked) {
  const { edges } = asked
  const sums = new Map<number, Amounts>()
  let step = 0
  for (const { at, amounts } of hours) {
    const moved = at + laterMs
    if (moved >= edges.at(-1)!) break
    while (moved >= edges[step + 1]!) step++
    const sum = sums.get(edges[step]!) ?? new Amounts()
    sums.set(edges[step]!, sum)
    sum.add(stepMeasures, amounts)
  }
  return [...sums].map(([at, sum]) => ({ at, ...countsOf(sum, asked) }))
}

/** The first hour that shows a change, and the counts on both sides. */
function changesOf(hours: readonly FactsOfHour[]) {
  const changes: Partial<Record<Rate, { at: number; before: Share; after: Share }>> = {}
  const counted = hours.map(({ amounts }) => Amounts.of(stepMeasures, amounts))
  for (const rate of rateNames) {
    const change = changePoint(counted.map((amounts) => amounts.share(rate)))
    if (change === undefined) continue
    const { index, before, after } = change
    changes[rate] = { at: hours[index]!.at, before, after }
  }
  return changes
}

function weekOf(hours: readonly FactsOfHour[], zone: string) {
  const offset = offsetsOf(zone)
  const placeOf = ({ at }: FactsOfHour) => {
    const local = at + offset(at)
    const weekday = (Math.floor(local / dayMs) + firstWeekday) % 7
    return weekday * 24 + Math.floor((local % dayMs) / hourMs)
  }
  return [...Map.groupBy(hours, placeOf)].map(([place, some]) => ({
    weekday: Math.floor(place / 24),
    hour: place % 24,
    shares: sharesOf(summed(stepMeasures, some)),
  }))
}

function rowsOf(rows: readonly Sum[], before: readonly Sum[], asked: QualityAsked) {
  const earlier = byName(before)
  return rows
    .map(({ keys, amounts }) => {
      const then = earlier.get(nameOf(keys))
      return {
        key: keys[0]!,
        now: figuresOf(amounts, asked),
        before: then === undefined ? null : figuresOf(then, asked),
      }
    })
    .sort((one, other) => other.now.calls - one.now.calls || (one.key < other.key ? -1 : 1))
    .slice(0, rowsLimit)
}

function cellsOf(across: 'trunk' | 'mode', cells: readonly Sum[], before: readonly Sum[]) {
  const earlier = byName(before)
  return (
    [...cells]
      // A call that no trunk carried is on no route.
      .filter(({ keys }) => across !== 'trunk' || keys[1] !== '')
      .sort((one, other) => other.amounts.of('calls') - one.amounts.of('calls'))
      .slice(0, mapLimit)
      .map(({ keys, amounts }) => ({
        operator: keys[0]!,
        across: keys[1]!,
        shares: sharesOf(amounts),
        before: sharesOf(earlier.get(nameOf(keys)) ?? new Amounts()),
      }))
  )
}
