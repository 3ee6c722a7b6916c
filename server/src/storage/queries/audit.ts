import { each, number, type RecordOf, tableOf } from '../record.ts'
import { part, type Row, type Sql, type SqlPart } from '../sql.ts'
import { accountMoney } from './accounts.ts'
import { addSums, type QuarterSum, removeSums, sumsAfter } from './ledger-sums.ts'
import { meta, setMeta } from './meta.ts'

/** The result of an audit. Every list is empty when the ledger balances. */
export interface AuditReport {
  readonly accounts: number
  /** How many ledger entries are verified, by this audit or an earlier one, those of the archive included. */
  readonly entries: number
  /** How many of them this audit has read. A full audit reads all that are not in the archive. */
  readonly readEntries: number
  /** Calls whose money was compared: all in a full audit, else those for which money is held. */
  readonly calls: number
  /** Accounts whose balance and held sum, or number of entries, differ from their ledger entries. */
  readonly unbalancedAccounts: readonly number[]
  /** Accounts whose held sum differs from what is held for their calls and look-ups. */
  readonly wrongHolds: readonly number[]
  /** Calls whose cost differs from their ledger entry, or that have none or several. Only a full audit looks. */
  readonly wrongCalls: readonly number[]
}

/** What the entries of an account add up to. */
export interface ProvedAccount {
  readonly accountId: number
  readonly lastEntry: number
  readonly amountUnits: number
  /** The entries after `since` by quarter hours; null: all from `archivedUntil` on, which replace the sums that stand. */
  readonly sums: readonly QuarterSum[]
  readonly since: number | null
  readonly archivedUntil: number
}

/** An audit as it is stored for all nodes. */
export interface AuditResult {
  readonly at: number
  readonly tookMs: number
  readonly report: AuditReport
}

/** The most findings that a report lists; one is enough for an alarm. */
const maxFindings = 1_000

/** Calls under way, kept steps and look-ups, for which money is held. */
const underWay = part`SELECT account_id, price_units AS units, 1 AS calls FROM calls WHERE state = -1 AND price_units > 0
  UNION ALL SELECT account_id, price_units, 1 FROM kept_prices
  UNION ALL SELECT account_id, amount_units, 0 FROM lookup_holds`

const idsOf = (rows: readonly Row[]) => rows.map((row) => Number(row.id))

/**
 * Reads every entry: every balance is the sum of its entries, everything that is held is held for something, and every call
 * has cost what its entry says.
 */
export async function audit(sql: Sql): Promise<AuditReport> {
  const counts = await sql.get`SELECT (SELECT count(*) FROM accounts) AS accounts,
    (SELECT count(*) FROM ledger) AS rows_read,
    (SELECT coalesce(sum(archived_entries), 0) FROM audited_accounts) AS archived,
    (SELECT count(*) FROM calls) AS calls`
  const unbalanced = await sql.all`SELECT id FROM accounts
    LEFT JOIN (SELECT account_id, sum(amount_units) AS units, count(*) AS n, max(entry) AS last
      FROM ledger GROUP BY account_id) AS entries ON entries.account_id = id
    LEFT JOIN audited_accounts ON audited_accounts.account_id = id
    LEFT JOIN (SELECT account_id, sum(units) AS units FROM ledger_sums GROUP BY account_id)
      AS sums ON sums.account_id = id
    WHERE balance_units + held_units <> coalesce(entries.units, 0) + coalesce(archived_units, 0)
      OR accounts.last_entry <> coalesce(n, 0) + coalesce(archived_entries, 0)
      OR accounts.last_entry <> coalesce(last, 0)
      OR coalesce(sums.units, 0) <> coalesce(amount_units, 0)
    ORDER BY id LIMIT ${maxFindings}`
  return {
    accounts: Number(counts?.accounts),
    entries: Number(counts?.rows_read) + Number(counts?.archived),
    readEntries: Number(counts?.rows_read),
    calls: Number(counts?.calls),
    unbalancedAccounts: idsOf(unbalanced),
    wrongHolds: (await compareHolds(sql)).wrongHolds,
    wrongCalls: idsOf(await sql.all`${wrongCalls} LIMIT ${maxFindings}`),
  }
}

/** A call whose entry is in the archive counts as right: both went there from the same audited books. */
const wrongCalls: SqlPart = part`SELECT vendor_id AS id FROM (
    SELECT vendor_id, amount_units AS units, 1 AS entries, 0 AS calls FROM ledger WHERE vendor_id IS NOT NULL
    UNION ALL SELECT vendor_id, 0, 1, 0 FROM kept_prices
    UNION ALL
    SELECT vendor_id, cost_units, 0, 1 FROM calls
      LEFT JOIN audited_accounts ON audited_accounts.account_id = calls.account_id
    WHERE state <> -1 AND price_units > 0 AND settled_at >= coalesce(archived_until, 0)) AS money
  GROUP BY vendor_id HAVING sum(entries) > 1 OR (sum(calls) = 1 AND (sum(entries) = 0 OR sum(units) <> 0))
  ORDER BY vendor_id`

async function compareHolds(sql: Sql) {
  const held = part`SELECT account_id, sum(units) AS units, sum(calls) AS calls FROM (${underWay}) AS held
    GROUP BY account_id`
  const calls = await sql.get`SELECT coalesce(sum(calls), 0) AS n FROM (${held}) AS held`
  const wrong = await sql.all`SELECT id FROM accounts LEFT JOIN (${held}) AS held ON account_id = id
    WHERE held_units <> coalesce(units, 0) ORDER BY id LIMIT ${maxFindings}`
  return { wrongHolds: idsOf(wrong), calls: Number(calls?.n) }
}

