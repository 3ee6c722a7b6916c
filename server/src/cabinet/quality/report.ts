import { roubles } from '../../books/money.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import type { Cell } from '../../quality/call-facts.ts'
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
import { wilson } from '../../quality/wilson.ts'
import type { FactsOfHour, FactsQuery, FactsTotal } from '../../storage/fact-records.ts'
import type { Store } from '../../storage/store.ts'
import { offsetsOf, type Stretch, stepsOf } from '../statistics/calendar.ts'
import type {
  ChangeView,
  QualityFigures,
  QualityKey,
  QualityPoint,
  QualityReport,
  RateView,
} from '../views/quality.ts'

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
  readonly only: Partial<Cell>
  readonly stretches: readonly Stretch[]
  readonly step: 'hour' | 'day'
  readonly zone: string
  readonly by: QualityKey
  readonly isMoneyShown: boolean
  /** Whether the names of trunks may be seen. */
  readonly isOperator: boolean
}

/** From counted facts only: its cost does not depend on how many calls there are. */
export async function qualityReport(store: Store, asked: QualityAsked): Promise<QualityReport> {
  const { stretches, serviceIds, test, only, by } = asked
  const [from, to] = [stretches[0]!.from, stretches.at(-1)!.to]
  const earlier = from - (to - from)
  const scope: Omit<FactsQuery, 'from' | 'to' | 'measures'> = { serviceIds, test, only }
  const across = asked.isOperator ? ('trunk' as const) : ('mode' as const)
  const totals = (
    range: { from: number; to: number },
    keys: readonly QualityKey[],
    names: readonly Measure[],
  ) => store.factTotals({ ...scope, ...range, by: keys, measures: names })
  const [hours, [all], [allBefore], rows, rowsBefore, cells, cellsBefore] = await Promise.all([
    store.factHours({ ...scope, from: earlier, to, measures: stepMeasures }),
    totals({ from, to }, [], measures),
    totals({ from: earlier, to: from }, [], figureMeasures),
    totals({ from, to }, [by], figureMeasures),
    totals({ from: earlier, to: from }, [by], figureMeasures),
    totals({ from, to }, ['operator', across], figureMeasures),
    totals({ from: earlier, to: from }, ['operator', across], figureMeasures),
  ])
  const now = hours.filter(({ at }) => at >= from)
  const steps = stretches.flatMap(stepsOf)
  const overall = all === undefined ? new Amounts() : Amounts.of(measures, all.amounts)
  return {
    from,
    to,
    step: asked.step,
    steps,
    points: pointsOf(now, [...steps, to], 0, asked),
    overall: figuresOf(overall, asked),
    before: {
      from: earlier,
      to: from,
      points: pointsOf(hours, [...steps, to], to - from, asked),
      overall: figuresOf(amountsIn(allBefore), asked),
    },
    reasons: failureReasons
      .map((reason) => ({ reason, calls: overall.of(reasonColumns[reason]) }))
      .filter(({ calls }) => calls > 0)
      .sort((one, other) => other.calls - one.calls),
    ringMs: overall.ringMs(0.5),
    changes: changesOf(hours),
    week: weekOf(now, asked.zone),
    by,
    rows: rowsOf(rows, rowsBefore, asked),
    rowsLimit,
    map: { across, cells: cellsOf(cells, cellsBefore) },
  }
}

const amountsIn = (total: FactsTotal | undefined) =>
  total === undefined ? new Amounts() : Amounts.of(figureMeasures, total.amounts)

const sharesOf = (amounts: Amounts) =>
  Object.fromEntries(rateNames.map((rate) => [rate, rateOf(amounts.share(rate))])) as Record<Rate, RateView>

function rateOf(share: Share): RateView {
  const band = wilson(share)
  return { ...share, low: rounded(band?.low), high: rounded(band?.high) }
}

