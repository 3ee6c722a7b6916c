import { modes } from '../../books/call.ts'
import { everyService } from '../../books/number-limit.ts'
import { hoursInDay } from '../../books/spending.ts'
import { hourMs } from '../../platform/clock.ts'
import { callOf, keyOwnerColumns, keyOwnerOf, recordColumnNames } from '../call-columns.ts'
import { phoneText } from '../key-hash.ts'
import { lookupHoldTable, lookupKeyTable } from '../queries/lookup-holds.ts'
import type { Row } from '../sql.ts'
import { boundsOf, bytes, numbers, texts } from './arrays.ts'
import {
  type AccountBalance,
  keyName,
  type LoadedBatch,
  type OpenCall,
  type PhoneState,
  phoneName,
  spendName,
  waitName,
} from './batch-books.ts'
import type { BatchNeeds } from './batch-needs.ts'
import { beginWith } from './begin.ts'
import { type Client, forConnection, together } from './connection.ts'
import { databaseNow } from './database-time.ts'
import { newestClosing } from './full-ranges.ts'
import type { KeyFilters, Suspect } from './key-filters.ts'

/**
 * Settings and statement forms that keep the plans of a batch fast.
 *
 * PostgreSQL plans a statement while a range is new and empty, and keeps the plan: a full scan looks cheap then, but is
 * not a minute later. So every row is looked up by its key, one at a time, with `LATERAL … OFFSET 0`, which the planner
 * may not turn into a join over the whole table. The bounds of the ids exclude the ranges that hold none of them; an
 * array of ids would not. Bitmap scans are off, because one of the two combined indexes would be the list of all open
 * calls.
 *
 * A plan over many ranges also looks expensive enough for JIT compilation and parallel workers, each time. With 200
 * ranges an admission took more than the 5 s allowed for a statement; without JIT 70 ms; without parallel workers too
 * 12 to 18 ms. The settings last for this transaction only, because the connection may belong to a pooler.
 */
const settings = [
  'plan_cache_mode = force_generic_plan',
  'enable_seqscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'enable_bitmapscan = off',
  'jit = off',
  'max_parallel_workers_per_gather = 0',
]
const begin = beginWith({ settings })
/** While a batch of several accounts waits for one of them, the others wait too. */
const beginShort = beginWith({ settings, lockTimeoutMs: 1_000 })

/** How a transaction locks its accounts: how long it waits, and whether it goes on without those that are locked. */
export interface Locking {
  readonly waits: 'short' | 'long'
  readonly skips: boolean
}

/** The calls with these ids, all of which lie between the two bounds. */
const storedWith = (ids: string, lowest: string, highest: string, columns: string) =>
  `unnest(${ids}::bigint[]) AS asked (id) CROSS JOIN LATERAL (SELECT ${columns} FROM calls
    WHERE vendor_id = asked.id AND vendor_id BETWEEN ${lowest} AND ${highest} OFFSET 0) AS stored`

/** Locks accounts before anything else and in order, so that nodes never deadlock. */
const lockAccounts = (
  ids: string,
) => `SELECT id, balance_units, held_units, last_entry, pg_current_xact_id()::text AS xact,
    ${databaseNow} AS now, ${newestClosing} AS closing
  FROM accounts
  WHERE id = ANY (${ids}) ORDER BY id FOR NO KEY UPDATE`
const lockKnown = lockAccounts('$1::bigint[]')
/** To look for the accounts of calls takes longer than to lock them. */
const lockStrange = lockAccounts(
  `$1::bigint[] || ARRAY(SELECT account_id FROM ${storedWith('$2', '$3', '$4', 'account_id')})`,
)
const lockShared = `SELECT pg_advisory_xact_lock(key)
  FROM (SELECT key FROM unnest($1::bigint[]) AS wanted (key) ORDER BY key) AS sorted`
const drawIds = `SELECT nextval('vendor_ids') AS id FROM generate_series(1, $1::int)`
/** Reads the ids only: nearly all keys are new. The owners of the other keys are read in a second round trip. */
const readKeys = `SELECT vendor_id FROM unique_keys
  WHERE key_hash = ANY ($1::bigint[]) AND (vendor_id < $2 OR vendor_id >= $3)`
