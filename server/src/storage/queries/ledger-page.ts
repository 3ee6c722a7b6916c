import type { EntryKind, LedgerEntry } from '../../books/ledger.ts'
import { every, part, type Sql } from '../sql.ts'
import { ledgerTable } from './accounts.ts'
import { auditedTable } from './audit.ts'
import type { OptionalFilters } from './call-page.ts'
import type { Page } from './merged-page.ts'
import { placeInTime } from './place-in-time.ts'

export interface LedgerFilter
  extends OptionalFilters<{
    /** Only entries before this one, or from the newest. */
    before: number
    kind: EntryKind
    /** Written at or after / before, Unix ms. */
    from: number
    to: number
    vendorId: number
  }> {
  readonly accountId: number
  readonly limit: number
}

/**
 * Entries read for one page. Entries of an account are stored together, so this is about a hundred pages of the file.
 */
const maxEntriesRead = 20_000

/** Newest first. */
export async function ledgerPage(
  sql: Sql,
  filter: LedgerFilter,
): Promise<Page<LedgerEntry> & { readonly archivedUntil: number }> {
  const { accountId, limit } = filter
  const spans = await timesOf(sql, filter)
  const last = Number(
    (await sql.get`SELECT max(entry) AS last FROM ledger WHERE account_id = ${accountId}`)?.last ?? 0,
  )
  const before = Math.min(filter.before ?? last + 1, await placeOf(sql, accountId, last, spans.to, 'after'))
  const from = await placeOf(sql, accountId, last, spans.from, 'before')
  const { kind, vendorId } = filter
  const { archivedUntil = 0 } = (await auditedTable.find(sql, { accountId })) ?? {}
  const stretch = part`FROM ledger WHERE account_id = ${accountId} AND entry < ${before} AND entry >= ${from}
    ORDER BY entry DESC`
  const wanted = every(
    part`created_at >= ${spans.from ?? 0} AND created_at < ${spans.to ?? Number.MAX_SAFE_INTEGER}`,
    kind != null && part`kind = ${kind}`,
    vendorId != null && part`vendor_id = ${vendorId}`,
  )
  const rows = await sql.all`SELECT * FROM (SELECT * ${stretch} LIMIT ${maxEntriesRead}) AS stretch
    WHERE ${wanted} ORDER BY entry DESC LIMIT ${limit + 1}`
  const items = rows.map(ledgerTable.of)
  if (items.length > limit)
    return { items: items.slice(0, limit), next: items[limit - 1]!.entry, archivedUntil }
  const beyond = await sql.get`SELECT entry ${stretch} LIMIT 1 OFFSET ${maxEntriesRead}`
  return { items, next: beyond === undefined ? null : Number(beyond.entry) + 1, archivedUntil }
}

/** The entry of a call is written at its end. */
async function timesOf(sql: Sql, { vendorId, from, to }: LedgerFilter) {
  if (vendorId == null) return { from, to }
  const row = await sql.get`SELECT started_at, settled_at FROM calls WHERE vendor_id = ${vendorId}`
  if (row === undefined) return { from, to }
  const settledAt = row.settled_at === null ? Number.MAX_SAFE_INTEGER : Number(row.settled_at) + 1
  return {
    from: Math.max(from ?? 0, Number(row.started_at)),
    to: Math.min(to ?? Number.MAX_SAFE_INTEGER, settledAt),
  }
}

async function placeOf(
  sql: Sql,
  accountId: number,
  last: number,
  timeMs: number | null | undefined,
  side: 'before' | 'after',
): Promise<number> {
  if (timeMs == null) return side === 'before' ? 1 : last + 1
  return await placeInTime(
    (entry) =>
      sql.get`SELECT entry AS place, created_at AS at FROM ledger
        WHERE account_id = ${accountId} AND entry >= ${entry} ORDER BY entry LIMIT 1`,
    { first: 1, last },
    timeMs,
    side,
  )
}