/** Up to where an account is proved, and what of it is in the archive. */
export const auditedTable = tableOf(
  'audited_accounts',
  each(number, 'accountId', 'lastEntry', 'amountUnits', 'archivedEntries', 'archivedUnits', 'archivedUntil'),
)
type Audited = RecordOf<typeof auditedTable>

interface Sums extends ProvedAccount {
  /** How many entries were read for it. */
  readonly read: number
  /** Whether entry numbers have no gap, and the sum before them equals what the last entry before them says. */
  readonly isWhole: boolean
}

/**
 * An audit that starts where the last one ended. For each account it reads the newer entries, adds them to the sums
 * that were verified then, and compares the result with the account's row. An account that differs is read from its
 * first entry before it becomes a finding. Returns the sums that are verified now, for the next audit (`carryAudit`).
 */
export async function auditSince(sql: Sql): Promise<{ report: AuditReport; proved: ProvedAccount[] }> {
  const audited = new Map((await auditedTable.all(sql, 'account_id')).map((each) => [each.accountId, each]))
  const accounts = await accountMoney.all(sql, 'id')
  const proved: ProvedAccount[] = []
  const unbalanced: number[] = []
  let entries = 0
  let readEntries = 0
  for (const account of accounts) {
    const before = audited.get(account.id) ?? nothingAudited(account.id)
    let now = account.lastEntry === before.lastEntry ? undefined : await addNewEntries(sql, before)
    readEntries += now?.read ?? 0
    if (!agrees(account, now ?? before) && before.lastEntry > 0) {
      now = await addNewEntries(sql, before, true)
      readEntries += now.read
    }
    const isRight = agrees(account, now ?? before)
    entries += (now ?? before).lastEntry
    if (!isRight) unbalanced.push(account.id)
    else if (now !== undefined) proved.push(now)
  }
  const { wrongHolds, calls } = await compareHolds(sql)
  const unbalancedAccounts = unbalanced.slice(0, maxFindings)
  const report = {
    accounts: accounts.length,
    entries,
    readEntries,
    calls,
    unbalancedAccounts,
    wrongHolds,
    wrongCalls: [],
  }
  return { report, proved }
}

const nothingAudited = (accountId: number): Audited => ({
  accountId,
  lastEntry: 0,
  amountUnits: 0,
  archivedEntries: 0,
  archivedUnits: 0,
  archivedUntil: 0,
})

const agrees = (
  account: RecordOf<typeof accountMoney>,
  proved: Pick<Sums, 'amountUnits' | 'lastEntry'> & { readonly isWhole?: boolean },
) =>
  account.balanceUnits + account.heldUnits === proved.amountUnits &&
  account.lastEntry === proved.lastEntry &&
  proved.isWhole !== false

/** With `anew` from the first entry that is not in the archive, as if no audit had been before. */
async function addNewEntries(
  sql: Sql,
  { accountId, archivedEntries, archivedUnits, archivedUntil, ...before }: Audited,
  anew = false,
): Promise<Sums> {
  const since = anew ? archivedEntries : before.lastEntry
  const sinceUnits = anew ? archivedUnits : before.amountUnits
  const newer = await sql.get`SELECT coalesce(sum(amount_units), 0) AS units, count(*) AS n,
      coalesce(max(entry), 0) AS last
    FROM ledger WHERE account_id = ${accountId} AND entry > ${since}`
  const mark = await sql.get`SELECT balance_after_units FROM ledger
    WHERE account_id = ${accountId} AND entry = ${since}`
  const lastEntry = Math.max(since, Number(newer?.last))
  return {
    accountId,
    lastEntry,
    amountUnits: sinceUnits + Number(newer?.units),
    sums: await sumsAfter(sql, { accountId, entry: since, fromMs: anew ? archivedUntil : 0 }),
    since: anew ? null : since,
    archivedUntil,
    read: Number(newer?.n),
    isWhole:
      Number(newer?.n) === lastEntry - since &&
      (since === archivedEntries || Number(mark?.balance_after_units) === sinceUnits),
  }
}

/**
 * Stores the sums from which the next audit starts. Those of an account change together, and not when another audit has
 * gone on from the same entry meanwhile: its entries would be summed twice.
 */
export async function carryAudit(sql: Sql, proved: readonly ProvedAccount[]): Promise<void> {
  for (const { accountId, lastEntry, amountUnits, sums, since, archivedUntil } of proved) {
    const [upsert, ...values] = auditedTable.upsert({ accountId, lastEntry, amountUnits }, 'accountId')
    const isNext = 'WHERE $4 = -1 OR audited_accounts.last_entry = $4'
    if ((await sql.run(`${upsert} ${isNext}`, ...values, since ?? -1)) === 0) continue
    if (since === null) await removeSums(sql, accountId, archivedUntil)
    await addSums(sql, accountId, sums)
  }
}

/** Stores the result for the nodes that did not run the audit. */
export const saveLastAudit = (sql: Sql, result: AuditResult) =>
  setMeta(sql, 'last_audit', JSON.stringify(result))

export async function lastAudit(sql: Sql): Promise<AuditResult | undefined> {
  const stored = await meta(sql, 'last_audit')
  return stored === undefined ? undefined : (JSON.parse(stored) as AuditResult)
}
