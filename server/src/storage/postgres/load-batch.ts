import type { Needs } from '../../books/needs.ts'
import { everyService } from '../../books/number-limit.ts'
import { hoursInDay } from '../../books/spending.ts'
import { isPending } from '../../books/step-machine.ts'
import { hourMs } from '../../platform/clock.ts'
import {
  callOf,
  callTable,
  keyOwnerColumns,
  keyOwnerOf,
  recordColumnNames,
  settledCallColumns,
  settledCallOf,
} from '../call-columns.ts'
import { type HotRead, reads } from '../hot/reads.ts'
import {
  keyName,
  NotLoaded,
  phoneName,
  type StoredHistory,
  type StoredRows,
  spendName,
} from '../hot/working-set.ts'
import { hash48, keyHashOf, phoneText } from '../key-hash.ts'
import { accountMoney } from '../queries/accounts.ts'
import { targetOf, targetsWhere } from '../queries/event-endpoints.ts'
import { storedSource } from '../queries/recent-sources.ts'
import { storedColumns, storedOf } from '../queries/verification-rows.ts'
import type { Row, SqlValue } from '../sql.ts'
import { boundsOf, bytes, columnsOf, numbers, texts } from './arrays.ts'
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
const { of: suspectColumns } = columnsOf<Suspect>(['bigint', 'keyHash', 'firstId', 'endId'])
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
const readCalls = `SELECT ${recordColumnNames} FROM calls WHERE vendor_id = ANY ($1::bigint[])`
/** What is needed to end a call; the phone only if it waits for an inbound call. */
const openRow = callTable.row(
  'accountId',
  'serviceId',
  'mode',
  'priceUnits',
  'chargesFailed',
  'startedAt',
  'spendScopes',
  'phoneHash',
  'confirmationNumber',
)
const readOpen = `SELECT stored.* FROM ${storedWith(
  '$1',
  '$2',
  '$3',
  `${openRow.names
    .map((name) =>
      name === 'phone_hash'
        ? 'CASE WHEN confirmation_number IS NOT NULL THEN phone_hash END AS phone_hash'
        : name,
    )
    .join(', ')}, vendor_id, (state = -1)::int AS is_open`,
)}`
const readFirsts = `SELECT ${recordColumnNames} FROM calls WHERE vendor_id = ANY (
    ARRAY(SELECT first_vendor_id FROM calls WHERE vendor_id = ANY ($1::bigint[])))`
const countRepeats = `SELECT repeats.first_vendor_id, count(*) AS n, max(started_at) AS last FROM repeats
  CROSS JOIN LATERAL (SELECT started_at FROM calls WHERE vendor_id = repeats.vendor_id OFFSET 0) AS stored
  WHERE repeats.first_vendor_id = ANY (
    ARRAY(SELECT coalesce(first_vendor_id, vendor_id) FROM calls WHERE vendor_id = ANY ($1::bigint[])))
  GROUP BY repeats.first_vendor_id`
const readRepeatRefusals = `SELECT phone_hash FROM do_not_call WHERE phone_hash = ANY (
    ARRAY(SELECT phone_hash FROM calls WHERE vendor_id = ANY ($1::bigint[])))`

/** The calls of steps whose outcome is open. */
const readSteps = `SELECT ended.* FROM unnest($1::text[]) AS asked (id)
  CROSS JOIN LATERAL (SELECT steps FROM verifications WHERE id = asked.id COLLATE "C" OFFSET 0) AS stored
  CROSS JOIN LATERAL jsonb_array_elements(steps::jsonb) AS step
  CROSS JOIN LATERAL (SELECT ${settledCallColumns} FROM calls
    WHERE vendor_id = (step ->> 'vendorId')::bigint OFFSET 0) AS ended
  WHERE step ->> 'status' = 'started'`
const readTargets = targetsWhere('= ANY ($1::bigint[])')
/** Of pending verifications of phones too. */
const readTargetsWithPending = targetsWhere(`= ANY ($1::bigint[] || ARRAY(${pendingOf('$2', 'service_id')}))`)

type Ask = (name: string, text: string, values: unknown[]) => Promise<Row[]>

