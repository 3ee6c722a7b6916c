import { modes } from '../../books/call.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import {
  amountsOf,
  contributionsOf,
  type FactGroup,
  placeOfCall,
  type SettledCall,
} from '../../quality/call-facts.ts'
import { placeOf } from '../../quality/measures.ts'
import { stepMeasures } from '../../quality/rates.ts'
import { routeCountsOf } from '../../quality/route-counts.ts'
import { part, type Row, raw, type Sql } from '../sql.ts'
import { conversionHoursOf, isFeedback } from './conversions.ts'
import {
  allGroups,
  type CountLine,
  countTables,
  type DigestTables,
  type FactPeriod,
  type FactRow,
  type NumberRow,
  numberMeasures,
  type ServiceOwner,
  wholeInstallation,
} from './digest-tables.ts'
import { addCharges } from './money-totals.ts'
import { countRoutes, forgetRouteCounts } from './route-counts.ts'
import { searchKeysOf } from './search.ts'

/** Facts are kept longer than the calls that they count. */
const factDays = 400
/** Wrong codes are compared within a day. */
const wrongCodeHours = 48
/** Facts of single calling numbers. */
const numberFactDays = 14
const dayHours = dayMs / hourMs
/** Calls of which we hear later say nothing of how routes are now. */
const routeHours = 2 * dayHours
/** What a younger account reports says nothing of routes: anybody can open one. */
const heardAfterMs = 7 * dayMs
const stepPlaces = stepMeasures.map(placeOf)
const numberPlaces = numberMeasures.map(placeOf)

/**
 * Counts some of the calls settled since, oldest first, with the results of code checks, and stores the search
 * keys of the calls. Their rows leave the queues in the same transaction, so each is counted once. The caller
 * makes sure that only one process counts at a time. Fewer than `limit` means that everything is counted.
 */
export async function digest(tables: DigestTables, request: { limit: number; now: number; lastId?: number }) {
  const { limit, now, lastId } = request
  const { count, rows } = await tables.take({ limit, lastId: lastId ?? Number.MAX_SAFE_INTEGER })
  // Before calls are deleted, only those are counted.
  const conversions = lastId === undefined ? await tables.takeConversions(limit) : []
  if (count === 0 && conversions.length === 0) return 0
  const serviceIds = [...new Set([...rows, ...conversions].map((row) => Number(row.service_id)))]
  const tally = new Tally(now, await tables.serviceOwners(serviceIds))
  for (const row of rows) tally.addCall(row)
  for (const row of conversions) tally.addConversion(row)
  await tally.store(tables)
  await countRoutes(tables, tally.routes(), now)
  await tables.put(countTables.conversionHours, conversionHoursOf(conversions))
  await tables.put(countTables.wrongCodeMarks, conversions.flatMap(wrongCodeLines))
  const keys = rows.flatMap(searchKeysOf)
  await tables.put(
    countTables.searchKeys,
    keys.map(({ generation, keyHash, vendorId }) => [generation, keyHash, vendorId]),
  )
  await addCharges((charge) => tables.addCharged(charge), rows, now)
  return Math.max(count, conversions.length)
}

/** Whether `digest` has something to do. */
export async function hasUndigested(sql: Sql): Promise<boolean> {
  const found = await sql.get`SELECT 1
    WHERE EXISTS (SELECT 1 FROM undigested) OR EXISTS (SELECT 1 FROM conversion_queue)`
  return found !== undefined
}

/** Names the columns before the time in the key, so that the index finds the old rows and newer ones are not read. */
export async function forgetFacts(sql: Sql, now: number): Promise<number> {
  const today = Math.floor(now / dayMs)
  const oldest = today - factDays
  const oldHours = part`hour < ${oldest * dayHours}`
  const own = raw(
    `service_id IN (SELECT id FROM services UNION ALL SELECT ${wholeInstallation}) AND test IN (0, 1)`,
  )
  return (
    (await sql.run`DELETE FROM hour_facts WHERE ${own} AND ${oldHours}`) +
    (await sql.run`DELETE FROM hour_totals WHERE ${own} AND group_id = ${allGroups} AND ${oldHours}`) +
    (await sql.run`DELETE FROM hour_totals WHERE service_id = ${wholeInstallation} AND test = 0
      AND group_id IN (SELECT id FROM fact_groups WHERE block = '') AND ${oldHours}`) +
    (await sql.run`DELETE FROM day_facts WHERE ${own} AND day < ${oldest}`) +
    (await sql.run`DELETE FROM wrong_code_marks WHERE hour < ${Math.floor(now / hourMs) - wrongCodeHours}`) +
    (await sql.run`DELETE FROM number_facts WHERE day < ${today - numberFactDays}`) +
    (await forgetRouteCounts(sql, now))
  )
}

