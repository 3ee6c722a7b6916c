import { type Static, Type } from 'typebox'
import { roubles, roublesText, unitsPerRouble } from '../../../books/money.ts'
import { monthName, monthNamed } from '../../../books/months.ts'
import { tariffView } from '../../../operations/tariffs.ts'
import { type DayBorders, dayBorders } from '../../../platform/time-zone.ts'
import type { Measure } from '../../../quality/measures.ts'
import { ownParty } from '../../../storage/queries/accounts.ts'
import type { FactsKey } from '../../../storage/queries/facts.ts'
import type { ServiceRecord } from '../../../storage/queries/services.ts'
import type { Store } from '../../../storage/store.ts'
import { unitsOf } from '../../answers/statement.ts'
import { csvHead, csvRow } from '../../csv.ts'
import type { CabinetDeps } from '../../deps.ts'
import { wrongField } from '../../problem.ts'
import { requireZone, zoneQuery } from '../../quality/ask.ts'
import { get, read } from '../../route.ts'
import { fileOf } from '../../send-file.ts'
import { wholeHour } from '../../statistics/calendar.ts'
import { list } from '../../views/answer.ts'
import { tariffOfOperator } from '../../views/operator/accounts.ts'

/** As long as facts of calls are kept. */
const monthsShown = 13

const lookQuery = Type.Object({
  month: Type.Optional(Type.String({ maxLength: 'yyyy-mm'.length })),
  zone: Type.Optional(zoneQuery),
})

/**
 * Revenue is what the ledger charged in the month; cost is what the trunks charge for the calls that began in it. Play
 * money is no revenue: demo accounts are shown only while there is no other.
 */
const look = get('/operator/money', 'operator', lookQuery, async ({ deps, query }) => {
  const { store } = deps
  const { zone, month, thisMonth, demo, accounts, own } = await booksOf(deps, query)
  const seller = await store.party(ownParty)
  return {
    demo,
    /** How the installation is named on statements. */
    seller,
    /** The month of the customers and trunks, in the zone of the reader. */
    at: zone.startOfMonth(month),
    months: await monthsOf(store, own, zone, thisMonth, demo),
    customers: await customersOf(store, accounts, own, zone, month, demo),
    trunks: (await factsOf(store, own, monthIn(zone, month), 'trunk', ['attempts', 'cost_units'])).map(
      ([trunk, attempts, costUnits]) => ({ trunk, attempts: attempts!, cost: roubles(costUnits!) }),
    ),
  }
})

/** Every customer with money in the month of the reader: what the bookkeeper of the installation needs of it, in one file. */
const csv = get('/operator/money/customers.csv', 'operator', lookQuery, async ({ deps, query, reply }) => {
  const { store } = deps
  const { zone, zoneName, month, demo, accounts, own } = await booksOf(deps, query)
  const [from, to] = monthIn(zone, month)
  const sumsBetween = async (...borders: number[]) =>
    Map.groupBy(await store.entrySums({ accountId: null, demo, by: 'account', borders }), ({ key }) => key)
  const [before, during, customers] = await Promise.all([
    sumsBetween(0, from),
    sumsBetween(from, to),
    customersOf(store, accounts, own, zone, month, demo),
  ])
  const named = monthName(month)
  const margins = new Map(customers.map((customer) => [customer.id, customer]))
  const rows = accounts
    .filter(({ id }) => before.has(id) || during.has(id) || margins.has(id))
    .map(({ id, email }) => {
      const [opening, sums] = [unitsOf(before.get(id) ?? []), during.get(id) ?? []]
      const { revenue = 0, cost = 0, margin = 0 } = margins.get(id) ?? {}
      return csvRow([
        ...[named, id, email],
        ...[opening, unitsOf(sums, 'top-up'), unitsOf(sums, 'reversal')].map(roublesText),
        ...[revenue, cost, margin].map((sum) => roublesText(Math.round(sum * unitsPerRouble))),
        roublesText(opening + unitsOf(sums)),
        zoneName,
      ])
    })
  return fileOf(reply, `ringkey-customers-${named}.csv`, [csvHead(csvColumns), ...rows])
})

const csvColumns = [
  ...['month', 'account_id', 'customer', 'opening', 'topped_up', 'reversed'],
  ...['revenue', 'cost', 'margin', 'closing', 'time_zone'],
]

