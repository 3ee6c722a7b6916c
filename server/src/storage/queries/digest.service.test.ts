import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callTo, ended, hashOf } from '../../../test/store-contract/fixture.ts'
import type { CallAdmitted } from '../../books/admission.ts'
import { runBatch } from '../sqlite/batch.ts'
import { openForWriting } from '../sqlite/connection.ts'
import { digest } from '../sqlite/digest.ts'
import { operations } from '../sqlite/operations.ts'
import { Transaction } from '../sqlite/transaction.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-digest-'))
const database = openForWriting(join(folder, 'a.db'))
const everywhere = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }
const tx = new Transaction(database, { ...everywhere, everywhere })
const attempt = { trunk: 'a', reason: 'rang', stage: 'ringing', callerBlock: '7495123', callerHash: 'm' }
const complete = JSON.stringify({ trunk: 'a', pddMs: 1_800, ringMs: 4_000, attempts: [attempt] })
const request = { limit: 10, now: Date.UTC(2026, 0, 15) }

beforeAll(async () => {
  database.exec(`INSERT INTO tariffs (code, name, charges_failed) VALUES ('uni', 'Uni', 0);
    INSERT INTO accounts (email, tariff, balance_units, created_at, updated_at) VALUES ('a@example.com', 'uni', 1000000, 0, 0)`)
  const calls = ['79161110001', '79161110002', '79161110003'].map((phone) => ({
    operation: 'admitCall',
    input: callTo(phone, { accountId: 1, serviceId: 1 }, { client: 'Ann' }),
  }))
  const admitted = await runBatch(tx, operations, calls)
  const ends = admitted.map((reply) => {
    const { vendorId } = (reply as { result: CallAdmitted & { vendorId: number } }).result
    const details = vendorId % 2 === 0 ? complete : 'not what it should be'
    return {
      operation: 'settle',
      input: { ...ended({ accountId: 1, serviceId: 1 }, vendorId, true), details },
    }
  })
  await runBatch(tx, operations, ends)
})
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The content of all tables that counting uses. */
const state = () =>
  ['undigested', 'hour_facts', 'day_facts', 'fact_groups', 'search_keys', 'route_counts', 'hour_totals'].map(
    (table) => database.prepare(`SELECT * FROM ${table}`).all(),
  )

it('digest: counts all calls of a part or none, whichever statement is interrupted', async () => {
  const before = state()
  expect(before.map((rows) => rows.length)).toEqual([3, 0, 0, 0, 0, 0, 0])
  const prepare = tx.statement.bind(tx)
  let interruptions = 0
  for (let allowed = 0; ; allowed++) {
    let used = 0
    tx.statement = (text) => {
      if (used++ === allowed) throw new Error('interrupted')
      return prepare(text)
    }
    database.exec('BEGIN IMMEDIATE')
    const outcome = await digest(tx, request).catch((error: Error) => error.message)
    tx.statement = prepare
    if (outcome !== 'interrupted') {
      database.exec('COMMIT')
      expect(outcome).toBe(3)
      break
    }
    interruptions += 1
    tx.rollback()
    expect(state()).toEqual(before)
  }
  expect(interruptions).toBeGreaterThanOrEqual(5)
  const [queue, hours, days, groups, keys, , totals] = state()
  expect(queue).toEqual([])
  // Two records are complete. The unreadable one is counted too, except for its trunk and its post-dial delay.
  const shown = (rows: typeof hours) =>
    rows!.map((row) => [
      row.service_id,
      groups!.find(({ id }) => id === row.group_id)!.trunk,
      row.calls,
      row.pdd_3,
    ])
  const counted = [0, 1].flatMap((service) => [
    [service, 'a', 2, 2],
    [service, '', 1, 0],
  ])
  expect(shown(hours).sort()).toEqual(counted.sort())
  expect(shown(days).sort()).toEqual(counted.sort())
  // All groups of the installation and of the service, and the two of the installation without their blocks.
  expect(totals!.map(({ service_id: service, calls }) => [service, calls]).sort()).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 3],
  ])
  expect(database.prepare('SELECT * FROM number_facts').all()).toEqual([
    expect.objectContaining({
      caller_hash: 'm',
      trunk: 'a',
      attempts: 2,
      rang: 2,
      delivered: 2,
      approved: 0,
    }),
  ])
  expect(keys).toHaveLength(6)
})

it('digest: keeps no search key of an erased number or a purged call', async () => {
  const keys = () => state()[4]!.map((row) => row.vendor_id)
  const [first, second, third] = [...new Set(keys())].sort()
  const phoneHash = hashOf('79161110001')
  const erase = { operation: 'eraseFoundPhone', input: { phoneHash, vendorIds: [first], serviceIds: [] } }
  expect(await runBatch(tx, operations, [erase])).toEqual([{ kind: 'done', result: 1 }])
  expect(keys().sort()).toEqual([second, second, third, third])
  const now = request.now + 86_400_000
  await runBatch(tx, operations, [{ operation: 'purge', input: { before: now, now, limit: 2 } }])
  expect(keys()).toEqual([third, third])
})
