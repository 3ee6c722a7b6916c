import type { AccountMoney, NewLedgerEntry } from '../../books/ledger.ts'
import type { LookupHold, LookupKey } from '../../books/lookup-hold.ts'
import { everyService } from '../../books/number-limit.ts'
import type { DeliveryToEnqueue } from '../../books/outbox.ts'
import { startColumnNames, startColumns, startValues } from '../call-columns.ts'
import { conversionOf, conversionRow, insertConversions } from '../queries/conversions.ts'
import { newVerification, newVerificationKey, verificationChange } from '../queries/verification-rows.ts'
import { packedTries, wrongCodesRow } from '../queries/wrong-codes.ts'
import type { ColumnType, RowShape } from '../record.ts'
import type { SqlValue } from '../sql.ts'
import { type Columns, columnsOf, columnTypes } from './arrays.ts'
import { type Client, forConnection, type NamedStatement, together } from './connection.ts'
import { joined } from './joined-statement.ts'
import { allOf } from './load-batch.ts'
import type { BatchWrites, EndToWrite, PhoneLimit } from './working-set.ts'

/** A statement about rows, which are given as one array for each column; none when there are no rows. */
function writing<R>(name: string, textOf: (rows: string) => string, ...columns: Columns<R>) {
  const { unnest, of } = columnsOf<R>(...columns)
  const text = textOf(unnest)
  return (rows: readonly R[]): NamedStatement[] =>
    rows.length === 0 ? [] : [{ name, text, values: of(rows) }]
}

/** The same for rows that are values in the order of their columns. */
const writingRows = (name: string, types: readonly ColumnType[], textOf: (rows: string) => string) =>
  writing<readonly SqlValue[]>(name, textOf, ...types.map((type, place) => [type, place] as const))
const insertAll = <R>(name: string, table: string, { names, types }: RowShape<R>, end = '') =>
  writingRows(
    name,
    types,
    (rows) => `INSERT INTO ${table} (${names.join(', ')}) SELECT * FROM ${rows} ${end}`,
  )

const insertCalls = writingRows(
  'rk_new_calls',
  startColumns.map(({ kind }) => columnTypes[kind]),
  (rows) => `INSERT INTO calls (${startColumnNames}, cost_units, state)
    SELECT *, price_units, -1 FROM ${rows} AS started (${startColumnNames})`,
)
const insertKeys = writing<BatchWrites['keys'][number]>(
  'rk_new_keys',
  (rows) => `INSERT INTO unique_keys SELECT * FROM ${rows}`,
  ['bigint', 'keyHash', 'vendorId'],
)
const insertEntries = writing<NewLedgerEntry>(
  'rk_entries',
  (rows) => `INSERT INTO ledger SELECT * FROM ${rows}`,
  ['bigint', 'accountId', 'entry'],
  ['text', 'kind'],
  ['bigint', 'amountUnits', 'heldUnits', 'balanceAfterUnits', 'vendorId'],
  ['text', 'note'],
  ['bigint', 'createdAt'],
)
const updateAccounts = writing<AccountMoney & { readonly id: number }>(
  'rk_accounts',
  (rows) => `UPDATE accounts SET balance_units = p.balance, held_units = p.held, last_entry = p.last
    FROM ${rows} AS p (id, balance, held, last) WHERE accounts.id = p.id`,
  ['bigint', 'id', 'balanceUnits', 'heldUnits', 'lastEntry'],
)
/**
 * The lock on the account protects the history of a number for one service. It does not protect the history that all
 * services share: if another batch has written that since it was read, this batch fails with a conflict and is tried
 * again.
 */
