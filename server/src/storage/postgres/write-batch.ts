import type { NewCall } from '../../books/call.ts'
import { everyService } from '../../books/number-limit.ts'
import { startColumns, storedValue } from '../call-columns.ts'
import { keyHashOf } from '../key-hash.ts'
import { arrayOf, arrayTypes, bytes, numbers, texts } from './arrays.ts'
import type { AccountBalance, BatchWrites } from './batch-books.ts'
import { type Client, forConnection, type NamedStatement, together } from './connection.ts'
import { joined } from './joined-statement.ts'
import { allOf } from './load-batch.ts'

/** The rows of a batch, as one array for each column. */
const columnArrays = startColumns.map(({ column, kind }, index) => ({
  column,
  kind,
  parameter: `$${index + 1}::${arrayTypes[kind]}[]`,
}))
const insertCalls = `INSERT INTO calls (${columnArrays.map(({ column }) => column).join(', ')}, cost_units, state)
  SELECT *, price_units, -1 FROM unnest(${columnArrays.map(({ parameter }) => parameter).join(', ')})
  AS started (${columnArrays.map(({ column }) => column).join(', ')})`
const insertKeys = 'INSERT INTO unique_keys SELECT * FROM unnest($1::bigint[], $2::bigint[])'
const insertEntries = `INSERT INTO ledger SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[],
  $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::bigint[])`
const updateAccounts = `UPDATE accounts SET balance_units = p.balance, held_units = p.held, last_entry = p.last
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS p (id, balance, held, last)
  WHERE accounts.id = p.id`
/**
 * The lock on the account protects the history of a number for one service. It does not protect the history that all
 * services share: if another batch has written that since it was read, this batch fails with a conflict and is tried
 * again.
 */
const saveLimits = `INSERT INTO number_limits (service_id, phone_hash, calls, blocked_until, ends_at, version)
  SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
  ON CONFLICT (phone_hash, service_id) DO UPDATE
    SET calls = CASE WHEN excluded.service_id <> ${everyService} OR number_limits.version = excluded.version - 1
        THEN excluded.calls ELSE ringkey_conflict() END,
      blocked_until = excluded.blocked_until, ends_at = excluded.ends_at, version = excluded.version`
// Adds the difference instead of writing the sum: a release of another account may have changed the sum meanwhile.
const addSpend = `INSERT INTO spend SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) ORDER BY 1, 2
  ON CONFLICT (scope, hour) DO UPDATE SET spent_units = spend.spent_units + excluded.spent_units`
const insertRepeats = 'INSERT INTO repeats SELECT * FROM unnest($1::bigint[], $2::bigint[])'
/**
 * Updates by the primary key, one row at a time. That has to look cheapest also while the table is young, so the list
 * is made to look short (for an unknown limit the planner expects a tenth of ten rows), and `+ 0` keeps the planner
 * from using the index of open calls.
 */
const endCalls = `UPDATE calls SET state = e.state, settled_at = e.settled, reason = e.reason,
    details = e.details, cost_units = e.cost, caller_identity = coalesce(e.caller, caller_identity)
  FROM (SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[],
      $7::text[])
    AS e (id, state, settled, reason, details, cost, caller) LIMIT cardinality($1)) AS e
  WHERE vendor_id = e.id AND calls.state + 0 = -1`
const insertUndigested = 'INSERT INTO undigested SELECT * FROM unnest($1::bigint[]) ON CONFLICT DO NOTHING'
const stopWaiting = `DELETE FROM inbound_waiting USING unnest($1::bytea[], $2::text[]) AS e (phone, number)
  WHERE phone_hash = e.phone AND confirmation_number = e.number AND phone_hash = ANY ($1::bytea[])`
const startWaiting = 'INSERT INTO inbound_waiting SELECT * FROM unnest($1::bytea[], $2::text[], $3::bigint[])'
const insertDeliveries = `INSERT INTO deliveries (service_id, webhook_id, receiver, state, due_at, created_at, vendor_id,
    verification_id, endpoint_id, type, data, test)
  SELECT d.service, d.webhook, d.receiver, CASE d.receiver WHEN '' THEN 'kept' ELSE 'pending' END, d.at, d.at, d.call, d.verification, d.endpoint, d.type, d.data, d.test
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::text[],
      $9::text[], $10::smallint[])
    AS d (service, webhook, receiver, at, call, verification, endpoint, type, data, test)
  ON CONFLICT (webhook_id) DO NOTHING`
