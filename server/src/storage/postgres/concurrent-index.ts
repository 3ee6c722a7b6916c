import type pg from 'pg'
import type { AddedIndex } from '../migrations.ts'
import { StorageError } from '../storage-error.ts'
import { givingWay, lockTimeoutMs } from './give-way.ts'

/** How many times to start a build again after an outside cause made it invalid. */
const maxBuilds = 3
const maxPartitions = 10_000

export async function isBuilt(client: pg.ClientBase, { name }: AddedIndex): Promise<boolean> {
  return (await validity(client, name)) === 'valid'
}

export async function isEmpty(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query(`SELECT EXISTS (SELECT FROM ${table}) AS filled`)
  return rows[0]?.filled !== true
}

/** Builds the index inside the transaction of a migration. The table is empty, so this takes no time. */
export async function buildAtOnce(client: pg.ClientBase, index: AddedIndex): Promise<void> {
  await client.query(`DROP INDEX IF EXISTS ${index.name}`)
  await client.query(`CREATE INDEX ${index.name} ON ${index.table} ${index.on}`)
}

/**
 * Runs outside a transaction, in a session that holds the migration lock. Indexes left by an interrupted build are
 * found by name: a valid one is kept, an invalid one is dropped and built again.
 */
export async function buildConcurrently(client: pg.ClientBase, index: AddedIndex): Promise<void> {
  if (await isPartitioned(client, index.table)) await buildOnPartitions(client, index)
  else await buildOne(client, index)
}

/**
 * A partitioned table cannot be indexed concurrently as a whole (PostgreSQL manual, 5.12.2.2): its own index has no
 * rows and stays invalid until every partition has an index that is attached to it. The parent index is made first, so
 * that a partition that a running node adds meanwhile gets its index on creation.
 */
async function buildOnPartitions(client: pg.ClientBase, index: AddedIndex): Promise<void> {
  if ((await validity(client, index.name)) === 'missing')
    await briefly(client, `CREATE INDEX ${index.name} ON ONLY ${index.table} ${index.on}`)
  for (let built = 0; built < maxPartitions; built++) {
    const partition = await partitionWithout(client, index)
    if (partition === undefined) return requireValid(client, index)
    const name = `${partition}_${index.name}`
    await buildOne(client, { name, table: partition, on: index.on })
    await briefly(client, `ALTER INDEX ${index.name} ATTACH PARTITION ${name}`)
  }
  throw new StorageError(`The table ${index.table} has more than ${maxPartitions} partitions.`)
}

async function buildOne(client: pg.ClientBase, { name, table, on }: AddedIndex): Promise<void> {
  // CREATE INDEX CONCURRENTLY waits for all older transactions but blocks none: it may take as long as it needs.
  await client.query('SET lock_timeout = 0')
  for (let build = 0; build < maxBuilds; build++) {
    const found = await validity(client, name)
    if (found === 'valid') return
    if (found === 'invalid') await client.query(`DROP INDEX CONCURRENTLY ${name}`)
    await client.query(`CREATE INDEX CONCURRENTLY ${name} ON ${table} ${on}`)
  }
  await requireValid(client, { name, table, on })
}

async function requireValid(client: pg.ClientBase, { name }: AddedIndex): Promise<void> {
  if ((await validity(client, name)) === 'valid') return
  // PostgreSQL validates the parent index only when a partition's index is attached. Drop it, so that the next start
  // builds it again.
  await briefly(client, `DROP INDEX IF EXISTS ${name}`)
  throw new StorageError(`The index ${name} could not be built. Start again.`)
}

/**
 * Runs a statement that locks the whole table for a moment. If the table is in use, it gives up and tries again later.
 */
async function briefly(client: pg.ClientBase, statement: string): Promise<void> {
  await client.query(`SET lock_timeout = ${lockTimeoutMs}`)
  await givingWay(() => client.query(statement))
}

async function validity(client: pg.ClientBase, name: string): Promise<'valid' | 'invalid' | 'missing'> {
  const { rows } = await client.query(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  )
  if (rows[0] === undefined) return 'missing'
  return rows[0].valid === true ? 'valid' : 'invalid'
}

async function isPartitioned(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query(`SELECT relkind FROM pg_class WHERE oid = to_regclass($1)`, [table])
  return rows[0]?.relkind === 'p'
}

async function partitionWithout(client: pg.ClientBase, index: AddedIndex): Promise<string | undefined> {
  const { rows } = await client.query(
    `SELECT part.relname AS name FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid
     WHERE inhparent = to_regclass($1) AND NOT EXISTS (
       SELECT FROM pg_index JOIN pg_inherits AS attached ON attached.inhrelid = indexrelid
       WHERE indrelid = part.oid AND attached.inhparent = to_regclass($2))
     ORDER BY part.oid LIMIT 1`,
    [index.table, index.name],
  )
  return rows[0]?.name as string | undefined
}