const saveLimits = writing<Omit<PhoneLimit, 'history'> & { calls: string; blockedUntil: number }>(
  'rk_limits',
  (rows) => `INSERT INTO number_limits (service_id, phone_hash, calls, blocked_until, ends_at, version)
    SELECT * FROM ${rows}
    ON CONFLICT (phone_hash, service_id) DO UPDATE
      SET calls = CASE WHEN excluded.service_id <> ${everyService} OR number_limits.version = excluded.version - 1
          THEN excluded.calls ELSE ringkey_conflict() END,
        blocked_until = excluded.blocked_until, ends_at = excluded.ends_at, version = excluded.version`,
  ['bigint', 'serviceId'],
  ['bytea', 'phoneHash'],
  ['text', 'calls'],
  ['bigint', 'blockedUntil', 'endsAt', 'version'],
)
// Adds the difference instead of writing the sum: a release of another account may have changed the sum meanwhile.
const addSpend = writing<{ scope: string; hour: number; units: number }>(
  'rk_add_spend',
  (rows) => `INSERT INTO spend SELECT * FROM ${rows} ORDER BY 1, 2
    ON CONFLICT (scope, hour) DO UPDATE SET spent_units = spend.spent_units + excluded.spent_units`,
  ['text', 'scope'],
  ['bigint', 'hour', 'units'],
)
const insertRepeats = writing<BatchWrites['repeats'][number]>(
  'rk_new_repeats',
  (rows) => `INSERT INTO repeats SELECT * FROM ${rows}`,
  ['bigint', 'firstVendorId', 'vendorId'],
)
/**
 * Updates by the primary key, one row at a time. That has to look cheapest also while the table is young, so the list
 * is made to look short (for an unknown limit the planner expects a tenth of ten rows), and `+ 0` keeps the planner
 * from using the index of open calls.
 */
const endCalls = writing<EndToWrite>(
  'rk_ends',
  (rows) => `UPDATE calls SET state = e.state, settled_at = e.settled, reason = e.reason,
      details = e.details, cost_units = e.cost, caller_identity = coalesce(e.caller, caller_identity)
    FROM (SELECT * FROM ${rows}
      AS e (id, state, settled, reason, details, cost, caller) LIMIT cardinality($1)) AS e
    WHERE vendor_id = e.id AND calls.state + 0 = -1`,
  ['bigint', 'vendorId'],
  ['smallint', 'completed'],
  ['bigint', 'settledAt'],
  ['text', 'reason', 'details'],
  ['bigint', 'costUnits'],
  ['text', 'callerIdentity'],
)
const insertUndigested = writing<EndToWrite>(
  'rk_undigested',
  (rows) => `INSERT INTO undigested SELECT * FROM ${rows} ON CONFLICT DO NOTHING`,
  ['bigint', 'vendorId'],
)
const stopWaiting = writing<BatchWrites['endedWaits'][number]>(
  'rk_stop_waiting',
  (rows) => `DELETE FROM inbound_waiting USING ${rows} AS e (phone, number)
    WHERE phone_hash = e.phone AND confirmation_number = e.number AND phone_hash = ANY ($1::bytea[])`,
  ['bytea', 'phoneHash'],
  ['text', 'confirmationNumber'],
)
const startWaiting = writing<BatchWrites['waits'][number]>(
  'rk_start_waiting',
  (rows) => `INSERT INTO inbound_waiting SELECT * FROM ${rows}`,
  ['bytea', 'phoneHash'],
  ['text', 'confirmationNumber'],
  ['bigint', 'vendorId'],
)
const insertDeliveries = writing<DeliveryToEnqueue>(
  'rk_deliveries',
  (rows) => `INSERT INTO deliveries (service_id, webhook_id, receiver, state, due_at, created_at, vendor_id,
      verification_id, endpoint_id, type, data, test)
    SELECT d.service, d.webhook, d.receiver, CASE d.receiver WHEN '' THEN 'kept' ELSE 'pending' END, d.at, d.at,
      d.call, d.verification, d.endpoint, d.type, d.data, d.test
    FROM ${rows} AS d (service, webhook, receiver, at, call, verification, endpoint, type, data, test)
    ON CONFLICT (webhook_id) DO NOTHING`,
  ['bigint', 'serviceId'],
  ['text', 'webhookId', 'receiver'],
  ['bigint', 'at', 'vendorId'],
  ['text', 'verificationId'],
  ['bigint', 'endpointId'],
  ['text', 'type', 'data'],
  ['smallint', 'test'],
)
const receiversAreDue = writing<DeliveryToEnqueue>(
  'rk_receivers',
  (rows) => `INSERT INTO delivery_receivers
    SELECT receiver, min(at) FROM ${rows} AS d (receiver, at) WHERE receiver <> ''
    GROUP BY receiver ORDER BY receiver
    ON CONFLICT (receiver) DO UPDATE SET next_due_at = least(excluded.next_due_at, delivery_receivers.next_due_at)`,
  ['text', 'receiver'],
  ['bigint', 'at'],
)

