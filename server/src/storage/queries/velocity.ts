import type { AccountPast, VelocityReason } from '../../books/velocity.ts'
import { prefixPaused } from '../event-types.ts'
import type { Row, Sql } from '../sql.ts'
import { notifyAccount } from './event-endpoints.ts'
import { inPieces, rowsOfParameters } from './pieces.ts'
import { bumpSettingsVersion } from './settings-version.ts'

/** Calls of one service to one prefix within an hour. */
export interface PrefixCount {
  /** Hours since 1970. */
  readonly hour: number
  readonly serviceId: number
  readonly prefix: string
  readonly country: string
  readonly calls: number
}

/** A destination that a service may not call after unusual traffic, or that was allowed again. */
export interface PausedPrefix {
  readonly serviceId: number
  /** Digits, the two letters of a country, or `operator:` and the name of a network operator. */
  readonly prefix: string
  readonly reason: VelocityReason
  /** The calls in the hour of the pause, and the calls expected from the past. */
  readonly calls: number
  readonly expected: number
  readonly pausedAt: number
  /** 0 while it is paused. After it was allowed again it is not paused before this time. */
  readonly allowedUntil: number
}

/** Adds the counts of a node: one for each hour, service and prefix. */
export async function countPrefixes(sql: Sql, counts: readonly PrefixCount[]): Promise<void> {
  // Always in the same order, so that two nodes never deadlock.
  const ordered = counts.toSorted(
    (one, other) =>
      one.hour - other.hour || one.serviceId - other.serviceId || (one.prefix < other.prefix ? -1 : 1),
  )
  for (const piece of inPieces(ordered)) {
    await sql.run(
      `INSERT INTO prefix_hours (hour, service_id, prefix, country, calls)
       VALUES ${rowsOfParameters(piece.length, 5)}
       ON CONFLICT (hour, service_id, prefix) DO UPDATE SET calls = prefix_hours.calls + excluded.calls`,
      ...piece.flatMap(({ hour, serviceId, prefix, country, calls }) => [
        hour,
        serviceId,
        prefix,
        country,
        calls,
      ]),
    )
  }
}

/** The counts of all nodes for the hour, with the account of each service. */
export async function prefixHour(sql: Sql, hour: number): Promise<(PrefixCount & { accountId: number })[]> {
  const rows = await sql.all(
    `SELECT prefix_hours.*, account_id FROM prefix_hours JOIN services ON services.id = service_id
     WHERE hour = $1`,
    hour,
  )
  return rows.map((row) => ({
    hour,
    serviceId: Number(row.service_id),
    accountId: Number(row.account_id),
    prefix: String(row.prefix),
    country: String(row.country),
    calls: Number(row.calls),
  }))
}

/** The busiest hours of an account, from one hour to before another. */
export async function accountPast(
  sql: Sql,
  { accountId, fromHour, toHour }: { accountId: number; fromHour: number; toHour: number },
): Promise<AccountPast> {
  const busiestBy = (columns: string) =>
    sql.all(
      `SELECT ${columns} max(calls) AS busiest, min(hour) AS first_hour FROM (
         SELECT ${columns} hour, sum(calls) AS calls FROM prefix_hours
         WHERE service_id IN (SELECT id FROM services WHERE account_id = $1) AND hour >= $2 AND hour < $3
         GROUP BY ${columns} hour) AS hours
       ${columns === '' ? '' : `GROUP BY ${columns.slice(0, -1)}`}`,
      accountId,
      fromHour,
      toHour,
    )
  const [whole] = await busiestBy('')
  const prefixes = await busiestBy('prefix, country,')
  const countries = await busiestBy('country,')
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
export async function pausedPrefixes(sql: Sql): Promise<PausedPrefix[]> {
  const rows = await sql.all('SELECT * FROM paused_prefixes ORDER BY paused_at DESC, service_id, prefix')
  return rows.map(pausedOf)
}

/** Tells the endpoints of the account too. Returns false when it is already paused, or was allowed again and may not be paused yet. */
export async function pausePrefix(sql: Sql, paused: Omit<PausedPrefix, 'allowedUntil'>): Promise<boolean> {
  const { serviceId, prefix, reason, calls, expected, pausedAt } = paused
  const done = await sql.run(
    `INSERT INTO paused_prefixes (service_id, prefix, reason, calls, expected, paused_at, allowed_until)
     VALUES ($1, $2, $3, $4, $5, $6, 0)
     ON CONFLICT (service_id, prefix) DO UPDATE SET reason = excluded.reason, calls = excluded.calls,
       expected = excluded.expected, paused_at = excluded.paused_at, allowed_until = 0
     WHERE paused_prefixes.allowed_until > 0 AND paused_prefixes.allowed_until <= $6`,
    serviceId,
    prefix,
    reason,
    calls,
    expected,
    pausedAt,
  )
  if (done === 0) return false
  await bumpSettingsVersion(sql)
  const owner = await sql.get('SELECT account_id FROM services WHERE id = $1', serviceId)
  const data = {
    service_id: serviceId,
    prefix,
    reason,
    calls,
    expected,
    paused_at: new Date(pausedAt).toISOString(),
  }
  const change = [serviceId, prefix, pausedAt]
  if (owner !== undefined)
    await notifyAccount(sql, Number(owner.account_id), { type: prefixPaused, at: pausedAt, change, data })
  return true
}

/** Returns false when it is not paused. */
export async function resumePrefix(
  sql: Sql,
  { serviceId, prefix, allowedUntil }: Pick<PausedPrefix, 'serviceId' | 'prefix' | 'allowedUntil'>,
): Promise<boolean> {
  const done = await sql.run(
    'UPDATE paused_prefixes SET allowed_until = $3 WHERE service_id = $1 AND prefix = $2 AND allowed_until = 0',
    serviceId,
    prefix,
    allowedUntil,
  )
  if (done > 0) await bumpSettingsVersion(sql)
  return done > 0
}

/** Deletes counts of earlier hours, and expired permissions. */
export async function forgetVelocity(
  sql: Sql,
  { beforeHour, now }: { beforeHour: number; now: number },
): Promise<number> {
  const counts = await sql.run('DELETE FROM prefix_hours WHERE hour < $1', beforeHour)
  const conversions = await sql.run('DELETE FROM conversion_hours WHERE hour < $1', beforeHour)
  const ended = await sql.run(
    'DELETE FROM paused_prefixes WHERE allowed_until > 0 AND allowed_until <= $1',
    now,
  )
  return counts + conversions + ended
}

function pausedOf(row: Row): PausedPrefix {
  return {
    serviceId: Number(row.service_id),
    prefix: String(row.prefix),
    reason: row.reason as VelocityReason,
    calls: Number(row.calls),
    expected: Number(row.expected),
    pausedAt: Number(row.paused_at),
    allowedUntil: Number(row.allowed_until),
  }
}
