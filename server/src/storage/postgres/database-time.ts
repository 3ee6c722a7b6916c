import type { Sql } from '../sql.ts'

/** In the database's time: the clocks of nodes may differ. */
export const databaseNow = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/**
 * By whose clock a verification is past its deadline. The database's is the only one that all nodes share: a node
 * whose own is wrong neither ends the calls of others early nor keeps its own too long. Tests that move a clock of
 * their own go by the times that callers give.
 */
export type DeadlineClock = 'database' | 'callers'

/** `query` with the database's time instead of the caller's. */
export function inDatabaseTime<I extends { readonly now: number }, R>(
  query: (sql: Sql, request: I) => Promise<R>,
): (sql: Sql, request: I) => Promise<R> {
  return async (sql, request) => query(sql, { ...request, now: await timeOf(sql) })
}

export async function timeOf(sql: Sql): Promise<number> {
  return Number((await sql.get(`SELECT ${databaseNow} AS now`))?.now)
}
