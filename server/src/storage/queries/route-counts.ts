import { modes } from '../../books/call.ts'
import {
  type AccountCounts,
  bounded,
  type CountedRoute,
  countNames,
  countsBy,
  noCounts,
  type RouteCounts,
  type RouteKey,
  routeCountsMs,
  sumOf,
  withCalls,
} from '../../quality/route-counts.ts'
import { mode, tableOf, text } from '../record.ts'
import type { Row, Sql } from '../sql.ts'
import { type CountLine, countTables, type DigestTables } from './digest-tables.ts'

/** Calls of one account over a route. */
type AccountCalls = RouteKey & { readonly accountId: number; readonly counts: RouteCounts }
const routes = tableOf('route_counts', { trunk: text, mode, country: text, operator: text })

/** Recent calls by trunk and destination that were counted since, of all trunks. */
export async function routeCountsSince(sql: Sql, since: number): Promise<CountedRoute[]> {
  const rows = await sql.all`SELECT * FROM route_counts WHERE counted_at >= ${since}`
  return rows.map((row) => ({
    ...routes.of(row),
    counts: countsBy((name) => Number(row[name])),
    at: Number(row.counted_at),
  }))
}

/** The caller makes sure that nobody else counts at the same time. */
export async function countRoutes(tables: DigestTables, calls: readonly AccountCalls[], now: number) {
  const sums = new Map<string, RouteKey & { readonly more: Map<number, RouteCounts> }>()
  for (const { trunk, mode, country, operator, accountId, counts } of calls) {
    const key = `${trunk}\n${mode}\n${country}\n${operator}`
    const more = sums.get(key)?.more ?? new Map<number, RouteCounts>()
    more.set(accountId, sumOf(more.get(accountId) ?? noCounts, counts))
    sums.set(key, { trunk, mode, country, operator, more })
  }
  const added = [...sums.values()]
  if (added.length === 0) return
  const stored = await tables.routeCounts(added)
  const lines = added.map(({ more, ...key }, place) => {
    const row = stored[place]
    const known = { accounts: accountsIn(row), at: Number(row?.counted_at ?? now) }
    const accounts = withCalls(known, more, now)
    return routeLine({ ...key, counts: bounded(accounts), at: now, accounts })
  })
  await tables.put(countTables.routeCounts, lines)
}

export const forgetRouteCounts = (sql: Sql, now: number) =>
  sql.run`DELETE FROM route_counts WHERE counted_at < ${now - routeCountsMs}`

function routeLine(route: CountedRoute & { readonly accounts: AccountCounts }): CountLine {
  const { trunk, mode, country, operator, counts, at, accounts } = route
  const byAccount = [...accounts].map(([id, own]) => [id, ...countNames.map((name) => own[name])])
  const sums = countNames.map((name) => counts[name])
  return [trunk, modes.indexOf(mode), country, operator, ...sums, at, JSON.stringify(byAccount)]
}

function accountsIn(row: Row | undefined): AccountCounts {
  const listed = JSON.parse(String(row?.accounts ?? '[]')) as readonly (readonly number[])[]
  return new Map(listed.map(([id, ...counts]) => [id!, countsBy((_, place) => counts[place]!)]))
}
