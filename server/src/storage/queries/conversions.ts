import type { CallRecord } from '../../books/call.ts'
import { type Conversion, drawnCodes } from '../../books/conversion.ts'
import type { ConversionPast } from '../../books/conversion-collapse.ts'
import { prefixOfMask } from '../../books/velocity.ts'
import type { Step, Verification } from '../../books/verification.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { shortHmac } from '../../platform/sha256.ts'
import { each, flag, mode, number, type RecordOf, tableOf, text } from '../record.ts'
import type { Row, Sql, SqlValue } from '../sql.ts'
import type { CountLine } from './digest-tables.ts'
import { bumpSettingsVersion } from './meta.ts'

/** Conversion by hour, service, prefix and network operator, for as long as unusual traffic is compared with it. */

const approvals = tableOf('conversion_hours', each(number, 'accountId', 'serviceId', 'delivered', 'approved'))
/** A service that pays on delivery until a time, after too few of its delivered steps were approved. */
export interface ChargedOnDelivery extends RecordOf<typeof approvals> {
  readonly until: number
}

const destinations = tableOf('conversion_hours', {
  ...each(text, 'prefix', 'operator'),
  ...each(number, 'delivered', 'approved'),
})

/** What results of code checks add; one line for each key of the table. */
export function conversionHoursOf(results: readonly Row[]): CountLine[] {
  const keyed = Map.groupBy(results, (row) => {
    const prefix = prefixOfMask(String(row.phone_mask ?? ''))
    return JSON.stringify([Number(row.hour), Number(row.service_id), prefix, String(row.operator)])
  })
  return [...keyed].map(([key, rows]) => {
    const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
    return [
      ...(JSON.parse(key) as SqlValue[]),
      sum((row) => Number(row.delivered)),
      sum((row) => Number(row.approved)),
      sum((row) => Number(row.steps)),
      sum((row) => (Number(row.steps) > 0 ? Number(row.approved) : 0)),
    ]
  })
}

/** By service, since an hour, with the account of each. */
export async function conversionsSince(sql: Sql, hour: number) {
  const rows = await sql.all`SELECT service_id, account_id, prefix, operator, sum(delivered) AS delivered,
      sum(approved) AS approved
    FROM conversion_hours JOIN services ON services.id = service_id
    WHERE hour >= ${hour} GROUP BY service_id, account_id, prefix, operator`
  return rows.map((row) => ({ ...destinations.of(row), ...approvals.of(row) }))
}

/** Services that are charged on approval, with their delivered steps and approvals since an hour. */
export async function stepApprovals(
  sql: Sql,
  { fromHour, minSteps, now }: { fromHour: number; minSteps: number; now: number },
): Promise<Omit<ChargedOnDelivery, 'until'>[]> {
  const rows = await sql.all`SELECT service_id, account_id, sum(steps) AS delivered,
      sum(steps_approved) AS approved
    FROM conversion_hours
    JOIN services ON services.id = service_id JOIN accounts ON accounts.id = account_id
    JOIN tariffs ON tariffs.code = accounts.tariff
    WHERE hour >= ${fromHour} AND charges_on_approval = 1 AND charged_on_delivery_until <= ${now}
    GROUP BY service_id, account_id HAVING sum(steps) >= ${minSteps} ORDER BY service_id`
  return rows.map(approvals.of)
}

export async function chargedOnDelivery(sql: Sql, now: number) {
  const rows = await sql.all`SELECT id, charged_on_delivery_until FROM services
    WHERE charged_on_delivery_until > ${now} ORDER BY id`
  return rows.map((row) => ({ serviceId: Number(row.id), until: Number(row.charged_on_delivery_until) }))
}

/** False when it is charged on delivery already. */
export async function chargeOnDelivery(
  sql: Sql,
  { serviceId, until, at }: { serviceId: number; until: number; at: number },
): Promise<boolean> {
  const changed = await sql.run`UPDATE services SET charged_on_delivery_until = ${until}
    WHERE id = ${serviceId} AND charged_on_delivery_until <= ${at}`
  if (changed === 1) await bumpSettingsVersion(sql)
  return changed === 1
}

