import type { Books, DeliveryToEnqueue, EndedCall, KeyOwner, Repeats } from '../../books/books.ts'
import { type CallRecord, modes, type NewCall } from '../../books/call.ts'
import type { LookupHold, LookupKey } from '../../books/lookup-hold.ts'
import type { PhoneLimitRules, RememberedPhone, VerificationHistories } from '../../books/number-limit.ts'
import { costOf } from '../../books/settle.ts'
import type { Settlement } from '../../books/settlement.ts'
import { startPlaces as at, callOf, startColumnNames, startColumns, startValues } from '../call-columns.ts'
import { enqueueDelivery } from '../queries/deliveries.ts'
import { lookupHoldTable, lookupKeyTable } from '../queries/lookup-holds.ts'
import type { SqlValue } from '../sql.ts'
import type { Transaction } from './transaction.ts'

/** Calls beyond these are read from the file when they end and when they are counted. So many take 18 MB. */
const maxLive = 20_000
/** Plain question marks: for numbered parameters SQLite searches the list of their names for each value. */
const insertCall = `INSERT INTO calls (${startColumnNames}, cost_units, state)
  VALUES (${startColumns.map(() => '?').join(', ')}, ?, -1)`
const openCall = `SELECT ${startColumnNames} FROM calls WHERE vendor_id = ? AND state = -1`

/** The books in the SQLite file: every read is a statement of its own, without a network round trip. */
export class SqliteBooks implements Books {
  readonly rules: PhoneLimitRules
  readonly post: Books['post']
  readonly #tx: Transaction

  constructor(tx: Transaction) {
    this.#tx = tx
    this.rules = tx.rules
    this.post = tx.post
  }

  nextVendorId(): number {
    return this.#tx.nextVendorId()
  }

  hasAccount(accountId: number): boolean {
    return this.#tx.get`SELECT 1 FROM accounts WHERE id = ${accountId}` !== undefined
  }

  balanceOf(accountId: number): number {
    return this.#tx.balanceOf(accountId)
  }

  spentIn(scope: string, hour: number): number {
    return this.#tx.spentIn(scope, hour)
  }

  addSpend(scope: string, hour: number, units: number): void {
    this.#tx.addSpend(scope, hour, units)
  }

  addLookupHold(hold: LookupHold): void {
    this.#tx.run(...lookupHoldTable.insert(hold))
  }

  takeLookupHold(lookupId: string): LookupHold | undefined {
    return lookupHoldTable.ofFound(
      this.#tx.get`DELETE FROM lookup_holds WHERE lookup_id = ${lookupId} RETURNING *`,
    )
  }