const receiversAreDue = `INSERT INTO delivery_receivers
  SELECT receiver, min(at) FROM unnest($1::text[], $2::bigint[]) AS d (receiver, at) WHERE receiver <> ''
  GROUP BY receiver ORDER BY receiver
  ON CONFLICT (receiver) DO UPDATE SET next_due_at = least(excluded.next_due_at, delivery_receivers.next_due_at)`

const insertTests = 'INSERT INTO test_calls SELECT * FROM unnest($1::bigint[], $2::bigint[])'
const insertLookups = `INSERT INTO lookup_holds
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[])`
const insertLookupKeys = `INSERT INTO lookup_keys
  SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])`
const removeLookupKeys = 'DELETE FROM lookup_keys WHERE lookup_id = ANY ($1::text[])'
const endLookups = 'DELETE FROM lookup_holds WHERE lookup_id = ANY ($1::text[])'

/** The second round trip: writes all decisions and commits. Resolves when the commit is on disk. */
export async function writeBatch(
  client: Client,
  writes: BatchWrites,
  balances: ReadonlyMap<number, AccountBalance>,
  isPooled: boolean,
): Promise<void> {
  const everything = joined([
    ...aboutMoney(writes, balances),
    ...aboutCalls(writes),
    ...aboutInbound(writes),
    ...aboutLookups(writes),
  ])
  const answers = await allOf(
    together(client, () => [
      ...(everything === undefined ? [] : [client.query(forConnection(everything, isPooled))]),
      client.query('COMMIT'),
    ]),
  )
  // PostgreSQL answers COMMIT with ROLLBACK if the transaction has failed.
  if (answers.at(-1)!.command !== 'COMMIT') throw new Error('the transaction was rolled back')
}

/** A statement about these rows; none when there are none. `columns` makes one array for each column. */
const about = <R>(
  rows: readonly R[],
  name: string,
  text: string,
  columns: (rows: readonly R[]) => string[],
): NamedStatement[] => (rows.length === 0 ? [] : [{ name, text, values: columns(rows) }])

function aboutMoney({ entries, spend }: BatchWrites, balances: ReadonlyMap<number, AccountBalance>) {
  const moved = [...new Set(entries.map(({ accountId }) => accountId))]
  return [
    ...about(entries, 'rk_entries', insertEntries, () => [
      numbers(entries.map((entry) => entry.accountId)),
      numbers(entries.map((entry) => entry.entry)),
      texts(entries.map((entry) => entry.kind)),
      numbers(entries.map((entry) => entry.amountUnits)),
      numbers(entries.map((entry) => entry.heldUnits)),
      numbers(entries.map((entry) => entry.balanceAfterUnits)),
      numbers(entries.map((entry) => entry.vendorId)),
      texts(entries.map((entry) => entry.note)),
      numbers(entries.map((entry) => entry.createdAt)),
    ]),
    ...about(moved, 'rk_accounts', updateAccounts, () => [
      numbers(moved),
      numbers(moved.map((id) => balances.get(id)!.balanceUnits)),
      numbers(moved.map((id) => balances.get(id)!.heldUnits)),
      numbers(moved.map((id) => balances.get(id)!.lastEntry)),
    ]),
    ...about([...spend.values()], 'rk_add_spend', addSpend, (spends) => [
      texts(spends.map(({ scope }) => scope)),
      numbers(spends.map(({ hour }) => hour)),
      numbers(spends.map(({ units }) => units)),
    ]),
  ]
}

