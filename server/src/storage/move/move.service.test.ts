import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GrownInstallation, growInstallation } from '../../../test/grown-installation.ts'
import { ask } from '../../../test/postgres/cluster.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { openPool } from '../postgres/connection.ts'
import { metaIn } from '../sqlite/connection.ts'
import { type Move, type Moved, moveToPostgres } from './move.ts'
import { metaNotCopied, planOf, tablesNotCopied } from './plan.ts'
import { openSource } from './source.ts'
import { targetTables } from './target.ts'

const everywhere = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }
const numberLimits = { ...everywhere, everywhere }
let grown: GrownInstallation
let fingerprint: string
beforeAll(async () => {
  grown = await growInstallation()
  const source = openSource(grown.databaseFile, numberLimits)
  fingerprint = metaIn(source.database, 'secret_fingerprint')!
  source[Symbol.dispose]()
})
afterAll(() => grown.remove())

const move = (url: string, changes: Partial<Move> = {}): Promise<Moved> =>
  moveToPostgres({
    folder: grown.folder,
    databaseFile: grown.databaseFile,
    lockFile: join(grown.folder, 'service.lock'),
    url,
    numberLimits,
    fingerprint,
    anew: false,
    now: () => 1,
    onProgress: () => {},
    isLeft: () => false,
    ...changes,
  })

/** Removes the mark of the move: each test has a target of its own. */
function reopen(): void {
  write("DELETE FROM meta WHERE name = 'moved_to'")
}
function write(text: string): void {
  const database = new DatabaseSync(grown.databaseFile)
  database.exec(text)
  database.close()
}

it('move: every table of the schema is copied, or left behind for a stated reason', async () => {
  const source = openSource(grown.databaseFile, numberLimits)
  const pool = openPool(await freshDatabase())
  const columns = new Map(
    [...(await targetTables(pool))].map(([name, each]) => [name, each.map((column) => column.name)]),
  )
  const plan = planOf(source, columns)
  const names = plan.map(({ name }) => name)
  for (const { name } of source.tables.filter((table) => !names.includes(table.name))) {
    expect([
      name,
      tablesNotCopied.get(name) ?? (/^unique_keys_\d+$/.test(name) ? 'as unique_keys' : ''),
    ]).toEqual([name, expect.stringMatching(/../)])
  }
  // A table that is empty in the tested installation would prove nothing.
  expect(plan.filter((table) => table.count() === 0).map(({ name }) => name)).toEqual([])
  source.database.exec('CREATE TABLE newer_than_this (id INTEGER PRIMARY KEY)')
  const grownSource = {
    ...source,
    tables: [...source.tables, { name: 'newer_than_this', columns: ['id'], key: ['id'], after: [] }],
  }
  expect(() => planOf(grownSource, columns)).toThrow(/newer_than_this cannot be copied/)
  source[Symbol.dispose]()
  await pool.end()
})

it('move: copies every row, and new ids continue above the old ones', async () => {
  const url = await freshDatabase()
  const moved = await move(url)
  reopen()
  expect(moved).toMatchObject({ kind: 'complete', resumed: false, proof: { agrees: true } })
  const database = new DatabaseSync(grown.databaseFile)
  const tables = await ask(
    url,
    "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace",
  )
  const there = new Set(tables.map(({ relname }) => relname))
  for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()) {
    if (!there.has(name) || tablesNotCopied.has(String(name))) continue
    const left = [...metaNotCopied.keys()].map((each) => `'${each}'`).join(', ')
    const count = `SELECT count(*) AS n FROM ${name} ${name === 'meta' ? `WHERE name NOT IN (${left})` : ''}`
    expect([name, Number((await ask(url, count))[0]!.n)]).toEqual([name, database.prepare(count).get()!.n])
  }
  const highest = Number(database.prepare('SELECT max(vendor_id) AS id FROM calls').get()!.id)
  const accounts = Number(database.prepare('SELECT max(id) AS id FROM accounts').get()!.id)
  database.close()
  expect(await ask(url, "SELECT nextval('vendor_ids')::int AS id")).toEqual([{ id: highest + 1 }])
  expect(await ask(url, "SELECT nextval(pg_get_serial_sequence('accounts', 'id'))::int AS id")).toEqual([
    { id: accounts + 1 },
  ])
})

