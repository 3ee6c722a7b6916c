import type { DatabaseSync } from 'node:sqlite'
import type {
  Books,
  EndedCall,
  KeyOwner,
  Repeats,
  StoredVerification,
  VerificationKey,
  VerificationsFrom,
} from '../../books/books.ts'
import { type CallRecord, modes, type NewCall } from '../../books/call.ts'
import { type AccountMoney, post } from '../../books/ledger.ts'
import type { LookupHold, LookupKey } from '../../books/lookup-hold.ts'
import type { PhoneLimitRules, RememberedPhone, VerificationHistories } from '../../books/number-limit.ts'
import type { DeliveryToEnqueue, EventTarget } from '../../books/outbox.ts'
import { callStarts } from '../../books/page-calls.ts'
import { costOf } from '../../books/settle.ts'
import type { SettledCall, Settlement } from '../../books/settlement.ts'
import type { Step, Verification } from '../../books/verification.ts'
import type { EndUser, WrongTry } from '../../books/wrong-codes.ts'
import { stopwatchMs } from '../../platform/system-clock.ts'
import {
  startPlaces as at,
  callOf,
  keyOwnerColumns,
  keyOwnerOf,
  settledCallColumns,
  settledCallOf,
  startColumnNames,
  startColumns,
  startValues,
} from '../call-columns.ts'
import { conversionOf, conversionRow, insertConversions } from '../queries/conversions.ts'
import { enqueuing } from '../queries/deliveries.ts'
import { targetOf, targetsWhere } from '../queries/event-endpoints.ts'
import { lookupHoldTable, lookupKeyTable } from '../queries/lookup-holds.ts'
import {
  keyColumns,
  keyOf,
  newVerification,
  newVerificationKey,
  sourceLineOf,
  sourceLines,
  storedColumns,
  storedOf,
  unapprovedOfPage,
  verificationChange,
} from '../queries/verification-rows.ts'
import { packedTries, triesOf, wrongCodesRow } from '../queries/wrong-codes.ts'
import type { RowShape } from '../record.ts'
import type { Placed, Row, SqlText, SqlValue } from '../sql.ts'
import { RecentAdmissions } from './recent-admissions.ts'
import { Statements } from './statements.ts'
import { tracesIn } from './traces.ts'
import { UniqueKeys } from './unique-keys.ts'

/** Calls beyond these are read from the file when they end and when they are counted. So many take 18 MB. */
const maxLive = 20_000
/** Plain question marks: for numbered parameters SQLite searches the list of their names for each value. */
const insertCall = `INSERT INTO calls (${startColumnNames}, cost_units, state)
  VALUES (${startColumns.map(() => '?').join(', ')}, ?, -1)`
