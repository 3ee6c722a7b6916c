import type { VerificationsFrom } from '../../books/books.ts'
import { modes } from '../../books/call.ts'
import { callStarts } from '../../books/page-calls.ts'
import type { Step } from '../../books/verification.ts'
import {
  startPlaces as at,
  callOf,
  keyOwnerColumns,
  keyOwnerOf,
  settledCallColumns,
  settledCallOf,
  startColumnNames,
  startColumns,
} from '../call-columns.ts'
import type { StoredRows } from '../hot/working-set.ts'
import { feedbackTable } from '../queries/conversions.ts'
import { targetOf, targetsWhere } from '../queries/event-endpoints.ts'
import { keptPriceTable } from '../queries/kept-prices.ts'
import { lookupHoldTable, lookupKeyTable } from '../queries/lookup-holds.ts'
import { sourceLineOf, sourceLines, storedSource } from '../queries/recent-sources.ts'
import { keyColumns, keyOf, storedColumns, storedOf, unapprovedOfPage } from '../queries/verification-rows.ts'
import { triesOf } from '../queries/wrong-codes.ts'
import type { Row, SqlValue } from '../sql.ts'
import type { RecentAdmissions } from './recent-admissions.ts'
import type { Statements } from './statements.ts'

const openCall = `SELECT ${startColumnNames} FROM calls WHERE vendor_id = ? AND state = -1`

interface Reading {
  readonly recent: RecentAdmissions
  /** Calls of this process until they are counted, so that their rows are not read again (`liveColumns`). */
  readonly live: ReadonlyMap<number, readonly SqlValue[]>
  readonly nextVendorId: () => number
  /** Writes what is only in memory yet: a list is found by an index, which does not know it. */
  readonly flush: () => void
}

