import type { Needs } from '../../server/src/books/needs.ts'
import { phoneText } from '../../server/src/storage/key-hash.ts'
import type { BatchConnection } from '../../server/src/storage/postgres/batch-connection.ts'
import type { Locking, OpenedBatch } from '../../server/src/storage/postgres/load-batch.ts'
import { brokenConnection, type OpenTransaction } from './database.ts'
import { type Loading, loadedRows } from './loaded-rows.ts'

/** As PostgreSQL waits (load-batch.ts, begin.ts). */
const waitsMs = { short: 1_000, long: 4_000 }

/** A connection of a node to the model: what batch-connection.ts is to PostgreSQL. */
export async function modelConnection(loading: Loading, deadline: AbortSignal): Promise<BatchConnection> {
  const { database } = loading
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => {})
  const breakOff = () => broken.reject(brokenConnection())
  deadline.addEventListener('abort', breakOff)
  /** The connection may end under a question. */
  const ask = <T>(run: () => T | Promise<T>, losesAnswer?: () => boolean) =>
    Promise.race([database.ask(run, losesAnswer), broken.promise])
  const { schedule } = database
  const client = schedule.actor
  let opened: OpenTransaction | undefined
  // A connection is open already, unless the database has gone.
  if (database.isAway) await ask(() => {})
  return {
    open: (needs, idsToDraw, locking) =>
      ask(async () => {
        const begun = await database.begin(client)
        opened = begun
        try {
          return await openBatch(loading, begun, needs, idsToDraw, locking)
        } finally {
          database.expectMore(begun)
        }
      }),
    write(changes) {
      const depart = database.takeDeparture()
      const loses = depart !== undefined || schedule.dice.chance(database.losesCommits)
      const arrives = !loses || schedule.dice.chance(0.5)
      return ask(
        () => {
          if (arrives) database.commit(opened!, changes)
          else database.abort(opened!)
          depart?.()
          if (!arrives) throw brokenConnection()
        },
        () => loses,
      )
    },
    rollBack: () => ask(() => database.abort(opened!)),
    release(isBroken) {
      deadline.removeEventListener('abort', breakOff)
      if (!isBroken || opened === undefined) return
      const transaction = opened
      schedule.after(schedule.wayMs(), () => database.abort(transaction), database.actor)
    },
  }
}

/** Locks in the order of load-batch.ts, then reads. */
async function openBatch(
  loading: Loading,
  opened: OpenTransaction,
  needs: Needs,
  idsToDraw: number,
  { waits, skips }: Locking,
): Promise<OpenedBatch> {
  const { database } = loading
  const { locks, sql } = database
  /** Those that another transaction holds, when they are skipped. */
  const lock = async <K>(keys: Iterable<K>, nameOf: (key: K) => string, maySkip = skips): Promise<K[]> => {
    const skipped: K[] = []
    for (const key of [...keys].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))) {
      if (maySkip && !locks.try(nameOf(key), opened)) skipped.push(key)
      else if (!maySkip) await locks.take(nameOf(key), opened, waitsMs[waits])
    }
    return skipped
  }
  const accounts = await lock(needs.accountIds, (id) => `account ${id}`)
  const phones = await lock(needs.lockedPhones, (phone) => `phone ${phoneText(phone)}`)
  const wanted = new Map(
    [
      ...[...needs.verificationIds].flatMap((id) =>
        sql.all('SELECT id, phone_hash FROM verifications WHERE id = $1', id),
      ),
      ...needs.pendingPhones.flatMap((phone) =>
        sql.all(
          "SELECT id, phone_hash FROM verifications WHERE phone_hash = $1 AND status = 'pending'",
          phone,
        ),
      ),
    ].map((row) => [String(row.id), row.phone_hash as Uint8Array | null]),
  )
  const ids = await lock(wanted.keys(), (id) => `verification ${id}`)
  await lock(
    [...needs.sharedScopes, ...needs.waitingPhones.map((phone) => `waiting ${phoneText(phone)}`)],
    (name) => `shared ${name}`,
    false,
  )
  const vendorIds = Array.from({ length: idsToDraw }, () => database.drawVendorId())
  const skipped = {
    accounts: new Set(accounts),
    ids: new Set(ids),
    phones: new Set([...phones, ...ids.flatMap((id) => wanted.get(id) ?? [])].map(phoneText)),
  }
  const stored = loadedRows(loading, needs, skipped, vendorIds)
  const isAnyLocked = [...needs.accountIds].some((id) => stored.account(id) !== undefined)
  return {
    stored,
    vendorIds,
    verificationOfKey: (serviceId, keyHash) => stored.verificationKey(serviceId, keyHash)?.verificationId,
    skipped,
    xact: isAnyLocked ? opened.xact : undefined,
    now: database.now,
  }
}
