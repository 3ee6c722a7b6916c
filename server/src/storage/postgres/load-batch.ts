import type { VerificationsFrom } from '../../books/books.ts'
import { modes } from '../../books/call.ts'
import type { AccountMoney } from '../../books/ledger.ts'
import type { Needs } from '../../books/needs.ts'
import { everyService } from '../../books/number-limit.ts'
import { callStarts } from '../../books/page-calls.ts'
import { hoursInDay } from '../../books/spending.ts'
import { isPending } from '../../books/step-machine.ts'
import type { Step } from '../../books/verification.ts'
import { hourMs } from '../../platform/clock.ts'
import {
  callOf,
  keyOwnerColumns,
  keyOwnerOf,
  recordColumnNames,
  settledCallColumns,
  settledCallOf,
} from '../call-columns.ts'
import {
  keyName,
  NotLoaded,
  type OpenCall,
  pageName,
  phoneName,
  type StoredHistory,
  type StoredRows,
  sourceName,
  spendName,
  verificationKeyName,
} from '../hot/working-set.ts'
import { hash48, keyHashOf, phoneText } from '../key-hash.ts'
import { feedbackTable } from '../queries/conversions.ts'
import { targetOf, targetsWhere } from '../queries/event-endpoints.ts'
import { keptPriceTable } from '../queries/kept-prices.ts'
import { lookupHoldTable, lookupKeyTable } from '../queries/lookup-holds.ts'
import { sourceLineOf, sourceLines, storedSource } from '../queries/recent-sources.ts'
import { keyColumns, keyOf, storedColumns, storedOf, unapprovedOfPage } from '../queries/verification-rows.ts'
import { triesOf } from '../queries/wrong-codes.ts'
import type { Row } from '../sql.ts'
import { boundsOf, bytes, numbers, texts } from './arrays.ts'
import { beginWith } from './begin.ts'
import { type Client, forConnection, pipelined } from './connection.ts'
import { type DeadlineClock, databaseNow } from './database-time.ts'
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

/** How a transaction locks its rows: how long it waits, and whether it goes on without those that are locked. */
export interface Locking {
  readonly waits: 'short' | 'long'
  readonly skips: boolean
}

/** The calls with these ids, all of which lie between the two bounds. */
const storedWith = (ids: string, lowest: string, highest: string, columns: string) =>
  `unnest(${ids}::bigint[]) AS asked (id) CROSS JOIN LATERAL (SELECT ${columns} FROM calls
    WHERE vendor_id = asked.id AND vendor_id BETWEEN ${lowest} AND ${highest} OFFSET 0) AS stored`

/**
 * Locks are always taken in one order, each kind sorted, so that nodes never deadlock: accounts, phones, verifications,
 * then what accounts share. The transaction has its id before it reads anything, so that whoever waits for all
 * transactions that run now waits for this one.
 */
const lockAccounts = `SELECT id, balance_units, held_units, last_entry, pg_current_xact_id()::text AS xact,
    ${databaseNow} AS now, ${newestClosing} AS closing
  FROM accounts
  WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`
/**
 * The checks of one phone follow each other, over all its verifications: otherwise parallel guesses would all be compared
 * before the first of them is counted.
 */
const lockPhones = (lock: string) => `SELECT phone_hash, ${lock} FROM (
    SELECT DISTINCT phone_hash, hashtextextended('codes ' || encode(phone_hash, 'hex'), 0) AS key
    FROM unnest($1::bytea[]) AS phones (phone_hash) ORDER BY key) AS sorted`
const waitForPhones = lockPhones('pg_advisory_xact_lock(key)')
const tryPhones = lockPhones('pg_try_advisory_xact_lock(key)::int AS is_locked')
/** The pending verifications of phones, at all services. */
const pendingOf = (
  phones: string,
  column: string,
) => `SELECT ${column} FROM unnest(${phones}::bytea[]) AS phones (phone_hash)
  CROSS JOIN LATERAL (SELECT id, service_id FROM verifications
    WHERE phone_hash = phones.phone_hash AND status = 'pending' OFFSET 0) AS pending`
