import { modes } from '../../books/call.ts'
import { conversionOfFeedback, convertedStep, drawnCodes } from '../../books/conversion.ts'
import type { Verification } from '../../books/verification.ts'
import { hourMs } from '../../platform/clock.ts'
import { mode, number, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'

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
  country: text,
  operator: text,
  delivered: number,
  approved: number,
})
/** A line of the same key grows. */
const add = `ON CONFLICT (key) DO UPDATE SET delivered = conversion_queue.delivered + excluded.delivered,
  approved = conversion_queue.approved + excluded.approved`

/** A verification has settled. It is counted for the hour and the network of its call. */
export async function queueVerification(sql: Sql, verification: Verification): Promise<void> {
  const step = convertedStep(verification)
  if (step === undefined) return
  const call = await sql.get`SELECT operator, started_at FROM calls WHERE vendor_id = ${step.vendorId}`
  const result = {
    key: verification.id,
    serviceId: verification.serviceId,
    vendorId: step.vendorId!,
    hour: Math.floor(Number(call?.started_at ?? verification.createdAt) / hourMs),
    steps: drawnCodes(verification).delivered,
    checks: verification.checks.length,
    mode: step.mode,
    country: verification.country,
    operator: String(call?.operator ?? verification.operator),
    delivered: 1,
    approved: verification.status === 'approved' ? 1 : 0,
  }
  await sql.run(...queued.insert(result, add))
}

const feedbackKey = 'call '

/** Whether a line of the queue is the report of an integrator, not a verification. */
export const isFeedback = (key: string) => key.startsWith(feedbackKey)

/** The last feedback replaces earlier ones, in the sums too. */
export async function saveFeedback(
  sql: Sql,
  request: { vendorId: number; serviceId: number; approved: boolean; at: number },
): Promise<void> {
  const { vendorId, serviceId, approved, at } = request
  // The update locks the row and returns the feedback before this one: two reports are counted one after the other.
  const before = await sql.get`INSERT INTO call_feedback (vendor_id, service_id, approved, at, counted)
    VALUES (${vendorId}, ${serviceId}, 0, ${at}, 0)
    ON CONFLICT (vendor_id) DO UPDATE SET at = excluded.at RETURNING approved, counted`
  const call = await sql.get`SELECT state, mode, country, operator, started_at FROM calls
    WHERE vendor_id = ${vendorId}`
  const now = conversionOfFeedback(approved, call?.state === 0)
  await sql.run`UPDATE call_feedback SET approved = ${approved ? 1 : 0}, counted = ${now.delivered}
    WHERE vendor_id = ${vendorId}`
  if (call === undefined) return
  const wasCounted = Number(before!.counted)
  const result = {
    key: `${feedbackKey}${vendorId}`,
    serviceId,
    vendorId,
    hour: Math.floor(Number(call.started_at) / hourMs),
    steps: 0,
    checks: 0,
    mode: modes[Number(call.mode)]!,
    country: String(call.country),
    operator: String(call.operator),
    delivered: now.delivered - wasCounted,
    approved: now.approved - wasCounted * Number(before!.approved),
  }
  await sql.run(...queued.insert(result, add))
}