const insertInto = (table: string, { names }: RowShape<never>, how = 'INSERT') =>
  `${how} INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
const insertVerification = insertInto('verifications', newVerification)
/** The id comes last. */
const updateVerification = `UPDATE verifications
  SET ${verificationChange.names
    .slice(1)
    .map((name) => `${name} = ?`)
    .join(', ')} WHERE id = ?`
const insertVerificationKey = insertInto('verification_keys', newVerificationKey)
const saveTries = insertInto('wrong_codes', wrongCodesRow, 'INSERT OR REPLACE')
const queueConversion = insertConversions(
  `(SELECT ${conversionRow.names.map((name) => `? AS ${name}`).join(', ')}) AS line`,
  (value) => `(SELECT ${value} FROM calls WHERE calls.vendor_id = line.vendor_id)`,
)
const openCall = `SELECT ${startColumnNames} FROM calls WHERE vendor_id = ? AND state = -1`

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
 * The open transaction of the writer, and the books in it: every read is a statement of its own, without a network round
 * trip. Balances and counters that many requests of a batch change are kept here and written once, at the end of the
 * batch: for one busy account that is one row instead of sixty.
 */
export class Transaction extends Statements implements Books {
  readonly rules: PhoneLimitRules
  /** Read once in a transaction and written once at its end. */
  readonly #balances = new Map<number, AccountMoney>()
  readonly #spends = new Map<string, Spend>()
  /** Calls of this process until they are counted, so that their rows are not read again (`liveColumns`). */
  readonly live = new Map<number, readonly SqlValue[]>()
  readonly keys: UniqueKeys
  readonly recent: RecentAdmissions
  readonly traces: ReturnType<typeof tracesIn>
  /** True once the commit itself has begun: a disk error then leaves its outcome unknown. */
  isCommitting = false
  /** How long the last commit took; 0 before the first. */
  lastCommitMs = 0
  #nextVendorId = 0
  #dataVersion = -1

  constructor(database: DatabaseSync, rules: PhoneLimitRules, small?: SmallSizes) {
    super(database)
    this.rules = rules
    this.keys = new UniqueKeys(this, small?.keysPerGeneration)
    this.traces = tracesIn(database)
    this.recent = new RecentAdmissions(this, this.keys, rules, small?.admissionsPerBatch)
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
    if (this.database.isTransaction) this.database.exec('ROLLBACK')
  }

  override run(text: SqlText, ...placed: Placed[]): number {
    // Erased and deleted calls, for example.
    if (/^(UPDATE|DELETE FROM) calls/.test(typeof text === 'string' ? text : text[0]!)) this.live.clear()
    return super.run(text, ...placed)
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

  moneyOf(accountId: number): Readonly<AccountMoney> {
    return this.#account(accountId)
  }

  /** The only way to move money: the ledger entry and the balance change together. */
  readonly post: Books['post'] = (accountId, kind, amountUnits, heldUnits, vendorId, note, at) => {
    const money = { accountId, kind, amountUnits, heldUnits, vendorId, note, createdAt: at }
    const { entry, balanceAfterUnits } = post(this.#account(accountId), money)
    this.statement('INSERT INTO ledger VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)').run(
      accountId,
      entry,
      kind,
      amountUnits,
      heldUnits,
      balanceAfterUnits,
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

  hasAccount(accountId: number): boolean {
    return this.get`SELECT 1 FROM accounts WHERE id = ${accountId}` !== undefined
  }

  addLookupHold(hold: LookupHold): void {
    this.run(...lookupHoldTable.insert(hold))
  }

  takeLookupHold(lookupId: string): LookupHold | undefined {
    return lookupHoldTable.ofFound(
      this.get`DELETE FROM lookup_holds WHERE lookup_id = ${lookupId} RETURNING *`,
    )
  }

  lookupKey(lookupId: string): LookupKey | undefined {
    return lookupKeyTable.ofFound(this.get`SELECT * FROM lookup_keys WHERE lookup_id = ${lookupId}`)
  }

  addLookupKey(key: LookupKey): void {
    this.run(...lookupKeyTable.insert(key))
  }

  removeLookupKey(lookupId: string): void {
    this.run`DELETE FROM lookup_keys WHERE lookup_id = ${lookupId}`
  }

  keyOwner(serviceId: number, unique: string): KeyOwner | undefined {
    return this.recent.findKey(serviceId, unique, (vendorId) => {
      const row = this.statement(`SELECT ${keyOwnerColumns} FROM calls WHERE vendor_id = ?`).get(vendorId)
      const isOwner = row?.service_id === serviceId && row.unique_key === unique
      return isOwner ? keyOwnerOf(row as Row) : undefined
    })
  }

  addKey(serviceId: number, unique: string, vendorId: number, at: number): void {
    this.recent.addKey(serviceId, unique, vendorId, at)
  }

  historiesOf(serviceId: number, phoneHash: Uint8Array): VerificationHistories {
    return this.recent.historiesOf(serviceId, phoneHash)
  }

  saveHistories(serviceId: number, phoneHash: Uint8Array, histories: RememberedPhone): void {
    this.recent.saveHistories(serviceId, phoneHash, histories)
  }

  isDoNotCall(phoneHash: Uint8Array): boolean {
    return this.positional('SELECT 1 FROM do_not_call WHERE phone_hash = ?').get(phoneHash) !== undefined
  }

  call(vendorId: number): CallRecord | undefined {
    const row = this.get`SELECT * FROM calls WHERE vendor_id = ${vendorId}`
    return row === undefined ? undefined : callOf(row)
  }

  addCall(call: NewCall): void {
    this.recent.noteAdmitted(call.vendorId)
    const values = startValues(call)
    this.statement(insertCall).run(...values, call.priceUnits)
    if (this.live.size < maxLive) this.live.set(call.vendorId, values)
  }

  addTest(vendorId: number, startedAt: number): void {
    this.run`INSERT INTO test_calls VALUES (${vendorId}, ${startedAt})`
  }

  repeatsOf(firstVendorId: number): Repeats {
    const row = this.get`SELECT count(*) AS n, max(started_at) AS last FROM repeats
      JOIN calls ON calls.vendor_id = repeats.vendor_id WHERE repeats.first_vendor_id = ${firstVendorId}`
    return { count: Number(row?.n), lastStartedAt: Number(row?.last ?? 0) }
  }

  addRepeat(firstVendorId: number, vendorId: number): void {
    this.run`INSERT INTO repeats VALUES (${firstVendorId}, ${vendorId})`
  }

  /** Not an UPDATE with RETURNING for calls that are not in memory: it took 1.8 times as long as SELECT and UPDATE. */
  end(settlement: Settlement): EndedCall | undefined {
    const { vendorId, completed, reason, settledAt, details, callerIdentity } = settlement
    const known = this.live.get(vendorId)
    const call = known ?? (this.positional(openCall).get(vendorId) as unknown as SqlValue[] | undefined)
    // An ended one is longer.
    if (call?.length !== startColumns.length) return undefined
    const state = completed ? 1 : 0
    const priceUnits = call[at.priceUnits] as number
    const costUnits = costOf(settlement, { priceUnits, chargesFailed: call[at.chargesFailed] === 1 })
    this.statement(
      `UPDATE calls SET state = ?, settled_at = ?, reason = ?, details = ?, cost_units = ?,
         caller_identity = coalesce(?, caller_identity) WHERE vendor_id = ?`,
    ).run(state, settledAt, reason, details ?? null, costUnits, callerIdentity ?? null, vendorId)
    this.statement('INSERT INTO undigested VALUES (?)').run(vendorId)
    if (known !== undefined) this.live.set(vendorId, [...call, state, reason, costUnits, details ?? null])
    return {
      accountId: call[at.accountId] as number,
      serviceId: call[at.serviceId] as number,
      mode: modes[call[at.mode] as number]!,
      priceUnits,
      costUnits,
      startedAt: call[at.startedAt] as number,
      spendScopes: call[at.spendScopes] as string | null,
      phoneHash: call[at.phoneHash] as Uint8Array | null,
      confirmationNumber: call[at.confirmationNumber] as string | null,
    }
  }

  waitingCount(accountId: number, phoneHash: Uint8Array): number {
    const row = this.get`SELECT count(*) AS n FROM inbound_waiting
      JOIN calls ON calls.vendor_id = inbound_waiting.vendor_id
      WHERE inbound_waiting.phone_hash = ${phoneHash} AND account_id = ${accountId}`
    return Number(row?.n)
  }

  isWaiting(phoneHash: Uint8Array, confirmationNumber: string): boolean {
    const taken = 'SELECT 1 FROM inbound_waiting WHERE phone_hash = $1 AND confirmation_number = $2'
    return this.get(taken, phoneHash, confirmationNumber) !== undefined
  }

  startWaiting(phoneHash: Uint8Array, confirmationNumber: string, vendorId: number): void {
    this.run`INSERT INTO inbound_waiting VALUES (${phoneHash}, ${confirmationNumber}, ${vendorId})`
  }

  stopWaiting(phoneHash: Uint8Array, confirmationNumber: string): void {
    this.statement('DELETE FROM inbound_waiting WHERE phone_hash = ? AND confirmation_number = ?').run(
      phoneHash,
      confirmationNumber,
    )
  }

  verification(id: string): StoredVerification | undefined {
    const row = this.statement(`SELECT ${storedColumns} FROM verifications WHERE id = ?`).get(id)
    return row === undefined ? undefined : storedOf(row as Row)
  }

  saveVerification({ verification, ...rest }: StoredVerification, wakeAt: number | null): void {
    const [id, ...changes] = verificationChange.values({ ...verification, ...rest, wakeAt })
    this.statement(updateVerification).run(...changes, id!)
  }

  addVerification(
    { verification, ...rest }: StoredVerification,
    wakeAt: number | null,
    createdAs: string | null,
  ): void {
    const row = { ...verification, ...rest, wakeAt, createdAs }
    this.statement(insertVerification).run(...newVerification.values(row))
  }

  pendingOf(phoneHash: Uint8Array): string[] {
    const rows = this.statement(
      "SELECT id FROM verifications WHERE phone_hash = ? AND status = 'pending' ORDER BY id",
    ).all(phoneHash)
    return rows.map(({ id }) => String(id))
  }

  addStepCall(vendorId: number, verificationId: string): void {
    this.statement('INSERT INTO step_calls VALUES (?, ?)').run(vendorId, verificationId)
  }

  settledCall(vendorId: number): SettledCall | 'open' | undefined {
    const row = this.statement(`SELECT ${settledCallColumns} FROM calls WHERE vendor_id = ?`).get(vendorId)
    return row === undefined ? undefined : settledCallOf(row as Row)
  }

  verificationKey(serviceId: number, keyHash: Uint8Array) {
    const row = this.statement(
      `SELECT ${keyColumns} FROM verification_keys LEFT JOIN verifications ON verifications.id = verification_id
       WHERE verification_keys.service_id = ? AND key_hash = ?`,
    ).get(serviceId, keyHash)
    return row === undefined ? undefined : keyOf(row as Row)
  }

  addVerificationKey(key: VerificationKey): void {
    this.statement(insertVerificationKey).run(...newVerificationKey.values(key))
  }

  removeVerificationKey({ serviceId, keyHash }: Pick<VerificationKey, 'serviceId' | 'keyHash'>): void {
    this.run`DELETE FROM verification_keys WHERE service_id = ${serviceId} AND key_hash = ${keyHash}`
  }

  /** The last condition lets the partial index be used. */
  verificationsFrom(
    serviceId: number,
    by: keyof EndUser,
    source: string,
    since: number,
  ): VerificationsFrom[] {
    const rows = this.statement(
      `${sourceLines}
       WHERE service_id = ? AND ${by} = ? AND created_at > ? AND test = 0 AND ${by} <> ''
       GROUP BY phone_hash, country`,
    ).all(serviceId, source, since)
    return rows.map((row) => sourceLineOf(row as Row))
  }

  pageCalls(serviceId: number, client: string, endsAfter: number): number[] {
    const rows = this.statement(`SELECT steps FROM verifications
      WHERE service_id = ? AND client = ? AND ${unapprovedOfPage} AND expires_at > ?`).all(
      serviceId,
      client,
      endsAfter,
    )
    return rows.flatMap(({ steps }) => callStarts(JSON.parse(String(steps)) as Step[]))
  }

  wrongTries(phoneHash: Uint8Array, at: number): readonly WrongTry[] {
    const row = this.statement('SELECT * FROM wrong_codes WHERE phone_hash = ?').get(phoneHash)
    return triesOf(row as Row | undefined, at)
  }

  saveWrongTries(phoneHash: Uint8Array, tries: readonly WrongTry[]): void {
    this.statement(saveTries).run(...wrongCodesRow.values(packedTries(phoneHash, tries)))
  }

  queueConversion(verification: Verification, step: Step): void {
    this.statement(queueConversion).run(...conversionRow.values(conversionOf(verification, step)))
  }

  eventTargets(serviceId: number): EventTarget[] {
    const rows = this.statement(targetsWhere('= ?')).all(serviceId)
    return rows.map((row) => targetOf(row as Row))
  }

  removeDeliveriesOf(verificationId: string): void {
    this.run`DELETE FROM delivery_attempts
      WHERE delivery_id IN (SELECT id FROM deliveries WHERE verification_id = ${verificationId})`
    this.run`DELETE FROM deliveries WHERE verification_id = ${verificationId}`
  }

  enqueueDelivery(delivery: DeliveryToEnqueue): void {
    for (const statement of enqueuing(delivery)) this.run(...statement)
  }

  #account(accountId: number): AccountMoney {
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