/** To a hundredth of a per cent. */
const rounded = (value: number | undefined) =>
  value === undefined ? null : Math.round(value * 10_000) / 10_000

function countsOf(amounts: Amounts, { isMoneyShown }: QualityAsked) {
  return {
    calls: amounts.of('calls'),
    completed: amounts.of('completed'),
    cost: isMoneyShown ? roubles(amounts.of('price_units')) : null,
    shares: sharesOf(amounts),
  }
}

function figuresOf(amounts: Amounts, asked: QualityAsked): QualityFigures {
  return {
    ...countsOf(amounts, asked),
    attempts: asked.isOperator ? amounts.of('attempts') : null,
    carrierCost: asked.isOperator ? roubles(amounts.of('cost_units')) : null,
    margin: asked.isOperator ? roubles(amounts.of('price_units') - amounts.of('cost_units')) : null,
    approved: amounts.of('approved'),
    checks: amounts.of('checks'),
    pddMs: amounts.pddMs(0.5),
    pddP95Ms: amounts.pddMs(0.95),
    acdMs: amounts.acdMs,
  }
}

/** The hours of each step; those of an earlier period are moved by `laterMs` to the steps of this one. */
function pointsOf(
  hours: readonly FactsOfHour[],
  edges: readonly number[],
  laterMs: number,
  asked: QualityAsked,
): QualityPoint[] {
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

function changesOf(hours: readonly FactsOfHour[]): Partial<Record<Rate, ChangeView>> {
  const changes: Partial<Record<Rate, ChangeView>> = {}
  const counted = hours.map(({ amounts }) => Amounts.of(stepMeasures, amounts))
  for (const rate of rateNames) {
    const change = changePoint(counted.map((amounts) => amounts.share(rate)))
    if (change === undefined) continue
    const { step, before, after } = change
    changes[rate] = { at: hours[step]!.at, before, after }
  }
  return changes
}

function weekOf(hours: readonly FactsOfHour[], zone: string): QualityReport['week'] {
  const offset = offsetsOf(zone)
  const sums = new Map<number, Amounts>()
  for (const { at, amounts } of hours) {
    const local = at + offset(at)
    const weekday = (Math.floor(local / dayMs) + firstWeekday) % 7
    const place = weekday * 24 + Math.floor((local % dayMs) / hourMs)
    const sum = sums.get(place) ?? new Amounts()
    sums.set(place, sum)
    sum.add(stepMeasures, amounts)
  }
  return [...sums].map(([place, sum]) => ({
    weekday: Math.floor(place / 24),
    hour: place % 24,
    shares: sharesOf(sum),
  }))
}

function rowsOf(
  rows: readonly FactsTotal[],
  before: readonly FactsTotal[],
  asked: QualityAsked,
): QualityReport['rows'] {
  const earlier = new Map(before.map((total) => [total.keys[0]!, total]))
  return rows
    .map((total) => {
      const then = earlier.get(total.keys[0]!)
      return {
        key: total.keys[0]!,
        now: figuresOf(amountsIn(total), asked),
        before: then === undefined ? null : figuresOf(amountsIn(then), asked),
      }
    })
    .sort((one, other) => other.now.calls - one.now.calls || (one.key < other.key ? -1 : 1))
    .slice(0, rowsLimit)
}

function cellsOf(cells: readonly FactsTotal[], before: readonly FactsTotal[]): QualityReport['map']['cells'] {
  const earlier = new Map(before.map((total) => [total.keys.join('\n'), total]))
  return cells
    .map((total) => ({ total, amounts: amountsIn(total) }))
    .sort((one, other) => other.amounts.of('calls') - one.amounts.of('calls'))
    .slice(0, mapLimit)
    .map(({ total, amounts }) => ({
      operator: total.keys[0]!,
      across: total.keys[1]!,
      shares: sharesOf(amounts),
      before: sharesOf(amountsIn(earlier.get(total.keys.join('\n')))),
    }))
}
