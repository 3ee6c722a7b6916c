import { each, number, type RecordOf, tableOf } from '../record.ts'
import type { Sql } from '../sql.ts'
import { addLedgerDays, type DaySum, entryCount, newDays } from './ledger-days.ts'
import { meta, setMeta } from './meta.ts'
import { inPieces } from './pieces.ts'

/** The result of an audit. Every list is empty when the books are in order. */
export interface AuditReport {
  readonly accounts: number
  /** How many ledger entries are verified, by this audit or an earlier one. */
  readonly entries: number
  /**
   * How many rows this audit has read. A full audit reads all of them. A carry-forward entry is one row for many
   * entries.
   */
  readonly readEntries: number
  /** Calls whose holds were compared: all in a full audit, else only the open ones. */
  readonly calls: number
  /** Accounts whose balance, held sum or number of entries differs from their ledger entries. */
  readonly unbalancedAccounts: readonly number[]
  /** Calls that hold money after their end, or whose hold differs from the ledger. */
  readonly wrongHolds: readonly number[]
}

/** The sums of the entries of an account, and the calls for which they hold money. */
export interface ProvedAccount {
  readonly accountId: number
  readonly lastEntry: number
  readonly amountUnits: number
  readonly heldUnits: number
  readonly holds: readonly { readonly vendorId: number; readonly heldUnits: number }[]
  /** The entries after `since`, by day. */
  readonly days: readonly DaySum[]
  readonly since: number
}

/** An audit as it is stored for all nodes. */
export interface AuditResult {
  readonly at: number
  readonly tookMs: number
  readonly report: AuditReport
}

/** The most findings that a report lists; one is enough for an alarm. */
const maxFindings = 1_000

/**
 * Reads every entry: verifies that every balance is the sum of its entries and that no hold outlives its call.
 */
export async function audit(sql: Sql): Promise<AuditReport> {
  const counts = await sql.get`SELECT (SELECT count(*) FROM accounts) AS accounts,
    (SELECT count(*) FROM ledger) AS rows_read,
    (SELECT coalesce(sum(${entryCount}), 0) FROM ledger) AS entries,
    (SELECT count(*) FROM calls) AS calls`
  const unbalanced = await sql.all`SELECT id FROM accounts LEFT JOIN (
      SELECT account_id, sum(amount_units) AS amount, sum(held_units) AS held, sum(${entryCount}) AS n, max(entry) AS last
      FROM ledger GROUP BY account_id
    ) AS sums ON account_id = id
    WHERE balance_units <> coalesce(amount, 0) OR held_units <> coalesce(held, 0)
      OR last_entry <> coalesce(n, 0) OR last_entry <> coalesce(last, 0)
    ORDER BY id LIMIT ${maxFindings}`
  // Compares the holds in the ledger with the record of each call.
  const wrongHolds = await sql.all`SELECT vendor_id FROM (
      SELECT vendor_id, sum(held_units) AS held FROM ledger WHERE vendor_id IS NOT NULL GROUP BY vendor_id
      HAVING sum(held_units) <> 0
      UNION ALL
      SELECT vendor_id, -price_units AS held FROM calls WHERE state = -1 AND price_units > 0
    ) AS held GROUP BY vendor_id HAVING sum(held) <> 0
    ORDER BY vendor_id LIMIT ${maxFindings}`
  return {
    accounts: Number(counts?.accounts),
    entries: Number(counts?.entries),
    readEntries: Number(counts?.rows_read),
    calls: Number(counts?.calls),
    unbalancedAccounts: unbalanced.map((row) => Number(row.id)),
    wrongHolds: wrongHolds.map((row) => Number(row.vendor_id)),
  }
}

const accountTable = tableOf('accounts', each(number, 'id', 'balanceUnits', 'heldUnits', 'lastEntry'))
const carriedTable = tableOf(
  'audited_accounts',
  each(number, 'accountId', 'lastEntry', 'amountUnits', 'heldUnits'),
)
const holdTable = tableOf('audited_holds', each(number, 'accountId', 'vendorId', 'heldUnits'))

interface Sums extends ProvedAccount {
  /** How many entries were read for it. */
  readonly read?: number
  /** True when the entry numbers have no gap, and the carried sum before them equals the balance in its last entry. */
  readonly isWhole?: boolean
}

const nothingProved = (accountId: number): ProvedAccount => ({
  accountId,
  lastEntry: 0,
  amountUnits: 0,
  heldUnits: 0,
  holds: [],
  days: [],
  since: 0,
})

/**
 * An audit that starts where the last one ended. For each account it reads the newer entries, adds them to the sums
 * that were verified then, and compares the result with the account's row. An account that differs is read from its
 * first entry before it becomes a finding. Returns the sums that are verified now, for the next audit (`carryAudit`).
 */
