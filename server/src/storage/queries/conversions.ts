import { type Conversion, conversionOfFeedback, convertedStep } from '../../books/conversion.ts'
import type { PhoneVerification } from '../../books/phone-verification.ts'
import { modes } from '../../books/verification.ts'
import { hourMs } from '../../platform/clock.ts'
import type { StatisticsBreakdown, StatisticsQuery } from '../insight-records.ts'
import type { Row, Sql } from '../sql.ts'
import { breakdowns } from './digest-tables.ts'

/** Sums of conversion. What happened is queued with its cause, and a background task adds it up. */

interface Queued extends Conversion {
  readonly key: string
  readonly serviceId: number
  readonly startedAt: number
  /** The code of the column `mode`. */
  readonly mode: number
  readonly country: string
  readonly operator: string
}

/** A verification has settled. Its call is read for the network operator as the other statistics name it. */
export async function queueVerification(sql: Sql, verification: PhoneVerification): Promise<void> {
  const step = convertedStep(verification)
  if (step === undefined) return
  const call = await sql.get('SELECT operator FROM verifications WHERE vendor_id = $1', step.vendorId)
  await queue(sql, {
    key: verification.id,
    serviceId: verification.serviceId,
    startedAt: verification.createdAt,
    mode: modes.indexOf(step.mode),
    country: verification.country,
    operator: String(call?.operator ?? verification.operator),
    delivered: 1,
    approved: verification.status === 'approved' ? 1 : 0,
  })
}

/** The last feedback replaces earlier ones, in the sums too. */
export async function saveFeedback(
  sql: Sql,
  request: { vendorId: number; serviceId: number; approved: boolean; at: number },
): Promise<void> {
  const { vendorId, serviceId, approved, at } = request
  // The update locks the row and returns the feedback before this one: two reports are counted one after the other.
  const before = await sql.get(
    `INSERT INTO call_feedback (vendor_id, service_id, approved, at, counted) VALUES ($1, $2, 0, $3, 0)
     ON CONFLICT (vendor_id) DO UPDATE SET at = excluded.at RETURNING approved, counted`,
    vendorId,
    serviceId,
    at,
  )
  const call = await sql.get(
    'SELECT state, mode, country, operator, started_at FROM verifications WHERE vendor_id = $1',
    vendorId,
  )
  const now = conversionOfFeedback(approved, call?.state === 0)
  await sql.run(
    'UPDATE call_feedback SET approved = $2, counted = $3 WHERE vendor_id = $1',
    vendorId,
    approved ? 1 : 0,
    now.delivered,
  )
  if (call === undefined) return
  const wasCounted = Number(before!.counted)
  await queue(sql, {
    key: `call ${vendorId}`,
    serviceId,
    startedAt: Number(call.started_at),
    mode: Number(call.mode),
    country: String(call.country),
    operator: String(call.operator),
    delivered: now.delivered - wasCounted,
    approved: now.approved - wasCounted * Number(before!.approved),
  })
}

async function queue(sql: Sql, queued: Queued): Promise<void> {
  await sql.run(
    `INSERT INTO conversion_queue VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (key) DO UPDATE SET delivered = conversion_queue.delivered + excluded.delivered,
       approved = conversion_queue.approved + excluded.approved`,
    queued.key,
    queued.serviceId,
    Math.floor(queued.startedAt / hourMs),
    queued.mode,
    queued.country,
    queued.operator,
    queued.delivered,
    queued.approved,
  )
}

/** Adds up some of what is queued; returns how many lines. Fewer than `limit` means that all are counted. */
export async function digestConversions(sql: Sql, { limit }: { limit: number }): Promise<number> {
  const rows = await sql.all(
    `DELETE FROM conversion_queue WHERE key IN (SELECT key FROM conversion_queue ORDER BY key LIMIT $1)
     RETURNING service_id, hour, mode, country, operator, delivered, approved`,
    limit,
  )
  const sums = new Map<string, Row & { delivered: number; approved: number }>()
  for (const row of rows) {
    for (const [breakdown, part] of partsOf(row)) {
      const key = JSON.stringify([row.service_id, breakdown, row.hour, part])
      const sum = sums.get(key) ?? { ...row, breakdown, part, delivered: 0, approved: 0 }
      sum.delivered += Number(row.delivered)
      sum.approved += Number(row.approved)
      sums.set(key, sum)
    }
  }
  // In one order on every node, so that two transactions never wait for each other.
  for (const [, sum] of [...sums].sort(([one], [other]) => (one < other ? -1 : 1))) {
    await sql.run(
      `INSERT INTO conversions VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (service_id, breakdown, hour, part) DO UPDATE SET
         delivered = conversions.delivered + excluded.delivered, approved = conversions.approved + excluded.approved`,
      sum.service_id!,
      sum.breakdown!,
      sum.hour!,
      sum.part!,
      sum.delivered,
      sum.approved,
    )
  }
  return rows.length
}

/** An outcome is of a call, not of a verification: there is no conversion by outcome. */
function partsOf(row: Row): [breakdown: number, part: string][] {
  const parts: Partial<Record<StatisticsBreakdown, string>> = {
    service: String(row.service_id),
    mode: modes[Number(row.mode)]!,
    country: String(row.country),
    operator: String(row.operator),
  }
  return Object.entries(parts).map(([name, part]) => [breakdowns.indexOf(name as StatisticsBreakdown), part])
}

/** By key of the breakdown over the whole range. Keys of which nothing is known are missing. */
export async function conversionTotals(
  sql: Sql,
  query: StatisticsQuery & { by: StatisticsBreakdown },
): Promise<{ key: string; conversion: Conversion }[]> {
  const { serviceIds, from, to, by, test } = query
  if (test) return []
  const answers = await Promise.all(
    serviceIds.map((serviceId) =>
      sql.all(
        `SELECT part, sum(delivered) AS delivered, sum(approved) AS approved FROM conversions
         WHERE service_id = $1 AND breakdown = $2 AND hour >= $3 AND hour < $4 GROUP BY part`,
        serviceId,
        breakdowns.indexOf(by),
        Math.floor(from / hourMs),
        Math.floor(to / hourMs),
      ),
    ),
  )
  const totals = new Map<string, Conversion>()
  for (const row of answers.flat()) {
    const key = String(row.part)
    const known = totals.get(key)
    totals.set(key, {
      delivered: Number(row.delivered) + (known?.delivered ?? 0),
      approved: Number(row.approved) + (known?.approved ?? 0),
    })
  }
  return [...totals].map(([key, conversion]) => ({ key, conversion }))
}
