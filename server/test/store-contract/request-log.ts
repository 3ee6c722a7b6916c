import { describe, expect, it } from 'vitest'
import type { NewApiRequest, RequestBatch, RequestPageRequest } from '../../src/storage/request-records.ts'
import { addService, furnish, type StoreUnderTest, startMs } from './fixture.ts'

const slotMs = 300_000
const rowsPerDay = { served: 1_000, refused: 1_000, unproven: 5 }
const day = Math.floor(startMs / 86_400_000)

const requestAt = (serviceId: number, at: number, changes: Partial<NewApiRequest> = {}): NewApiRequest => ({
  serviceId,
  at,
  method: 'initCall',
  verb: 'POST',
  path: '/v1.0/initCall',
  code: '',
  status: 200,
  elapsedUs: 1_500,
  ip: '203.0.113.5',
  requestId: `boot-${at}`,
  hasKey: true,
  phoneMask: '7916***4567',
  parameters: '{"phone":null}',
  subject: '',
  ...changes,
})

/** The rows, each counted once, and `more` requests like the first of them that were not kept. */
function batchOf(rows: readonly NewApiRequest[], more = 0): RequestBatch {
  const counts = rows.map(({ serviceId, at, method, status, code }, index) => ({
    slot: Math.floor(at / slotMs),
    serviceId,
    method,
    status,
    code,
    requests: index === 0 ? 1 + more : 1,
  }))
  const merged = new Map<string, (typeof counts)[number]>()
  for (const count of counts) {
    const key = [count.slot, count.serviceId, count.method, count.status, count.code].join(' ')
    merged.set(key, { ...count, requests: count.requests + (merged.get(key)?.requests ?? 0) })
  }
  return { day, rowsPerDay, rows, counts: [...merged.values()] }
}

const pageOf = (
  serviceIds: readonly number[],
  changes: Partial<RequestPageRequest> = {},
): RequestPageRequest => ({
  serviceIds,
  from: startMs - 86_400_000,
  to: startMs + 86_400_000,
  method: null,
  outcome: null,
  code: null,
  status: null,
  requestId: null,
  subjects: null,
  before: null,
  limit: 50,
  ...changes,
})

