import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { callTo, ended, hashOf, options, startMs } from '../../../test/store-contract/fixture.ts'
import { runBatch, type WriteRequest } from './batch.ts'
import { openForWriting } from './connection.ts'
import { operations } from './operations.ts'
import { Transaction } from './transaction.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-live-'))
const phone = '79161110001'
const attempt = { trunk: 'a', reason: 'rang', stage: 'ringing', callerBlock: '7495123', callerHash: 'm' }
const details = JSON.stringify({ trunk: 'a', pddMs: 1_800, ringMs: 4_000, attempts: [attempt] })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0

/** A writer with one open call; `writer` opens another one on the same file. */
async function withCall() {
  const file = join(folder, `${++files}.db`)
  const writer = () => {
    const database = openForWriting(file)
    const tx = new Transaction(database, options.numberLimits)
    const run = (...requests: WriteRequest[]) => runBatch(tx, operations, requests)
    const held = () => database.prepare('SELECT balance_units, held_units FROM accounts').get()
    return { database, run, held }
  }
  const one = writer()
  one.database.exec(`INSERT INTO tariffs (code, name, charges_failed) VALUES ('uni', 'Uni', 0);
    INSERT INTO accounts (email, tariff, balance_units, created_at, updated_at) VALUES ('a@example.com', 'uni', 100000, 0, 0)`)
  const call = callTo(phone, { accountId: 1, serviceId: 1 }, { client: 'Ann', portedTo: 'МегаФон' })
  const [reply] = await one.run({ operation: 'admitCall', input: call })
  const { vendorId } = (reply as unknown as { result: { vendorId: number } }).result
  const settle = {
    operation: 'settle',
    input: { ...ended({ accountId: 1, serviceId: 1 }, vendorId, true), details },
  }
  return { ...one, writer, vendorId, settle }
}

const digest = { operation: 'digest', input: { limit: 10, now: startMs } }
const done = (result: unknown) => ({ kind: 'done', result })
const tables = [
  'hour_facts',
  'day_facts',
  'number_facts',
  'route_counts',
  'search_keys',
  'fact_groups',
  'meta',
]
const counted = ({ database }: Pick<Awaited<ReturnType<typeof withCall>>, 'database'>) =>
  tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all())

it('live calls: counts the same from memory and from the file', async () => {
  const [inMemory, inFile] = [await withCall(), await withCall()]
  await inMemory.run(inMemory.settle)
  await inFile.run(inFile.settle)
  const reopened = inFile.writer()
  expect([...(await inMemory.run(digest)), ...(await reopened.run(digest))]).toEqual([done(1), done(1)])
  expect(counted(inMemory)[0]).not.toEqual([])
  expect(counted(inMemory)).toEqual(counted(reopened))
})

it('live calls: a settlement that was rolled back is made again', async () => {
  const { run, settle, held } = await withCall()
  // There is no such account.
  const faulty = { operation: 'admitCall', input: callTo('79161110002', { accountId: 99, serviceId: 1 }) }
  const [settled, failed] = await run(settle, faulty)
  expect([settled, failed!.kind]).toEqual([done(true), 'failed'])
  expect(held()).toEqual({ balance_units: 92_000, held_units: 0 })
})

it('live calls: a call that another process has ended is not ended again', async () => {
  const { run, writer, settle, held } = await withCall()
  const other = writer()
  expect([...(await other.run(settle)), ...(await run(settle)), ...(await run(settle))]).toEqual([
    done(true),
    done(false),
    done(false),
  ])
  expect(held()).toEqual({ balance_units: 92_000, held_units: 0 })
})

it('live calls: an ended call that was erased leaves no search key when it is counted', async () => {
  const { database, run, vendorId, settle } = await withCall()
  const found = { phoneHash: hashOf(phone), vendorIds: [vendorId], serviceIds: [] }
  await run(settle)
  expect(await run({ operation: 'eraseFoundPhone', input: found })).toEqual([done(1)])
  expect(await run(digest)).toEqual([done(1)])
  expect(database.prepare('SELECT * FROM search_keys').all()).toEqual([])
})