/** A wrong code counts where it was typed, from the number that a flash call over this trunk has shown. */
function wrongCodeLines(row: Row): CountLine[] {
  const marks = String(row.wrong ?? '')
  if (marks === '') return []
  const call = callOf({ ...row, mode: modes.indexOf('flash'), details: row.wrong_details ?? null })
  const { group } = placeOfCall(call)
  if (group.trunk === '') return []
  return marks
    .split(' ')
    .map((mark) => [
      Number(row.hour),
      group.country,
      group.operator,
      group.trunk,
      mark,
      String(row.phone_mark),
    ])
}

interface Sum {
  readonly serviceId: number
  readonly test: number
  readonly hour: number
  readonly group: FactGroup
  readonly amounts: number[]
  /** Results of code checks by which no route is judged. */
  readonly unproven: { checked: number; approved: number }
}

/** The sums of one piece of the queues. */
class Tally {
  readonly #now: number
  readonly #hourNow: number
  readonly #owners: ReadonlyMap<number, ServiceOwner>
  readonly #sums = new Map<string, Sum>()
  /** Apart from the sums: nearly every call shows another number, and there are few sums. */
  readonly #numbers = new Map<string, NumberRow & { readonly amounts: number[] }>()

  constructor(now: number, owners: readonly ServiceOwner[]) {
    this.#now = now
    this.#hourNow = Math.floor(now / hourMs)
    this.#owners = new Map(owners.map((owner) => [owner.serviceId, owner]))
  }

  addCall(row: Row): void {
    const hour = Math.floor(Number(row.started_at) / hourMs)
    for (const { group, amounts, callerHash } of contributionsOf(callOf(row)))
      this.#add(row, hour, group, callerHash, amounts)
  }

  addConversion(row: Row): void {
    const { group, callerHash } = placeOfCall(callOf(row))
    const [checked, approved] = [Number(row.delivered), Number(row.approved)]
    const amounts = amountsOf([
      ['checked', checked],
      ['approved', approved],
      ['checks', Number(row.checks)],
    ])
    const sum = this.#add(row, Number(row.hour), group, callerHash, amounts)
    if (sum === undefined || this.#isProven(row)) return
    sum.unproven.checked += checked
    sum.unproven.approved += approved
  }

  /** Whether a result of code checks says something of the route, and not of whoever reports it. */
  #isProven(row: Row): boolean {
    if (!isFeedback(String(row.key))) return Number(row.checks) > 0 || Number(row.approved) > 0
    const owner = this.#owners.get(Number(row.service_id))
    return owner?.hasPaid === true && owner.createdAt <= this.#now - heardAfterMs
  }

