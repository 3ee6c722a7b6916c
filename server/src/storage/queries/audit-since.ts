import type { Row, Sql } from '../sql.ts'
import { type AuditReport, type AuditResult, maxFindings, type ProvedAccount } from './audit.ts'
import { addLedgerDays, entryCount, newDays } from './ledger-days.ts'
import { inPieces, rowsOfParameters } from './pieces.ts'

interface AccountRow {
  readonly id: number
  readonly balanceUnits: number
  readonly heldUnits: number
  readonly lastEntry: number
}

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
  const accounts = (
    await sql.all('SELECT id, balance_units, held_units, last_entry FROM accounts ORDER BY id')
  ).map(accountOf)
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

const accountOf = (row: Row): AccountRow => ({
  id: Number(row.id),
  balanceUnits: Number(row.balance_units),
  heldUnits: Number(row.held_units),
  lastEntry: Number(row.last_entry),
})

const agrees = (account: AccountRow, proved: Sums) =>
  account.balanceUnits === proved.amountUnits &&
  account.heldUnits === proved.heldUnits &&
  account.lastEntry === proved.lastEntry &&
  proved.isWhole !== false

async function carriedAccounts(sql: Sql): Promise<Map<number, ProvedAccount>> {
  const rows = await sql.all('SELECT account_id, last_entry, amount_units, held_units FROM audited_accounts')
  const holds = Map.groupBy(
    await sql.all('SELECT account_id, vendor_id, held_units FROM audited_holds'),
    (row) => Number(row.account_id),
  )
  return new Map(
    rows.map((row) => {
      const accountId = Number(row.account_id)
      const proved: ProvedAccount = {
        accountId,
        lastEntry: Number(row.last_entry),
        amountUnits: Number(row.amount_units),
        heldUnits: Number(row.held_units),
        holds: (holds.get(accountId) ?? []).map((hold) => ({
          vendorId: Number(hold.vendor_id),
          heldUnits: Number(hold.held_units),
        })),
        days: [],
        since: Number(row.last_entry),
      }
      return [accountId, proved]
    }),
  )
}

async function addNewEntries(sql: Sql, from: ProvedAccount): Promise<Sums> {
  const { accountId, lastEntry } = from
  const sums = await sql.get(
    `SELECT coalesce(sum(amount_units), 0) AS amount, coalesce(sum(held_units), 0) AS held,
       coalesce(sum(${entryCount}), 0) AS n, count(*) AS rows_read,
       coalesce(max(entry), 0) AS last FROM ledger WHERE account_id = $1 AND entry > $2`,
    accountId,
    lastEntry,
  )
  const changes = await sql.all(
    `SELECT vendor_id, sum(held_units) AS held FROM ledger
     WHERE account_id = $1 AND entry > $2 AND vendor_id IS NOT NULL
     GROUP BY vendor_id HAVING sum(held_units) <> 0`,
    accountId,
    lastEntry,
  )
  const mark = await sql.get(
    'SELECT balance_after_units FROM ledger WHERE account_id = $1 AND entry = $2',
    accountId,
    lastEntry,
  )
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
    const isNext = await sql.run(
      `INSERT INTO audited_accounts VALUES ($1, $2, $3, $4)
       ON CONFLICT (account_id) DO UPDATE SET last_entry = excluded.last_entry,
         amount_units = excluded.amount_units, held_units = excluded.held_units
       WHERE $5 = 0 OR audited_accounts.last_entry = $5`,
      accountId,
      account.lastEntry,
      account.amountUnits,
      account.heldUnits,
      since,
    )
    if (isNext === 0) continue
    await addLedgerDays(sql, account)
    await sql.run('DELETE FROM audited_holds WHERE account_id = $1', accountId)
    for (const some of inPieces(holds)) {
      await sql.run(
        `INSERT INTO audited_holds VALUES ${rowsOfParameters(some.length, 3)}`,
        ...some.flatMap(({ vendorId, heldUnits }) => [accountId, vendorId, heldUnits]),
      )
    }
  }
}

/** Stores the result for the nodes that did not run the audit. */
export async function saveLastAudit(sql: Sql, result: AuditResult): Promise<void> {
  await sql.run(
    `INSERT INTO meta VALUES ('last_audit', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    JSON.stringify(result),
  )
}

export async function lastAudit(sql: Sql): Promise<AuditResult | undefined> {
  const row = await sql.get("SELECT value FROM meta WHERE name = 'last_audit'")
  return row === undefined ? undefined : (JSON.parse(String(row.value)) as AuditResult)
}
