import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Books } from '../../books/books.ts'
import type { PhoneLimitRules } from '../../books/number-limit.ts'
import { stopwatchMs } from '../../platform/system-clock.ts'
import type { Placed, Row, Sql, SqlText, SqlValue } from '../sql.ts'
import { NumberedStatements } from './numbered-statements.ts'
import { RecentAdmissions } from './recent-admissions.ts'
import { Traces } from './traces.ts'
import { UniqueKeys } from './unique-keys.ts'

/** The balance of an account, read once in a transaction and written once at its end. */
interface AccountBalance {
  balanceUnits: number
  heldUnits: number
  lastEntry: number
}

interface Spend {
  readonly scope: string
  readonly hour: number
  spentUnits: number
}

/** Small sizes for tests, which have no time to fill the real ones. */
interface SmallSizes {
  readonly admissionsPerBatch: number
  readonly keysPerGeneration: number
}

/**
 * The open transaction of the writer. Balances and counters that many requests of a batch change are kept here and
 * written once, at the end of the batch: for one busy account that is one row instead of sixty.
 */
export class Transaction implements Sql {
  readonly rules: PhoneLimitRules
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #numbered: NumberedStatements
  readonly #balances = new Map<number, AccountBalance>()
  readonly #spends = new Map<string, Spend>()
  /** Calls of this process until they are counted, so that their rows are not read again (`liveColumns`). */
  readonly live = new Map<number, readonly SqlValue[]>()
  readonly keys: UniqueKeys
  readonly recent: RecentAdmissions
  readonly traces: Traces
  /** True once the commit itself has begun: a disk error then leaves its outcome unknown. */
  isCommitting = false
  /** How long the last commit took; 0 before the first. */
  lastCommitMs = 0
  #nextVendorId = 0
  #dataVersion = -1

  constructor(database: DatabaseSync, rules: PhoneLimitRules, small?: SmallSizes) {
    this.#database = database
    this.rules = rules
    const statement = (text: string) => this.statement(text)
    this.#numbered = new NumberedStatements((text) => database.prepare(text))
    const positional = (text: string) => this.positional(text)
    this.keys = new UniqueKeys({ statement, positional }, small?.keysPerGeneration)
    this.traces = new Traces(database)
    this.recent = new RecentAdmissions({ statement, positional }, this.keys, rules, small?.admissionsPerBatch)
  }

