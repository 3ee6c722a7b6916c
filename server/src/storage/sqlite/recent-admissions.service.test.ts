import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import {
  admitted,
  callTo,
  ended,
  furnish,
  hashOf,
  options,
  startMs,
} from '../../../test/store-contract/fixture.ts'
import type { CallAdmission, CallAdmitted } from '../../books/admission.ts'
import { decideNumber, everyService, type NumberHistory, noHistory } from '../../books/number-limit.ts'
import { runBatch, type WriteOperation } from './batch.ts'
import { openForWriting } from './connection.ts'
import { operations } from './operations.ts'
import { openSqliteStore } from './store.ts'
import { Transaction } from './transaction.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-recent-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const fileOf = (name: string) => join(folder, `${name}.db`)
const open = (name: string) =>
  openSqliteStore({
    ...options,
    file: fileOf(name),
    onCrash: (error) => {
      throw error
    },
  })

const dayMs = 86_400_000

interface Call {
  readonly serviceId: number
  readonly phone: number
  readonly key: string | null
}

type Step =
  | { readonly kind: 'batch' | 'with a request that fails'; readonly calls: readonly Call[] }
  | { readonly kind: 'crash' }
  | { readonly kind: 'file all' }
  | { readonly kind: 'wait'; readonly ms: number }

const call = fc.record({
  serviceId: fc.integer({ min: 1, max: 2 }),
  phone: fc.integer({ min: 1, max: 12 }),
  key: fc.option(fc.integer({ min: 1, max: 20 }).map(String), { nil: null }),
})
const calls = fc.array(call, { minLength: 1, maxLength: 6 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('batch' as const), calls }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('with a request that fails' as const), calls }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('file all' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 90_000_000 }) }),
  },
)

/** No gap between calls, so that two calls to a number at the same moment are both counted. */
const everywhere = { gapMs: 0, perMinute: 6, perDay: 10, blockMs: 0 }
const rules = { gapMs: 0, perMinute: 3, perDay: 5, blockMs: 3_600_000, everywhere }

/** Computes the expected answers from the rules alone. */
class Model {
  readonly #owners = new Map<string, { phone: number; vendorId: number }>()
  readonly #histories = new Map<string, NumberHistory>()
  #lastVendorId = 99_999

