import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openInstallation } from '../src/app/open-installation.ts'
import { readSettings } from '../src/config/settings.ts'
import { systemRandom } from '../src/platform/random.ts'
import type { Store } from '../src/storage/store.ts'
import { startTestService } from './service.ts'
import {
  addAccount,
  addService,
  callTo,
  changed,
  ended,
  hashOf,
  startMs,
  waitFor,
} from './store-contract/fixture.ts'

const calls = 1_500
const topUpUnits = 1_000_000_000
const minuteMs = 60_000
/** Enough that a table that the calls above leave empty is carried in more than one row. */
const rowsOfItsOwn = 3
/** Rows that are made for others to point at are numbered above those that a table has of its own. */
const manyRows = 1_000

export interface GrownInstallation {
  readonly folder: string
  readonly databaseFile: string
  /** Of the demo service. */
  readonly authorization: string
  /** A call through the interface, whose answer has to stay the same wherever the installation lives. */
  readonly call: { readonly phone: string; readonly unique: string; readonly vendorId: number }
  remove(): void
}

/** An installation on the embedded store as it is after a while of use: every table has rows. */
export async function growInstallation(): Promise<GrownInstallation> {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-grown-'))
  const service = await startTestService({ RINGKEY_DATA: folder })
  const phone = '79161230000'
  const unique = 'order "7" \\ 50 %'
  const { body } = await service.post('initCall', { phone, unique, client: 'Анна' })
  await service.clock.advance(minuteMs)
  await service.stop()

  const settings = readSettings({
    RINGKEY_DATA: folder,
    RINGKEY_NUMBER_LIMIT: '0s',
    RINGKEY_NUMBER_TOTAL_LIMIT: '0s',
  })
  const { store } = await openInstallation(settings, systemRandom, (error) => {
    throw error
  })
  await use(store)
  await store.close()
  const databaseFile = join(folder, 'ringkey.db')
  fillEmptyTables(databaseFile)
  return {
    folder,
    databaseFile,
    authorization: `Bearer ${service.key}.${service.serviceId}`,
    call: { phone, unique, vendorId: body.vendor_id },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function use(store: Store): Promise<void> {
  const houses: { accountId: number; serviceId: number }[] = []
  for (const name of ['one', 'two', 'three']) {
    const accountId = await addAccount(store, `${name}@example.com`)
    await store.topUp({ accountId, amountUnits: topUpUnits, note: `first of ${name}`, at: startMs })
    houses.push({ accountId, serviceId: await addService(store, accountId) })
  }
  await changed(store, 'changeSpendCap', {
    scope: `account:${houses[0]!.accountId}`,
    perHourUnits: 0,
    perDayUnits: topUpUnits,
  })
  const caps = await store.spendCaps()
  await Promise.all(
    Array.from({ length: calls }, async (_, index) => {
      const house = houses[index % houses.length]!
      const unique = index % 3 === 0 ? null : `key-${index}${index === 100 ? '\0' : ''}`
      const call = callTo(`7916${1_000_000 + index}`, house, { unique, caps: index % 2 === 0 ? caps : [] })
      const admitted = await store.admitCall(call)
      if (admitted.kind !== 'admitted') throw new Error(JSON.stringify(admitted))
      // The last ones are still under way.
      if (index < calls - 20) await store.settle(ended(house, admitted.vendorId, index % 5 !== 0))
    }),
  )
  const waiting = await store.admitInbound(waitFor('79161119999', houses[1]!))
  if (waiting.kind !== 'admitted') throw new Error(JSON.stringify(waiting))
  for (const [index, { accountId }] of houses.entries()) {
    const times = { startedAt: startMs, deadlineAt: startMs + minuteMs }
    const lookup = { lookupId: `look-up ${index}`, accountId, amountUnits: 400, caps: [], fingerprint: null }
    await store.holdLookup({ ...lookup, ...times })
  }
  await changed(store, 'addDoNotCall', {
    phoneHash: hashOf('79161118888'),
    phoneMask: '7916***8888',
    at: startMs,
  })
  await changed(store, 'blockAddress', { address: '203.0.113.7', note: 'guesses keys', at: startMs })
  await store.recordAction({
    accountId: houses[0]!.accountId,
    action: {
      action: 'signed-in',
      facts: { by: 'password' },
      userAgent: 'a browser',
      ip: '203.0.113.8',
      createdAt: startMs,
    },
  })
}

/** Whatever tables the schema has: those of tomorrow are carried too. */
function fillEmptyTables(file: string): void {
  const database = new DatabaseSync(file)
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
  database.exec('PRAGMA foreign_keys = OFF')
  for (const { name } of tables) {
    if (database.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() !== undefined) continue
    for (let index = 1; index <= rowsOfItsOwn; index++) fillRow(database, String(name), index)
  }
  // What is held is money of the account.
  const kept = '(SELECT sum(price_units) FROM kept_prices WHERE account_id = accounts.id)'
  database.exec(`UPDATE accounts SET balance_units = balance_units - ${kept}, held_units = held_units + ${kept}
    WHERE ${kept} > 0`)
  database.close()
}

function fillRow(database: DatabaseSync, table: string, index: number): void {
  const columns = database.prepare(`SELECT name, type FROM pragma_table_info('${table}') ORDER BY cid`).all()
  const references = new Map(
    database
      .prepare(
        `SELECT "from" AS own, "table" AS other, "to" AS theirs FROM pragma_foreign_key_list('${table}')`,
      )
      .all()
      .map((row) => [row.own, row]),
  )
  const values = columns.map(({ name, type }) => {
    const reference = references.get(name!)
    if (reference !== undefined) {
      const { other, theirs } = reference
      // Another row for each of ours: it may be our key.
      const find = database.prepare(`SELECT ${theirs} AS value FROM ${other} LIMIT 1 OFFSET ?`)
      if (find.get(index - 1) === undefined) fillRow(database, String(other), manyRows + index)
      return find.get(index - 1)!.value!
    }
    // Some columns are read as JSON.
    if (type === 'TEXT') return JSON.stringify(`${name} ${index} "\\' {Ж}`)
    if (type === 'BLOB') return hashOf(`${table} ${name} ${index}`)
    return type === 'REAL' ? index + 0.25 : index
  })
  database.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`).run(...values)
}
