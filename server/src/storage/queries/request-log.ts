import {
  kindOf,
  type NewApiRequest,
  type RequestBatch,
  type RequestCount,
  type RequestKind,
  slotMs,
} from '../request-records.ts'
import type { Sql } from '../sql.ts'
import { inPieces, rowsOfParameters } from './pieces.ts'

const columns =
  'service_id, at, method, verb, path, code, status, elapsed_us, ip, request_id, has_key, phone_mask, parameters, subject'

/**
 * Adds what a node has gathered. The bound of a day is kept here, because only the store knows what all nodes have kept
 * since midnight. Rows past it are dropped; their requests stay in the counts.
 */
export async function recordApiRequests(sql: Sql, batch: RequestBatch): Promise<void> {
  const kept = await withinDay(sql, batch)
  for (const rows of inPieces(kept)) {
    await sql.run(
      `INSERT INTO api_requests (${columns}) VALUES ${rowsOfParameters(rows.length, 14)}`,
      ...rows.flatMap(valuesOf),
    )
  }
  const keptOf = new Map<string, number>()
  for (const row of kept) {
    const key = keyOf({ ...row, slot: Math.floor(row.at / slotMs) })
    keptOf.set(key, (keptOf.get(key) ?? 0) + 1)
  }
  // Always in the same order, so that two nodes never deadlock.
  const counts = batch.counts.map((count) => [keyOf(count), count] as const)
  for (const [key, count] of counts.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    await sql.run(
      `INSERT INTO api_request_counts (slot, service_id, method, status, code, requests, kept)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (slot, service_id, method, status, code) DO UPDATE
         SET requests = api_request_counts.requests + excluded.requests,
             kept = api_request_counts.kept + excluded.kept`,
      count.slot,
      count.serviceId,
      count.method,
      count.status,
      count.code,
      count.requests,
      keptOf.get(key) ?? 0,
    )
  }
}

async function withinDay(sql: Sql, { day, rows, rowsPerDay }: RequestBatch): Promise<NewApiRequest[]> {
  const groups = new Map<string, NewApiRequest[]>()
  for (const row of rows) {
    const key = `${row.serviceId} ${kindOf(row)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  const kept: NewApiRequest[] = []
  for (const [key, group] of [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [serviceId, kind] = key.split(' ') as [string, RequestKind]
    const after = await sql.get(
      `INSERT INTO api_request_days (day, service_id, kind, offered) VALUES ($1, $2, $3, $4)
       ON CONFLICT (day, service_id, kind) DO UPDATE SET offered = api_request_days.offered + excluded.offered
       RETURNING offered`,
      day,
      Number(serviceId),
      kind,
      group.length,
    )
    const before = Number(after!.offered) - group.length
    kept.push(...group.slice(0, Math.max(0, rowsPerDay[kind] - before)))
  }
  return kept
}

const keyOf = ({ slot, serviceId, method, status, code }: Omit<RequestCount, 'requests'>) =>
  `${slot} ${serviceId} ${method} ${status} ${code}`

const valuesOf = (row: NewApiRequest) => [
  row.serviceId,
  row.at,
  row.method,
  row.verb,
  row.path,
  row.code,
  row.status,
  row.elapsedUs,
  row.ip,
  row.requestId,
  row.hasKey ? 1 : 0,
  row.phoneMask,
  row.parameters,
  row.subject,
]

/** Deletes a bounded number of old rows and counts, oldest first; returns how many. */
export async function forgetApiRequests(
  sql: Sql,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const rows = await sql.run(
    'DELETE FROM api_requests WHERE at < $1 AND id IN (SELECT id FROM api_requests ORDER BY id LIMIT $2)',
    before,
    limit,
  )
  if (rows === limit) return rows
  const slot = Math.floor(before / slotMs)
  const last = await sql.get(
    `SELECT slot, service_id FROM api_request_counts WHERE slot < $1
     ORDER BY slot, service_id LIMIT 1 OFFSET $2`,
    slot,
    limit - 1,
  )
  if (last !== undefined) {
    await sql.run(
      'DELETE FROM api_request_counts WHERE slot < $1 OR (slot = $1 AND service_id <= $2)',
      Number(last.slot),
      Number(last.service_id),
    )
    return limit
  }
  const counts = await sql.run('DELETE FROM api_request_counts WHERE slot < $1', slot)
  const days = await sql.run('DELETE FROM api_request_days WHERE day < $1', Math.floor(before / 86_400_000))
  return Math.min(limit - 1, rows + counts + days)
}

/**
 * Parameters may hold the integrator's words about the person. A mask fits a thousand numbers, so requests with other
 * numbers of the same mask lose theirs too.
 */
export async function eraseMaskInRequests(sql: Sql, phoneMask: string): Promise<number> {
  return sql.run(
    `UPDATE api_requests SET phone_mask = '', parameters = '{}' WHERE phone_mask = $1 AND phone_mask <> ''`,
    phoneMask,
  )
}

/** Deletes a bounded part of the log of an account's services; returns how many rows. */
export async function eraseAccountRequests(
  sql: Sql,
  { accountId, limit }: { accountId: number; limit: number },
): Promise<number> {
  const own = 'service_id IN (SELECT id FROM services WHERE account_id = $1)'
  const rows = await sql.run(
    `DELETE FROM api_requests WHERE id IN (SELECT id FROM api_requests WHERE ${own} LIMIT $2)`,
    accountId,
    limit,
  )
  if (rows < limit) await sql.run(`DELETE FROM api_request_counts WHERE ${own}`, accountId)
  return rows
}