  admit({ serviceId, phone, key }: Call, now: number): unknown {
    const owner = this.#owners.get(`${serviceId} ${key}`)
    if (key !== null && owner !== undefined)
      return owner.phone === phone ? ['replayed', owner.vendorId] : ['key-of-another-phone']
    const name = `${serviceId} ${phone}`
    const verdict = decideNumber(this.#histories.get(name) ?? noHistory, now, rules)
    if (verdict.kind !== 'allowed') return ['refused', verdict.retryAfterMs]
    const total = `${everyService} ${phone}`
    const together = decideNumber(this.#histories.get(total) ?? noHistory, now, rules.everywhere)
    if (together.kind !== 'allowed') return ['refused', together.retryAfterMs]
    this.#histories.set(name, verdict.history)
    this.#histories.set(total, together.history)
    const vendorId = ++this.#lastVendorId
    if (key !== null) this.#owners.set(`${serviceId} ${key}`, { phone, vendorId })
    return ['admitted', vendorId]
  }
}

function shown(answer: CallAdmitted): unknown {
  if (answer.kind === 'refused') return ['refused', answer.retryAfterMs]
  return 'vendorId' in answer ? [answer.kind, answer.vendorId] : [answer.kind]
}

const requestOf = ({ serviceId, phone, key }: Call, now: number): CallAdmission =>
  callTo(`7916000${phone}`, { accountId: 1, serviceId }, { unique: key, startedAt: now, priceUnits: 0 })

const withFault: Record<string, WriteOperation> = {
  ...operations,
  fail: () => {
    throw new Error('only this request fails')
  },
}

describe('keys and limits of the newest admissions', () => {
  let histories = 0

  it('behave as if written to their tables at once, through crashes and failures at any step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40 }), async (steps) => {
        const database = openForWriting(fileOf(`history-${++histories}`))
        database.exec(`INSERT INTO tariffs (code, name, charges_failed) VALUES ('uni', 'Uni', 0);
          INSERT INTO accounts (email, tariff, created_at, updated_at) VALUES ('a@example.com', 'uni', 0, 0)`)
        try {
          await live(
            () => new Transaction(database, rules, { admissionsPerBatch: 4, keysPerGeneration: 6 }),
            steps,
          )
        } finally {
          database.close()
        }
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  async function live(start: () => Transaction, steps: readonly Step[]): Promise<void> {
    const model = new Model()
    let tx = start()
    let now = startMs
    for (const each of steps) {
      if (each.kind === 'crash') tx = start()
      else if (each.kind === 'wait') now += each.ms
      else if (each.kind === 'file all')
        await runBatch(tx, operations, [{ operation: 'flushAdmissions', input: null }])
      else {
        const requests = each.calls.map((one) => ({ operation: 'admitCall', input: requestOf(one, now) }))
        const fault = each.kind === 'batch' ? [] : [{ operation: 'fail', input: null }]
        const replies = await runBatch(tx, withFault, [...requests, ...fault])
        for (const [place, one] of each.calls.entries()) {
          const reply = replies[place]!
          expect(reply.kind === 'done' ? shown(reply.result as CallAdmitted) : reply).toEqual(
            model.admit(one, now),
          )
        }
      }
    }
  }

  it('are in a backup that was made while they were only in memory', async () => {
    const house = await furnish({ open: () => open('copied') })
    const request = callTo('79161110001', house, { unique: 'order-1' })
    const vendorId = await admitted(house.store, request)
    await house.store.backup(fileOf('copy'), () => {})
    const copy = await open('copy')
    expect(await copy.admitCall(request)).toMatchObject({ kind: 'replayed', vendorId })
    const again = callTo('79161110001', house, { unique: 'order-2', startedAt: startMs + 1_000 })
    expect(await copy.admitCall(again)).toEqual({ kind: 'refused', why: 'wait', retryAfterMs: 14_000 })
    await copy.close()
    await house.store.close()
  })

  it('are shared with a command that writes beside the service', async () => {
    const house = await furnish({ open: () => open('beside') })
    const { store: service } = house
    const first = callTo('79161110001', house, { unique: 'order-1' })
    const vendorId = await admitted(service, first)
    const command = await open('beside')
    expect(await command.numberTraces(hashOf('79161110001'))).toMatchObject([
      { serviceId: everyService, calls: [startMs] },
      { calls: [startMs] },
    ])
    expect(await command.admitCall(first)).toMatchObject({ kind: 'replayed', vendorId })
    const second = callTo('79161110002', house, { unique: 'order-2' })
    const other = await admitted(command, second)
    expect(await service.admitCall(second)).toMatchObject({ kind: 'replayed', vendorId: other })
    const soon = callTo('79161110001', house, { unique: 'order-3', startedAt: startMs + 1_000 })
    expect(await service.admitCall(soon)).toMatchObject({ kind: 'refused', why: 'wait' })
    await command.close()
    await service.close()
  })

  it('are rebuilt under the limits that applied to them, whichever process reads them', async () => {
    const strict = { gapMs: 0, perMinute: 60, perDay: 2, blockMs: 36_000_000, everywhere }
    const openUnder = (numberLimits: typeof strict) => () =>
      openSqliteStore({
        file: fileOf('limits'),
        numberLimits,
        onCrash: (error) => process.emitWarning(error),
      })
    const house = await furnish({ open: openUnder(strict) })
    const { store: service } = house
    const call = (minute: number) => callTo('79161110001', house, { startedAt: startMs + minute * 60_000 })
    for (const minute of [0, 1]) await admitted(service, call(minute))
    const command = await openUnder(options.numberLimits)()
    await command.numberTraces(hashOf('79161110001'))
    await command.close()
    expect(await service.admitCall(call(2))).toMatchObject({ kind: 'refused', why: 'number-limit' })
    await service.close()
    // New limits apply from now on; earlier calls stay counted.
    const generous = await openUnder({ ...strict, perDay: 5, blockMs: 0 })()
    expect(await generous.admitCall(call(3))).toMatchObject({ kind: 'refused', why: 'number-limit' })
    expect(await generous.admitCall(call(602))).toMatchObject({ kind: 'admitted' })
    const calls = [0, 1, 602].map((minute) => startMs + minute * 60_000)
    expect(await generous.numberTraces(hashOf('79161110001'))).toMatchObject([
      { serviceId: everyService, calls },
      { calls, blockedUntil: 0 },
    ])
    await generous.close()
  })

  it('are kept when their call is deleted, also after a crash', async () => {
    const numberLimits = { gapMs: 0, perMinute: 60, perDay: 1, blockMs: 3 * dayMs, everywhere }
    const openWith = (name: string) =>
      openSqliteStore({ file: fileOf(name), numberLimits, onCrash: (error) => process.emitWarning(error) })
    const house = await furnish({ open: () => openWith('purged') })
    const { store } = house
    const vendorId = await admitted(store, callTo('79161110001', house))
    await store.settle(ended(house, vendorId, true))
    const now = startMs + 1.5 * dayMs
    await store.purge({ before: startMs + dayMs, now, limit: 100, trustsClock: true })
    expect(await store.call(vendorId)).toBeUndefined()
    await store.backup(fileOf('purged-copy'), () => {})
    const copy = await openWith('purged-copy')
    const again = callTo('79161110001', house, { startedAt: now })
    expect(await copy.admitCall(again)).toMatchObject({ kind: 'refused', why: 'number-limit' })
    await copy.close()
    await store.close()
  })

  it('do not come back after their number was erased', async () => {
    const database = openForWriting(fileOf('erased'))
    database.exec(`INSERT INTO tariffs (code, name, charges_failed) VALUES ('uni', 'Uni', 0);
      INSERT INTO accounts (email, tariff, created_at, updated_at) VALUES ('a@example.com', 'uni', 0, 0)`)
    const tx = new Transaction(database, rules)
    const run = async (operation: string, input: unknown) =>
      (await runBatch(tx, operations, [{ operation, input }]))[0]
    const request = requestOf({ serviceId: 1, phone: 1, key: null }, startMs)
    for (const startedAt of [startMs, startMs + 60_000]) {
      await run('admitCall', { ...request, startedAt })
      tx.begin()
      if (startedAt === startMs) tx.recent.flushAll()
      tx.commit()
    }
    await run('settle', ended({ accountId: 1, serviceId: 1 }, 100_000, true))
    const { phoneHash } = request
    await run('eraseFoundPhone', { phoneHash, vendorIds: [100_000], serviceIds: [everyService, 1] })
    tx.begin()
    tx.recent.flushAll()
    tx.commit()
    expect(tx.all('SELECT * FROM number_limits')).toEqual([])
    database.close()
  })
})
