import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maskPhone } from '../../server/src/calls/phone-privacy.ts'
import { openForReading, openForWriting } from '../../server/src/storage/sqlite/connection.ts'
import { openSqliteStore } from '../../server/src/storage/sqlite/store.ts'
import {
  admitted,
  callTo,
  ended,
  type Furnished,
  furnish,
  hashOf,
} from '../../server/test/store-contract/fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-traces-'))
const file = join(folder, 'ringkey.db')
const backup = join(folder, 'backup.db')
/** Enough rows that SQLite moves rows between pages as they grow. */
const calls = 600
const phones = Array.from({ length: calls }, (_, number) => `7916${1_000_000 + number * 7_919}`)
let erased: string[] = []
const clientOf = (phone: string) => `client-${hashOf(phone).toString('hex').slice(0, 12)}`
/** Details of different lengths, as in practice: then most rows have to move. */
const detailsOf = (phone: string) => JSON.stringify({ ladder: 'x'.repeat(100 + 3 * hashOf(phone)[0]!) })
let house: Furnished

beforeAll(async () => {
  house = await furnish(
    {
      open: (_, options) =>
        openSqliteStore({
          ...options,
          file,
          onCrash: (error) => {
            throw error
          },
        }),
    },
    1e9,
  )
})
afterAll(async () => {
  await house.store.close()
  rmSync(folder, { recursive: true })
})

/** The phones of which something is found anywhere in the bytes of a file. */
function tracesIn(path: string): string[] {
  if (!existsSync(path)) return []
  const bytes = readFileSync(path)
  return erased.flatMap((phone) => {
    const needles = { hash: hashOf(phone), client: clientOf(phone), mask: maskPhone(phone) }
    return Object.entries(needles)
      .filter(([, needle]) => bytes.includes(needle))
      .map(([kind]) => `${kind} of ${phone}`)
  })
}

/** The phones whose hash is in the file a second time, besides their row. */
function phonesWithCopies(): string[] {
  const other = openForWriting(file)
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  other.close()
  const bytes = readFileSync(file)
  return phones.slice(1).filter((phone) => {
    const first = bytes.indexOf(hashOf(phone))
    return first !== -1 && bytes.indexOf(hashOf(phone), first + 1) !== -1
  })
}

it('an erased number: no byte of it is left in the database, its write-ahead file or a backup', async () => {
  const { store, accountId } = house
  const ids = await Promise.all(
    phones.map((phone) => admitted(store, callTo(phone, house, { client: clientOf(phone) }))),
  )
  await Promise.all(
    ids.map((vendorId, nth) =>
      store.settle({ ...ended(house, vendorId, true), details: detailsOf(phones[nth]!) }),
    ),
  )
  erased = [phones[0]!]
  const ownPhone = { phoneHash: hashOf(erased[0]!), phoneMask: maskPhone(erased[0]!) }
  await store.awaitOwnPhone({ accountId, ...ownPhone, codeHash: 'code', endsAt: 1 })
  const facts = { phoneMask: ownPhone.phoneMask, listed: true }
  const line = { personId: 0, email: 'one@example.org', ip: '', userAgent: '', createdAt: 1 }
  const seen = { result: 'done', times: 1, accountId: 0 } as const
  await store.recordLogLines([{ ...line, ...seen, action: 'do-not-call', facts }])
  expect(tracesIn(`${file}-wal`)).toHaveLength(3)
  const moved = phonesWithCopies()
  expect(moved.length).toBeGreaterThan(0)
  erased = [...erased, ...moved.slice(0, 10)]

  for (const phone of erased) {
    await store.eraseMaskInActions(maskPhone(phone))
    expect(await store.erasePhone(hashOf(phone))).toBe(1)
  }
  await store.backup(backup, () => {})
  for (const path of [file, `${file}-wal`, backup]) expect(tracesIn(path)).toEqual([])
  expect(await store.ownPhone(accountId)).toBeUndefined()
  expect((await store.operatorActions({ before: null, limit: 1 }))[0]).toMatchObject({
    facts: { phoneMask: '***', listed: true },
  })
})

it('erasing a number: waits for a long read, which keeps the old pages in the write-ahead file', async () => {
  const phone = '79031112233'
  const vendorId = await admitted(house.store, callTo(phone, house, { client: clientOf(phone) }))
  await house.store.settle(ended(house, vendorId, true))
  const reader = openForReading(file)
  reader.exec('BEGIN; SELECT count(*) FROM calls')
  let isErased = false
  const erasing = house.store.erasePhone(hashOf(phone)).then(() => {
    isErased = true
  })
  while ((await house.store.call(vendorId))!.phoneHash !== null) await nextTurn()
  expect(isErased).toBe(false)
  reader.close()
  await erasing
  expect(readFileSync(`${file}-wal`).includes(hashOf(phone))).toBe(false)
  expect(readFileSync(file).includes(hashOf(phone))).toBe(false)
})
