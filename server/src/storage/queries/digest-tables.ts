import type { FactGroup } from '../../quality/call-facts.ts'
import type { MaybePromise, Row } from '../sql.ts'
import type { Charge } from './money-totals.ts'
import type { RouteCountTable } from './route-counts.ts'

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
/** The key of `hour_totals`; its other columns are the `stepMeasures`. */
export const hourTotalKeys = ['service_id', 'test', 'group_id', 'hour'] as const

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

/** Conversion by destination: what a collapse of conversion is seen by. */
export interface ConversionHourRow {
  readonly hour: number
  readonly serviceId: number
  readonly prefix: string
  readonly operator: string
  readonly delivered: number
  readonly approved: number
  /** Delivered steps whose code we drew, and how many of their calls were approved. */
  readonly steps: number
  readonly stepsApproved: number
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
export interface DigestTables extends RouteCountTable {
  /** Removes the oldest ids up to `lastId` from the queue and returns their calls. */
  take(request: { limit: number; lastId: number }): MaybePromise<Taken>
  /** Removes results of code checks from their queue and returns them with their calls. */
  takeConversions(limit: number): MaybePromise<readonly Row[]>
  /** Who made the calls of these services. */
  serviceOwners(serviceIds: readonly number[]): MaybePromise<readonly ServiceOwner[]>
  /** The ids of these groups; new groups are stored. */
  groupIds(groups: readonly FactGroup[]): MaybePromise<readonly number[]>
  addFacts(period: FactPeriod, rows: readonly FactRow[]): MaybePromise<void>
  /** Rows with the hour as their time, and amounts in the order of `stepMeasures`. */
  addHourTotals(rows: readonly FactRow[]): MaybePromise<void>
  addNumberFacts(rows: readonly NumberRow[]): MaybePromise<void>
  addConversionHours(rows: readonly ConversionHourRow[]): MaybePromise<void>
  addSearchKeys(keys: readonly SearchKey[]): MaybePromise<void>
  addCharged(charge: Charge): MaybePromise<void>
}

/** The columns of a call that counting needs. */
export const digestColumns = `vendor_id, service_id, mode, state, test, phone_hash, country, client, operator, ported_to,
  reason, cost_units, started_at, details`

/** A call whose money is kept until its call ends is still open; its result is counted afterwards. */
export const conversionsToTake = (limit: string) => `SELECT queue.key FROM conversion_queue AS queue
  LEFT JOIN calls AS calls ON calls.vendor_id = queue.vendor_id
  WHERE calls.state IS NULL OR calls.state <> -1 ORDER BY queue.key LIMIT ${limit}`

export const conversionColumns = `queue.key, queue.service_id, queue.hour, queue.mode, queue.country, queue.operator,
  queue.delivered, queue.approved, queue.checks, queue.steps, calls.phone_mask, calls.ported_to, calls.details, calls.reason`