/** The month that is asked for, and the accounts that it is about. */
async function booksOf({ store, clock }: CabinetDeps, query: Static<typeof lookQuery>) {
  const { zone: zoneName = 'UTC' } = query
  requireZone(zoneName)
  const zone = dayBorders(zoneName)
  const thisMonth = zone.monthOf(clock.now())
  const month = query.month === undefined ? thisMonth : monthNamed(query.month)
  if (month === undefined) throw wrongField('month', 'a month such as 2026-01')
  const [all, services] = await Promise.all([store.accounts(), store.services(null)])
  const demo = all.every((account) => account.demo)
  const accounts = all.filter((account) => account.demo === demo)
  const ids = new Set(accounts.map(({ id }) => id))
  return {
    zone,
    zoneName,
    thisMonth,
    month,
    demo,
    accounts,
    own: services.filter(({ accountId }) => ids.has(accountId)),
  }
}

const monthIn = ({ startOfMonth }: DayBorders, month: number) =>
  [startOfMonth(month), startOfMonth(month + 1)] as const

const marginOf = (revenueUnits: number, costUnits: number) => ({
  revenue: roubles(revenueUnits),
  /** What the carriers charge, by the prices of their trunks. */
  cost: roubles(costUnits),
  margin: roubles(revenueUnits - costUnits),
})

async function monthsOf(
  store: Store,
  services: readonly ServiceRecord[],
  zone: DayBorders,
  last: number,
  demo: boolean,
) {
  const borders = Array.from({ length: monthsShown + 1 }, (_, nth) =>
    zone.startOfMonth(last - monthsShown + 1 + nth),
  )
  const sums = await store.entrySums({ accountId: null, demo, by: 'period', borders })
  return Promise.all(
    [...Map.groupBy(sums, ({ key }) => key)].toReversed().map(async ([at, some]) => {
      const [cost] = await factsOf(store, services, monthIn(zone, zone.monthOf(at)), null, ['cost_units'])
      return {
        at,
        toppedUp: roubles(unitsOf(some, 'top-up', 'reversal')),
        ...marginOf(-unitsOf(some, 'capture', 'charge'), cost?.[1] ?? 0),
      }
    }),
  )
}

async function customersOf(
  store: Store,
  accounts: readonly { readonly id: number; readonly email: string }[],
  services: readonly ServiceRecord[],
  zone: DayBorders,
  month: number,
  demo: boolean,
) {
  const borders = monthIn(zone, month)
  const [sums, costs] = await Promise.all([
    store.entrySums({ accountId: null, demo, by: 'account', borders }),
    factsOf(store, services, borders, 'service', ['cost_units']),
  ])
  const accountOf = new Map(services.map(({ id, accountId }) => [String(id), accountId]))
  const revenues = Map.groupBy(sums, ({ key }) => key)
  const ownCosts = Map.groupBy(costs, ([service]) => accountOf.get(service))
  return accounts
    .filter(({ id }) => revenues.has(id) || ownCosts.has(id))
    .map(({ id, email }) => {
      const revenueUnits = -unitsOf(revenues.get(id) ?? [], 'capture', 'charge')
      const costUnits = (ownCosts.get(id) ?? []).reduce((sum, [, units]) => sum + units!, 0)
      return { id, email, ...marginOf(revenueUnits, costUnits) }
    })
    .sort((one, other) => other.revenue - one.revenue || one.id - other.id)
}

/** Of the calls that began in the month, by whole hours: the key, then the measures. */
async function factsOf(
  store: Store,
  services: readonly ServiceRecord[],
  [from, to]: readonly [number, number],
  by: FactsKey | null,
  measures: readonly Measure[],
): Promise<[key: string, ...amounts: number[]][]> {
  const totals = await store.factTotals({
    serviceIds: services.map(({ id }) => id),
    test: false,
    from: wholeHour(from),
    to: wholeHour(to),
    only: {},
    by: by === null ? [] : [by],
    measures,
  })
  return (
    totals
      // A call that no trunk carried, and inbound calls, which a trunk brings.
      .filter(({ keys, amounts }) => by !== 'trunk' || (keys[0] !== '' && amounts[0] !== 0))
      .map(({ keys, amounts }) => [keys[0] ?? '', ...amounts])
  )
}

const maxAccountsShown = 20

const tariffs = read('/operator/tariffs', list(tariffOfOperator), async ({ deps }) => {
  const [all, accounts] = await Promise.all([deps.store.tariffs(), deps.store.accounts()])
  return all.map((tariff) => {
    const users = accounts.filter((account) => account.tariff === tariff.code)
    return {
      ...tariffView(tariff),
      accountCount: users.length,
      accounts: users.slice(0, maxAccountsShown).map(({ id, email }) => ({ id, email })),
    }
  })
})

export const operatorMoneyRoutes = [look, csv, tariffs]