/** What is found by the keys of a batch, each asked for once. A text is compared by bytes, as its column is ordered. */
function loaderOf<T>(name: string, read: HotRead<T>) {
  const types = read.looksBack === true ? [...read.types, 'bigint' as const] : read.types
  const { unnest, of } = columnsOf<readonly SqlValue[]>(...types.map((type, part) => [type, part] as const))
  const parts = types.map((_, part) => `part_${part}`)
  const places = read.types.map(
    (type, part) => `asked.${parts[part]}${type === 'text' ? ' COLLATE "C"' : ''}`,
  )
  const textSince = (since: string) => `SELECT asked.place, stored.*
    FROM ${unnest} WITH ORDINALITY AS asked (${parts.join(', ')}, place)
    CROSS JOIN LATERAL (${read.text(...places, `${since} - ${hourMs}`)} OFFSET 0) AS stored`
  const texts = { database: textSince(databaseNow), callers: textSince(`asked.${parts.at(-1)}`) }
  const nameOf = (key: readonly SqlValue[]) =>
    read.types
      .map((_, part) => (key[part] instanceof Uint8Array ? phoneText(key[part]) : key[part]))
      .join(' ')
  return (keys: readonly (readonly SqlValue[])[]) => {
    // Of those that look back from two times the first, which is the earlier one.
    const wanted = new Map(keys.toReversed().map((key) => [nameOf(key), key]))
    let found: ReadonlyMap<unknown, readonly Row[]> = new Map()
    return {
      async ask(ask: Ask, deadlinesBy: DeadlineClock): Promise<void> {
        if (wanted.size === 0) return
        const names = [...wanted.keys()]
        // Writes of a batch have the names of their tables, which some reads have too.
        const rows = await ask(`rk_found_${name}`, texts[deadlinesBy], of([...wanted.values()]))
        found = Map.groupBy(rows, ({ place }) => names[Number(place) - 1])
      },
      of: (...key: readonly SqlValue[]): T => read.of(found.get(nameOf(key)) ?? []),
    }
  }
}
const loaders = Object.fromEntries(
  Object.entries(reads).map(([name, read]) => [name, loaderOf(name, read as HotRead<unknown>)]),
) as { readonly [Name in keyof typeof reads]: LoaderOf<(typeof reads)[Name]> }
type LoaderOf<Read> = Read extends HotRead<infer T> ? ReturnType<typeof loaderOf<T>> : never

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
  const ask: Ask = async (name, text, values) =>
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
  const { lockedPhones } = needs
  const hasPending = pendingPhones.length > 0
  const wanted = [...needs.verificationIds, ...pendingPhones]
  const wantedBy = [texts([...needs.verificationIds]), ...(hasPending ? [bytes(pendingPhones)] : [])]
  const which = hasPending ? neededWithPending : needed
  const name = hasPending ? '_with_pending' : ''
  const loads = {
    lookupHold: loaders.lookupHold(needs.lookupIds.map((id) => [id])),
    lookupKey: loaders.lookupKey(needs.lookupKeyIds.map((id) => [id])),
    keptPrices: loaders.keptPrices([...needs.verificationIds].map((id) => [id])),
    waits: loaders.waits(needs.waitingPhones.map((phone) => [phone])),
    verificationKey: loaders.verificationKey(
      needs.verificationKeys.map(({ serviceId, keyHash }) => [serviceId, keyHash]),
    ),
    verificationsFrom: loaders.verificationsFrom(
      needs.sources.map(({ serviceId, by, source, at }) => [serviceId, storedSource(by, source), at]),
    ),
    pageCalls: loaders.pageCalls(needs.pages.map(({ serviceId, client, at }) => [serviceId, client, at])),
    wrongTries: loaders.wrongTries(needs.triedPhones.map((phone) => [phone])),
    feedback: loaders.feedback(reportedIds.map((id) => [id])),
  }
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
    suspected: about(suspects, 'rk_suspects', readSuspects, ...suspectColumns(suspects)),
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
    firsts: about(repeatedIds, 'rk_firsts', readFirsts, repeated),
    repeats: about(repeatedIds, 'rk_repeats', countRepeats, repeated),
    refusals: about(repeatedIds, 'rk_repeat_refusals', readRepeatRefusals, repeated),
    steps: about([...needs.advancedIds], 'rk_steps', readSteps, texts([...needs.advancedIds])),
    targets: about(
      [...needs.notifiedServices],
      `rk_targets${name}`,
      hasPending ? readTargetsWithPending : readTargets,
      numbers([...needs.notifiedServices]),
      ...(hasPending ? [bytes(pendingPhones)] : []),
    ),
    loaded: allOf(Object.values(loads).map((load) => load.ask(ask, deadlinesBy))).then(() => [] as Row[]),
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
  const verifications = new Map(rows.verifications.map((row) => [String(row.id), storedOf(row)]))
  const pendingAsked = new Set(pendingPhones.map(phoneText))
  const steps = keyed(rows.steps, idOf)
  const targets = Map.groupBy(rows.targets.map(targetOf), ({ serviceId }) => serviceId)
  const stored: StoredRows = {
    nextVendorId: () => vendorIds.shift()!,
    account: (id) => rowAs(accounts.get(id), accountMoney.of),
    spent: (scope, hour) => Number(spent.get(spendName(scope, hour))?.spent_units ?? 0),
    lookupHold: loads.lookupHold.of,
    lookupKey: loads.lookupKey.of,
    keyOwner: (serviceId, unique) => rowAs(keys.get(keyName(serviceId, unique)), keyOwnerOf),
    history: (serviceId, phoneHash) => rowAs(limits.get(phoneName(serviceId, phoneHash)), historyOf),
    isDoNotCall: (phoneHash) => doNotCall.has(phoneText(phoneHash)),
    call: (vendorId) => rowAs(calls.get(vendorId), callOf),
    repeats: (first) =>
      rowAs(repeats.get(first), (row) => ({ count: Number(row.n), lastStartedAt: Number(row.last) })),
    openCall: (vendorId) => rowAs(open.get(vendorId), openRow.of),
    keptPrice: (verificationId, vendorId) =>
      loads.keptPrices.of(verificationId).find((kept) => kept.vendorId === vendorId),
    waits: loads.waits.of,
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
    verificationKey: loads.verificationKey.of,
    verificationsFrom: (serviceId, by, source) =>
      loads.verificationsFrom.of(serviceId, storedSource(by, source)),
    pageCalls: loads.pageCalls.of,
    wrongTries: loads.wrongTries.of,
    feedback: loads.feedback.of,
    eventTargets: (serviceId) => targets.get(serviceId) ?? [],
  }
  const skipped = rows.stored.filter((row) => !verifications.has(String(row.id)))
  return {
    stored,
    vendorIds,
    /** The verification of an idempotency key. */
    verificationOfKey: (serviceId: number, keyHash: Uint8Array) =>
      loads.verificationKey.of(serviceId, keyHash)?.verificationId,
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

/** Throws the first error of statements that were sent together; the errors of later statements only follow from it. */
export async function allOf<T>(answers: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(answers)
  const failed = settled.find((answer) => answer.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return settled.map((answer) => (answer as PromiseFulfilledResult<T>).value)
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
