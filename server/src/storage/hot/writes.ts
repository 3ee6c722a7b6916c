import type { StoredVerification } from '../../books/books.ts'
import type { NewCall } from '../../books/call.ts'
import type { AccountMoney, LedgerEntry } from '../../books/ledger.ts'
import type { LookupHold } from '../../books/lookup-hold.ts'
import type { NumberHistory } from '../../books/number-limit.ts'
import type { DeliveryToEnqueue } from '../../books/outbox.ts'
import type { Settlement } from '../../books/settlement.ts'
import type { WrongTry } from '../../books/wrong-codes.ts'
import { startColumns, startValues } from '../call-columns.ts'
import { ledgerTable } from '../queries/accounts.ts'
import {
  type ConversionLine,
  conversionRow,
  feedbackTable,
  insertConversions,
} from '../queries/conversions.ts'
import { earlierIsDue, newDeliveries } from '../queries/deliveries.ts'
import { keptPriceTable } from '../queries/kept-prices.ts'
import { lookupHoldTable, lookupKeyTable } from '../queries/lookup-holds.ts'
import { recentSourceTable } from '../queries/recent-sources.ts'
import { verificationKeyTable, verificationTable } from '../queries/verification-rows.ts'
import { packedTries, wrongCodesRow } from '../queries/wrong-codes.ts'
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
type Shaped<R> = readonly [table: string, shape: RowShape<R>]

const listed = (names: readonly string[], textOf: (name: string) => string, separator = ', ') =>
  names.map(textOf).join(separator)

/** `end` says what happens to a row that is there already. */
function inserted<R>([table, shape]: Shaped<R>, end = ''): HotWrite<R> {
  const into = `INSERT INTO ${table} (${shape.names.join(', ')})`
  return {
    ...shape,
    ofRows: (rows) => `${into} SELECT * FROM ${rows} AS line WHERE true ${end}`,
    ofOne: `${into} VALUES (${listed(shape.names, () => '?')}) ${end}`,
  }
}
const replaced = <R>([table, shape]: Shaped<R>, key: string): HotWrite<R> =>
  inserted(
    [table, shape],
    `ON CONFLICT (${key}) DO UPDATE SET ${listed(shape.names, (name) => `${name} = excluded.${name}`)}`,
  )

