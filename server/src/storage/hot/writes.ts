import type { StoredVerification } from '../../books/books.ts'
import type { NewCall } from '../../books/call.ts'
import type { AccountMoney, LedgerEntry } from '../../books/ledger.ts'
import type { LookupHold } from '../../books/lookup-hold.ts'
import type { NumberHistory } from '../../books/number-limit.ts'
import type { DeliveryToEnqueue } from '../../books/outbox.ts'
import type { Settlement } from '../../books/settlement.ts'
import { callTable, startRow } from '../call-columns.ts'
import { accountMoney, ledgerTable } from '../queries/accounts.ts'
import {
  type ConversionLine,
  conversionRow,
  feedbackTable,
  insertConversions,
} from '../queries/conversions.ts'
import { earlierIsDue, newDeliveries, receiverTable } from '../queries/deliveries.ts'
import { keptPriceTable } from '../queries/kept-prices.ts'
import { lookupHoldTable, lookupKeyTable } from '../queries/lookup-holds.ts'
import { recentSourceTable } from '../queries/recent-sources.ts'
import { verificationKeyTable, verificationTable } from '../queries/verification-rows.ts'
import { packedTries, wrongCodesTable } from '../queries/wrong-codes.ts'
import { bytes, each, number, type RowShape, tableOf, text } from '../record.ts'

/**
 * How commands write: each kind of change declared once, for both stores. A change of PostgreSQL is about the rows of a
 * batch, which come as one array for each column; a change of SQLite is about one row.
 */
export interface HotWrite<R> extends RowShape<R> {
  /** `rows` is what makes rows of the arrays. */
  readonly ofRows: (rows: string) => string
  readonly ofOne: string
}

const listed = (names: readonly string[], textOf: (name: string) => string, separator = ', ') =>
  names.map(textOf).join(separator)

/** `end` says what happens to a row that is there already. */
function inserted<R>(shape: RowShape<R>, end = ''): HotWrite<R> {
  const into = `INSERT INTO ${shape.table} (${shape.names.join(', ')})`
  return {
    ...shape,
    ofRows: (rows) => `${into} SELECT * FROM ${rows} AS line WHERE true ${end}`,
    ofOne: `${into} VALUES (${listed(shape.names, () => '?')}) ${end}`,
  }
}
const replaced = <R>(shape: RowShape<R>, key: string): HotWrite<R> =>
  inserted(
    shape,
    `ON CONFLICT (${key}) DO UPDATE SET ${listed(shape.names, (name) => `${name} = excluded.${name}`)}`,
  )

/** The key comes last. */
function changed<R>(shape: RowShape<R>): HotWrite<R> {
  const { table } = shape
  const key = shape.names.at(-1)!
  const others = shape.names.slice(0, -1)
  const match = `${table}.${key} = line.${key}${shape.types.at(-1) === 'text' ? ' COLLATE "C"' : ''}`
  return {
    ...shape,
    ofRows: (rows) => `UPDATE ${table} SET ${listed(others, (name) => `${name} = line.${name}`)}
      FROM ${rows} AS line (${shape.names.join(', ')}) WHERE ${match}`,
    ofOne: `UPDATE ${table} SET ${listed(others, (name) => `${name} = ?`)} WHERE ${key} = ?`,
  }
}

/** `also` keeps PostgreSQL's planner to the index of the key. */
const removed = <R>(shape: RowShape<R>, also = 'true'): HotWrite<R> => ({
  ...shape,
  ofRows: (rows) => `DELETE FROM ${shape.table} USING ${rows} AS line (${shape.names.join(', ')})
    WHERE ${listed(shape.names, (name) => `${shape.table}.${name} = line.${name}`, ' AND ')} AND ${also}`,
  ofOne: `DELETE FROM ${shape.table} WHERE ${listed(shape.names, (name) => `${name} = ?`, ' AND ')}`,
})

const places = (names: readonly string[]) => `(SELECT ${listed(names, (name) => `? AS ${name}`)})`
const withValues = <R, S>(shape: RowShape<S>, of: (record: R) => S): RowShape<R> => ({
  ...shape,
  values: (record) => shape.values(of(record)),
})

const inOneRow = <R extends StoredVerification>({ verification, ...rest }: R) => ({
  ...verification,
  ...rest,
})