  #add(row: Row, hour: number, group: FactGroup, callerHash: string, amounts: readonly number[]) {
    if (hour < this.#hourNow - factDays * dayHours) return undefined
    const serviceId = Number(row.service_id)
    // Results of test numbers are not queued.
    const test = Number(row.test ?? 0)
    const key = `${serviceId} ${test} ${hour} ${groupKey(group)}`
    const unproven = { checked: 0, approved: 0 }
    const sum = addBy(this.#sums, key, { serviceId, test, hour, group, amounts: [...amounts], unproven })
    if (callerHash !== '' && test === 0)
      this.#addNumber(Math.floor(hour / dayHours), callerHash, group.trunk, amounts)
    return sum
  }

  #addNumber(day: number, callerHash: string, trunk: string, amounts: readonly number[]): void {
    const key = `${day} ${callerHash} ${trunk}`
    const own = numberPlaces.map((place) => amounts[place]!)
    addBy(this.#numbers, key, { day, callerHash, trunk, amounts: own })
  }

  /** Calls that went over a trunk lately. */
  routes() {
    return [...this.#sums.values()]
      .filter(
        ({ test, hour, group }) =>
          test === 0 && group.trunk !== '' && group.mode !== 'inbound' && hour >= this.#hourNow - routeHours,
      )
      .map(({ serviceId, group, amounts, unproven }) => {
        const counts = routeCountsOf(amounts)
        const [checked, approved] = [counts.checked - unproven.checked, counts.approved - unproven.approved]
        const accountId = this.#owners.get(serviceId)?.accountId ?? 0
        return { ...group, accountId, counts: { ...counts, checked, approved } }
      })
  }

  async store(tables: DigestTables): Promise<void> {
    const sums = [...this.#sums.values()]
    // The block of calling numbers is kept for the installation alone: services times blocks would be too many rows.
    const ofService = sums.map((sum) => ({ ...sum, group: { ...sum.group, block: '' } }))
    const ofAll = sums
      .filter(({ test }) => test === 0)
      .map((sum) => ({ ...sum, serviceId: wholeInstallation }))
    const counted = [...ofService, ...ofAll]
    const groups = new Map(counted.map(({ group }) => [groupKey(group), group]))
    const ids = await tables.groupIds([...groups.values()])
    const idOf = new Map([...groups.keys()].map((key, place) => [key, ids[place]!]))
    const hours = rowsOf(counted, 'hour', idOf)
    await tables.put(countTables.hourFacts, hours.map(factLine))
    await tables.put(countTables.hourTotals, totalsOf(hours, plainGroups(groups, idOf)).map(factLine))
    await tables.put(countTables.dayFacts, rowsOf(counted, 'day', idOf).map(factLine))
    const numbers = [...this.#numbers.values()]
    await tables.put(
      countTables.numberFacts,
      numbers.map(({ day, callerHash, trunk, amounts }) => [day, callerHash, trunk, ...amounts]),
    )
  }
}

const factLine = ({ serviceId, test, time, groupId, amounts }: FactRow) => [
  serviceId,
  test,
  time,
  groupId,
  ...amounts,
]

/** One row for each key of the table, in the order of the key: two nodes never wait for each other. */
function rowsOf(sums: readonly Sum[], period: FactPeriod, idOf: ReadonlyMap<string, number>): FactRow[] {
  const rows = new Map<string, FactRow & { amounts: number[] }>()
  for (const { serviceId, test, hour, group, amounts } of sums) {
    const id = idOf.get(groupKey(group))!
    const time = period === 'hour' ? hour : Math.floor(hour / dayHours)
    const key = `${serviceId} ${test} ${time} ${id}`
    addBy(rows, key, { serviceId, test, time, groupId: id, amounts: [...amounts] })
  }
  return [...rows.values()].sort(
    (one, other) =>
      one.serviceId - other.serviceId ||
      one.test - other.test ||
      one.time - other.time ||
      one.groupId - other.groupId,
  )
}

/** Each group with the one that has no block. */
function plainGroups(groups: ReadonlyMap<string, FactGroup>, idOf: ReadonlyMap<string, number>) {
  return new Map(
    [...groups].map(([key, group]) => [idOf.get(key)!, idOf.get(groupKey({ ...group, block: '' }))!]),
  )
}

/** What plots over time read: all groups together, and for the installation each group without its block. */
function totalsOf(hours: readonly FactRow[], plainOf: ReadonlyMap<number, number>): FactRow[] {
  const rows = new Map<string, FactRow & { amounts: number[] }>()
  const add = ({ serviceId, test, time, amounts }: FactRow, groupId: number) => {
    const key = `${serviceId} ${test} ${groupId} ${time}`
    addBy(rows, key, { serviceId, test, time, groupId, amounts: stepPlaces.map((place) => amounts[place]!) })
  }
  for (const hour of hours) {
    add(hour, allGroups)
    if (hour.serviceId === wholeInstallation) add(hour, plainOf.get(hour.groupId)!)
  }
  return [...rows.values()]
}

const groupKey = ({ mode, country, operator, trunk, block }: FactGroup) =>
  `${mode}\n${country}\n${operator}\n${trunk}\n${block}`

/** Adds the amounts of a line to those of the line with this key, if there is one. */
export function addBy<Line extends { readonly amounts: number[] }>(
  lines: Map<string, Line>,
  key: string,
  line: Line,
): Line {
  const known = lines.get(key)
  if (known === undefined) lines.set(key, line)
  else
    for (let place = 0; place < known.amounts.length; place++) known.amounts[place]! += line.amounts[place]!
  return known ?? line
}

function callOf(row: Row): SettledCall {
  return {
    mode: modes[Number(row.mode)]!,
    completed: row.state === 1,
    reason: String(row.reason ?? ''),
    country: String(row.country),
    operator: String(row.operator),
    portedTo: String(row.ported_to ?? ''),
    costUnits: Number(row.cost_units ?? 0),
    details: (row.details ?? null) as string | null,
  }
}
