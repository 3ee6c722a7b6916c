// What the schema says of its columns, against a database in which all of them are filled.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  admitted,
  callTo,
  changed,
  ended,
  type Furnished,
  furnish,
  hashOf,
} from '../../../test/store-contract/fixture.ts'
import { eraseClosedAccounts } from '../../accounts/erase-closed-accounts.ts'
import { storedTables } from '../column-classes.ts'
import type { SqlValue } from '../sql.ts'
import { openSqliteStore } from './store.ts'

const phone = '79161234567'
const [phoneHash, phoneMask] = [hashOf(phone), '7916***4567']
const mark = '{"a":"mark of what has to go"}'
const personId = 77

let folder: string
let house: Furnished
let database: DatabaseSync
let vendorId: number

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-erasure-'))
  const onCrash = (error: Error) => {
    throw error
  }
  const file = join(folder, 'ringkey.db')
  house = await furnish({ open: (_, given) => openSqliteStore({ ...given, file, onCrash }) }, 10_000)
  vendorId = await admitted(house.store, callTo(phone, house, { mode: 'voice' }))
  await house.store.settle(ended(house, vendorId, false))
  database = new DatabaseSync(file)
  fill('personal')
})
afterEach(async () => {
  database.close()
  await house.store.close()
  rmSync(folder, { recursive: true })
})

const columnsOf = (table: string) =>
  database.prepare('SELECT name, type FROM pragma_table_info(?)').all(table) as {
    name: string
    type: string
  }[]

/** Fills what goes in rows that are there, and puts a row into every other table. */
function fill(of: 'personal' | 'account'): void {
  const { accountId, serviceId } = house
  const named: Readonly<Record<string, SqlValue>> = {
    ...{ account_id: accountId, service_id: serviceId, person_id: personId, vendor_id: vendorId },
    ...{
      phone_hash: phoneHash,
      phone_mask: phoneMask,
      status: 'canceled',
      action: 'signed-in',
      role: 'owner',
    },
  }
  const specials: Readonly<Record<string, SqlValue>> = {
    ...{ 'verifications.id': 'vf_1', 'people.id': personId, 'people.operator': 0 },
    // Another row than that of the call, which is still in memory.
    'number_limits.service_id': serviceId + 1,
  }
  for (const [table, { goesWith, columns }] of storedTables) {
    const isWhole = goesWith.some((each) => (each === 'phone_hash') === (of === 'personal'))
    const marked = columns.filter((column) => isWhole || column.class === of).map(({ name }) => name)
    if (marked.length === 0) continue
    const types = columnsOf(table)
    const filling = (name: string): SqlValue => {
      const special = specials[`${table}.${name}`] ?? named[name]
      if (special !== undefined) return special
      const { type } = types.find((column) => column.name === name)!
      const text = marked.includes(name) ? mark : '[]'
      return type === 'TEXT' ? text : type === 'BLOB' ? Buffer.from(text) : 1
    }
    if (['calls', 'accounts', 'services'].includes(table)) {
      const texts = marked.filter((name) => !(name in named) && filling(name) !== 1)
      database
        .prepare(`UPDATE ${table} SET ${texts.map((name) => `${name} = ?`).join(', ')}`)
        .run(...texts.map(filling))
    } else {
      const names = types.map(({ name }) => name)
      database
        .prepare(
          `INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        )
        .run(...names.map(filling))
    }
  }
}

/** The columns that hold these bytes anywhere. */
const holding = (bytes: string | Buffer) =>
  [...storedTables.keys()].flatMap((table) =>
    columnsOf(table).flatMap(({ name }) => {
      const found = database.prepare(
        `SELECT 1 FROM ${table} WHERE instr(CAST("${name}" AS BLOB), ?) > 0 LIMIT 1`,
      )
      return found.get(Buffer.from(bytes)) === undefined ? [] : [`${table}.${name}`]
    }),
  )

it('the schema says of every column of a new database what an erasure does with it', () => {
  const said = [...storedTables].flatMap(([table, { columns }]) =>
    columns.map(({ name }) => `${table}.${name}`),
  )
  const tables = database.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  )
  const names = tables.all().map(({ name }) => String(name))
  const unsaid = names
    .filter((table) => !/^unique_keys_\d+$/.test(table))
    .flatMap((table) => columnsOf(table).map(({ name }) => `${table}.${name}`))
    .filter((column) => !said.includes(column))
  expect(unsaid).toEqual([])
})

it('an erased number: nothing is left of it in any column that the schema calls personal', async () => {
  expect(holding(mark).length).toBeGreaterThan(20)
  await house.store.erasePhone(phoneHash)
  await house.store.eraseMaskInRequests(phoneMask)
  for (const trace of [mark, phoneHash, phoneMask]) expect(holding(trace)).toEqual([])
})

it('an export of a number: has every column that the schema calls personal', async () => {
  const [call] = await house.store.callsOfPhone(phoneHash)
  const [verification] = await house.store.verificationsOf(phoneHash)
  expect(call!.personal).toMatchObject({ client: mark, region: mark, details: mark, caller_identity: mark })
  expect(verification!.personal).toMatchObject({ metadata: mark, consent: mark, network: mark })
  expect(await house.store.rowsOfPhone(phoneHash)).toMatchObject({ wrong_codes: [{ tries: mark }] })
})

it('a closed account: nothing is left in any column that the schema calls personal or of the account', async () => {
  fill('account')
  const { store, accountId } = house
  const { balanceUnits } = (await store.account(accountId))!
  const closing = { accountId, deadKeyHash: hashOf('dead'), givesUp: { balanceUnits, note: '' }, at: 9 }
  expect(await changed(store, 'closeAccount', closing)).toBe('done')
  await eraseClosedAccounts(store, () => false)
  const ofNumbers = /^(oidc_records|wrong_codes|number_limits)\./
  expect(holding(mark).filter((column) => !ofNumbers.test(column))).toEqual([])
  expect(await store.person(personId)).toBeUndefined()
})