const readSuspects = `SELECT vendor_id FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS asked (key_hash, first_id, end_id)
  CROSS JOIN LATERAL (SELECT vendor_id FROM unique_keys
    WHERE key_hash = asked.key_hash AND vendor_id >= asked.first_id AND vendor_id < asked.end_id OFFSET 0) AS stored`
const readOwners = `SELECT stored.* FROM ${storedWith('$1', '$2', '$3', keyOwnerColumns)}`
/** A row of nulls for a phone without limits. */
const readPhones = `SELECT asked.phone_hash, known.service_id, calls, blocked_until, ends_at, version,
    (do_not_call.phone_hash IS NOT NULL)::int AS do_not_call
  FROM unnest($1::bigint[], $2::bytea[]) AS asked (service_id, phone_hash)
  LEFT JOIN LATERAL (SELECT service_id, calls, blocked_until, ends_at, version FROM number_limits
    WHERE phone_hash = asked.phone_hash AND service_id IN (${everyService}, asked.service_id) OFFSET 0) AS known ON true
  LEFT JOIN LATERAL (SELECT phone_hash FROM do_not_call WHERE phone_hash = asked.phone_hash OFFSET 0)
    AS do_not_call ON true`
/**
 * Reads the hours of the requests and the day before the database's time: the answer tells which of the two clocks
 * applies.
 */
const readSpend = `SELECT scope, hour, spent_units FROM spend
  WHERE scope = ANY ($1::text[]) AND (hour BETWEEN $2 AND $3 OR hour >= ${databaseNow} / ${hourMs} - ${hoursInDay})`
/** The columns that a repeat copies from the first call. */
const repeatColumns = `${recordColumnNames}, price_units, charges_failed, spend_scopes`
const readVerifications = `SELECT ${repeatColumns} FROM calls WHERE vendor_id = ANY ($1::bigint[])`
/** The columns needed to end a call. The phone is needed only if the call waits for an inbound call. */
const readOpen = `SELECT stored.* FROM ${storedWith(
  '$1',
  '$2',
  '$3',
  `vendor_id, account_id, service_id, mode, price_units, charges_failed, started_at, spend_scopes, confirmation_number,
    CASE WHEN confirmation_number IS NOT NULL THEN phone_hash END AS phone_hash, (state = -1)::int AS is_open`,
)}`
const readFirsts = `SELECT ${repeatColumns} FROM calls WHERE vendor_id = ANY (
    ARRAY(SELECT first_vendor_id FROM calls WHERE vendor_id = ANY ($1::bigint[])))`
const countRepeats = `SELECT repeats.first_vendor_id, count(*) AS n, max(started_at) AS last FROM repeats
  CROSS JOIN LATERAL (SELECT started_at FROM calls WHERE vendor_id = repeats.vendor_id OFFSET 0) AS stored
  WHERE repeats.first_vendor_id = ANY (
    ARRAY(SELECT coalesce(first_vendor_id, vendor_id) FROM calls WHERE vendor_id = ANY ($1::bigint[])))
  GROUP BY repeats.first_vendor_id`
const readWaiting = `SELECT inbound_waiting.phone_hash, inbound_waiting.confirmation_number, account_id
  FROM inbound_waiting JOIN calls USING (vendor_id) WHERE inbound_waiting.phone_hash = ANY ($1::bytea[])`
const readRepeatRefusals = `SELECT phone_hash FROM do_not_call WHERE phone_hash = ANY (
    ARRAY(SELECT phone_hash FROM calls WHERE vendor_id = ANY ($1::bigint[])))`

const readLookupKeys = `SELECT lookup_id, fingerprint, amount_units, balance_units, started_at, count FROM lookup_keys
  WHERE lookup_id = ANY ($1::text[])`
const readLookups = `SELECT lookup_id, account_id, amount_units, spend_scopes, started_at, deadline_at FROM lookup_holds
  WHERE lookup_id = ANY ($1::text[])`

export type OpenedBatch = Awaited<ReturnType<typeof openBatch>>

