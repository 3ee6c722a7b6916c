import type { Sql } from '../sql.ts'

/**
 * The transactions of this database that have written, or will, besides this one. One that decides something has its id
 * before it reads the endpoints of a service, so whoever may have read them without a stream is among those that are open
 * when the stream has been committed. Others only read, such as a backup, or belong to other databases of the server.
 */
export async function openTransactions(sql: Sql): Promise<string[]> {
  const rows = await sql.all`SELECT backend_xid::text AS xact FROM pg_stat_activity
    WHERE datname = current_database() AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()`
  return rows.map(({ xact }) => String(xact))
}
