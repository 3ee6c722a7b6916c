import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { migrate } from '../../src/storage/postgres/migrate.ts'
import { ask, makeCluster } from './cluster.ts'

const patienceMs = 120_000
const template = 'ringkey_template'

/** Set by the run (vitest.config.ts) for its workers; whoever starts a file alone gets a cluster of its own. */
const runFolder = () => process.env.RINGKEY_TEST_RUN ?? join(tmpdir(), `ringkey-run-${process.pid}`)

interface Running {
  readonly pid: number
  readonly base: string
}

let made = 0
/** One connection for all databases of this worker: to open one takes as much CPU time as to copy a database. */
let maker: Promise<pg.Client> | undefined
/** Databases of this worker that still exist, with the test file that asked for each. */
const existing = new Map<string, string | undefined>()

/**
 * A new database with Ringkey's tables, in the one server that all files of a run share. The databases of earlier files
 * of this worker are dropped: each has 10 MB.
 */
export async function freshDatabase(): Promise<string> {
  const { base } = await running()
  const name = `t${process.pid}_${++made}`
  const { testPath } = expect.getState()
  maker ??= connected(`${base}postgres`)
  const client = await maker
  const { rows } = await client.query<{ datname: string }>('SELECT datname FROM pg_stat_activity')
  const inUse = new Set(rows.map(({ datname }) => datname))
  for (const [old, owner] of existing) {
    if (owner === testPath || inUse.has(old) || !existing.delete(old)) continue
    await client.query(`DROP DATABASE ${old}`)
  }
  // Copying files takes half the CPU time of writing the copy to the log, which is the default.
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  existing.set(name, testPath)
  return base + name
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  // The server ends before the worker does.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** A new database without tables. */
export async function emptyDatabase(): Promise<string> {
  const url = await freshDatabase()
  await ask(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  return url
}

/** The first file that asks starts it; the end of the run stops it (test/setup/run.ts). */
async function running(): Promise<Running> {
  const folder = runFolder()
  const ready = join(folder, 'postgres.json')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const lock = join(folder, 'postgres.lock')
  if (isFirst(lock)) {
    try {
      await start(join(folder, 'postgres'), ready)
    } catch (error) {
      // The next one that asks fails as soon as this one.
      rmSync(lock, { recursive: true })
      throw error
    }
  }
  for (const until = performance.now() + patienceMs; !existsSync(ready); await sleep(50)) {
    if (performance.now() > until) throw new Error('the PostgreSQL of this run did not start')
  }
  return JSON.parse(readFileSync(ready, 'utf8')) as Running
}

async function start(folder: string, ready: string): Promise<void> {
  // Hundreds of databases of a few seconds each: every one of them would be visited once a minute.
  const cluster = await makeCluster({ folder, settings: { autovacuum: 'off' } })
  await cluster.start()
  await migrate(await cluster.createDatabase(template))
  writeFileSync(`${ready}.new`, JSON.stringify({ pid: cluster.pid, base: cluster.url('') }))
  renameSync(`${ready}.new`, ready)
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}