/**
 * The first round trip: locks, then reads. Keys that exist already take another round trip. The reads are separate
 * statements after the lock, because a statement sees what was committed when it began: a statement that waited for
 * another node would miss what that node wrote.
 */
export async function openBatch(
  client: Client,
  needs: BatchNeeds,
  idsToDraw: number,
  filters: KeyFilters,
  isPooled: boolean,
  { waits, skips }: Locking,
) {
  const ask = async (name: string, text: string, values: unknown[]): Promise<Row[]> =>
    (await client.query(forConnection({ name, text, values }, isPooled))).rows as Row[]
  const lock = (name: string, text: string, values: unknown[]) =>
    skips ? ask(`${name}_free`, `${text} SKIP LOCKED`, values) : ask(name, text, values)
  const none = Promise.resolve<Row[]>([])
  const { accountIds, strangeIds, endedIds, repeatedIds, keyHashes } = needs
  const ended = [numbers(endedIds), ...boundsOf(endedIds)]
  const repeated = numbers(repeatedIds)
  const hasRepeats = repeatedIds.length > 0
  const { firstId, endId } = filters.span
  const askEverywhere = () => ask('rk_keys', readKeys, [numbers(keyHashes), 0, 0])
  const suspects = filters.suspects(keyHashes)
  const answers = together(client, () => [
    client.query(waits === 'short' ? beginShort : begin).then(() => [] as Row[]),
    strangeIds.length === 0
      ? lock('rk_lock', lockKnown, [numbers(accountIds)])
      : lock('rk_lock_strange', lockStrange, [
          numbers(accountIds),
          numbers(strangeIds),
          ...boundsOf(strangeIds),
        ]),
    needs.sharedLocks.length > 0 ? ask('rk_lock_shared', lockShared, [numbers(needs.sharedLocks)]) : none,
    idsToDraw > 0 ? ask('rk_draw_ids', drawIds, [idsToDraw]) : none,
    keyHashes.length > 0 ? ask('rk_keys', readKeys, [numbers(keyHashes), firstId, endId]) : none,
    suspects.length > 0 ? ask('rk_suspects', readSuspects, columnsOf(suspects)) : none,
    needs.calledPhones.length > 0
      ? ask('rk_phones', readPhones, [numbers(needs.callingServices), bytes(needs.calledPhones)])
      : none,
    needs.scopes.length > 0
      ? ask('rk_spend', readSpend, [texts(needs.scopes), needs.firstHour, needs.lastHour])
      : none,
    endedIds.length > 0 ? ask('rk_open', readOpen, ended) : none,
    hasRepeats ? ask('rk_calls', readVerifications, [repeated]) : none,
    hasRepeats ? ask('rk_firsts', readFirsts, [repeated]) : none,
    hasRepeats ? ask('rk_repeats', countRepeats, [repeated]) : none,
    needs.waitingPhones.length > 0 ? ask('rk_waiting', readWaiting, [bytes(needs.waitingPhones)]) : none,
    hasRepeats ? ask('rk_repeat_refusals', readRepeatRefusals, [repeated]) : none,
    needs.lookupIds.length > 0 ? ask('rk_lookups', readLookups, [texts(needs.lookupIds)]) : none,
    needs.lookupKeyIds.length > 0 ? ask('rk_lookup_keys', readLookupKeys, [texts(needs.lookupKeyIds)]) : none,
  ])
  const [
    ,
    locked,
    ,
    drawn,
    keys,
    suspected,
    known,
    spend,
    open,
    asked,
    firsts,
    repeats,
    waiting,
    refusals,
    lookups,
    lookupKeys,
  ] = (await allOf(answers)) as Row[][]
  const areFiltersRight = filters.areOf((locked![0]?.closing ?? null) as string | null)
  const found = areFiltersRight ? [...keys!, ...suspected!] : await askEverywhere()
  const taken = found.map((row) => Number(row.vendor_id))
  const owners =
    taken.length > 0 ? await ask('rk_owners', readOwners, [numbers(taken), ...boundsOf(taken)]) : []
  const loaded: LoadedBatch = {
    balances: new Map(locked!.map((row) => [Number(row.id), balanceRowOf(row)])),
    vendorIds: drawn!.map((row) => Number(row.id)),
    keys: new Map(
      owners.map((row) => [keyName(Number(row.service_id), String(row.unique_key)), keyOwnerOf(row)]),
    ),
    phones: phonesOf(known!, refusals!),
    spent: new Map(
      spend!.map((row) => [spendName(String(row.scope), Number(row.hour)), Number(row.spent_units)]),
    ),
    open: new Map(open!.map((row) => [Number(row.vendor_id), openOf(row)])),
    calls: new Map([...firsts!, ...asked!].map((row) => [Number(row.vendor_id), callOf(row)])),
    repeats: new Map(
      repeats!.map((row) => [
        Number(row.first_vendor_id),
        { count: Number(row.n), lastStartedAt: Number(row.last) },
      ]),
    ),
    waiting: new Set(
      waiting!.map((row) => waitName(row.phone_hash as Uint8Array, String(row.confirmation_number))),
    ),
    waitingCounts: countsOf(waiting!),
    lookupKeys: new Map(lookupKeys!.map((row) => [String(row.lookup_id), lookupKeyTable.of(row)])),
    lookupHolds: new Map(lookups!.map((row) => [String(row.lookup_id), lookupHoldTable.of(row)])),
  }
  return {
    loaded,
    /** The transaction's id, to look up its outcome later; undefined when nothing was locked. */
    xact: locked![0]?.xact as string | undefined,
    /** The database's time. */
    now: Number(locked![0]?.now),
  }
}

