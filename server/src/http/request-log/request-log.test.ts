import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/manual-clock.ts'
import type { RequestBatch } from '../../storage/queries/api-requests.ts'
import { OutcomeUnknown, StoreUnavailable } from '../../storage/store.ts'
import type { Answered, Reply } from '../reply.ts'
import { RequestLog } from './request-log.ts'

function openLog() {
  const clock = new ManualClock()
  const batches: RequestBatch[] = []
  const failures: Error[] = []
  const lost = { requests: 0 }
  const log = new RequestLog({
    clock,
    numbering: { readFreeText: () => undefined },
    rows: () => 10_000,
    onUncounted: (requests) => {
      lost.requests += requests
    },
  })
  const store = {
    recordApiRequests: async (batch: RequestBatch) => {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      batches.push(batch)
    },
  }
  const note = (
    serviceId: number,
    { code, hasKey = true }: { code?: string | number | undefined; hasKey?: boolean } = {},
  ) =>
    log.note(
      {
        method: 'initCall',
        status: code === undefined ? 200 : 400,
        errorCode: code,
        elapsedMs: 1.5,
        requestId: 'r-1',
      } as Answered,
      {
        request: { url: '/v1.0/initCall', method: 'POST' },
        caller: { address: '203.0.113.5', isHttps: false },
        log: { serviceId, key: '', hasKey, given: { client: 'Ann' }, about: { vendor_id: 77 } },
      } as unknown as Reply,
    )
  const rows = () => batches.flatMap((batch) => batch.rows)
  const counted = () =>
    batches.flatMap(({ counts }) => counts).reduce((sum, { requests }) => sum + requests, 0)
  return { clock, lost, store, batches, failures, note, rows, counted, write: () => log.write(store) }
}

describe('request log of a node', () => {
  it('writes what it gathered as one batch, and nothing when there was no request', async () => {
    const { note, write, batches, rows } = openLog()
    await write()
    expect(batches).toEqual([])
    note(1)
    note(0)
    await write()
    await write()
    expect(batches).toHaveLength(1)
    expect(rows()).toMatchObject([
      {
        serviceId: 1,
        method: 'initCall',
        verb: 'POST',
        path: '/v1.0/initCall',
        code: '',
        status: 200,
        elapsedUs: 1500,
        ip: '203.0.113.5',
        requestId: 'r-1',
        kind: 'served',
        parameters: '{"client":"Ann"}',
        subject: '77',
      },
    ])
  })

  it('counts every request of a flood and keeps a bounded number of them', async () => {
    const { note, write, clock, rows, counted } = openLog()
    for (let second = 0; second < 5; second++) {
      for (let request = 0; request < 2_000; request++) note(1)
      await write()
      await clock.advance(1_000)
    }
    expect(counted()).toBe(10_000)
    expect(rows()).toHaveLength(250)
  })

  it('keeps refusals while successes flood the log', async () => {
    const { note, write, rows } = openLog()
    for (let request = 0; request < 2_000; request++) note(1)
    note(1, { code: 1003 })
    await write()
    expect(rows().filter(({ code }) => code === '1003')).toHaveLength(1)
  })

  it('keeps few requests without a key, no text of them, and all room for those with one', async () => {
    const { note, write, rows, counted, batches } = openLog()
    for (let request = 0; request < 3_000; request++) note(1, { code: 401, hasKey: false })
    for (let id = 1_000; id < 1_100; id++) note(id, { code: 401, hasKey: false })
    note(1)
    await write()
    const strangers = rows().filter(({ kind }) => kind === 'unproven')
    expect(strangers.filter(({ serviceId }) => serviceId === 1)).toHaveLength(5)
    expect(strangers).toHaveLength(50)
    expect(strangers.every(({ parameters, subject }) => parameters === '{}' && subject === '')).toBe(true)
    expect(rows().length - strangers.length).toBe(1)
    expect(counted()).toBe(3_101)
    expect(batches[0]!.newest).toEqual({ served: 6_000, refused: 3_000, unproven: 1_000 })
  })

  it('counts at most 500 kinds of requests without a key, whatever services they name', async () => {
    const { note, write, counted, lost } = openLog()
    for (let id = 1_000; id < 3_000; id++) note(id, { code: 401, hasKey: false })
    note(1)
    await write()
    expect([counted(), lost.requests]).toEqual([501, 1_500])
  })

  it('takes a batch along that the store could not take, and gives one up whose outcome is unknown', async () => {
    const { note, write, failures, rows, counted, lost } = openLog()
    note(1)
    failures.push(new StoreUnavailable('away'))
    await expect(write()).rejects.toThrow('away')
    note(1)
    await write()
    expect([rows().length, counted()]).toEqual([2, 2])
    for (const [index, error] of [new Error('broken'), new OutcomeUnknown('broken')].entries()) {
      note(1)
      failures.push(error)
      await expect(write()).rejects.toThrow('broken')
      await write()
      expect([rows().length, counted(), lost.requests]).toEqual([2, 2, index + 1])
    }
  })

  it('never loses count: what is stored and what is uncounted is all that came', async () => {
    const step = fc.oneof(
      fc.record({
        serviceId: fc.integer({ min: 1, max: 3 }),
        hasKey: fc.boolean(),
        code: fc.constantFrom(undefined, 2, 401, 'rate_limited'),
        times: fc.integer({ min: 1, max: 120 }),
      }),
      fc.constantFrom('write', 'store away', 'wait'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { note, write, failures, clock, rows, counted, lost, batches } = openLog()
        let noted = 0
        for (const each of steps) {
          if (each === 'write') await write().catch(() => {})
          else if (each === 'store away') failures.push(new StoreUnavailable('away'))
          else if (each === 'wait') await clock.advance(1_000)
          else for (let time = 0; time < each.times; time++, noted++) note(each.serviceId, each)
        }
        failures.length = 0
        await write()
        expect(counted() + lost.requests).toBe(noted)
        expect(Math.max(0, ...batches.map((batch) => batch.rows.length))).toBeLessThanOrEqual(250)
        expect(rows().length).toBeLessThanOrEqual(noted)
      }),
      { numRuns: 50 },
    )
  })
})
