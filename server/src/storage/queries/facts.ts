import { modes } from '../../books/call.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { type Dimension, dimensions, type FactGroup } from '../../quality/call-facts.ts'
import type { Measure } from '../../quality/measures.ts'
import { stepMeasures } from '../../quality/rates.ts'
import type { GroupHour } from '../../quality/watched-groups.ts'
import { each, mode, named, number, tableOf, text } from '../record.ts'
import { every, part, type Row, raw, type Sql, type SqlPart, type SqlValue } from '../sql.ts'
import { addBy } from './digest.ts'
import { allGroups, factTables, wholeInstallation } from './digest-tables.ts'

/** Facts of calls are summed by hour and by day (UTC), for each service and for the whole installation. */
export interface FactsQuery {
  /** null asks for the whole installation, test numbers excepted. The caller has checked who may see it. */
  readonly serviceIds: readonly number[] | null
  readonly test: boolean
  /** Unix ms; whole hours. */
  readonly from: number
  readonly to: number
  /** Only groups with these values. A block of calling numbers is known for the whole installation alone. */
  readonly only: Partial<FactGroup>
  readonly measures: readonly Measure[]
}

/** The amounts are in the order of the measures that were asked for. */
export interface FactsOfHour {
  /** Unix ms at which the hour begins. */
  readonly at: number
  readonly amounts: readonly number[]
}

export type FactsKey = Dimension | 'service'

export interface FactsTotal {
  /** In the order of the keys that were asked for; a service by its id, 0 for the whole installation. */
  readonly keys: readonly string[]
  readonly amounts: readonly number[]
}

const dayHours = dayMs / hourMs

/** Sums by hour, oldest first; hours without a call are missing. */
export async function factHours(sql: Sql, query: FactsQuery): Promise<FactsOfHour[]> {
  const range = [hourAt(query.from), hourAt(query.to)] as const
  const rows = await sumsIn(sql, query, hasTotals(query) ? 'totals' : 'hour', range, ['hour'])
  return rows
    .map((row) => ({ at: Number(row.hour) * hourMs, amounts: amountsIn(row, query.measures) }))
    .sort((one, other) => one.at - other.at)
}

/** All groups of a service are summed by hour, and those of the installation by everything but their block. */
function hasTotals({ serviceIds, only, measures }: FactsQuery): boolean {
  const isKept = serviceIds === null ? only.block === undefined : wantedOf(only).length === 0
  return isKept && measures.every((measure) => stepMeasures.includes(measure))
}

/** Sums over the whole range by some keys, in no order. Whole days (UTC) are read as days, the rest as hours. */
export async function factTotals(sql: Sql, query: FactsQuery & { readonly by: readonly FactsKey[] }) {
  const { by, measures } = query
  const hasGroups = by.some((key) => key !== 'service')
  const [from, to] = [hourAt(query.from), hourAt(query.to)]
  const [firstDay, endDay] = [Math.ceil(from / dayHours), Math.floor(to / dayHours)]
  const parts: ['hour' | 'day', [from: number, to: number]][] =
    firstDay >= endDay
      ? [['hour', [from, to]]]
      : [
          ['hour', [from, firstDay * dayHours]],
          ['day', [firstDay, endDay]],
          ['hour', [endDay * dayHours, to]],
        ]
  const keys = [...(by.includes('service') ? ['service_id'] : []), ...(hasGroups ? ['group_id'] : [])]
  const answers = await Promise.all(
    parts
      .filter(([, [start, end]]) => start < end)
      .map(([period, range]) => sumsIn(sql, query, period, range, keys)),
  )
  const names = hasGroups ? await groupNames(sql) : undefined
  const totals = new Map<string, { keys: string[]; amounts: number[] }>()
  for (const row of answers.flat()) {
    // A sum without GROUP BY has one row even when there is nothing to sum.
    if (Number(row.rows_found) === 0) continue
    const group = names?.get(Number(row.group_id))
    const own = by.map((key) => (key === 'service' ? String(row.service_id) : (group?.[key] ?? '')))
    addBy(totals, own.join('\n'), { keys: own, amounts: amountsIn(row, measures) })
  }
  return [...totals.values()]
}

const groups = tableOf('fact_groups', {
  id: number,
  mode,
  ...each(text, 'country', 'operator', 'trunk', 'block'),
})

/** All groups: some thousands, because most countries have a handful of operators. */
async function groupNames(sql: Sql): Promise<Map<number, FactGroup>> {
  return new Map((await groups.all(sql, 'id')).map(({ id, ...group }) => [id, group]))
}

