import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Migration, migrations } from '../migrations.ts'
import { newestVersion } from '../schema-state.ts'
import { openForWriting, versionOf } from './connection.ts'

/** As the next release might add one. */
const added = 'CREATE TABLE later (id INTEGER); INSERT INTO later VALUES (1);'
const withAdded = [...migrations, { sql: added }]
const laterTables = "SELECT name FROM sqlite_schema WHERE name IN ('later', 'halfway')"

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-migrate-'))
  file = join(folder, 'ringkey.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const migrate = (list?: readonly Migration[]) => openForWriting(file, list).close()
/** Another program that opens the file with these migrations besides those of the product. */
const migrateElsewhere = (...more: readonly string[]) =>
  fork(new URL('../../../test/migrate-sqlite.ts', import.meta.url), [file, ...more])

function inDatabase<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}
const read = (sql: string) => inDatabase((database) => database.prepare(sql).all())
const version = () => inDatabase(versionOf)
const isLocked = () =>
  inDatabase((database) => {
    try {
      database.exec('BEGIN IMMEDIATE; ROLLBACK')
      return false
    } catch {
      return true
    }
  })

it('migrate: runs a new migration once, however many programs start at the same time', async () => {
  migrate()
  const codes = await Promise.all([1, 2, 3].map(async () => (await once(migrateElsewhere(added), 'exit'))[0]))
  expect(codes).toEqual([0, 0, 0])
  expect(version()).toBe(newestVersion(withAdded))
  expect(read('SELECT id FROM later')).toEqual([{ id: 1 }])
})

it('migrate: a migration that fails undoes those of the same start', () => {
  migrate()
  const failing = 'CREATE TABLE halfway (id INTEGER); SELECT none FROM halfway;'
  expect(() => migrate([...withAdded, { sql: failing }])).toThrow(/no such column/)
  expect(version()).toBe(newestVersion())
  expect(read(laterTables)).toEqual([])
})

it('migrate: an interrupted migration runs again at the next start', async () => {
  migrate()
  const endless = `CREATE TABLE halfway (id INTEGER);
    INSERT INTO halfway WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n;`
  const program = migrateElsewhere(added, endless)
  await expect.poll(isLocked, { timeout: 20_000 }).toBe(true)
  program.kill('SIGKILL')
  await once(program, 'exit')
  migrate(withAdded)
  expect(version()).toBe(newestVersion(withAdded))
  expect(read(laterTables)).toEqual([{ name: 'later' }])
})

it('migrate: refuses a schema from before the first release and changes nothing', () => {
  inDatabase((old) => old.exec('CREATE TABLE calls (id INTEGER); PRAGMA user_version = 57'))
  const before = readFileSync(file)
  expect(() => migrate()).toThrow(
    /ringkey\.db has version 57, made by a Ringkey from before its first release.*empty data folder or database/,
  )
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(folder)).toEqual(['ringkey.db'])
})