  lookupKey(lookupId: string): LookupKey | undefined {
    return lookupKeyTable.ofFound(this.#tx.get`SELECT * FROM lookup_keys WHERE lookup_id = ${lookupId}`)
  }

  addLookupKey(key: LookupKey): void {
    this.#tx.run(...lookupKeyTable.insert(key))
  }

  removeLookupKey(lookupId: string): void {
    this.#tx.run`DELETE FROM lookup_keys WHERE lookup_id = ${lookupId}`
  }

  keyOwner(serviceId: number, unique: string): KeyOwner | undefined {
    return this.#tx.recent.findKey(serviceId, unique, (vendorId) => {
      const row = this.#tx
        .statement(
          `SELECT service_id, unique_key, phone_hash, mode, code, client, confirmation_number
           FROM calls WHERE vendor_id = ?`,
        )
        .get(vendorId)
      if (row === undefined || row.service_id !== serviceId || row.unique_key !== unique) return undefined
      return {
        vendorId,
        phoneHash: row.phone_hash as Uint8Array | null,
        mode: modes[Number(row.mode)]!,
        code: String(row.code),
        client: String(row.client),
        confirmationNumber: row.confirmation_number as string | null,
      }
    })
  }

  addKey(serviceId: number, unique: string, vendorId: number, at: number): void {
    this.#tx.recent.addKey(serviceId, unique, vendorId, at)
  }

  historiesOf(serviceId: number, phoneHash: Uint8Array): VerificationHistories {
    return this.#tx.recent.historiesOf(serviceId, phoneHash)
  }

  saveHistories(serviceId: number, phoneHash: Uint8Array, histories: RememberedPhone): void {
    this.#tx.recent.saveHistories(serviceId, phoneHash, histories)
  }

  isDoNotCall(phoneHash: Uint8Array): boolean {
    return this.#tx.positional('SELECT 1 FROM do_not_call WHERE phone_hash = ?').get(phoneHash) !== undefined
  }

  call(vendorId: number): CallRecord | undefined {
    const row = this.#tx.get`SELECT * FROM calls WHERE vendor_id = ${vendorId}`
    return row === undefined ? undefined : callOf(row)
  }

  addCall(call: NewCall): void {
    this.#tx.recent.noteAdmitted(call.vendorId)
    const values = startValues(call)
    this.#tx.statement(insertCall).run(...values, call.priceUnits)
    if (this.#tx.live.size < maxLive) this.#tx.live.set(call.vendorId, values)
  }

  addTest(vendorId: number, startedAt: number): void {
    this.#tx.run`INSERT INTO test_calls VALUES (${vendorId}, ${startedAt})`
  }

  repeatsOf(firstVendorId: number): Repeats {
    const row = this.#tx.get`SELECT count(*) AS n, max(started_at) AS last FROM repeats
      JOIN calls ON calls.vendor_id = repeats.vendor_id WHERE repeats.first_vendor_id = ${firstVendorId}`
    return { count: Number(row?.n), lastStartedAt: Number(row?.last ?? 0) }
  }

  addRepeat(firstVendorId: number, vendorId: number): void {
    this.#tx.run`INSERT INTO repeats VALUES (${firstVendorId}, ${vendorId})`
  }

  /** Not an UPDATE with RETURNING for calls that are not in memory: it took 1.8 times as long as SELECT and UPDATE. */
  end(settlement: Settlement): EndedCall | undefined {
    const { vendorId, completed, reason, settledAt, details, callerIdentity } = settlement
    const known = this.#tx.live.get(vendorId)
    const call = known ?? (this.#tx.positional(openCall).get(vendorId) as unknown as SqlValue[] | undefined)
    // An ended one is longer.
    if (call?.length !== startColumns.length) return undefined
    const state = completed ? 1 : 0
    const priceUnits = call[at.priceUnits] as number
    const costUnits = costOf(settlement, { priceUnits, chargesFailed: call[at.chargesFailed] === 1 })
    this.#tx
      .statement(
        `UPDATE calls SET state = ?, settled_at = ?, reason = ?, details = ?, cost_units = ?,
           caller_identity = coalesce(?, caller_identity) WHERE vendor_id = ?`,
      )
      .run(state, settledAt, reason, details ?? null, costUnits, callerIdentity ?? null, vendorId)
    this.#tx.statement('INSERT INTO undigested VALUES (?)').run(vendorId)
    if (known !== undefined) this.#tx.live.set(vendorId, [...call, state, reason, costUnits, details ?? null])
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
    const row = this.#tx.get`SELECT count(*) AS n FROM inbound_waiting
      JOIN calls ON calls.vendor_id = inbound_waiting.vendor_id
      WHERE inbound_waiting.phone_hash = ${phoneHash} AND account_id = ${accountId}`
    return Number(row?.n)
  }

  isWaiting(phoneHash: Uint8Array, confirmationNumber: string): boolean {
    const taken = 'SELECT 1 FROM inbound_waiting WHERE phone_hash = $1 AND confirmation_number = $2'
    return this.#tx.get(taken, phoneHash, confirmationNumber) !== undefined
  }

  startWaiting(phoneHash: Uint8Array, confirmationNumber: string, vendorId: number): void {
    this.#tx.run`INSERT INTO inbound_waiting VALUES (${phoneHash}, ${confirmationNumber}, ${vendorId})`
  }

  stopWaiting(phoneHash: Uint8Array, confirmationNumber: string): void {
    this.#tx
      .statement('DELETE FROM inbound_waiting WHERE phone_hash = ? AND confirmation_number = ?')
      .run(phoneHash, confirmationNumber)
  }

  enqueueDelivery(delivery: DeliveryToEnqueue): Promise<void> {
    return enqueueDelivery(this.#tx, delivery)
  }
}
