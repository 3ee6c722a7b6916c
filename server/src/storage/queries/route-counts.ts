import { modes } from '../../books/call.ts'
import {
  type CountedRoute,
  countNames,
  noCounts,
  type RouteCounts,
  type RouteKey,
  routeCountsMs,
  sumOf,
  withCalls,
} from '../../quality/route-counts.ts'
import type { MaybePromise, Row, Sql } from '../sql.ts'

export const routeKeyColumns = ['trunk', 'mode', 'country', 'operator'] as const
export const routeColumns = [...routeKeyColumns, ...countNames, 'counted_at'] as const

/** How each database reads and writes these rows while it counts calls. */
export interface RouteCountTable {
  /** The stored rows of these keys, in their order; undefined where there is none. */
  routeCounts(keys: readonly RouteKey[]): MaybePromise<readonly (Row | undefined)[]>
  /** Adds rows, or replaces those with the same key. */
  saveRouteCounts(rows: readonly CountedRoute[]): MaybePromise<void>
}

/** Recent calls by trunk and destination that were counted since, of all trunks. */
export async function routeCountsSince(sql: Sql, since: number): Promise<CountedRoute[]> {
  const rows = await sql.all('SELECT * FROM route_counts WHERE counted_at >= $1', since)
  return rows.map((row) => ({
    trunk: String(row.trunk),
    mode: modes[Number(row.mode)]!,
    country: String(row.country),
    operator: String(row.operator),
    ...storedCounts(row),
  }))
}

/** The caller makes sure that nobody else counts at the same time. */
export async function countRoutes(
  table: RouteCountTable,
  calls: readonly (RouteKey & { readonly counts: RouteCounts })[],
  now: number,
): Promise<void> {
  const sums = new Map<string, RouteKey & { readonly counts: RouteCounts }>()
  for (const call of calls) {
    const { trunk, mode, country, operator, counts } = call
    const key = `${trunk}\n${mode}\n${country}\n${operator}`
    sums.set(key, {
      trunk,
      mode,
      country,
      operator,
      counts: sumOf(sums.get(key)?.counts ?? noCounts, counts),
    })
  }
  const added = [...sums.values()]
  if (added.length === 0) return
  const stored = await table.routeCounts(added)
  await table.saveRouteCounts(
    added.map(({ counts, ...key }, place) => {
      const row = stored[place]
      const known = row === undefined ? { counts: noCounts, at: now } : storedCounts(row)
      return { ...key, counts: withCalls(known, counts, now), at: now }
    }),
  )
}

export const forgetRouteCounts = (sql: Sql, now: number) =>
  sql.run('DELETE FROM route_counts WHERE counted_at < $1', now - routeCountsMs)

export const routeRow = ({ trunk, mode, country, operator, counts, at }: CountedRoute) =>
  [trunk, modes.indexOf(mode), country, operator, ...countNames.map((name) => counts[name]), at] as const

function storedCounts(row: Row): Pick<CountedRoute, 'counts' | 'at'> {
  const counts = Object.fromEntries(countNames.map((name) => [name, Number(row[name])]))
  return { counts: counts as unknown as RouteCounts, at: Number(row.counted_at) }
}
