import type { Needs } from '../../server/src/books/needs.ts'
import { everyService } from '../../server/src/books/number-limit.ts'
import { isPending } from '../../server/src/books/step-machine.ts'
import { hourMs } from '../../server/src/platform/clock.ts'
import {
  keyName,
  NotLoaded,
  pageName,
  phoneName,
  type StoredRows,
  sourceName,
  spendName,
  verificationKeyName,
} from '../../server/src/storage/hot/working-set.ts'
import { phoneText } from '../../server/src/storage/key-hash.ts'
import type { DeadlineClock } from '../../server/src/storage/postgres/database-time.ts'
import { storedRows } from '../../server/src/storage/sqlite/stored-rows.ts'
import type { Database } from './database.ts'

/** What other transactions keep locked. */
export interface Skipped {
  readonly accounts: ReadonlySet<number>
  readonly ids: ReadonlySet<string>
  readonly phones: ReadonlySet<string>
}

export interface Loading {
  readonly database: Database
  readonly deadlinesBy: DeadlineClock
}

/**
 * The rows that the needs name and no others, as they are now: what changes later is not seen. As load-batch.ts chooses them.
 */
export function loadedRows(
  { database, deadlinesBy }: Loading,
  needs: Needs,
  skipped: Skipped,
  ids: number[],
): StoredRows {
  const { tx, sql, now } = database
  const nowOf = (at: number) => (deadlinesBy === 'database' ? now : at)
  const rows = storedRows(tx, {
    recent: tx.recent,
    live: new Map(),
    nextVendorId: () => ids.shift()!,
    flush: () => {},
  })
  const seen = <K, V>(keys: Iterable<K>, read: (key: K) => V, nameOf: (key: K) => unknown = (key) => key) => {
    const found = new Map([...keys].map((key) => [nameOf(key), read(key)]))
    return (name: unknown) => found.get(name) as V | undefined
  }
  const accounts = seen(
    [...needs.accountIds].filter((id) => !skipped.accounts.has(id)),
    rows.account,
  )
  const spent = new Map<string, number>()
  for (const scope of needs.scopes)
    for (const row of sql.all('SELECT hour, spent_units FROM spend WHERE scope = $1', scope))
      if (isHour(needs, now, Number(row.hour)))
        spent.set(spendName(scope, Number(row.hour)), Number(row.spent_units))
  const keys = seen(
    needs.uniqueKeys,
    (key) => rows.keyOwner(key.serviceId, key.unique),
    (key) => keyName(key.serviceId, key.unique),
  )
  const limited = needs.calls.flatMap(({ serviceId, phoneHash }) =>
    [everyService, serviceId].map((id) => ({ serviceId: id, phoneHash })),
  )
  const limits = seen(
    limited,
    ({ serviceId, phoneHash }) => ({
      history: rows.history(serviceId, phoneHash)!.history,
      version: database.versionOf(serviceId, phoneHash),
    }),
    ({ serviceId, phoneHash }) => phoneName(serviceId, phoneHash),
  )
  const read = new Set([...needs.repeatedIds, ...needs.reportedIds])
  const repeated = needs.repeatedIds.flatMap((id) => rows.call(id) ?? [])
  const firsts = repeated.map(({ vendorId, firstVendorId }) => firstVendorId ?? vendorId)
  const calls = seen([...read, ...firsts], rows.call)
  const repeats = seen(firsts, rows.repeats)
  const doNotCall = new Set(
    [...needs.calls, ...repeated].flatMap(({ phoneHash }) =>
      phoneHash !== null && rows.isDoNotCall(phoneHash) ? phoneText(phoneHash) : [],
    ),
  )
  const pending = needs.pendingPhones.flatMap((phone) => [...rows.pendingIds(phone)])
  const wanted = new Set([...needs.verificationIds, ...pending])
  const verifications = seen(
    [...wanted].filter((id) => !skipped.ids.has(id)),
    rows.verification,
  )
  const pendingAsked = new Set(needs.pendingPhones.map(phoneText))
  const notified = [
    ...pending.flatMap((id) => verifications(id)?.stored.verification.serviceId ?? []),
    ...needs.notifiedServices,
  ]
  const steps = [...needs.advancedIds].flatMap((id) =>
    (verifications(id)?.stored.verification.steps ?? []).flatMap(({ vendorId }) => vendorId ?? []),
  )
  const waits = seen(needs.waitingPhones, rows.waits, phoneText)
  const tries = seen(needs.triedPhones, rows.wrongTries, phoneText)
  const verificationKeys = seen(
    needs.verificationKeys,
    ({ serviceId, keyHash }) => rows.verificationKey(serviceId, keyHash),
    ({ serviceId, keyHash }) => verificationKeyName(serviceId, keyHash),
  )
  const sources = seen(
    needs.sources,
    ({ serviceId, by, source, at }) => rows.verificationsFrom(serviceId, by, source, nowOf(at) - hourMs),
    ({ serviceId, by, source }) => sourceName(serviceId, by, source),
  )
  const pages = seen(
    needs.pages,
    ({ serviceId, client, at }) => [...rows.pageCalls(serviceId, client, nowOf(at) - hourMs)],
    ({ serviceId, client }) => pageName(serviceId, client),
  )
  const open = seen(needs.endedIds, rows.openCall)
  const settled = seen(steps, rows.settledCall)
  const holds = seen(needs.lookupIds, rows.lookupHold)
  const lookupKeys = seen(needs.lookupKeyIds, rows.lookupKey)
  const feedback = seen(needs.reportedIds, rows.feedback)
  const targets = seen(notified, rows.eventTargets)
  return {
    ...rows,
    account: (id) => copyOf(accounts(id)),
    spent: (scope, hour) => spent.get(spendName(scope, hour)) ?? 0,
    keyOwner: (serviceId, unique) => keys(keyName(serviceId, unique)),
    history: (serviceId, phoneHash) => limits(phoneName(serviceId, phoneHash)),
    isDoNotCall: (phoneHash) => doNotCall.has(phoneText(phoneHash)),
    call: calls,
    repeats,
    openCall: open,
    waits: (phoneHash) => waits(phoneText(phoneHash)) ?? [],
    verification(id) {
      if (!wanted.has(id)) throw new NotLoaded({ id })
      return verifications(id)
    },
    pendingIds(phoneHash) {
      if (!pendingAsked.has(phoneText(phoneHash))) throw new NotLoaded({ phoneHash })
      return pending.filter((id) => {
        const its = verifications(id)?.stored.verification
        return its?.phoneHash != null && isPending(its) && Buffer.compare(its.phoneHash, phoneHash) === 0
      })
    },
    settledCall: settled,
    keptPrice: (id, vendorId) => (needs.verificationIds.has(id) ? rows.keptPrice(id, vendorId) : undefined),
    verificationKey: (serviceId, keyHash) => verificationKeys(verificationKeyName(serviceId, keyHash)),
    verificationsFrom: (serviceId, by, source) => sources(sourceName(serviceId, by, source)) ?? [],
    pageCalls: (serviceId, client) => pages(pageName(serviceId, client)) ?? [],
    wrongTries: (phoneHash) => tries(phoneText(phoneHash)) ?? [],
    lookupHold: holds,
    lookupKey: lookupKeys,
    feedback,
    eventTargets: (serviceId) => targets(serviceId) ?? [],
  }
}

const dayHours = 24
/** Those of the requests, and the day before the time of the database. */
const isHour = ({ firstHour, lastHour }: Needs, now: number, hour: number) =>
  (hour >= firstHour && hour <= lastHour) || hour >= now / hourMs - dayHours

const copyOf = <T extends object>(row: T | undefined): T | undefined => row && { ...row }
