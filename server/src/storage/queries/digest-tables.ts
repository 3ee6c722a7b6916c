import type { FactGroup } from '../../quality/call-facts.ts'
import { type Measure, measures } from '../../quality/measures.ts'
import { stepMeasures } from '../../quality/rates.ts'
import { countNames, type RouteKey } from '../../quality/route-counts.ts'
import type { MaybePromise, Row, SqlValue } from '../sql.ts'
import type { Charge } from './money-totals.ts'

/** The service under which the facts of the whole installation are summed. */
export const wholeInstallation = 0

/** The tables of facts, each with the column of its time. */
export const factTables = {
  hour: { table: 'hour_facts', time: 'hour' },
  day: { table: 'day_facts', time: 'day' },
} as const
export type FactPeriod = keyof typeof factTables

/** The amounts that are added to a row of a table of facts. */
export interface FactRow {
  readonly serviceId: number
  readonly test: number
  /** Hours or days since 1970. */
  readonly time: number
  readonly groupId: number
  /** In the order of the measures, of which the table may have some. */
  readonly amounts: readonly number[]
}

/** The group of `hour_totals` in which all groups are summed. */
export const allGroups = 0

/** The columns of `number_facts` after its key. */
export const numberMeasures = [
  'attempts',
  'rang',
  'answered',
  'declined',
  'answered_silently',
  'delivered',
  'checked',
  'approved',
] as const

export interface NumberRow {
  readonly day: number
  readonly callerHash: string
  readonly trunk: string
  readonly amounts: readonly number[]
}

/** A table that counting writes. A line has a value for each column. */
export interface CountTable {
  readonly table: string
  /** With their types; those of the key come first. */
  readonly columns: readonly (readonly [name: string, type: string])[]
  readonly keys: number
  /** What a line does to one of the same key. `sparse` adds, and in PostgreSQL keeps NULL, which takes no room, for 0. */
  readonly merges: 'adds' | 'sparse' | 'replaces' | 'keeps'
}
export type CountLine = readonly SqlValue[]

type Columns = CountTable['columns']
const typed = (type: string, ...names: readonly string[]): Columns => names.map((name) => [name, type])
/** Sums that can exceed 32 bits. */
const wide: ReadonlySet<Measure> = new Set(['price_units', 'cost_units', 'talk_ms', 'pdd_ms'])
const sumsOf = (some: readonly Measure[]): Columns =>
  some.map((measure) => [measure, wide.has(measure) ? 'bigint' : 'integer'])
const countTable = (
  table: string,
  merges: CountTable['merges'],
  key: Columns,
  counts: Columns,
): CountTable => ({ table, merges, columns: [...key, ...counts], keys: key.length })
const factKey = (time: 'hour' | 'day') => [
  ...typed('bigint', 'service_id'),
  ...typed('smallint', 'test'),
  ...typed('integer', time, 'group_id'),
]

export const countTables = {
  hourFacts: countTable('hour_facts', 'sparse', factKey('hour'), sumsOf(measures)),
  dayFacts: countTable('day_facts', 'sparse', factKey('day'), sumsOf(measures)),
  hourTotals: countTable('hour_totals', 'adds', factKey('hour'), sumsOf(stepMeasures)),
  numberFacts: countTable(
    'number_facts',
    'adds',
    [...typed('integer', 'day'), ...typed('text', 'caller_hash', 'trunk')],
    typed('integer', ...numberMeasures),
  ),
  conversionHours: countTable(
    'conversion_hours',
    'adds',
    [...typed('bigint', 'hour', 'service_id'), ...typed('text', 'prefix', 'operator')],
    typed('bigint', 'delivered', 'approved', 'steps', 'steps_approved'),
  ),
  routeCounts: countTable(
    'route_counts',
    'replaces',
    [...typed('text', 'trunk'), ...typed('smallint', 'mode'), ...typed('text', 'country', 'operator')],
    [...typed('double precision', ...countNames, 'counted_at'), ...typed('text', 'accounts')],
  ),
  wrongCodeMarks: countTable(
    'wrong_code_marks',
    'keeps',
    [
      ...typed('integer', 'hour'),
      ...typed('text', 'country', 'operator', 'trunk', 'code_mark', 'phone_mark'),
    ],
    [],
  ),
  searchKeys: countTable('search_keys', 'keeps', typed('bigint', 'generation', 'key_hash', 'vendor_id'), []),
}

