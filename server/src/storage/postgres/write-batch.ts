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
    ...aboutVerifications(writes),
    ...aboutInbound(writes),
    ...aboutLookups(writes),
    ...aboutLookupKeys(writes),
    ...aboutTests(writes),
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

function* aboutMoney(
  { entries, spend }: BatchWrites,
  balances: ReadonlyMap<number, AccountBalance>,
): Generator<NamedStatement> {
  if (entries.length > 0) yield* aboutEntries(entries, balances)
  if (spend.size === 0) return
  const spends = [...spend.values()]
  yield {
    name: 'rk_add_spend',
    text: addSpend,
    values: [
      texts(spends.map(({ scope }) => scope)),
      numbers(spends.map(({ hour }) => hour)),
      numbers(spends.map(({ units }) => units)),
    ],
  }
}

function* aboutEntries(
  entries: BatchWrites['entries'],
  balances: ReadonlyMap<number, AccountBalance>,
): Generator<NamedStatement> {
  const moved = [...new Set(entries.map(({ accountId }) => accountId))]
  yield {
    name: 'rk_entries',
    text: insertEntries,
    values: [
      numbers(entries.map((entry) => entry.accountId)),
      numbers(entries.map((entry) => entry.entry)),
      texts(entries.map((entry) => entry.kind)),
      numbers(entries.map((entry) => entry.amountUnits)),
      numbers(entries.map((entry) => entry.heldUnits)),
      numbers(entries.map((entry) => entry.balanceAfterUnits)),
      numbers(entries.map((entry) => entry.vendorId)),
      texts(entries.map((entry) => entry.note)),
      numbers(entries.map((entry) => entry.createdAt)),
    ],
  }
  yield {
    name: 'rk_accounts',
    text: updateAccounts,
    values: [
      numbers(moved),
      numbers(moved.map((id) => balances.get(id)!.balanceUnits)),
      numbers(moved.map((id) => balances.get(id)!.heldUnits)),
      numbers(moved.map((id) => balances.get(id)!.lastEntry)),
    ],
  }
}

function* aboutVerifications({
  calls,
  keys,
  limits,
  repeats,
  ends,
  undigested,
}: BatchWrites): Generator<NamedStatement> {
  if (calls.length > 0) {
    yield {
      name: 'rk_new_calls',
      text: insertCalls,
      values: startColumns.map(({ field, kind }) =>
        arrayOf(
          kind,
          calls.map((row) => storedValue(kind, row[field as keyof NewCall])),
        ),
      ),
    }
  }
  if (keys.length > 0) {
    yield {
      name: 'rk_new_keys',
      text: insertKeys,
      values: [
        numbers(keys.map(({ serviceId, unique }) => keyHashOf(serviceId, unique))),
        numbers(keys.map(({ vendorId }) => vendorId)),
      ],
    }
  }
  if (limits.size > 0) {
    // Always in the same order, so that two batches never deadlock.
    const saved = [...limits].sort((one, other) => Buffer.compare(one.phoneHash, other.phoneHash))
    yield {
      name: 'rk_limits',
      text: saveLimits,
      values: [
        numbers(saved.map(({ serviceId }) => serviceId)),
        bytes(saved.map(({ phoneHash }) => phoneHash)),
        texts(saved.map(({ history }) => JSON.stringify(history.calls))),
        numbers(saved.map(({ history }) => history.blockedUntil)),
        numbers(saved.map(({ endsAt }) => endsAt)),
        numbers(saved.map(({ version }) => version + 1)),
      ],
    }
  }
  if (repeats.length > 0) {
    yield {
      name: 'rk_new_repeats',
      text: insertRepeats,
      values: [
        numbers(repeats.map(({ firstVendorId }) => firstVendorId)),
        numbers(repeats.map(({ vendorId }) => vendorId)),
      ],
    }
  }
  if (ends.length > 0) {
    yield {
      name: 'rk_ends',
      text: endCalls,
      values: [
        numbers(ends.map(({ vendorId }) => vendorId)),
        numbers(ends.map(({ completed }) => (completed ? 1 : 0))),
        numbers(ends.map(({ settledAt }) => settledAt)),
        texts(ends.map(({ reason }) => reason)),
        texts(ends.map(({ details }) => details ?? null)),
        numbers(ends.map(({ costUnits }) => costUnits)),
        texts(ends.map(({ callerIdentity }) => callerIdentity ?? null)),
      ],
    }
  }
  if (undigested.length > 0) {
    yield { name: 'rk_undigested', text: insertUndigested, values: [numbers(undigested)] }
  }
}