  begin(): void {
    // A prepared statement, like COMMIT: `exec` would parse it again for every batch.
    this.statement('BEGIN IMMEDIATE').run()
    // Another connection (a `ringkey` command) has written: the counters in memory are stale.
    const version = Number(this.statement('PRAGMA data_version').get()?.data_version)
    if (version !== this.#dataVersion) this.#forget()
    this.#dataVersion = version
    this.isCommitting = false
    this.lastCommitMs = 0
    this.#mark()
  }

  commit(): void {
    for (const [id, account] of this.#balances) {
      this.statement(
        'UPDATE accounts SET balance_units = ?, held_units = ?, last_entry = ? WHERE id = ?',
      ).run(account.balanceUnits, account.heldUnits, account.lastEntry, id)
    }
    for (const { scope, hour, spentUnits } of this.#spends.values()) {
      this.statement(
        'INSERT INTO spend VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET spent_units = excluded.spent_units',
      ).run(scope, hour, spentUnits)
    }
    this.recent.flushDue()
    this.keys.flush()
    if (this.recent.isLoaded) this.keys.filterSome()
    const begunMs = stopwatchMs()
    this.isCommitting = true
    this.statement('COMMIT').run()
    this.lastCommitMs = stopwatchMs() - begunMs
    this.#balances.clear()
    this.#spends.clear()
    this.#mark()
  }

  /** Removes everything of the transaction, from the file and from memory. */
  rollback(): void {
    this.#balances.clear()
    this.#spends.clear()
    this.live.clear()
    this.recent.rollback()
    this.keys.rollback()
    this.#nextVendorId = 0
    // After "disk full" SQLite has already rolled back by itself; a second ROLLBACK would be an error.
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
  }

  statement(text: string): StatementSync {
    let statement = this.#statements.get(text)
    if (statement === undefined) {
      statement = this.#database.prepare(text)
      this.#statements.set(text, statement)
    }
    return statement
  }

  /**
   * A statement whose rows are arrays in the order of the columns: cheaper than objects, where every call reads one
   * row.
   */
  positional(text: string): StatementSync {
    const isKnown = this.#statements.has(text)
    const statement = this.statement(text)
    if (!isKnown) statement.setReturnArrays(true)
    return statement
  }

  all(text: SqlText, ...placed: Placed[]): Row[] {
    return this.#numbered.all(text, ...placed)
  }

  get(text: SqlText, ...placed: Placed[]): Row | undefined {
    return this.#numbered.get(text, ...placed)
  }

  run(text: SqlText, ...placed: Placed[]): number {
    // Erased and deleted calls, for example.
    if (/^(UPDATE|DELETE FROM) calls/.test(typeof text === 'string' ? text : text[0]!)) this.live.clear()
    return this.#numbered.run(text, ...placed)
  }

  /** An id is never given twice, also after a purge: the floor is above every deleted id. */
  nextVendorId(): number {
    const vendorId = this.#vendorIdToGive()
    this.#nextVendorId = vendorId + 1
    return vendorId
  }

  #vendorIdToGive(): number {
    if (this.#nextVendorId === 0) {
      const row = this.statement(
        `SELECT max(coalesce((SELECT max(vendor_id) + 1 FROM calls), 0),
                    (SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'vendor_id_floor')) AS next`,
      ).get()
      this.#nextVendorId = Number(row?.next)
    }
    return this.#nextVendorId
  }

  balanceOf(accountId: number): number {
    return this.#account(accountId).balanceUnits
  }

  moneyOf(accountId: number): Readonly<AccountBalance> {
    return this.#account(accountId)
  }

  /** The only way to move money: the ledger entry and the balance change together. */
  readonly post: Books['post'] = (accountId, kind, amountUnits, heldUnits, vendorId, note, at) => {
    const account = this.#account(accountId)
    account.balanceUnits += amountUnits
    account.heldUnits += heldUnits
    account.lastEntry += 1
    this.statement('INSERT INTO ledger VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)').run(
      accountId,
      account.lastEntry,
      kind,
      amountUnits,
      heldUnits,
      account.balanceUnits,
      vendorId,
      note,
      at,
    )
  }

  spentIn(scope: string, hour: number): number {
    return this.#spend(scope, hour).spentUnits
  }

  addSpend(scope: string, hour: number, units: number): void {
    this.#spend(scope, hour).spentUnits += units
  }

  #account(accountId: number): AccountBalance {
    let account = this.#balances.get(accountId)
    if (account === undefined) {
      const row = this.statement(
        'SELECT balance_units, held_units, last_entry FROM accounts WHERE id = ?',
      ).get(accountId)
      if (row === undefined) throw new Error(`there is no account ${accountId}`)
      account = {
        balanceUnits: Number(row.balance_units),
        heldUnits: Number(row.held_units),
        lastEntry: Number(row.last_entry),
      }
      this.#balances.set(accountId, account)
    }
    return account
  }

  #spend(scope: string, hour: number): Spend {
    const key = `${scope} ${hour}`
    let spend = this.#spends.get(key)
    if (spend === undefined) {
      const row = this.statement('SELECT spent_units FROM spend WHERE scope = ? AND hour = ?').get(
        scope,
        hour,
      )
      spend = { scope, hour, spentUnits: Number(row?.spent_units ?? 0) }
      this.#spends.set(key, spend)
    }
    return spend
  }

  #mark(): void {
    this.recent.mark()
    this.keys.mark()
  }

  #forget(): void {
    this.#nextVendorId = 0
    this.live.clear()
    this.keys.forget()
    this.recent.forgetIfStale(() => this.#vendorIdToGive() - 1)
  }
}
