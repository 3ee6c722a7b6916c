// What the store answers when SQLite or the disk fails: never a false success, never half of a batch.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallAdmission } from '../../books/admission.ts'
import { notesOf } from '../../books/call.ts'
import { audit } from '../queries/audit.ts'
import { CommitUnknown, runBatch, type WriteRequest } from './batch.ts'
import { openForWriting, StorageError } from './connection.ts'
import { operations } from './operations.ts'
import { openSqliteStore } from './store.ts'
import { Transaction } from './transaction.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
const everywhere = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }
const numberLimits = { ...everywhere, everywhere }
let files = 0
let file = ''
beforeEach(() => {
  file = join(folder, `${++files}.db`)
})
afterAll(() => rmSync(folder, { recursive: true }))

const at = Date.UTC(2026, 0, 15)
const admission: CallAdmission = {
  accountId: 1,
  serviceId: 1,
  test: false,
  priceUnits: 10,
  chargesFailed: false,
  caps: [],
  startedAt: at,
  deadlineAt: at + 60_000,
  mode: 'flash',
  code: '0001',
  ...notesOf({ client: 'x'.repeat(64) }),
  unique: null,
  refusal: null,
  capacity: 'ok',
  phoneHash: Buffer.alloc(32),
  phoneMask: '7900***0000',
  country: 'RU',
  operator: '',
  region: '',
  portedTo: '',
}
const calls = (count: number, round: number): WriteRequest[] =>
  Array.from({ length: count }, (_, index) => ({
    operation: 'admitCall',
    input: { ...admission, unique: `${round}-${index}`, phoneHash: Buffer.alloc(32, `${round}-${index}`) },
  }))

async function openWithMoney(): Promise<{ database: DatabaseSync; tx: Transaction }> {
  const database = openForWriting(file)
  const tx = new Transaction(database, numberLimits)
  const made = await runBatch(tx, operations, [
    { operation: 'changeTariff', input: { code: 'uni', name: 'x', chargesFailed: false } },
    {
      operation: 'createAccount',
      input: { email: 'a@b.ru', passwordHash: '', tariff: 'uni', demo: false, phoneConfirmed: true, at },
    },
    { operation: 'topUp', input: { accountId: 1, amountUnits: 1_000_000, note: '', at } },
  ])
  expect(made.map(({ kind }) => kind)).toEqual(['done', 'done', 'done'])
  return { database, tx }
}

describe('SQLite on a full disk', () => {
  it('refuses the whole batch, stores nothing of it, and works again when there is space', async () => {
    const { database, tx } = await openWithMoney()
    const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count)
    const counts = () => audit(tx)
    let stored = 0
    let refusals = 0
    // There is room for some batches only. The batch that fills the disk has already admitted some of its calls.
    database.exec(`PRAGMA max_page_count = ${pages + 12}`)
    for (let round = 0; round < 20; round++) {
      const kinds = new Set((await runBatch(tx, operations, calls(30, round))).map(({ kind }) => kind))
      expect(kinds.size).toBe(1)
      if (kinds.has('done')) stored += 30
      else {
        expect([...kinds]).toEqual(['unavailable'])
        refusals += 1
      }
      expect((await counts()).calls).toBe(stored)
    }
    expect(stored).toBeGreaterThan(0)
    expect(refusals).toBeGreaterThan(0)

    database.exec('PRAGMA max_page_count = 1000000')
    const [first, ...rest] = await runBatch(tx, operations, calls(30, 99))
    expect(first).toEqual({ kind: 'done', result: { kind: 'admitted', vendorId: 100_000 + stored } })
    expect(new Set(rest.map(({ kind }) => kind))).toEqual(new Set(['done']))
    expect(await counts()).toMatchObject({
      calls: stored + 30,
      entries: 1,
      unbalancedAccounts: [],
      wrongHolds: [],
    })
    // A refused request took no key: the same request is new.
    const [again] = await runBatch(tx, operations, calls(30, 19).slice(0, 1))
    expect(again).toMatchObject({ kind: 'done', result: { kind: 'admitted' } })
    database.close()
  })
})

describe('read-only SQLite database', () => {
  it('answers reads and refuses writes as unavailable', async () => {
    ;(await openWithMoney()).database.close()
    const database = openForWriting(`file:${file}?mode=ro`)
    const tx = new Transaction(database, numberLimits)
    const replies = await runBatch(tx, operations, calls(2, 0))
    expect(replies.map(({ kind }) => kind)).toEqual(['unavailable', 'unavailable'])
    expect(replies[0]).toMatchObject({ message: expect.stringContaining('read-only') })
    expect(await audit(tx)).toMatchObject({ accounts: 1, calls: 0, unbalancedAccounts: [] })
    database.close()
  })
})

describe('SQLite error at the commit', () => {
  const failingAt = (step: 'begin' | 'commit', errcode: number, isCommitting = step === 'commit') => {
    const trouble = () => {
      throw Object.assign(new Error('disk I/O error'), { errcode })
    }
    return {
      begin: () => {},
      writeBooks: () => {},
      commit: () => {},
      rollback: () => {},
      isCommitting,
      [step]: trouble,
    } as unknown as Transaction
  }
  const nothing = { nothing: () => true }
  const requests = [{ operation: 'nothing', input: null }]
  const ioErrorAtSync = 10 | (4 << 8)

  it('that the disk reports ends the writer, because the outcome is unknown', async () => {
    await expect(runBatch(failingAt('commit', ioErrorAtSync), nothing, requests)).rejects.toThrow(
      CommitUnknown,
    )
  })
  it('that the disk reports before the commit is an ordinary refusal', async () => {
    // Keys and limits are flushed before the commit: a page that cannot be read there does not make the outcome unknown.
    for (const tx of [failingAt('begin', ioErrorAtSync), failingAt('commit', ioErrorAtSync, false)])
      expect(await runBatch(tx, nothing, requests)).toMatchObject([{ kind: 'unavailable' }])
  })
  it.each([
    ['busy', 5],
    ['full', 13],
  ])('for being %s is a refusal: it was rolled back', async (_, code) => {
    expect(await runBatch(failingAt('commit', code), nothing, requests)).toMatchObject([
      { kind: 'unavailable' },
    ])
  })
})

describe('opening a SQLite database', () => {
  const open = () =>
    openSqliteStore({
      file,
      numberLimits,
      onCrash: (error) => {
        throw error
      },
    })

  it('refuses a database of a newer version and leaves it unchanged', async () => {
    const database = openForWriting(file)
    database.exec('PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
    const copy = `${file}.before`
    copyFileSync(file, copy)
    await expect(open()).rejects.toThrow(
      /has version 999, made by a newer Ringkey.*restore a backup made before/,
    )
    await expect(open()).rejects.toThrow(StorageError)
    const { readFileSync } = await import('node:fs')
    expect(readFileSync(file).equals(readFileSync(copy))).toBe(true)
  })

  it('refuses a file that is not a database', async () => {
    writeFileSync(file, 'this is a letter to my aunt, and rather a long one'.repeat(100))
    await expect(open()).rejects.toThrow('the file is not a Ringkey database')
  })

  it('refuses a folder that does not exist', async () => {
    file = join(folder, 'none', 'ringkey.db')
    await expect(open()).rejects.toThrow('the file cannot be opened: check that the folder exists')
  })
})
