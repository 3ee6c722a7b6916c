import type { Sql } from '../sql.ts'
import type { BatchRequest } from './batch-needs.ts'

/** In the database's time: the clocks of nodes may differ. */
export const databaseNow = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/**
 * By whose clock deadlines, limits per number, spend caps and web-hook leases go. The database's is the only one that
 * all nodes share: a node whose own is wrong neither ends the calls of others early nor keeps its own too long, and
 * calls no number more often. Tests that move a clock of their own go by the times that callers give.
 */
export type DeadlineClock = 'database' | 'callers'

export async function timeOf(sql: Sql): Promise<number> {
  return Number((await sql.get(`SELECT ${databaseNow} AS now`))?.now)
}

/** What a batch decides about, as if the node that asks had the database's clock. */
export function requestAt(request: BatchRequest, now: number): BatchRequest {
  switch (request.operation) {
    case 'settle':
      return { ...request, input: { ...request.input, settledAt: now } }
    case 'endLookup':
      return { ...request, input: { ...request.input, at: now } }
    case 'holdLookup':
      return { ...request, input: startingAt(request.input, now) }
    case 'topUp':
      return { ...request, input: { ...request.input, at: now } }
    case 'admitCall':
      return { ...request, input: startingAt(request.input, now) }
    case 'admitInbound':
      return { ...request, input: startingAt(request.input, now) }
    case 'admitRepeat':
      return { ...request, input: startingAt(request.input, now) }
  }
}

function startingAt<I extends { readonly startedAt: number; readonly deadlineAt: number }>(
  input: I,
  now: number,
): I {
  return { ...input, startedAt: now, deadlineAt: now + input.deadlineAt - input.startedAt }
}