/** Of one service, from one hour to before another. */
export async function conversionPast(
  sql: Sql,
  { serviceId, fromHour, toHour }: { serviceId: number; fromHour: number; toHour: number },
): Promise<ConversionPast> {
  const rows = await sql.all`SELECT prefix, operator, sum(delivered) AS delivered, sum(approved) AS approved,
      min(hour) AS first_hour
    FROM conversion_hours WHERE service_id = ${serviceId} AND hour >= ${fromHour} AND hour < ${toHour}
    GROUP BY prefix, operator`
  const firstHours = rows.map((row) => Number(row.first_hour))
  return {
    firstHour: firstHours.length === 0 ? null : Math.min(...firstHours),
    destinations: rows.map(destinations.of),
  }
}

/** Results of code checks. They are queued with their cause, and the digest counts them where it counts their call. */

const queued = tableOf('conversion_queue', {
  key: text,
  serviceId: number,
  vendorId: number,
  /** In which the call was started. */
  hour: number,
  /** Delivered steps whose code we drew. */
  steps: number,
  /** Codes that were compared. */
  checks: number,
  mode,
  ...each(text, 'country', 'operator'),
  ...each(number, 'delivered', 'approved'),
  /** Marks of wrong codes, the call from which they were typed, and a mark of the phone on this day. */
  ...each(text, 'wrong', 'phoneMark'),
  wrongBy: number,
})
/** A line of the same key grows. */
const add = `ON CONFLICT (key) DO UPDATE SET delivered = conversion_queue.delivered + excluded.delivered,
  approved = conversion_queue.approved + excluded.approved`

/** A verification has settled: its line, without what its call says. */
export const conversionRow = queued.row()
export type ConversionLine = RecordOf<typeof queued>
export function conversionOf(verification: Verification, step: Step) {
  return {
    key: verification.id,
    serviceId: verification.serviceId,
    vendorId: step.vendorId!,
    hour: Math.floor(verification.createdAt / hourMs),
    steps: drawnCodes(verification).delivered,
    checks: verification.checks.length,
    mode: step.mode,
    country: verification.country,
    operator: verification.operator,
    delivered: 1,
    approved: verification.status === 'approved' ? 1 : 0,
    ...wrongCodesOf(verification),
  }
}

const noWrongCodes = { wrong: '', phoneMark: '', wrongBy: 0 }
const markCharacters = 11

/** The marks of a day tell nobody which phone it was on another day. */
function wrongCodesOf({ checks, steps, phoneHash, createdAt }: Verification): typeof noWrongCodes {
  const marks = new Set(checks.flatMap(({ mark }) => mark ?? []))
  const flash = steps.findLast(({ mode, vendorId }) => mode === 'flash' && vendorId !== null)
  if (marks.size === 0 || flash === undefined || phoneHash === null) return noWrongCodes
  const day = shortHmac(Buffer.from(phoneHash))(`day ${Math.floor(createdAt / dayMs)}`)
  const phoneMark = day.toString('base64url').slice(0, markCharacters)
  return { wrong: [...marks].join(' '), phoneMark, wrongBy: flash.vendorId! }
}

const ofCall = (value: string) => `(SELECT ${value} FROM calls WHERE calls.vendor_id = line.vendor_id)`
/** Inserts lines with the hour and the network of their calls, where these are still there. */
export const insertConversions = (lines: string) =>
  `INSERT INTO conversion_queue (${conversionRow.names.join(', ')})
    SELECT ${conversionRow.names
      .map((name) =>
        name === 'hour'
          ? `coalesce(${ofCall(`started_at / ${hourMs}`)}, line.hour)`
          : name === 'operator'
            ? `coalesce(${ofCall('operator')}, line.operator)`
            : `line.${name}`,
      )
      .join(', ')} FROM ${lines} WHERE true ${add}`

const feedbackKey = 'call '

/** Whether a line of the queue is the report of an integrator, not a verification. */
export const isFeedback = (key: string) => key.startsWith(feedbackKey)

/** A report about a call of `/v1.0`: what it adds to the line of the call. */
export const reportOf = (call: CallRecord, { delivered, approved }: Conversion) => ({
  key: `${feedbackKey}${call.vendorId}`,
  serviceId: call.serviceId,
  vendorId: call.vendorId,
  hour: Math.floor(call.startedAt / hourMs),
  steps: 0,
  checks: 0,
  mode: call.mode,
  country: call.country,
  operator: call.operator,
  delivered,
  approved,
  ...noWrongCodes,
})

export const feedbackTable = tableOf('call_feedback', {
  ...each(number, 'vendorId', 'serviceId', 'at', 'counted'),
  approved: flag,
})
