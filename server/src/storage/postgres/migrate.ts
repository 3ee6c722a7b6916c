import pg from 'pg'
import { StorageError } from '../storage-error.ts'
import { migrations } from './migrations.ts'
import { ensurePartitionsAhead } from './partitions.ts'
import { PostgresSql } from './transaction.ts'

/** Any number that no other program on this database locks: the letters "ringkey" as bytes. */
const migrationLock = 0x72_69_6e_67_6b_65
const oldestServer = 15
/** A step waits this long for a table that the running nodes use; then it gives way to them and is tried again. */
const lockTimeoutMs = 2_000
const maxTries = 30

/** Brings the schema up to date, once, whoever starts at the same time; refuses a server that would lose answers. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'ringkey migration' })
  try {
    await client.connect()
    await requireDurable(client)
    if ((await versionOf(client)) === migrations.length) return
    for (let attempt = 1; !(await tryMigrate(client, attempt === maxTries)); attempt++);
  } catch (error) {
    throw error instanceof StorageError
      ? error
      : new StorageError(`PostgreSQL cannot be used: ${(error as Error).message}`, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

/** False when running nodes kept a table busy. The lock is the transaction's, so it also works behind a pooler. */
async function tryMigrate(client: pg.Client, isLast: boolean): Promise<boolean> {
  const lockNotAvailable = '55P03'
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
    const version = await versionOf(client)
    refuseNewer(version)
    await client.query('CREATE TABLE IF NOT EXISTS ringkey_schema (version integer PRIMARY KEY)')
    for (const [index, step] of migrations.entries()) {
      if (index < version) continue
      await client.query(step)
      await client.query('INSERT INTO ringkey_schema VALUES ($1)', [index + 1])
    }
    await ensurePartitionsAhead(new PostgresSql(client as never), 0)
    await client.query('COMMIT')
    return true
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    if ((error as { code?: string }).code === lockNotAvailable && !isLast) return false
    throw error
  }
}

async function versionOf(client: pg.Client): Promise<number> {
  const table = await client.query("SELECT to_regclass('ringkey_schema') IS NOT NULL AS there")
  if (table.rows[0]?.there !== true) return 0
  const version = Number(
    (await client.query('SELECT max(version) AS version FROM ringkey_schema')).rows[0]?.version,
  )
  refuseNewer(version)
  return version
}

function refuseNewer(version: number): void {
  if (version <= migrations.length) return
  throw new StorageError(
    `The database has version ${version}, made by a newer Ringkey; this one knows versions up to ${migrations.length}. ` +
      'Start the newer Ringkey, or restore a backup made before the update.',
  )
}

async function requireDurable(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT name, setting FROM pg_settings
     WHERE name IN ('server_version_num', 'fsync', 'synchronous_commit', 'full_page_writes')`,
  )
  const settings = new Map(rows.map(({ name, setting }) => [String(name), String(setting)]))
  const major = Math.floor(Number(settings.get('server_version_num')) / 10_000)
  if (major < oldestServer) {
    throw new StorageError(`The server is PostgreSQL ${major}: expected ${oldestServer} or newer.`)
  }
  for (const name of ['fsync', 'synchronous_commit']) {
    if (settings.get(name) === 'off') {
      throw new StorageError(
        `The server runs with ${name} = off: an answer would not be durable. Switch it on.`,
      )
    }
  }
}