const needed = `FROM verifications WHERE id = ANY ($1::text[])`
const neededWithPending = `FROM verifications WHERE id = ANY ($1::text[] || ARRAY(${pendingOf('$2', 'id')}))`
const lockThese = (which: string) => `SELECT ${storedColumns} ${which} ORDER BY id FOR NO KEY UPDATE`
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
const readPhones = `SELECT asked.phone_hash, known.service_id, calls, blocked_until, version,
    (do_not_call.phone_hash IS NOT NULL)::int AS do_not_call
  FROM unnest($1::bigint[], $2::bytea[]) AS asked (service_id, phone_hash)
  LEFT JOIN LATERAL (SELECT service_id, calls, blocked_until, version FROM number_limits
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
const readCalls = `SELECT ${repeatColumns} FROM calls WHERE vendor_id = ANY ($1::bigint[])`
/** The columns needed to end a call. The phone is needed only if the call waits for an inbound call. */
const readOpen = `SELECT stored.* FROM ${storedWith(
  '$1',
  '$2',
  '$3',
  `vendor_id, account_id, service_id, mode, price_units, charges_failed, started_at, spend_scopes, confirmation_number,
    CASE WHEN confirmation_number IS NOT NULL THEN phone_hash END AS phone_hash, (state = -1)::int AS is_open`,
)}`
const readFeedback = 'SELECT * FROM call_feedback WHERE vendor_id = ANY ($1::bigint[])'
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

const readVerificationKeys = `SELECT ${keyColumns} FROM unnest($1::bigint[], $2::bytea[]) AS asked (service_id, key_hash)
  CROSS JOIN LATERAL (SELECT * FROM verification_keys
    WHERE service_id = asked.service_id AND key_hash = asked.key_hash OFFSET 0) AS verification_keys
  LEFT JOIN LATERAL (SELECT created_as FROM verifications WHERE id = verification_id OFFSET 0) AS made ON true`
/** The calls of steps whose outcome is open. */
const readSteps = `SELECT ended.* FROM unnest($1::text[]) AS asked (id)
  CROSS JOIN LATERAL (SELECT steps FROM verifications WHERE id = asked.id COLLATE "C" OFFSET 0) AS stored
  CROSS JOIN LATERAL jsonb_array_elements(steps::jsonb) AS step
  CROSS JOIN LATERAL (SELECT ${settledCallColumns} FROM calls
    WHERE vendor_id = (step ->> 'vendorId')::bigint OFFSET 0) AS ended
  WHERE step ->> 'status' = 'started'`
const readKept = 'SELECT * FROM kept_prices WHERE verification_id = ANY ($1::text[])'
const readTries = 'SELECT * FROM wrong_codes WHERE phone_hash = ANY ($1::bytea[])'
const readSources = (since: string) => `SELECT asked.service_id, asked.source, recent.*
  FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS asked (service_id, source, at)
  CROSS JOIN LATERAL (${sourceLines(
    `service_id = asked.service_id AND source = asked.source COLLATE "C" AND created_at > ${since}`,
  )} OFFSET 0) AS recent`
const readPages = (since: string) => `SELECT asked.service_id, asked.client, page.*
  FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS asked (service_id, client, at)
  CROSS JOIN LATERAL (SELECT id, steps, expires_at FROM verifications
    WHERE service_id = asked.service_id AND client = asked.client COLLATE "C" AND ${unapprovedOfPage}
      AND expires_at > ${since} OFFSET 0) AS page`
const sinceBy = { database: `${databaseNow} - ${hourMs}`, callers: `asked.at - ${hourMs}` }
const readTargets = targetsWhere('= ANY ($1::bigint[])')
/** Of pending verifications of phones too. */
const readTargetsWithPending = targetsWhere(`= ANY ($1::bigint[] || ARRAY(${pendingOf('$2', 'service_id')}))`)

export type OpenedBatch = Awaited<ReturnType<typeof openBatch>>

interface Opening {
  readonly client: Client
  readonly filters: KeyFilters
  readonly isPooled: boolean
  readonly deadlinesBy: DeadlineClock
}

/**
 * The first round trip: locks, then reads. Keys that exist already take another round trip. The reads are separate
 * statements after the locks, because a statement sees what was committed when it began: a statement that waited for
 * another node would miss what that node wrote.
 */
export async function openBatch(
  { client, filters, isPooled, deadlinesBy }: Opening,
  needs: Needs,
  idsToDraw: number,
  { waits, skips }: Locking,
) {
  const ask = async (name: string, text: string, values: unknown[]): Promise<Row[]> =>
    (await client.query(forConnection({ name, text, values }, isPooled))).rows as Row[]
  const none = Promise.resolve<readonly Row[]>([])
  /** Nothing is asked about nothing. */
  const about = (some: { readonly length: number }, name: string, text: string, ...values: unknown[]) =>
    some.length === 0 ? none : ask(name, text, values)
  const lock = (name: string, text: string, ...values: unknown[]) =>
    skips ? ask(`${name}_free`, `${text} SKIP LOCKED`, values) : ask(name, text, values)
  const accountIds = numbers([...needs.accountIds])
  const endedIds = [...needs.endedIds]
  const ended = [numbers(endedIds), ...boundsOf(endedIds)]
  const { repeatedIds, reportedIds, pendingPhones } = needs
  const readIds = [...repeatedIds, ...reportedIds]
  const repeated = numbers(repeatedIds)
  const scopes = [...needs.scopes]
  const sharedLocks = [
    ...[...needs.sharedScopes].map(hash48),
    ...needs.waitingPhones.map((phone) => hash48(`waiting ${phoneText(phone)}`)),
  ]
  const keyHashes = needs.uniqueKeys.map(({ serviceId, unique }) => keyHashOf(serviceId, unique))
  const { firstId, endId } = filters.span
  const askEverywhere = () => ask('rk_keys', readKeys, [numbers(keyHashes), 0, 0])
  const suspects = filters.suspects(keyHashes)
  const { lockedPhones, verificationKeys, triedPhones, pages } = needs
  const hasPending = pendingPhones.length > 0
  const wanted = [...needs.verificationIds, ...pendingPhones]
  const wantedBy = [texts([...needs.verificationIds]), ...(hasPending ? [bytes(pendingPhones)] : [])]
  const which = hasPending ? neededWithPending : needed
  const name = hasPending ? '_with_pending' : ''
  const answers = pipelined(client, () => ({
    begun: client.query(waits === 'short' ? beginShort : begin).then(() => [] as Row[]),
    accounts: lock('rk_lock', lockAccounts, accountIds),
    phones: skips
      ? about(lockedPhones, 'rk_try_phones', tryPhones, bytes(lockedPhones))
      : about(lockedPhones, 'rk_lock_phones', waitForPhones, bytes(lockedPhones)),
    verifications:
      wanted.length === 0 ? none : lock(`rk_lock_verifications${name}`, lockThese(which), ...wantedBy),
    stored: about(skips ? wanted : [], `rk_stored${name}`, `SELECT id, phone_hash ${which}`, ...wantedBy),
    shared: about(sharedLocks, 'rk_lock_shared', lockShared, numbers(sharedLocks)),
    drawn: idsToDraw > 0 ? ask('rk_draw_ids', drawIds, [idsToDraw]) : none,
    keys: about(keyHashes, 'rk_keys', readKeys, numbers(keyHashes), firstId, endId),
    suspected: about(suspects, 'rk_suspects', readSuspects, ...columnsOf(suspects)),
    limits: about(
      needs.calls,
      'rk_phones',
      readPhones,
      numbers(needs.calls.map(({ serviceId }) => serviceId)),
      bytes(needs.calls.map(({ phoneHash }) => phoneHash)),
    ),
    spend: about(scopes, 'rk_spend', readSpend, texts(scopes), needs.firstHour, needs.lastHour),
    open: about(endedIds, 'rk_open', readOpen, ...ended),
    repeatedCalls: about(readIds, 'rk_calls', readCalls, numbers(readIds)),
    feedback: about(reportedIds, 'rk_feedback', readFeedback, numbers(reportedIds)),
    firsts: about(repeatedIds, 'rk_firsts', readFirsts, repeated),
    repeats: about(repeatedIds, 'rk_repeats', countRepeats, repeated),
    refusals: about(repeatedIds, 'rk_repeat_refusals', readRepeatRefusals, repeated),
    waiting: about(needs.waitingPhones, 'rk_waiting', readWaiting, bytes(needs.waitingPhones)),
    lookups: about(needs.lookupIds, 'rk_lookups', readLookups, texts(needs.lookupIds)),
    lookupKeys: about(needs.lookupKeyIds, 'rk_lookup_keys', readLookupKeys, texts(needs.lookupKeyIds)),
    verificationKeys: about(
      verificationKeys,
      'rk_verification_keys',
      readVerificationKeys,
      numbers(verificationKeys.map(({ serviceId }) => serviceId)),
      bytes(verificationKeys.map(({ keyHash }) => keyHash)),
    ),
    steps: about([...needs.advancedIds], 'rk_steps', readSteps, texts([...needs.advancedIds])),
    kept: about([...needs.verificationIds], 'rk_kept', readKept, texts([...needs.verificationIds])),
    tries: about(triedPhones, 'rk_tries', readTries, bytes(triedPhones)),
    sources: about(
      needs.sources,
      'rk_sources',
      readSources(sinceBy[deadlinesBy]),
      numbers(needs.sources.map(({ serviceId }) => serviceId)),
      texts(needs.sources.map(({ by, source }) => storedSource(by, source))),
      numbers(needs.sources.map(({ at }) => at)),
    ),
    pages: about(
      pages,
      'rk_pages',
      readPages(sinceBy[deadlinesBy]),
      numbers(pages.map(({ serviceId }) => serviceId)),
      texts(pages.map(({ client }) => client)),
      numbers(pages.map(({ at }) => at)),
    ),
    targets: about(
      [...needs.notifiedServices],
      `rk_targets${name}`,
      hasPending ? readTargetsWithPending : readTargets,
      numbers([...needs.notifiedServices]),
      ...(hasPending ? [bytes(pendingPhones)] : []),
    ),
  }))
  const rows = await allNamed(answers)
  const areFiltersRight = filters.areOf((rows.accounts[0]?.closing ?? null) as string | null)
  const found = areFiltersRight ? [...rows.keys, ...rows.suspected] : await askEverywhere()
  const taken = found.map((row) => Number(row.vendor_id))
  const owners = await about(taken, 'rk_owners', readOwners, numbers(taken), ...boundsOf(taken))
  const accounts = keyed(rows.accounts, ({ id }) => Number(id))
  const vendorIds = rows.drawn.map((row) => Number(row.id))
  const keys = keyed(owners, (row) => keyName(Number(row.service_id), String(row.unique_key)))
  const limits = keyed(
    rows.limits.filter((row) => row.service_id !== null),
    (row) => phoneName(Number(row.service_id), row.phone_hash as Uint8Array),
  )
  const doNotCall = new Set(
    [...rows.refusals, ...rows.limits.filter((row) => row.do_not_call === 1)].map(phoneOf),
  )
  const spent = keyed(rows.spend, (row) => spendName(String(row.scope), Number(row.hour)))
  const open = keyed(
    rows.open.filter((row) => row.is_open === 1),
    idOf,
  )
  const calls = keyed([...rows.firsts, ...rows.repeatedCalls], idOf)
  const repeats = keyed(rows.repeats, (row) => Number(row.first_vendor_id))
  const waitsByPhone = Map.groupBy(rows.waiting, phoneOf)
  const lookups = keyed(rows.lookups, (row) => String(row.lookup_id))
  const lookupKeys = keyed(rows.lookupKeys, (row) => String(row.lookup_id))
  const verifications = new Map(rows.verifications.map((row) => [String(row.id), storedOf(row)]))
  const pendingAsked = new Set(pendingPhones.map(phoneText))
  const verificationKeysByName = keyed(rows.verificationKeys, (row) =>
    verificationKeyName(Number(row.service_id), row.key_hash as Uint8Array),
  )
  const steps = keyed(rows.steps, idOf)
  const kept = keyed(rows.kept, idOf)
  const tries = keyed(rows.tries, phoneOf)
  const sources = Map.groupBy(rows.sources, (row) => `${row.service_id} ${row.source}`)
  const pagesByName = Map.groupBy(rows.pages, (row) => pageName(Number(row.service_id), String(row.client)))
  const feedback = keyed(rows.feedback, idOf)
  const targets = Map.groupBy(rows.targets.map(targetOf), ({ serviceId }) => serviceId)
  const stored: StoredRows = {
    nextVendorId: () => vendorIds.shift()!,
    account: (id) => rowAs(accounts.get(id), balanceRowOf),
    spent: (scope, hour) => Number(spent.get(spendName(scope, hour))?.spent_units ?? 0),
    lookupHold: (id) => lookupHoldTable.ofFound(lookups.get(id)),
    lookupKey: (id) => lookupKeyTable.ofFound(lookupKeys.get(id)),
    keyOwner: (serviceId, unique) => rowAs(keys.get(keyName(serviceId, unique)), keyOwnerOf),
    history: (serviceId, phoneHash) => rowAs(limits.get(phoneName(serviceId, phoneHash)), historyOf),
    isDoNotCall: (phoneHash) => doNotCall.has(phoneText(phoneHash)),
    call: (vendorId) => rowAs(calls.get(vendorId), callOf),
    repeats: (first) =>
      rowAs(repeats.get(first), (row) => ({ count: Number(row.n), lastStartedAt: Number(row.last) })),
    openCall: (vendorId) => rowAs(open.get(vendorId), openOf),
    keptPrice: (_, vendorId) => keptPriceTable.ofFound(kept.get(vendorId)),
    waits: (phoneHash) =>
      (waitsByPhone.get(phoneText(phoneHash)) ?? []).map((row) => ({
        accountId: Number(row.account_id),
        confirmationNumber: String(row.confirmation_number),
      })),
    verification(id) {
      const known = verifications.get(id)
      if (known === undefined && !needs.verificationIds.has(id)) throw new NotLoaded({ id })
      return known
    },
    pendingIds(phoneHash) {
      if (!pendingAsked.has(phoneText(phoneHash))) throw new NotLoaded({ phoneHash })
      return [...verifications.values()].flatMap(({ stored: { verification: its } }) =>
        isPending(its) && its.phoneHash !== null && Buffer.compare(its.phoneHash, phoneHash) === 0
          ? its.id
          : [],
      )
    },
    settledCall: (vendorId) => rowAs(steps.get(vendorId), settledCallOf),
    verificationKey: (serviceId, keyHash) =>
      rowAs(verificationKeysByName.get(verificationKeyName(serviceId, keyHash)), keyOf),
    verificationsFrom: (serviceId, by, source) =>
      distinctLines(sources.get(sourceName(serviceId, by, source)) ?? []),
    pageCalls: (serviceId, client) =>
      (pagesByName.get(pageName(serviceId, client)) ?? []).map((row) => {
        const startedAt = callStarts(JSON.parse(String(row.steps)) as Step[])
        return [String(row.id), { startedAt, expiresAt: Number(row.expires_at) }]
      }),
    wrongTries: (phoneHash) => triesOf(tries.get(phoneText(phoneHash)), 0),
    feedback: (vendorId) => feedbackTable.ofFound(feedback.get(vendorId)),
    eventTargets: (serviceId) => targets.get(serviceId) ?? [],
  }
  const skipped = rows.stored.filter((row) => !verifications.has(String(row.id)))
  return {
    stored,
    vendorIds,
    /** The verification of an idempotency key. */
    verificationOfKey: (serviceId: number, keyHash: Uint8Array) =>
      verificationKeysByName.get(verificationKeyName(serviceId, keyHash))?.verification_id as
        | string
        | undefined,
    /** What another transaction has locked, when locks are skipped: verifications, and phones by the text of their hash. */
    skipped: {
      ids: new Set(skipped.map((row) => String(row.id))),
      phones: new Set(
        [...skipped, ...rows.phones.filter((row) => row.is_locked === 0)].flatMap((row) =>
          row.phone_hash == null ? [] : phoneText(row.phone_hash as Uint8Array),
        ),
      ),
    },
    /** The transaction's id, to look up its outcome later; undefined when nothing was locked. */
    xact: rows.accounts[0]?.xact as string | undefined,
    /** The database's time. */
    now: Number(rows.accounts[0]?.now),
  }
}

/** Throws the first error of statements that were sent together; the errors of later statements only follow from it. */
async function allNamed<Name extends string>(
  answers: Readonly<Record<Name, Promise<readonly Row[]>>>,
): Promise<Record<Name, readonly Row[]>> {
  const names = Object.keys(answers) as Name[]
  const rows = await allOf(names.map((name) => answers[name]))
  return Object.fromEntries(names.map((name, place) => [name, rows[place]])) as Record<Name, readonly Row[]>
}

/** Two creations of the batch may ask for the same source. */
const distinctLines = (rows: readonly Row[]): VerificationsFrom[] => [
  ...new Map(
    rows.map(sourceLineOf).map((line) => [`${line.country} ${phoneText(line.phoneHash)}`, line]),
  ).values(),
]

/** Throws the first error of statements that were sent together; the errors of later statements only follow from it. */
export async function allOf<T>(answers: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(answers)
  const failed = settled.find((answer) => answer.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return settled.map((answer) => (answer as PromiseFulfilledResult<T>).value)
}

function balanceRowOf(row: Row): AccountMoney {
  return {
    balanceUnits: Number(row.balance_units),
    heldUnits: Number(row.held_units),
    lastEntry: Number(row.last_entry),
  }
}

const keyed = <K>(rows: readonly Row[], keyOf: (row: Row) => K): ReadonlyMap<K, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]))
const rowAs = <T>(row: Row | undefined, of: (row: Row) => T): T | undefined =>
  row === undefined ? undefined : of(row)
const idOf = (row: Row) => Number(row.vendor_id)
const phoneOf = (row: Row) => phoneText(row.phone_hash as Uint8Array)

const historyOf = (row: Row): StoredHistory => ({
  history: { calls: JSON.parse(String(row.calls)) as number[], blockedUntil: Number(row.blocked_until) },
  version: Number(row.version),
})

function openOf(row: Row): OpenCall {
  return {
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