export function describeRequestLog(under: StoreUnderTest): void {
  describe('the request log', () => {
    it('has pages of one service and of several, newest first, each request once', async () => {
      const { store, accountId, serviceId } = await furnish(under)
      const other = await addService(store, accountId)
      const stranger = await addService(store, accountId)
      const rows = Array.from({ length: 12 }, (_, index) =>
        // Two services, and pairs of requests in the same millisecond.
        requestAt(index % 3 === 0 ? other : serviceId, startMs + Math.floor(index / 2)),
      )
      await store.recordApiRequests(batchOf([...rows, requestAt(stranger, startMs)]))
      const seen: number[] = []
      let request = pageOf([serviceId, other], { limit: 5 })
      for (;;) {
        const { items, next } = await store.apiRequestPage(request)
        seen.push(...items.map(({ id }) => id))
        expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted((a, b) => b - a))
        if (next === null) break
        request = { ...request, before: next }
      }
      expect(new Set(seen).size).toBe(12)
      expect(seen).toHaveLength(12)
      const own = await store.apiRequestPage(pageOf([other]))
      expect(own.items).toHaveLength(4)
      const { id: _, ...newest } = own.items[0]!
      expect(newest).toEqual(rows[9])
      await store.close()
    })

    it('is narrowed by method, outcome, code, status, time, request id and call; a rare filter continues where a bounded scan has ended', async () => {
      const { store, accountId, serviceId } = await furnish(under)
      await store.recordApiRequests(
        batchOf([
          requestAt(serviceId, startMs, { subject: '77' }),
          requestAt(serviceId, startMs + 1, { code: '1003', status: 403 }),
          requestAt(serviceId, startMs + 2, { method: 'getInfo', code: '10', status: 404 }),
          requestAt(serviceId, startMs + 3, { method: 'readVerification', subject: 'vf_1' }),
        ]),
      )
      const found = async (changes: Partial<RequestPageRequest>) =>
        (await store.apiRequestPage(pageOf([serviceId], changes))).items.map(({ at }) => at - startMs)
      expect(await found({})).toEqual([3, 2, 1, 0])
      expect(await found({ method: 'initCall' })).toEqual([1, 0])
      expect(await found({ outcome: 'served' })).toEqual([3, 0])
      expect(await found({ outcome: 'refused', method: 'initCall' })).toEqual([1])
      expect(await found({ code: '10' })).toEqual([2])
      expect(await found({ status: 403 })).toEqual([1])
      expect(await found({ from: startMs + 1, to: startMs + 3 })).toEqual([2, 1])
      expect(await found({ requestId: `boot-${startMs + 2}` })).toEqual([2])
      expect(await found({ subjects: ['77', 'vf_1'] })).toEqual([3, 0])
      expect(await found({ subjects: ['78'] })).toEqual([])
      expect(await found({ serviceIds: [serviceId + 1], requestId: `boot-${startMs}` })).toEqual([])

      const busy = await addService(store, accountId)
      const many = Array.from({ length: 60 }, () => busy)
      const rows = Array.from({ length: 400 }, (_, index) =>
        requestAt(busy, startMs + index, index === 0 ? { code: '2', status: 400 } : {}),
      )
      await store.recordApiRequests(batchOf(rows))
      // As many services as this leave each one a scan of 333 rows.
      let request = pageOf(many, { outcome: 'refused', limit: 100 })
      const first = await store.apiRequestPage(request)
      expect(first.items).toEqual([])
      expect(first.next).toMatchObject({ at: startMs + 67 })
      request = { ...request, before: first.next }
      const second = await store.apiRequestPage(request)
      expect(second.items[0]?.at).toBe(startMs)
      expect(second.next).toBeNull()
      await store.close()
    })

    it('has the true numbers of all nodes, and keeps at most the rows of a day for each kind', async () => {
      const { store, accountId, serviceId } = await furnish(under)
      const rows = [
        requestAt(serviceId, startMs),
        requestAt(serviceId, startMs + slotMs, { code: '2', status: 400 }),
      ]
      await store.recordApiRequests(batchOf(rows, 99))
      await store.recordApiRequests(batchOf(rows.slice(0, 1)))
      const sums = (slots: number) =>
        store.apiRequestSums({ serviceIds: [serviceId], from: startMs, to: startMs + 2 * slotMs, slots })
      const initCall = { at: startMs, method: 'initCall' }
      const served = { ...initCall, status: 200, code: '', requests: 101, kept: 2 }
      const refused = { ...initCall, status: 400, code: '2', requests: 1, kept: 1 }
      expect(await sums(1)).toEqual([served, { ...refused, at: startMs + slotMs }])
      expect(await sums(12)).toEqual([served, refused])
      expect(await store.apiRequestSums({ serviceIds: [], from: 0, to: startMs, slots: 1 })).toEqual([])

      const flooded = await addService(store, accountId)
      const strangers = (from: number) =>
        Array.from({ length: 3 }, (_, index) =>
          requestAt(flooded, startMs + from + index, { hasKey: false, code: '401', status: 401 }),
        )
      for (const from of [0, 10, 20]) await store.recordApiRequests(batchOf(strangers(from)))
      await store.recordApiRequests(batchOf([requestAt(flooded, startMs + 30)]))
      const { items } = await store.apiRequestPage(pageOf([flooded]))
      expect(items.map(({ at }) => at - startMs)).toEqual([30, 11, 10, 2, 1, 0])
      const offered = await store.apiRequestSums({
        serviceIds: [flooded],
        from: startMs,
        to: startMs + slotMs,
        slots: 1,
      })
      expect(offered.map(({ code, requests, kept }) => [code, requests, kept])).toEqual([
        ['', 1, 1],
        ['401', 9, 5],
      ])
      await store.recordApiRequests({ ...batchOf(strangers(40)), day: day + 1 })
      expect((await store.apiRequestPage(pageOf([flooded]))).items).toHaveLength(9)
      await store.close()
    })

    it('is deleted after its time in bounded steps, loses erased numbers, and ends with a closed account', async () => {
      const { store, accountId, serviceId } = await furnish(under)
      const now = Date.now()
      const old = now - 8 * 86_400_000
      const rows = [...Array.from({ length: 5 }, (_, index) => old + index * slotMs), now - 1_000]
      await store.recordApiRequests(batchOf(rows.map((at) => requestAt(serviceId, at))))
      let steps = 0
      const week = { before: 0, requestsBefore: now - 7 * 86_400_000, now, limit: 2, trustsClock: true }
      while ((await store.purge(week)).more) steps += 1
      expect(steps).toBeGreaterThanOrEqual(3)
      const everything = { from: old - 1, to: now }
      const { items } = await store.apiRequestPage(pageOf([serviceId], everything))
      expect(items.map(({ at }) => at)).toEqual([now - 1_000])
      const sums = await store.apiRequestSums({ serviceIds: [serviceId], ...everything, slots: 1 })
      expect(sums).toHaveLength(1)

      await store.eraseAccountRequests({ accountId, limit: 5 })
      const client = { parameters: '{"phone":null,"client":"Ann"}' }
      await store.recordApiRequests(
        batchOf([
          requestAt(serviceId, startMs, client),
          requestAt(serviceId, startMs + 1, { ...client, phoneMask: '7916***4568' }),
        ]),
      )
      expect(await store.eraseMaskInRequests('7916***4567')).toBe(1)
      const left = await store.apiRequestPage(pageOf([serviceId]))
      expect(left.items.map(({ phoneMask, parameters }) => [phoneMask, parameters])).toEqual([
        ['7916***4568', client.parameters],
        ['', '{}'],
      ])
      expect(await store.eraseAccountRequests({ accountId, limit: 1 })).toBe(1)
      expect(await store.eraseAccountRequests({ accountId, limit: 5 })).toBe(1)
      expect((await store.apiRequestPage(pageOf([serviceId]))).items).toEqual([])
      await store.close()
    })
  })
}