/** What an INSERT does where there is a line of the same key. */
export function mergeOf({ table, columns, keys }: CountTable, merges: CountTable['merges']): string {
  if (merges === 'keeps') return 'ON CONFLICT DO NOTHING'
  const names = columns.map(([name]) => name)
  const changes = names.slice(keys).map((name) => {
    if (merges === 'replaces') return `${name} = excluded.${name}`
    if (merges === 'adds') return `${name} = ${table}.${name} + excluded.${name}`
    return `${name} = CASE WHEN excluded.${name} IS NULL THEN ${table}.${name}
      ELSE coalesce(${table}.${name}, 0) + excluded.${name} END`
  })
  return `ON CONFLICT (${names.slice(0, keys).join(', ')}) DO UPDATE SET ${changes.join(', ')}`
}

export interface ServiceOwner {
  readonly serviceId: number
  readonly accountId: number
  readonly createdAt: number
  /** A call of the account was charged, among those that are counted already. */
  readonly hasPaid: boolean
}

/** The rows of `serviceOwners`, where `condition` names the services. */
export const ownersOf = (condition: string) => `SELECT services.id, account_id, accounts.created_at,
  EXISTS (SELECT 1 FROM services AS siblings JOIN day_facts ON service_id = siblings.id AND test = 0
    WHERE siblings.account_id = accounts.id AND price_units > 0) AS has_paid
  FROM services JOIN accounts ON accounts.id = account_id WHERE services.id ${condition}`

export const ownerOf = (row: Row): ServiceOwner => ({
  serviceId: Number(row.id),
  accountId: Number(row.account_id),
  createdAt: Number(row.created_at),
  hasPaid: Boolean(row.has_paid),
})

export interface SearchKey {
  readonly generation: number
  readonly keyHash: number
  readonly vendorId: number
}

export interface Taken {
  readonly count: number
  readonly rows: readonly Row[]
}

/**
 * The tables that counting uses, shaped for each database. SQLite is faster with single rows than with lists (it binds
 * hundreds of named parameters); PostgreSQL takes whole columns.
 */
export interface DigestTables {
  /** Removes the oldest ids up to `lastId` from the queue and returns their calls. */
  take(request: { limit: number; lastId: number }): MaybePromise<Taken>
  /** Removes results of code checks from their queue and returns them with their calls. */
  takeConversions(limit: number): MaybePromise<readonly Row[]>
  /** Who made the calls of these services. */
  serviceOwners(serviceIds: readonly number[]): MaybePromise<readonly ServiceOwner[]>
  /** The ids of these groups; new groups are stored. */
  groupIds(groups: readonly FactGroup[]): MaybePromise<readonly number[]>
  put(table: CountTable, lines: readonly CountLine[]): MaybePromise<void>
  /** The stored rows of these routes, in their order; undefined where there is none. */
  routeCounts(keys: readonly RouteKey[]): MaybePromise<readonly (Row | undefined)[]>
  addCharged(charge: Charge): MaybePromise<void>
}

/** The columns of a call that counting needs. */
export const digestColumns = `vendor_id, service_id, mode, state, test, phone_hash, country, client, operator, ported_to,
  reason, cost_units, started_at, details`

/** The call that a verification is counted for, and the one from whose number wrong codes were typed. */
export const conversionCalls = `conversion_queue AS queue LEFT JOIN calls AS calls ON calls.vendor_id = queue.vendor_id
  LEFT JOIN calls AS flashed ON flashed.vendor_id = queue.wrong_by AND queue.wrong_by > 0`

/** A call whose money is kept until its call ends is still open; its result is counted afterwards. */
export const conversionsToTake = (limit: string) => `SELECT queue.key FROM conversion_queue AS queue
  LEFT JOIN calls AS calls ON calls.vendor_id = queue.vendor_id
  WHERE calls.state IS NULL OR calls.state <> -1 ORDER BY queue.key LIMIT ${limit}`

export const conversionColumns = `queue.key, queue.service_id, queue.hour, queue.mode, queue.country, queue.operator,
  queue.delivered, queue.approved, queue.checks, queue.steps, queue.wrong, queue.phone_mark,
  flashed.details AS wrong_details, calls.phone_mask, calls.ported_to, calls.details, calls.reason`
