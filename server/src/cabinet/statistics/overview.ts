import { roubles } from '../../books/money.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import { type DayBorders, dayBorders } from '../../platform/time-zone.ts'
import { failureReasons, type Measure, pddBuckets, reasonColumns } from '../../quality/measures.ts'
import { Amounts } from '../../quality/rates.ts'
import type { FactsOfHour } from '../../storage/queries/facts.ts'
import type { Store } from '../../storage/store.ts'
import { type Billed, spentOf, sumsOf } from '../answers/statement.ts'

const hoursShown = 24
const quarterMs = 15 * minuteMs
/** In units of money; a share of an hour is not told more exactly. */
const kopeck = 100
/** Failure reasons that have a colour of their own. */
const reasonsInPlot = 5
/** Keys of the plot by outcome that are not reasons of failure. Suspect calls are completed too. */
const completedOutcome = 'completed'
const suspectOutcome = 'suspect'
/** Inbound calls that confirmed. Requests that nobody called for are no outcome of a call. */
const confirmedOutcome = 'confirmed'
const goodOutcomes: readonly string[] = [completedOutcome, suspectOutcome, confirmedOutcome]

interface Asked {
  readonly serviceIds: readonly number[]
  readonly now: number
  /** Its days are meant. */
  readonly account: Billed
  /** Not of the whole account. */
  readonly isOfOneService: boolean
  readonly isMoneyShown: boolean
}

const shown: readonly Measure[] = [
  'calls',
  'completed',
  'suspect',
  'delivered',
  'price_units',
  'checked',
  'approved',
  'asked',
  'called',
  'confirmed',
  ...Object.values(reasonColumns),
  ...pddBuckets,
]

export type Figures = Awaited<ReturnType<typeof figuresOf>>

/**
 * Today against yesterday, and the last 24 hours by outcome. Test calls are not counted. Calls are counted by whole hours;
 * what the account spent is read from its ledger, as on the page Money.
 */
export async function figuresOf(store: Store, asked: Asked) {
  const { serviceIds, now } = asked
  const thisHour = Math.floor(now / hourMs) * hourMs
  const days = dayBorders(asked.account.timeZone)
  const todayStart = days.startOfDay(now)
  const [today, yesterday] = [todayStart, days.startOfDay(todayStart - 1)].map(
    (start) => Math.floor(start / hourMs) * hourMs,
  ) as [number, number]
  const sameTime = days.whenShown(days.shown(now) - dayMs)
  const firstShown = thisHour - (hoursShown - 1) * hourMs
  const facts = await store.factHours({
    serviceIds,
    test: false,
    from: Math.min(yesterday, firstShown),
    to: thisHour + hourMs,
    only: {},
    measures: shown,
  })
  const outcomes = facts.filter(({ at }) => at >= firstShown).flatMap(outcomesOf)
  const common = mostCommon(outcomes)
  const points = new Map<string, { at: number; key: string | null; attempts: number }>()
  for (const { at, key, attempts } of outcomes) {
    const isCommon = common.has(key)
    const name = `${at} ${isCommon ? key : ''}`
    const attemptsBefore = points.get(name)?.attempts ?? 0
    points.set(name, { at, key: isCommon ? key : null, attempts: attempts + attemptsBefore })
  }
  const isFromLedger = asked.isMoneyShown && !asked.isOfOneService
  const spent = isFromLedger ? await spentIn(store, asked, days, sameTime) : undefined
  return {
    now,
    today: soFar(facts, asked, today, now, spent?.today),
    /** Until the same time of day; the hour that is under way is counted in proportion. */
    yesterday: soFar(facts, asked, yesterday, sameTime, spent?.yesterday),
    hours: Array.from({ length: hoursShown }, (_, index) => firstShown + index * hourMs),
    /** Step by step: `completed` or the reason of failure; rare reasons together under null. */
    outcomes: [...points.values()],
  }
}