/** Throws the first error of statements that were sent together; the errors of later statements only follow from it. */
export async function allOf<T>(answers: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(answers)
  const failed = settled.find((answer) => answer.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return settled.map((answer) => (answer as PromiseFulfilledResult<T>).value)
}

function balanceRowOf(row: Row): AccountBalance {
  return {
    balanceUnits: Number(row.balance_units),
    heldUnits: Number(row.held_units),
    lastEntry: Number(row.last_entry),
  }
}

function phonesOf(rows: readonly Row[], refusals: readonly Row[]): Map<string, PhoneState> {
  const phones = new Map<string, PhoneState>()
  for (const row of refusals) {
    phones.set(phoneText(row.phone_hash as Uint8Array), { doNotCall: true, limits: [] })
  }
  for (const row of rows) {
    if (row.service_id === null && row.do_not_call === 0) continue
    const phoneHash = row.phone_hash as Uint8Array
    const text = phoneText(phoneHash)
    const state = phones.get(text) ?? { doNotCall: false, limits: [] }
    phones.set(text, state)
    state.doNotCall ||= row.do_not_call === 1
    const serviceId = Number(row.service_id)
    // Two requests of the batch may ask for the same limit.
    if (row.service_id === null || state.limits.some((limit) => limit.serviceId === serviceId)) continue
    state.limits.push({
      serviceId,
      phoneHash,
      history: { calls: JSON.parse(String(row.calls)) as number[], blockedUntil: Number(row.blocked_until) },
      endsAt: Number(row.ends_at),
      version: Number(row.version),
    })
  }
  return phones
}

function countsOf(waiting: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of waiting) {
    const name = phoneName(Number(row.account_id), row.phone_hash as Uint8Array)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

function openOf(row: Row): OpenCall {
  return {
    isOpen: row.is_open === 1,
    accountId: Number(row.account_id),
    serviceId: Number(row.service_id),
    mode: modes[Number(row.mode)]!,
    priceUnits: Number(row.price_units),
    chargesFailed: row.charges_failed === 1,
    startedAt: Number(row.started_at),
    spendScopes: row.spend_scopes as string | null,
    phoneHash: row.phone_hash as Uint8Array | null,
    confirmationNumber: row.confirmation_number as string | null,
  }
}

function columnsOf(suspects: readonly Suspect[]): string[] {
  return [
    numbers(suspects.map(({ keyHash }) => keyHash)),
    numbers(suspects.map(({ firstId }) => firstId)),
    numbers(suspects.map(({ endId }) => endId)),
  ]
}
