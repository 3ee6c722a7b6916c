import { pageClosedMs } from '../../books/page-calls.ts'
import type { Step, Verification } from '../../books/verification.ts'
import { hourMs } from '../../platform/clock.ts'
import type { Sql } from '../sql.ts'

/**
 * Asks the cap on calls of the sign-in page for its client, in the transaction that starts one: both stores serialise those of
 * one account, so that the cap is exact over nodes.
 */
export async function refusalOfPage(
  sql: Sql,
  { isOfPage, test, serviceId, client }: Pick<Verification, 'isOfPage' | 'test' | 'serviceId' | 'client'>,
  at: number,
): Promise<{ readonly why: 'page-calls'; readonly retryAfterMs: number } | undefined> {
  if (!isOfPage || test) return undefined
  // No step starts after its verification expires.
  const rows = await sql.all`SELECT steps FROM verifications
    WHERE service_id = ${serviceId} AND client = ${client} AND page = 1 AND status <> 'approved'
      AND test = 0 AND expires_at > ${at - hourMs}`
  const steps = rows.flatMap((row) => JSON.parse(String(row.steps)) as Step[])
  const calls = steps.flatMap(({ mode, startedAt }) =>
    mode === 'inbound' || startedAt === null ? [] : [startedAt],
  )
  const retryAfterMs = pageClosedMs(calls, at)
  return retryAfterMs > 0 ? { why: 'page-calls', retryAfterMs } : undefined
}