function outcomesOf({ at, amounts }: FactsOfHour): { at: number; key: string; attempts: number }[] {
  const counted = Amounts.of(shown, amounts)
  const suspect = counted.of('suspect')
  // Calls that a machine answered are shown as such.
  const others = Math.max(0, suspect - counted.of('why_machine'))
  return [
    { at, key: completedOutcome, attempts: counted.of('completed') - suspect },
    { at, key: suspectOutcome, attempts: others },
    { at, key: confirmedOutcome, attempts: counted.of('confirmed') },
    ...failureReasons.map((reason) => ({ at, key: reason, attempts: counted.of(reasonColumns[reason]) })),
  ].filter(({ attempts }) => attempts > 0)
}

/** Today, and yesterday until the same time: of the quarter hour in which that lies, the share that had passed by then. */
async function spentIn(store: Store, { account, now }: Asked, days: DayBorders, sameTime: number) {
  const today = days.startOfDay(now)
  const quarter = Math.floor(sameTime / quarterMs) * quarterMs
  const borders = [days.startOfDay(today - 1), quarter, quarter + quarterMs, today, days.nextDay(now)]
  const sums = await sumsOf(store, account, borders)
  const spent = (isMeant: (at: number) => boolean) => spentOf(sums.filter(({ key }) => isMeant(key)))
  const part = spent((at) => at === quarter) * ((sameTime - quarter) / quarterMs)
  return {
    today: spent((at) => at === today),
    yesterday: spent((at) => at < quarter) + Math.round(part / kopeck) * kopeck,
  }
}

/** Whole hours are counted; of the hour in which `until` lies, the share that had passed by then. */
function soFar(
  facts: readonly FactsOfHour[],
  { isMoneyShown, now }: Asked,
  from: number,
  until: number,
  spentUnits?: number,
) {
  const lastHour = Math.floor(until / hourMs) * hourMs
  const share = until < now ? (until - lastHour) / hourMs : 1
  const [whole, part, times] = [new Amounts(), new Amounts(), new Amounts()]
  for (const { at, amounts } of facts) {
    if (at >= from && at < lastHour) whole.add(shown, amounts)
    if (at >= from && at === lastHour) part.add(shown, amounts)
    if (at >= from && at <= lastHour) times.add(shown, amounts)
  }
  const sum = (measure: Measure, unit = 1) =>
    whole.of(measure) + Math.round((part.of(measure) * share) / unit) * unit
  const [attempts, delivered, checked] = [sum('calls'), sum('delivered'), sum('checked')]
  return {
    attempts,
    /** As the page Quality counts them. */
    delivered,
    /** Requests for an inbound call, those for which somebody called, and those that the call confirmed. */
    inbound: { asked: sum('asked'), called: sum('called'), confirmed: sum('confirmed') },
    cost: isMoneyShown ? roubles(spentUnits ?? sum('price_units', kopeck)) : null,
    /** Calls that rang; 0 makes the times to ring meaningless. */
    count: times.pddCount,
    medianMs: times.pddMs(0.5) ?? 0,
    p95Ms: times.pddMs(0.95) ?? 0,
    /** Of the phones that a call reached, how many were approved; null when nothing was checked. See books/conversion.ts. */
    conversion: checked > 0 ? { delivered: checked, approved: sum('approved') } : null,
  }
}

function mostCommon(outcomes: readonly { key: string; attempts: number }[]): Set<string> {
  const sums = new Map<string, number>()
  for (const { key, attempts } of outcomes) sums.set(key, (sums.get(key) ?? 0) + attempts)
  const failed = [...sums]
    .filter(([key]) => !goodOutcomes.includes(key))
    .sort(([, one], [, other]) => other - one)
    .map(([key]) => key)
  // One reason more than there are colours for is shown by itself: "others" of one thing hides its name.
  const isAllShown = failed.length <= reasonsInPlot + 1
  return new Set([...goodOutcomes, ...(isAllShown ? failed : failed.slice(0, reasonsInPlot))])
}