const insertTests = writing<BatchWrites['tests'][number]>(
  'rk_new_tests',
  (rows) => `INSERT INTO test_calls SELECT * FROM ${rows}`,
  ['bigint', 'vendorId', 'startedAt'],
)
const insertLookups = writing<LookupHold>(
  'rk_new_lookups',
  (rows) => `INSERT INTO lookup_holds SELECT * FROM ${rows}`,
  ['text', 'lookupId'],
  ['bigint', 'accountId', 'amountUnits'],
  ['text', 'spendScopes'],
  ['bigint', 'startedAt', 'deadlineAt'],
)
const insertLookupKeys = writing<LookupKey>(
  'rk_new_lookup_keys',
  (rows) => `INSERT INTO lookup_keys SELECT * FROM ${rows}`,
  ['text', 'lookupId'],
  ['bytea', 'fingerprint'],
  ['bigint', 'amountUnits', 'balanceUnits', 'startedAt', 'count'],
)
const removeLookupKeys = writing<Pick<LookupKey, 'lookupId'>>(
  'rk_removed_lookup_keys',
  () => 'DELETE FROM lookup_keys WHERE lookup_id = ANY ($1::text[])',
  ['text', 'lookupId'],
)
const endLookups = writing<LookupHold>(
  'rk_ended_lookups',
  () => 'DELETE FROM lookup_holds WHERE lookup_id = ANY ($1::text[])',
  ['text', 'lookupId'],
)

const insertVerifications = insertAll('rk_new_verifications', 'verifications', newVerification)
const updateVerifications = writingRows('rk_verifications', verificationChange.types, (rows) => {
  const { names } = verificationChange
  const changes = names.slice(1).map((name) => `${name} = changed.${name}`)
  return `UPDATE verifications SET ${changes.join(', ')} FROM ${rows} AS changed (${names.join(', ')})
    WHERE verifications.id = changed.id COLLATE "C"`
})
const insertStepCalls = writing<BatchWrites['stepCalls'][number]>(
  'rk_step_calls',
  (rows) => `INSERT INTO step_calls SELECT * FROM ${rows}`,
  ['bigint', 'vendorId'],
  ['text', 'verificationId'],
)
const removeKeys = writing<BatchWrites['removedKeys'][number]>(
  'rk_removed_keys',
  (rows) => `DELETE FROM verification_keys USING ${rows} AS e (service, hash)
    WHERE service_id = e.service AND key_hash = e.hash`,
  ['bigint', 'serviceId'],
  ['bytea', 'keyHash'],
)
const insertKeysOfVerifications = insertAll(
  'rk_new_verification_keys',
  'verification_keys',
  newVerificationKey,
)
const saveTries = insertAll(
  'rk_tries',
  'wrong_codes',
  wrongCodesRow,
  'ON CONFLICT (phone_hash) DO UPDATE SET tries = excluded.tries, ends_at = excluded.ends_at',
)
const queueConversions = writingRows('rk_conversions', conversionRow.types, (rows) =>
  insertConversions(
    `${rows} AS line (${conversionRow.names.join(', ')})`,
    (value) => `(SELECT ${value} FROM calls WHERE calls.vendor_id = line.vendor_id)`,
  ),
)
const removeAttempts = writing<BatchWrites['unseen'][number]>(
  'rk_unseen_attempts',
  (rows) => `DELETE FROM delivery_attempts WHERE delivery_id IN (
    SELECT id FROM deliveries JOIN ${rows} AS unseen (verification) ON verification_id = unseen.verification)`,
  ['text', 'verificationId'],
)
const removeDeliveries = writing<BatchWrites['unseen'][number]>(
  'rk_unseen_deliveries',
  (rows) => `DELETE FROM deliveries USING ${rows} AS unseen (verification)
    WHERE verification_id = unseen.verification`,
  ['text', 'verificationId'],
)

