import { prefixPaused } from '../../books/event-types.ts'
import type { AccountPast, VelocityReason } from '../../books/velocity.ts'
import { number, oneOf, type RecordOf, tableOf, text } from '../record.ts'
import { part, raw, type Sql, type SqlPart } from '../sql.ts'
import { type AccountEvent, notifyAccount } from './event-endpoints.ts'
import { bumpSettingsVersion } from './meta.ts'
import { inOneOrder } from './one-order.ts'
import { inPieces } from './pieces.ts'

/** Calls of one service to one prefix within an hour. */
const counted = tableOf('prefix_hours', {
  /** Hours since 1970. */
  hour: number,
  serviceId: number,
  prefix: text,
  country: text,
  calls: number,
})
export type PrefixCount = RecordOf<typeof counted>

/** A destination that a service may not call after unusual traffic, or that was allowed again. */
const pauses = tableOf('paused_prefixes', {
  serviceId: number,
  /** Digits, the two letters of a country, or `operator:` and the name of a network operator. */
  prefix: text,
  reason: oneOf<VelocityReason>(),
  /** The calls in the hour of the pause, and the calls expected from the past. */
  calls: number,
  expected: number,
  pausedAt: number,
  /** 0 while it is paused. After it was allowed again it is not paused before this time. */
  allowedUntil: number,
})
export type PausedPrefix = RecordOf<typeof pauses>

/** Adds the counts of a node: one for each hour, service and prefix. */
export async function countPrefixes(sql: Sql, counts: readonly PrefixCount[]): Promise<void> {
  const ordered = inOneOrder(counts, ({ hour, serviceId, prefix }) => `${hour} ${serviceId} ${prefix}`)
  const end = `ON CONFLICT (hour, service_id, prefix)
    DO UPDATE SET calls = prefix_hours.calls + excluded.calls`
  for (const piece of inPieces(ordered)) await sql.run(...counted.insertAll(piece, end))
}

/** The counts of all nodes for the hour, with the account of each service. */
export async function prefixHour(sql: Sql, hour: number): Promise<(PrefixCount & { accountId: number })[]> {
  const rows = await sql.all`SELECT prefix_hours.*, account_id FROM prefix_hours
    JOIN services ON services.id = service_id
    WHERE hour = ${hour}`
  return rows.map((row) => ({ ...counted.of(row), accountId: Number(row.account_id) }))
}

/** The busiest hours of an account, from one hour to before another. */
export async function accountPast(
  sql: Sql,
  { accountId, fromHour, toHour }: { accountId: number; fromHour: number; toHour: number },
): Promise<AccountPast> {
  const hours = (columns: SqlPart) => part`(SELECT ${columns} hour, sum(calls) AS calls FROM prefix_hours
    WHERE service_id IN (SELECT id FROM services WHERE account_id = ${accountId})
      AND hour >= ${fromHour} AND hour < ${toHour}
    GROUP BY ${columns} hour) AS hours`
  const whole = await sql.get`SELECT max(calls) AS busiest, min(hour) AS first_hour FROM ${hours(raw(''))}`
  const prefixes = await sql.all`SELECT prefix, country, max(calls) AS busiest
    FROM ${hours(raw('prefix, country,'))} GROUP BY prefix, country`
  const countries = await sql.all`SELECT country, max(calls) AS busiest
    FROM ${hours(raw('country,'))} GROUP BY country`
  const firstHour = whole?.first_hour ?? null
  return {
    firstHour: firstHour === null ? null : Number(firstHour),
    busiestHour: Number(whole?.busiest ?? 0),
    byPrefix: new Map(
      prefixes.map((row) => [
        String(row.prefix),
        { country: String(row.country), busiestHour: Number(row.busiest) },
      ]),
    ),
    byCountry: new Map(countries.map((row) => [String(row.country), Number(row.busiest)])),
  }
}

/** Prefixes that are paused or were allowed again, newest first. */
export const pausedPrefixes = (sql: Sql) => pauses.all(sql, 'paused_at DESC, service_id, prefix')

/** Tells the endpoints of the account too. Returns false when it is already paused, or was allowed again and may not be paused yet. */
export async function pausePrefix(sql: Sql, paused: Omit<PausedPrefix, 'allowedUntil'>): Promise<boolean> {
  const { serviceId } = paused
  const [upsert, ...values] = pauses.upsert({ ...paused, allowedUntil: 0 }, 'serviceId', 'prefix')
  const mayPause = 'paused_prefixes.allowed_until BETWEEN 1 AND excluded.paused_at'
  if ((await sql.run(`${upsert} WHERE ${mayPause}`, ...values)) === 0) return false
  await bumpSettingsVersion(sql)
  const owner = await sql.get`SELECT account_id FROM services WHERE id = ${serviceId}`
  if (owner !== undefined) await notifyAccount(sql, Number(owner.account_id), pauseEvent(paused))
  return true
}

function pauseEvent(paused: Omit<PausedPrefix, 'allowedUntil'>): AccountEvent {
  const { serviceId, prefix, reason, calls, expected, pausedAt } = paused
  return {
    type: prefixPaused,
    at: pausedAt,
    change: [serviceId, prefix, pausedAt],
    data: {
      service_id: serviceId,
      prefix,
      reason,
      calls,
      expected,
      paused_at: new Date(pausedAt).toISOString(),
    },
  }
}

/** The pauses since a time that the account of a service was told of: of each destination the last one. */
export async function pastPauses(sql: Sql, serviceId: number, since: number): Promise<AccountEvent[]> {
  const ofAccount = part`service_id IN (SELECT id FROM services
    WHERE account_id = (SELECT account_id FROM services WHERE id = ${serviceId}))`
  return (await pauses.where(sql, part`${ofAccount} AND paused_at > ${since}`)).map(pauseEvent)
}

/** Returns false when it is not paused. */
export async function resumePrefix(
  sql: Sql,
  { serviceId, prefix, allowedUntil }: Pick<PausedPrefix, 'serviceId' | 'prefix' | 'allowedUntil'>,
): Promise<boolean> {
  return (await sql.run(...pauses.update({ serviceId, prefix, allowedUntil: 0 }, { allowedUntil }))) > 0
}

/** Deletes counts of earlier hours, and expired permissions. */
export async function forgetVelocity(sql: Sql, { beforeHour, now }: { beforeHour: number; now: number }) {
  const counts = await sql.run`DELETE FROM prefix_hours WHERE hour < ${beforeHour}`
  const conversions = await sql.run`DELETE FROM conversion_hours WHERE hour < ${beforeHour}`
  const ended = await sql.run`DELETE FROM paused_prefixes WHERE allowed_until > 0 AND allowed_until <= ${now}`
  return counts + conversions + ended
}