function* aboutInbound({ waits, endedWaits, deliveries }: BatchWrites): Generator<NamedStatement> {
  if (endedWaits.length > 0) {
    yield {
      name: 'rk_stop_waiting',
      text: stopWaiting,
      values: [
        bytes(endedWaits.map(({ phoneHash }) => phoneHash)),
        texts(endedWaits.map(({ confirmationNumber }) => confirmationNumber)),
      ],
    }
  }
  if (waits.length > 0) {
    yield {
      name: 'rk_start_waiting',
      text: startWaiting,
      values: [
        bytes(waits.map(({ phoneHash }) => phoneHash)),
        texts(waits.map(({ confirmationNumber }) => confirmationNumber)),
        numbers(waits.map(({ vendorId }) => vendorId)),
      ],
    }
  }
  if (deliveries.length > 0) {
    const receivers = texts(deliveries.map(({ receiver }) => receiver))
    const times = numbers(deliveries.map(({ at }) => at))
    yield {
      name: 'rk_deliveries',
      text: insertDeliveries,
      values: [
        numbers(deliveries.map(({ serviceId }) => serviceId)),
        texts(deliveries.map(({ webhookId }) => webhookId)),
        receivers,
        times,
        numbers(deliveries.map(({ vendorId }) => vendorId)),
        texts(deliveries.map(({ verificationId }) => verificationId)),
        numbers(deliveries.map(({ endpointId }) => endpointId)),
        texts(deliveries.map(({ type }) => type)),
        texts(deliveries.map(({ data }) => data)),
        numbers(deliveries.map(({ test }) => (test ? 1 : 0))),
      ],
    }
    yield { name: 'rk_receivers', text: receiversAreDue, values: [receivers, times] }
  }
}

function* aboutTests({ tests }: BatchWrites): Generator<NamedStatement> {
  if (tests.length === 0) return
  yield {
    name: 'rk_new_tests',
    text: insertTests,
    values: [
      numbers(tests.map(({ vendorId }) => vendorId)),
      numbers(tests.map(({ startedAt }) => startedAt)),
    ],
  }
}

function* aboutLookups({ lookupHolds, endedLookups }: BatchWrites): Generator<NamedStatement> {
  if (lookupHolds.length > 0) {
    yield {
      name: 'rk_new_lookups',
      text: insertLookups,
      values: [
        texts(lookupHolds.map(({ lookupId }) => lookupId)),
        numbers(lookupHolds.map(({ accountId }) => accountId)),
        numbers(lookupHolds.map(({ amountUnits }) => amountUnits)),
        texts(lookupHolds.map(({ spendScopes }) => spendScopes)),
        numbers(lookupHolds.map(({ startedAt }) => startedAt)),
        numbers(lookupHolds.map(({ deadlineAt }) => deadlineAt)),
      ],
    }
  }
  if (endedLookups.length > 0) {
    yield { name: 'rk_ended_lookups', text: endLookups, values: [texts(endedLookups)] }
  }
}

/** Removals come first: a key that is given back may be taken again in the same batch. */
function* aboutLookupKeys({ removedLookupKeys, lookupKeys }: BatchWrites): Generator<NamedStatement> {
  if (removedLookupKeys.length > 0) {
    yield { name: 'rk_removed_lookup_keys', text: removeLookupKeys, values: [texts(removedLookupKeys)] }
  }
  if (lookupKeys.length > 0) {
    yield {
      name: 'rk_new_lookup_keys',
      text: insertLookupKeys,
      values: [
        texts(lookupKeys.map(({ lookupId }) => lookupId)),
        bytes(lookupKeys.map(({ fingerprint }) => fingerprint)),
        numbers(lookupKeys.map(({ amountUnits }) => amountUnits)),
        numbers(lookupKeys.map(({ balanceUnits }) => balanceUnits)),
        numbers(lookupKeys.map(({ startedAt }) => startedAt)),
        numbers(lookupKeys.map(({ count }) => count)),
      ],
    }
  }
}
