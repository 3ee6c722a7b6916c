import type { Sql } from '../sql.ts'

/** The current time of the database. The clocks of nodes may differ. */
export const databaseNow = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/**
 * Whose clock decides about deadlines, number limits, spend caps and webhook leases. The database's clock is the only
 * one that all nodes share: a node with a wrong clock neither ends the calls of other nodes early, nor keeps its own
 * too long, nor calls a number more often. Tests that move their own clock use the times that callers give.
 */
export type DeadlineClock = 'database' | 'callers'

export async function timeOf(sql: Sql): Promise<number> {
  return Number((await sql.get(`SELECT ${databaseNow} AS now`))?.now)
}