/** The key comes last. */
function changed<R>([table, shape]: Shaped<R>): HotWrite<R> {
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
const removed = <R>([table, shape]: Shaped<R>, also = 'true'): HotWrite<R> => ({
  ...shape,
  ofRows: (rows) => `DELETE FROM ${table} USING ${rows} AS line (${shape.names.join(', ')})
    WHERE ${listed(shape.names, (name) => `${table}.${name} = line.${name}`, ' AND ')} AND ${also}`,
  ofOne: `DELETE FROM ${table} WHERE ${listed(shape.names, (name) => `${name} = ?`, ' AND ')}`,
})

const places = (names: readonly string[]) => `(SELECT ${listed(names, (name) => `? AS ${name}`)})`
const withValues = <R, S>(shape: RowShape<S>, of: (record: R) => S): RowShape<R> => ({
  ...shape,
  values: (record) => shape.values(of(record)),
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
    ['inbound_waiting', waits.row('phoneHash', 'confirmationNumber')],
    'inbound_waiting.phone_hash = ANY ($1::bytea[])',
  ),
  paidPrices: removed(['kept_prices', keptPriceTable.row('verificationId', 'vendorId')]),
  endedLookups: removed(['lookup_holds', lookupHoldTable.row('lookupId')]),
  removedLookupKeys: removed(['lookup_keys', lookupKeyTable.row('lookupId')]),
  removedKeys: removed(['verification_keys', verificationKeyTable.row('serviceId', 'keyHash')]),
  unseenAttempts: {
    ...unseen,
    ofRows: (rows) => `DELETE FROM delivery_attempts WHERE delivery_id IN (
      SELECT id FROM deliveries JOIN ${rows} AS line (verification) ON verification_id = line.verification)`,
    ofOne: `DELETE FROM delivery_attempts
      WHERE delivery_id IN (SELECT id FROM deliveries WHERE verification_id = ?)`,
  } as HotWrite<{ readonly verificationId: string }>,
  unseenDeliveries: removed(['deliveries', unseen]),
  endedWakes: removed(['verification_wakes', wakeTable.row('verificationId')]),
}

export const changes = {
  entries: inserted<LedgerEntry>(['ledger', ledgerTable.row()]),
  accounts: changed<AccountMoney & { readonly id: number }>([
    'accounts',
    tableOf('accounts', each(number, 'balanceUnits', 'heldUnits', 'lastEntry', 'id')).row(),
  ]),
  // The difference, not the sum: another account may have changed the sum meanwhile.
  spend: inserted(
    ['spend', spend.row()],
    'ON CONFLICT (scope, hour) DO UPDATE SET spent_units = spend.spent_units + excluded.spent_units',
  ),
  calls: {
    names: startColumns.map(({ column }) => column),
    types: startColumns.map(({ type }) => type),
    values: startValues,
    ...startedCalls(startColumns.map(({ column }) => column)),
  } as HotWrite<NewCall>,
  repeats: inserted(['repeats', tableOf('repeats', each(number, 'firstVendorId', 'vendorId')).row()]),
  /**
   * By the primary key, one row at a time. That has to look cheapest to PostgreSQL also while the table is young, so the
   * list is made to look short (for an unknown limit the planner expects a tenth of ten rows), and `+ 0` keeps it from
   * using the index of open calls.
   */
  ends: {
    names: ['state', 'settled_at', 'reason', 'details', 'cost_units', 'caller_identity', 'vendor_id'],
    types: ['smallint', 'bigint', 'text', 'text', 'bigint', 'text', 'bigint'],
    values: ({ completed, settledAt, reason, details, costUnits, callerIdentity, vendorId }) => [
      completed ? 1 : 0,
      settledAt,
      reason,
      details ?? null,
      costUnits,
      callerIdentity ?? null,
      vendorId,
    ],
    ofRows: (rows) => `UPDATE calls SET state = line.state, settled_at = line.settled, reason = line.reason,
        details = line.details, cost_units = line.cost, caller_identity = coalesce(line.caller, caller_identity)
      FROM (SELECT * FROM ${rows} AS line (state, settled, reason, details, cost, caller, id)
        LIMIT cardinality($1)) AS line
      WHERE vendor_id = line.id AND calls.state + 0 = -1`,
    ofOne: `UPDATE calls SET state = ?, settled_at = ?, reason = ?, details = ?, cost_units = ?,
      caller_identity = coalesce(?, caller_identity) WHERE vendor_id = ?`,
  } as HotWrite<EndedRow>,
  costs: changed(['calls', tableOf('calls', each(number, 'costUnits', 'vendorId')).row()]),
  keptPrices: inserted(['kept_prices', keptPriceTable.row()]),
  undigested: inserted(
    ['undigested', tableOf('undigested', { vendorId: number }).row()],
    'ON CONFLICT DO NOTHING',
  ),
  tests: inserted(['test_calls', tableOf('test_calls', each(number, 'vendorId', 'startedAt')).row()]),
  waits: inserted(['inbound_waiting', waits.row()]),
  deliveries: inserted(
    [
      'deliveries',
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
    ],
    'ON CONFLICT (webhook_id) DO NOTHING',
  ),
  receivers: inserted(
    ['delivery_receivers', tableOf('delivery_receivers', { receiver: text, nextDueAt: number }).row()],
    earlierIsDue,
  ),
  lookupHolds: inserted<LookupHold>(['lookup_holds', lookupHoldTable.row()]),
  lookupKeys: inserted(['lookup_keys', lookupKeyTable.row()]),
  newVerifications: inserted([
    'verifications',
    withValues(
      verificationTable.row(),
      ({ verification, ...rest }: StoredVerification & { readonly createdAs: string | null }) => ({
        ...verification,
        ...rest,
      }),
    ),
  ]),
  verifications: changed([
    'verifications',
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
      ({ verification, ...rest }: StoredVerification) => ({ ...verification, ...rest }),
    ),
  ]),
  wakes: replaced(['verification_wakes', wakeTable.row()], 'verification_id'),
  sources: inserted(['recent_sources', recentSourceTable.row()]),
  stepCalls: inserted([
    'step_calls',
    tableOf('step_calls', { vendorId: number, verificationId: text }).row(),
  ]),
  verificationKeys: inserted(['verification_keys', verificationKeyTable.row()]),
  wrongTries: replaced(
    [
      'wrong_codes',
      withValues(
        wrongCodesRow,
        ({ phoneHash, tries }: { readonly phoneHash: Uint8Array; readonly tries: readonly WrongTry[] }) =>
          packedTries(phoneHash, tries),
      ),
    ],
    'phone_hash',
  ),
  feedback: replaced(['call_feedback', feedbackTable.row()], 'vendor_id'),
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