export async function auditSince(sql: Sql): Promise<{ report: AuditReport; proved: ProvedAccount[] }> {
  const carried = await carriedAccounts(sql)
  const accounts = await accountTable.all(sql, 'id')
  const proved: ProvedAccount[] = []
  const unbalanced: number[] = []
  const held = new Map<number, number>()
  let entries = 0
  let readEntries = 0
  for (const account of accounts) {
    const before = carried.get(account.id) ?? nothingProved(account.id)
    let now: Sums = before
    if (account.lastEntry !== before.lastEntry) now = await addNewEntries(sql, before)
    readEntries += now.read ?? 0
    if (!agrees(account, now) && before.lastEntry > 0) {
      now = await addNewEntries(sql, nothingProved(account.id))
      readEntries += now.read ?? 0
    }
    entries += now.lastEntry
    for (const { vendorId, heldUnits } of now.holds) held.set(vendorId, (held.get(vendorId) ?? 0) + heldUnits)
    if (!agrees(account, now)) unbalanced.push(account.id)
    else if (now !== before) proved.push(now)
  }
  const { wrongHolds, calls } = await compareHolds(sql, held)
  const unbalancedAccounts = unbalanced.slice(0, maxFindings)
  const report = {
    accounts: accounts.length,
    entries,
    readEntries,
    calls,
    unbalancedAccounts,
    wrongHolds,
  }
  return { report, proved }
}

const agrees = (account: RecordOf<typeof accountTable>, proved: Sums) =>
  account.balanceUnits === proved.amountUnits &&
  account.heldUnits === proved.heldUnits &&
  account.lastEntry === proved.lastEntry &&
  proved.isWhole !== false

async function carriedAccounts(sql: Sql): Promise<Map<number, ProvedAccount>> {
  const accounts = await carriedTable.all(sql, 'account_id')
  const holds = Map.groupBy(await holdTable.all(sql, 'account_id'), ({ accountId }) => accountId)
  return new Map(
    accounts.map((account) => {
      const { accountId, lastEntry: since } = account
      return [accountId, { ...account, holds: holds.get(accountId) ?? [], days: [], since }]
    }),
  )
}

async function addNewEntries(sql: Sql, from: ProvedAccount): Promise<Sums> {
  const { accountId, lastEntry } = from
  const sums =
    await sql.get`SELECT coalesce(sum(amount_units), 0) AS amount, coalesce(sum(held_units), 0) AS held,
      coalesce(sum(${entryCount}), 0) AS n, count(*) AS rows_read, coalesce(max(entry), 0) AS last
    FROM ledger WHERE account_id = ${accountId} AND entry > ${lastEntry}`
  const changes = await sql.all`SELECT vendor_id, sum(held_units) AS held FROM ledger
    WHERE account_id = ${accountId} AND entry > ${lastEntry} AND vendor_id IS NOT NULL
    GROUP BY vendor_id HAVING sum(held_units) <> 0`
  const mark = await sql.get`SELECT balance_after_units FROM ledger
    WHERE account_id = ${accountId} AND entry = ${lastEntry}`
  const holds = new Map(from.holds.map(({ vendorId, heldUnits }) => [vendorId, heldUnits]))
  for (const row of changes) {
    const vendorId = Number(row.vendor_id)
    holds.set(vendorId, (holds.get(vendorId) ?? 0) + Number(row.held))
  }
  const last = Math.max(lastEntry, Number(sums?.last))
  return {
    accountId,
    lastEntry: last,
    amountUnits: from.amountUnits + Number(sums?.amount),
    heldUnits: from.heldUnits + Number(sums?.held),
    holds: [...holds]
      .map(([vendorId, heldUnits]) => ({ vendorId, heldUnits }))
      .filter(({ heldUnits }) => heldUnits !== 0),
    days: await newDays(sql, accountId, lastEntry),
    since: lastEntry,
    read: Number(sums?.rows_read),
    isWhole:
      Number(sums?.n) === last - lastEntry &&
      (lastEntry === 0 || Number(mark?.balance_after_units) === from.amountUnits),
  }
}

/** Compares the holds in the ledger with the records of the open calls. */
async function compareHolds(sql: Sql, held: ReadonlyMap<number, number>) {
  const open = await sql.all('SELECT vendor_id, price_units FROM calls WHERE state = -1 AND price_units > 0')
  const differs = new Map(held)
  for (const row of open) {
    const vendorId = Number(row.vendor_id)
    differs.set(vendorId, (differs.get(vendorId) ?? 0) - Number(row.price_units))
  }
  const wrong = [...differs].filter(([, units]) => units !== 0).map(([vendorId]) => vendorId)
  return {
    wrongHolds: wrong.sort((one, other) => one - other).slice(0, maxFindings),
    calls: open.length,
  }
}

/**
 * Stores the sums from which the next audit starts. Those of an account change together, and not when another audit has
 * gone on from the same entry meanwhile: its days would be added twice.
 */
export async function carryAudit(sql: Sql, proved: readonly ProvedAccount[]): Promise<void> {
  for (const account of proved) {
    const { accountId, holds, since } = account
    const [upsert, ...values] = carriedTable.upsert(account, 'accountId')
    const isNext = 'WHERE $5 = 0 OR audited_accounts.last_entry = $5'
    if ((await sql.run(`${upsert} ${isNext}`, ...values, since)) === 0) continue
    await addLedgerDays(sql, account)
    await holdTable.remove(sql, { accountId })
    for (const some of inPieces(holds))
      await sql.run(...holdTable.insertAll(some.map((hold) => ({ ...hold, accountId }))))
  }
}

/** Stores the result for the nodes that did not run the audit. */
export const saveLastAudit = (sql: Sql, result: AuditResult) =>
  setMeta(sql, 'last_audit', JSON.stringify(result))

export async function lastAudit(sql: Sql): Promise<AuditResult | undefined> {
  const stored = await meta(sql, 'last_audit')
  return stored === undefined ? undefined : (JSON.parse(stored) as AuditResult)
}