const sources = { ...factTables, totals: { table: 'hour_totals', time: 'hour' } } as const

/** The rows of all services that are asked for, along the key of the table, summed by some of its columns. */
async function sumsIn(
  sql: Sql,
  { serviceIds, test, only, measures }: FactsQuery,
  source: keyof typeof sources,
  [from, to]: readonly [from: number, to: number],
  keys: readonly string[],
): Promise<readonly Row[]> {
  if (serviceIds?.length === 0) return []
  const table = raw(sources[source].table)
  const time = raw(sources[source].time)
  const isEqual = wantedOf(only).map((each) => part`${raw(each)} = ${wantedValue(only, each)}`)
  const hasIndex = serviceIds === null && source === 'hour'
  const groups = source === 'totals' ? plainGroups(isEqual) : groupsOf(isEqual, hasIndex)
  // The installation is written out, because PostgreSQL uses the index of its groups only for a constant.
  const ids = serviceIds ?? raw(String(wholeInstallation))
  const sums = measures.map((each) => `sum(${each}) AS ${each}`)
  return sql.all`SELECT ${raw([...keys, 'count(*) AS rows_found', ...sums].join(', '))} FROM ${table}
    WHERE service_id IN (${ids}) AND test = ${test ? 1 : 0} AND ${time} >= ${from} AND ${time} < ${to} ${groups}
    ${raw(keys.length === 0 ? '' : `GROUP BY ${keys.join(', ')}`)}`
}

const plainGroups = (isEqual: readonly SqlPart[]) =>
  isEqual.length === 0
    ? part`AND group_id = ${allGroups}`
    : part`AND group_id IN (SELECT id FROM fact_groups WHERE block = '' AND ${every(...isEqual)})`

/**
 * Where no index by group exists, the condition is an expression, so that PostgreSQL reads the rows along the key once. For a
 * plain column it read them once for each group: 124 ms instead of 50 for 8 of 192 groups and 100,000 rows.
 */
const groupsOf = (isEqual: readonly SqlPart[], hasIndex: boolean) =>
  isEqual.length === 0
    ? raw('')
    : part`AND ${raw(hasIndex ? 'group_id' : 'group_id + 0')} IN (
        SELECT id FROM fact_groups WHERE ${every(...isEqual)})`

const wantedOf = (only: FactsQuery['only']) => dimensions.filter((dimension) => only[dimension] !== undefined)
const wantedValue = (only: FactsQuery['only'], dimension: Dimension): SqlValue =>
  dimension === 'mode' ? modes.indexOf(only.mode!) : only[dimension]!

const hourAt = (timeMs: number) => Math.floor(timeMs / hourMs)
const amountsIn = (row: Row, measures: readonly Measure[]) =>
  measures.map((measure) => Number(row[measure] ?? 0))

/** What the watch for drops reads: hours of the whole installation, in no order. */
export interface GroupHoursQuery {
  /** Hours since 1970. */
  readonly fromHour: number
  readonly toHour: number
  /** The busiest groups; the others are left out. */
  readonly maxGroups: number
}

export interface GroupHours {
  readonly groups: ReadonlyMap<number, FactGroup>
  readonly hours: readonly GroupHour[]
}

const hourTable = tableOf('hour_facts', {
  group: named('group_id', number),
  ...each(number, 'hour', 'invited', 'delivered', 'checked', 'approved'),
})

/** Deliveries and approvals of every group by hour, over all services, for groups that a trunk carried. */
export async function groupHours(
  sql: Sql,
  { fromHour, toHour, maxGroups }: GroupHoursQuery,
): Promise<GroupHours> {
  const own = raw(`service_id = ${wholeInstallation} AND test = 0`)
  const within = part`${own} AND hour >= ${fromHour} AND hour < ${toHour}`
  const rows = await sql.all`SELECT hour, group_id, invited, delivered, checked, approved FROM hour_facts
    WHERE ${within} AND group_id IN (
      SELECT group_id FROM hour_facts WHERE ${within} GROUP BY group_id
      ORDER BY coalesce(sum(invited), 0) DESC, group_id LIMIT ${maxGroups})`
  const names = await groupNames(sql)
  const groups: GroupHours['groups'] = new Map(
    [...new Set(rows.map((row) => Number(row.group_id)))].map((id) => [id, names.get(id)!]),
  )
  return {
    groups: new Map([...groups].filter(([, { trunk, mode }]) => trunk !== '' && mode !== 'inbound')),
    hours: rows.map(hourTable.of),
  }
}