const waits = tableOf('inbound_waiting', { phoneHash: bytes, confirmationNumber: text, vendorId: number })
const spend = tableOf('spend', { scope: text, ...each(number, 'hour', 'spentUnits') })
const wakeTable = tableOf('verification_wakes', { verificationId: text, wakeAt: number })
const unseen = tableOf('deliveries', { verificationId: text }).row()

interface EndedRow extends Settlement {
  readonly costUnits: number
}

/**
 * In the order in which they are written. What is given back comes first, in a statement of its own: what one command gives
 * back the next may take again.
 */
export const givenBack = {
  endedWaits: removed(
    waits.row('phoneHash', 'confirmationNumber'),
    'inbound_waiting.phone_hash = ANY ($1::bytea[])',
  ),
  paidPrices: removed(keptPriceTable.row('verificationId', 'vendorId')),
  endedLookups: removed(lookupHoldTable.row('lookupId')),
  removedLookupKeys: removed(lookupKeyTable.row('lookupId')),
  removedKeys: removed(verificationKeyTable.row('serviceId', 'keyHash')),
  unseenAttempts: {
    ...unseen,
    ofRows: (rows) => `DELETE FROM delivery_attempts WHERE delivery_id IN (
      SELECT id FROM deliveries JOIN ${rows} AS line (verification) ON verification_id = line.verification)`,
    ofOne: `DELETE FROM delivery_attempts
      WHERE delivery_id IN (SELECT id FROM deliveries WHERE verification_id = ?)`,
  } as HotWrite<{ readonly verificationId: string }>,
  unseenDeliveries: removed(unseen),
  endedWakes: removed(wakeTable.row('verificationId')),
}

export const changes = {
  entries: inserted<LedgerEntry>(ledgerTable.row()),
  accounts: changed<AccountMoney & { readonly id: number }>(accountMoney.row()),
  // The difference, not the sum: another account may have changed the sum meanwhile.
  spend: inserted(
    spend.row(),
    'ON CONFLICT (scope, hour) DO UPDATE SET spent_units = spend.spent_units + excluded.spent_units',
  ),
  calls: { ...startRow, ...startedCalls(startRow.names) } as HotWrite<NewCall>,
  repeats: inserted(tableOf('repeats', each(number, 'firstVendorId', 'vendorId')).row()),
  /**
   * By the primary key, one row at a time. That has to look cheapest to PostgreSQL also while the table is young, so the
   * list is made to look short (for an unknown limit the planner expects a tenth of ten rows), and `+ 0` keeps it from
   * using the index of open calls.
   */
  ends: {
    ...withValues(
      callTable.row('state', 'settledAt', 'reason', 'details', 'costUnits', 'callerIdentity', 'vendorId'),
      (end: EndedRow) => ({
        ...end,
        state: end.completed ? ('completed' as const) : ('failed' as const),
        details: end.details ?? null,
        callerIdentity: end.callerIdentity ?? null,
      }),
    ),
    ofRows: (rows) => `UPDATE calls SET state = line.state, settled_at = line.settled, reason = line.reason,
        details = line.details, cost_units = line.cost, caller_identity = coalesce(line.caller, caller_identity)
      FROM (SELECT * FROM ${rows} AS line (state, settled, reason, details, cost, caller, id)
        LIMIT cardinality($1)) AS line
      WHERE vendor_id = line.id AND calls.state + 0 = -1`,
    ofOne: `UPDATE calls SET state = ?, settled_at = ?, reason = ?, details = ?, cost_units = ?,
      caller_identity = coalesce(?, caller_identity) WHERE vendor_id = ?`,
  } as HotWrite<EndedRow>,
  costs: changed(callTable.row('costUnits', 'vendorId')),
  keptPrices: inserted(keptPriceTable.row()),
  undigested: inserted(tableOf('undigested', { vendorId: number }).row(), 'ON CONFLICT DO NOTHING'),
  tests: inserted(tableOf('test_calls', each(number, 'vendorId', 'startedAt')).row()),
  waits: inserted(waits.row()),
  deliveries: inserted(
    withValues(
      newDeliveries.row(
        'serviceId',
        'webhookId',
        'receiver',
        'state',
        'dueAt',
        'createdAt',
        'vendorId',
        'verificationId',
        'endpointId',
        'type',
        'data',
        'test',
      ),
      (delivery: DeliveryToEnqueue) => ({
        ...delivery,
        state: delivery.receiver === '' ? ('kept' as const) : ('pending' as const),
        dueAt: delivery.at,
        createdAt: delivery.at,
      }),
    ),
    'ON CONFLICT (webhook_id) DO NOTHING',
  ),
  receivers: inserted(receiverTable.row(), earlierIsDue),
  lookupHolds: inserted<LookupHold>(lookupHoldTable.row()),
  lookupKeys: inserted(lookupKeyTable.row()),
  newVerifications: inserted(
    withValues(verificationTable.row(), inOneRow<StoredVerification & { readonly createdAs: string | null }>),
  ),
  verifications: changed(
    withValues(
      verificationTable.row(
        'status',
        'reason',
        'version',
        'endedAt',
        'attemptsLeft',
        'steps',
        'nextStepAt',
        'checks',
        'isAcknowledged',
        'answeredTo',
        'codeHashes',
        'sealedCode',
        'id',
      ),
      inOneRow<StoredVerification>,
    ),
  ),
  wakes: replaced(wakeTable.row(), 'verification_id'),
  sources: inserted(recentSourceTable.row()),
  stepCalls: inserted(tableOf('step_calls', { vendorId: number, verificationId: text }).row()),
  verificationKeys: inserted(verificationKeyTable.row()),
  wrongTries: replaced(withValues(wrongCodesTable.row(), packedTries), 'phone_hash'),
  feedback: replaced(feedbackTable.row(), 'vendor_id'),
  conversions: {
    ...conversionRow,
    ofRows: (rows) => insertConversions(`${rows} AS line (${conversionRow.names.join(', ')})`),
    ofOne: insertConversions(`${places(conversionRow.names)} AS line`),
  } as HotWrite<ConversionLine>,
}

