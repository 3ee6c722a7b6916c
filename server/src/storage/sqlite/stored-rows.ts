import { modes } from '../../books/call.ts'
import {
  startPlaces as at,
  keyOwnerColumns,
  keyOwnerOf,
  settledCallColumns,
  settledCallOf,
  startColumnNames,
  startRow,
} from '../call-columns.ts'
import { type HotRead, reads } from '../hot/reads.ts'
import type { StoredRows } from '../hot/working-set.ts'
import { targetOf, targetsWhere } from '../queries/event-endpoints.ts'
import { storedSource } from '../queries/recent-sources.ts'
import { storedColumns, storedOf } from '../queries/verification-rows.ts'
import type { Row, SqlValue } from '../sql.ts'
import type { RecentAdmissions } from './recent-admissions.ts'
import type { Statements } from './statements.ts'

const pendingIds: HotRead<string[]> = {
  types: ['bytea'],
  text: (phone) => `SELECT id FROM verifications WHERE phone_hash = ${phone} AND status = 'pending'`,
  of: (rows) => rows.map(({ id }) => String(id)),
  isList: true,
}
const openCall = `SELECT ${startColumnNames} FROM calls WHERE vendor_id = ? AND state = -1`

interface Reading {
  readonly recent: RecentAdmissions
  /** Calls of this process until they are counted, so that their rows are not read again (`liveColumns`). */
  readonly live: ReadonlyMap<number, readonly SqlValue[]>
  readonly nextVendorId: () => number
  /** Writes what is only in memory yet: a list is found by an index, which does not know it. */
  readonly flush: () => void
}

type ReadingOf<Read> = Read extends HotRead<infer T> ? (...key: SqlValue[]) => T : never

/** Every row is read when a decision asks for it: a statement of the embedded store needs no round trip. */
export function storedRows(sql: Statements, { recent, live, nextVendorId, flush }: Reading): StoredRows {
  const one = (text: string, ...values: SqlValue[]) => sql.statement(text).get(...values) as Row | undefined
  const reading = <T>({ text, types, looksBack, isList, of }: HotRead<T>) => {
    const statement = text(...types.map(() => '?'), ...(looksBack === true ? ['?'] : []))
    return (...key: SqlValue[]): T => {
      if (isList === true) flush()
      return of(sql.statement(statement).all(...key) as Row[])
    }
  }
  const declared = Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [name, reading(read as HotRead<unknown>)]),
  ) as { readonly [Name in keyof typeof reads]: ReadingOf<(typeof reads)[Name]> }
  return {
    ...declared,
    nextVendorId,
    spent: (scope, hour) =>
      Number(
        one('SELECT spent_units FROM spend WHERE scope = ? AND hour = ?', scope, hour)?.spent_units ?? 0,
      ),
    keyOwner: (serviceId, unique) =>
      recent.findKey(serviceId, unique, (vendorId) => {
        const row = one(`SELECT ${keyOwnerColumns} FROM calls WHERE vendor_id = ?`, vendorId)
        return row?.service_id === serviceId && row.unique_key === unique ? keyOwnerOf(row) : undefined
      }),
    history: (serviceId, phoneHash) => ({ history: recent.historyOf(serviceId, phoneHash), version: 0 }),
    isDoNotCall: (phoneHash) =>
      sql.positional('SELECT 1 FROM do_not_call WHERE phone_hash = ?').get(phoneHash) !== undefined,
    repeats(firstVendorId) {
      flush()
      const row = one(
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
      if (call?.length !== startRow.names.length) return undefined
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
      declared.keptPrices(verificationId).find((kept) => kept.vendorId === vendorId),
    verification(id) {
      const row = one(`SELECT ${storedColumns} FROM verifications WHERE id = ?`, id)
      return row && storedOf(row)
    },
    pendingIds: reading(pendingIds),
    settledCall(vendorId) {
      const row = one(`SELECT ${settledCallColumns} FROM calls WHERE vendor_id = ?`, vendorId)
      return row && settledCallOf(row)
    },
    verificationsFrom: (serviceId, by, source, since) =>
      declared.verificationsFrom(serviceId, storedSource(by, source), since),
    eventTargets: (serviceId) => (sql.statement(targetsWhere('= ?')).all(serviceId) as Row[]).map(targetOf),
  }
}