/** The second round trip: writes all decisions and commits. Resolves when the commit is on disk. */
export async function writeBatch(
  client: Client,
  writes: BatchWrites,
  balances: ReadonlyMap<number, AccountMoney>,
  isPooled: boolean,
): Promise<void> {
  const { calls, entries, limits, ends, deliveries } = writes
  const moved = [...new Set(entries.map(({ accountId }) => accountId))]
  const saved = [...limits].map(({ history, version, ...limit }) => {
    const { calls, blockedUntil } = history
    return { ...limit, calls: JSON.stringify(calls), blockedUntil, version: version + 1 }
  })
  // In a statement of their own, before new ones: what one command gives back the next may take again.
  const givenBack = joined([
    ...stopWaiting(writes.endedWaits),
    ...endLookups(writes.endedLookups),
    ...removeLookupKeys(writes.removedLookupKeys),
    ...removeKeys(writes.removedKeys),
  ])
  const changes = joined([
    ...insertEntries(entries),
    ...updateAccounts(moved.map((id) => ({ ...balances.get(id)!, id }))),
    ...addSpend([...writes.spend.values()]),
    ...insertCalls(calls.map(startValues)),
    ...insertKeys(writes.keys),
    // Always in the same order, so that two batches never deadlock.
    ...saveLimits(saved.sort((one, other) => Buffer.compare(one.phoneHash, other.phoneHash))),
    ...insertRepeats(writes.repeats),
    ...endCalls(ends),
    ...insertUndigested(ends),
    ...insertTests(writes.tests),
    ...startWaiting(writes.waits),
    ...insertDeliveries(deliveries),
    ...receiversAreDue(deliveries),
    ...insertLookups([...writes.lookupHolds.values()]),
    ...insertLookupKeys([...writes.lookupKeys.values()]),
    ...insertVerifications(
      [...writes.newVerifications.values()].map(({ verification, ...rest }) =>
        newVerification.values({ ...verification, ...rest }),
      ),
    ),
    ...updateVerifications(
      [...writes.verifications.values()].map(({ verification, ...rest }) =>
        verificationChange.values({ ...verification, ...rest }),
      ),
    ),
    ...insertStepCalls(writes.stepCalls),
    ...insertKeysOfVerifications(writes.newKeys.map(newVerificationKey.values)),
    ...saveTries(
      [...writes.wrongTries.values()].map(({ phoneHash, tries }) =>
        wrongCodesRow.values(packedTries(phoneHash, tries)),
      ),
    ),
    ...queueConversions(
      writes.conversions.map(({ verification, step }) =>
        conversionRow.values(conversionOf(verification, step)),
      ),
    ),
    ...removeAttempts(writes.unseen),
    ...removeDeliveries(writes.unseen),
  ])
  const answers = await allOf(
    together(client, () => [
      ...[givenBack, changes].flatMap((some) =>
        some === undefined ? [] : [client.query(forConnection(some, isPooled))],
      ),
      client.query('COMMIT'),
    ]),
  )
  // PostgreSQL answers COMMIT with ROLLBACK if the transaction has failed.
  if (answers.at(-1)!.command !== 'COMMIT') throw new Error('the transaction was rolled back')
}