function startedCalls(names: readonly string[]): Pick<HotWrite<NewCall>, 'ofRows' | 'ofOne'> {
  const columns = names.join(', ')
  const into = `INSERT INTO calls (${columns}, cost_units, state)`
  return {
    ofRows: (rows) => `${into} SELECT *, price_units, -1 FROM ${rows} AS line (${columns})`,
    /** The price comes once more. */
    ofOne: `${into} VALUES (${listed(names, () => '?')}, ?, -1)`,
  }
}

type Writes = typeof givenBack & typeof changes
type HotName = keyof Writes
type RowOf<N extends HotName> = Parameters<Writes[N]['values']>[0]

/** The limit of a phone at one service, or at all of them together (`everyService`). */
export interface PhoneLimit {
  readonly serviceId: number
  readonly phoneHash: Uint8Array
  history: NumberHistory
  endsAt: number
  /** How many times it had been written when it was read; 0 when there was none. */
  readonly version: number
}

/** What each store keeps in its own way, because it is found by a hash and so lies on random pages. */
interface HashedChanges {
  readonly keys: Rows<NewCall>
  readonly limits: Rows<PhoneLimit>
}

/** Rows to write. Of those that are set by a name the last one is written. Most batches write few kinds, so an empty one is small. */
class Rows<R> {
  #added: R[] | undefined
  #named: Map<unknown, R> | undefined

  add(row: R): void {
    if (this.#added === undefined) this.#added = [row]
    else this.#added.push(row)
  }

  get(name: unknown): R | undefined {
    return this.#named?.get(name)
  }

  set(name: unknown, row: R): void {
    this.#named ??= new Map()
    this.#named.set(name, row)
  }

  delete(name: unknown): boolean {
    return this.#named?.delete(name) === true
  }

  keep(isKept: (row: R) => boolean): void {
    this.#added = this.#added?.filter(isKept)
  }

  get all(): readonly R[] {
    return this.#added ?? (this.#named === undefined ? none : [...this.#named.values()])
  }
}
const none: readonly never[] = []

/** What the commands of a batch have changed and what is not written yet. */
export type Changes = { readonly [N in HotName]: Rows<RowOf<N>> } & HashedChanges
const names = [...Object.keys(givenBack), ...Object.keys(changes), 'keys', 'limits']
export const noChanges = () =>
  Object.fromEntries(names.map((name) => [name, new Rows()])) as unknown as Changes