function aboutCalls({ calls, keys, limits, repeats, ends, undigested, tests }: BatchWrites) {
  // Always in the same order, so that two batches never deadlock.
  const saved = [...limits].sort((one, other) => Buffer.compare(one.phoneHash, other.phoneHash))
  return [
    ...about(calls, 'rk_new_calls', insertCalls, () =>
      startColumns.map(({ field, kind }) =>
        arrayOf(
          kind,
          calls.map((row) => storedValue(kind, row[field as keyof NewCall])),
        ),
      ),
    ),
    ...about(keys, 'rk_new_keys', insertKeys, () => [
      numbers(keys.map(({ serviceId, unique }) => keyHashOf(serviceId, unique))),
      numbers(keys.map(({ vendorId }) => vendorId)),
    ]),
    ...about(saved, 'rk_limits', saveLimits, () => [
      numbers(saved.map(({ serviceId }) => serviceId)),
      bytes(saved.map(({ phoneHash }) => phoneHash)),
      texts(saved.map(({ history }) => JSON.stringify(history.calls))),
      numbers(saved.map(({ history }) => history.blockedUntil)),
      numbers(saved.map(({ endsAt }) => endsAt)),
      numbers(saved.map(({ version }) => version + 1)),
    ]),
    ...about(repeats, 'rk_new_repeats', insertRepeats, () => [
      numbers(repeats.map(({ firstVendorId }) => firstVendorId)),
      numbers(repeats.map(({ vendorId }) => vendorId)),
    ]),
    ...about(ends, 'rk_ends', endCalls, () => [
      numbers(ends.map(({ vendorId }) => vendorId)),
      numbers(ends.map(({ completed }) => (completed ? 1 : 0))),
      numbers(ends.map(({ settledAt }) => settledAt)),
      texts(ends.map(({ reason }) => reason)),
      texts(ends.map(({ details }) => details ?? null)),
      numbers(ends.map(({ costUnits }) => costUnits)),
      texts(ends.map(({ callerIdentity }) => callerIdentity ?? null)),
    ]),
    ...about(undigested, 'rk_undigested', insertUndigested, () => [numbers(undigested)]),
    ...about(tests, 'rk_new_tests', insertTests, () => [
      numbers(tests.map(({ vendorId }) => vendorId)),
      numbers(tests.map(({ startedAt }) => startedAt)),
    ]),
  ]
}

function aboutInbound({ waits, endedWaits, deliveries }: BatchWrites) {
  return [
    ...about(endedWaits, 'rk_stop_waiting', stopWaiting, () => [
      bytes(endedWaits.map(({ phoneHash }) => phoneHash)),
      texts(endedWaits.map(({ confirmationNumber }) => confirmationNumber)),
    ]),
    ...about(waits, 'rk_start_waiting', startWaiting, () => [
      bytes(waits.map(({ phoneHash }) => phoneHash)),
      texts(waits.map(({ confirmationNumber }) => confirmationNumber)),
      numbers(waits.map(({ vendorId }) => vendorId)),
    ]),
    ...about(deliveries, 'rk_deliveries', insertDeliveries, () => [
      numbers(deliveries.map(({ serviceId }) => serviceId)),
      texts(deliveries.map(({ webhookId }) => webhookId)),
      texts(deliveries.map(({ receiver }) => receiver)),
      numbers(deliveries.map(({ at }) => at)),
      numbers(deliveries.map(({ vendorId }) => vendorId)),
      texts(deliveries.map(({ verificationId }) => verificationId)),
      numbers(deliveries.map(({ endpointId }) => endpointId)),
      texts(deliveries.map(({ type }) => type)),
      texts(deliveries.map(({ data }) => data)),
      numbers(deliveries.map(({ test }) => (test ? 1 : 0))),
    ]),
    ...about(deliveries, 'rk_receivers', receiversAreDue, () => [
      texts(deliveries.map(({ receiver }) => receiver)),
      numbers(deliveries.map(({ at }) => at)),
    ]),
  ]
}

/** Keys are removed first: a key that is given back may be taken again in the same batch. */
function aboutLookups({ lookupHolds, endedLookups, removedLookupKeys, lookupKeys }: BatchWrites) {
  return [
    ...about(lookupHolds, 'rk_new_lookups', insertLookups, () => [
      texts(lookupHolds.map(({ lookupId }) => lookupId)),
      numbers(lookupHolds.map(({ accountId }) => accountId)),
      numbers(lookupHolds.map(({ amountUnits }) => amountUnits)),
      texts(lookupHolds.map(({ spendScopes }) => spendScopes)),
      numbers(lookupHolds.map(({ startedAt }) => startedAt)),
      numbers(lookupHolds.map(({ deadlineAt }) => deadlineAt)),
    ]),
    ...about(endedLookups, 'rk_ended_lookups', endLookups, () => [texts(endedLookups)]),
    ...about(removedLookupKeys, 'rk_removed_lookup_keys', removeLookupKeys, () => [texts(removedLookupKeys)]),
    ...about(lookupKeys, 'rk_new_lookup_keys', insertLookupKeys, () => [
      texts(lookupKeys.map(({ lookupId }) => lookupId)),
      bytes(lookupKeys.map(({ fingerprint }) => fingerprint)),
      numbers(lookupKeys.map(({ amountUnits }) => amountUnits)),
      numbers(lookupKeys.map(({ balanceUnits }) => balanceUnits)),
      numbers(lookupKeys.map(({ startedAt }) => startedAt)),
      numbers(lookupKeys.map(({ count }) => count)),
    ]),
  ]
}