it('move: continues where it was interrupted, after every single part', async () => {
  const url = await freshDatabase()
  let runs = 0
  let moved: Moved
  do {
    let pieces = 0
    moved = await move(url, { rowsPerPiece: 500, isLeft: () => ++pieces > 1 + (runs % 3) })
    runs += 1
  } while (moved.kind === 'left')
  reopen()
  expect(moved).toMatchObject({ kind: 'complete', resumed: true, proof: { agrees: true } })
  expect(runs).toBeGreaterThan(5)
})

it('move: finds calls far from the first id, in existing partitions', async () => {
  write('UPDATE calls SET vendor_id = vendor_id + 90000000')
  try {
    const url = await freshDatabase()
    expect(await move(url)).toMatchObject({ kind: 'complete' })
    const ranges = await ask(url, 'SELECT first_id::int, end_id::int FROM vendor_ranges ORDER BY first_id')
    expect(ranges.length).toBeLessThan(10)
    expect(ranges.at(-2)!.first_id).toBeGreaterThan(90_100_000)
  } finally {
    reopen()
    write('UPDATE calls SET vendor_id = vendor_id - 90000000')
  }
})

it('move: refuses a target that holds another installation, and changes nothing there', async () => {
  const url = await freshDatabase()
  await ask(url, "INSERT INTO meta VALUES ('secret_fingerprint', 'another')")
  await expect(move(url)).rejects.toThrow(/holds another installation: it was made with another root secret/)
  await ask(url, `UPDATE meta SET value = '${fingerprint}' WHERE name = 'secret_fingerprint'`)
  await expect(move(url)).rejects.toThrow(/holds another installation: a service has been started/)
  await ask(
    url,
    "DELETE FROM meta WHERE name = 'secret_fingerprint'; INSERT INTO tariffs (code, name) VALUES ('a', 'a')",
  )
  await expect(move(url)).rejects.toThrow(/holds another installation: its table tariffs is not empty/)
  expect(
    await ask(url, "SELECT to_regclass('ringkey_move') AS mark, (SELECT count(*)::int FROM accounts) AS n"),
  ).toEqual([{ mark: null, n: 0 }])
})

it('move: reports when a command keeps the old database locked for too long', async () => {
  const writer = new DatabaseSync(grown.databaseFile)
  writer.exec('BEGIN IMMEDIATE')
  await expect(move(await freshDatabase())).rejects.toThrow(/another program has locked the database/)
  writer.close()
})

it('move: refuses a root secret that the installation was not made with', async () => {
  await expect(move(await freshDatabase(), { fingerprint: 'of another secret' })).rejects.toThrow(
    /root secret/,
  )
})

it('move: does not complete when source and target differ, and starts over when asked to', async () => {
  const url = await freshDatabase()
  let pieces = 0
  expect(await move(url, { isLeft: () => ++pieces > 8 })).toMatchObject({ kind: 'left' })
  write("UPDATE accounts SET email = 'changed@example.com' WHERE email = 'two@example.com'")
  const differs = await move(url)
  write("UPDATE accounts SET email = 'two@example.com' WHERE email = 'changed@example.com'")
  expect(differs).toMatchObject({ kind: 'differs', proof: { agrees: false } })
  const wrong = (differs as Extract<Moved, { kind: 'differs' }>).proof.tables.filter(({ agrees }) => !agrees)
  expect(wrong.map(({ table }) => table)).toEqual(['accounts'])
  expect(await move(url, { anew: true })).toMatchObject({ kind: 'complete', resumed: false })
  reopen()
  await expect(move(url, { anew: true })).rejects.toThrow(/no unfinished move/)
})

it('move: marks the old database after it was killed between the end of the copy and that mark', async () => {
  const url = await freshDatabase()
  await move(url)
  reopen()
  expect(await move(url)).toEqual({ kind: 'was-complete' })
  const source = openSource(grown.databaseFile, numberLimits)
  expect(metaIn(source.database, 'moved_to')).toBe(new URL(url).host + new URL(url).pathname)
  source[Symbol.dispose]()
  reopen()
})