/** Every row is read when a decision asks for it: a statement of the embedded store needs no round trip. */
export function storedRows(sql: Statements, { recent, live, nextVendorId, flush }: Reading): StoredRows {
  const one = (text: string, ...values: SqlValue[]) => sql.statement(text).get(...values) as Row | undefined
  const listed = (text: string, ...values: SqlValue[]) => {
    flush()
    return sql.statement(text).all(...values) as Row[]
  }
  return {
    nextVendorId,
    account(id) {
      const row = one('SELECT balance_units, held_units, last_entry FROM accounts WHERE id = ?', id)
      return (
        row && {
          balanceUnits: Number(row.balance_units),
          heldUnits: Number(row.held_units),
          lastEntry: Number(row.last_entry),
        }
      )
    },
    spent: (scope, hour) =>
      Number(
        one('SELECT spent_units FROM spend WHERE scope = ? AND hour = ?', scope, hour)?.spent_units ?? 0,
      ),
    lookupHold: (id) => lookupHoldTable.ofFound(one('SELECT * FROM lookup_holds WHERE lookup_id = ?', id)),
    lookupKey: (id) => lookupKeyTable.ofFound(one('SELECT * FROM lookup_keys WHERE lookup_id = ?', id)),
    keyOwner: (serviceId, unique) =>
      recent.findKey(serviceId, unique, (vendorId) => {
        const row = one(`SELECT ${keyOwnerColumns} FROM calls WHERE vendor_id = ?`, vendorId)
        return row?.service_id === serviceId && row.unique_key === unique ? keyOwnerOf(row) : undefined
      }),
    history: (serviceId, phoneHash) => ({ history: recent.historyOf(serviceId, phoneHash), version: 0 }),
    isDoNotCall: (phoneHash) =>
      sql.positional('SELECT 1 FROM do_not_call WHERE phone_hash = ?').get(phoneHash) !== undefined,
    call(vendorId) {
      const row = one('SELECT * FROM calls WHERE vendor_id = ?', vendorId)
      return row && callOf(row)
    },
    repeats(firstVendorId) {
      const [row] = listed(
        `SELECT count(*) AS n, max(started_at) AS last FROM repeats
          JOIN calls ON calls.vendor_id = repeats.vendor_id WHERE repeats.first_vendor_id = ?`,
        firstVendorId,
      )
      return { count: Number(row!.n), lastStartedAt: Number(row!.last ?? 0) }
    },
    /** Not an UPDATE with RETURNING for calls that are not in memory: it took 1.8 times as long as SELECT and UPDATE. */
    openCall(vendorId) {
      const call =
        live.get(vendorId) ?? (sql.positional(openCall).get(vendorId) as unknown as SqlValue[] | undefined)
      // An ended one is longer.
      if (call?.length !== startColumns.length) return undefined
      return {
        accountId: call[at.accountId] as number,
        serviceId: call[at.serviceId] as number,
        mode: modes[call[at.mode] as number]!,
        priceUnits: call[at.priceUnits] as number,
        chargesFailed: call[at.chargesFailed] === 1,
        startedAt: call[at.startedAt] as number,
        spendScopes: call[at.spendScopes] as string | null,
        phoneHash: call[at.phoneHash] as Uint8Array | null,
        confirmationNumber: call[at.confirmationNumber] as string | null,
      }
    },
    keptPrice: (verificationId, vendorId) =>
      keptPriceTable.ofFound(
        one(
          'SELECT * FROM kept_prices WHERE verification_id = ? AND vendor_id = ?',
          verificationId,
          vendorId,
        ),
      ),
    waits: (phoneHash) =>
      listed(
        `SELECT account_id, inbound_waiting.confirmation_number FROM inbound_waiting
          JOIN calls ON calls.vendor_id = inbound_waiting.vendor_id WHERE inbound_waiting.phone_hash = ?`,
        phoneHash,
      ).map((row) => ({
        accountId: Number(row.account_id),
        confirmationNumber: String(row.confirmation_number),
      })),
    verification(id) {
      const row = one(`SELECT ${storedColumns} FROM verifications WHERE id = ?`, id)
      return row && storedOf(row)
    },
    pendingIds: (phoneHash) =>
      listed("SELECT id FROM verifications WHERE phone_hash = ? AND status = 'pending'", phoneHash).map(
        ({ id }) => String(id),
      ),
    settledCall(vendorId) {
      const row = one(`SELECT ${settledCallColumns} FROM calls WHERE vendor_id = ?`, vendorId)
      return row && settledCallOf(row)
    },
    verificationKey(serviceId, keyHash) {
      const row = one(
        `SELECT ${keyColumns} FROM verification_keys LEFT JOIN verifications ON verifications.id = verification_id
          WHERE verification_keys.service_id = ? AND key_hash = ?`,
        serviceId,
        keyHash,
      )
      return row && keyOf(row)
    },
    verificationsFrom: (serviceId, by, source, since): VerificationsFrom[] =>
      listed(
        sourceLines('service_id = ? AND source = ? AND created_at > ?'),
        serviceId,
        storedSource(by, source),
        since,
      ).map(sourceLineOf),
    pageCalls: (serviceId, client, endsAfter) =>
      listed(
        `SELECT id, steps, expires_at FROM verifications
          WHERE service_id = ? AND client = ? AND ${unapprovedOfPage} AND expires_at > ?`,
        serviceId,
        client,
        endsAfter,
      ).map((row) => {
        const startedAt = callStarts(JSON.parse(String(row.steps)) as Step[])
        return [String(row.id), { startedAt, expiresAt: Number(row.expires_at) }] as const
      }),
    wrongTries: (phoneHash) => triesOf(one('SELECT * FROM wrong_codes WHERE phone_hash = ?', phoneHash), 0),
    feedback: (id) => feedbackTable.ofFound(one('SELECT * FROM call_feedback WHERE vendor_id = ?', id)),
    eventTargets: (serviceId) => (sql.statement(targetsWhere('= ?')).all(serviceId) as Row[]).map(targetOf),
  }
}
