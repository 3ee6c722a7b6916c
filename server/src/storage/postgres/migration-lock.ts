import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StorageError } from '../storage-error.ts'
import { beginWith } from './begin.ts'
import { lockTimeoutMs } from './give-way.ts'

/** The letters "ringkey" as bytes: a number that no other program on this database should lock. */
const migrationLock = 0x72_69_6e_67_6b_65
const lockPollMs = 100
/** One hour in total: another node may be building an index on a table that has grown for years. */
const maxLockTries = 36_000

/**
 * A frozen migration keeps whole tables locked, so it has to lose its locks. It gets more time than a request, because
 * a start that failed is not tried again automatically.
 */
const idleTimeoutMs = 10_000

/** Begins a transaction that holds the lock. */
export async function beginAlone(client: pg.Client): Promise<void> {
  await repeatedly(async () => {
    await client.query(beginWith({ idleTimeoutMs, lockTimeoutMs }))
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS taken', [migrationLock])
    if (rows[0]?.taken !== true) await client.query('ROLLBACK')
    return rows[0]?.taken === true
  })
}

export async function lockSession(client: pg.Client): Promise<void> {
  await repeatedly(async () => {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [migrationLock])
    return rows[0]?.taken === true
  })
}

export async function unlockSession(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1)', [migrationLock])
}

/**
 * Polls for the lock, each time in a new transaction, instead of waiting for it: a concurrent index build waits for
 * every transaction that was inside a statement when it began.
 */
async function repeatedly(take: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < maxLockTries; attempt++) {
    if (attempt > 0) await sleep(lockPollMs)
    if (await take()) return
  }
  throw new StorageError('Another node has been changing the tables for an hour.')
}

/**
 * Refuses a pooler: it reports its own process number, and would leave our session lock on a connection that others
 * use.
 */
export async function requireOwnSession(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  if (rows[0]?.pid === (client as unknown as { processID: number }).processID) return
  throw new StorageError(
    'An index has to be built on a table in use, which needs a session of its own: ' +
      'set RINGKEY_DATABASE_DIRECT_URL to the address past the pooler.',
  )
}
