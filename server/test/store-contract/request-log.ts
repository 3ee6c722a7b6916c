import { describe, expect, it } from 'vitest'
import type {
  NewApiRequest,
  RequestBatch,
  RequestPageRequest,
} from '../../src/storage/queries/api-requests.ts'
import { addService, furnish, type StoreUnderTest, startMs } from './fixture.ts'

const hourMs = 3_600_000
const newest = { served: 1_000, refused: 1_000, unproven: 5 }

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
  kind: (changes.code ?? '') === '' ? 'served' : 'refused',
  phoneMask: '7916***4567',
  parameters: '{"phone":null}',
  subject: '',
  ...changes,
})

/** The rows, each counted once, and `more` requests like the first of them that were not kept. */
function batchOf(rows: readonly NewApiRequest[], more = 0): RequestBatch {
  const counts = rows.map(({ serviceId, at, method, status, code }, index) => ({
    hour: Math.floor(at / hourMs),
    serviceId,
    method,
    status,
    code,
    requests: index === 0 ? 1 + more : 1,
  }))
  const merged = new Map<string, (typeof counts)[number]>()
  for (const count of counts) {
    const key = [count.hour, count.serviceId, count.method, count.status, count.code].join(' ')
    merged.set(key, { ...count, requests: count.requests + (merged.get(key)?.requests ?? 0) })
  }
  return { newest, rows, counts: [...merged.values()] }
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

    it('is narrowed by method, outcome, code, status, time, request id and call, and has a rare one in its first page', async () => {
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
      const rows = Array.from({ length: 400 }, (_, index) =>
        requestAt(busy, startMs + index, index === 0 ? { code: '2', status: 400 } : {}),
      )
      await store.recordApiRequests(batchOf(rows))
      const rare = pageOf([serviceId, busy], { code: '2', limit: 1 })
      expect(await store.apiRequestPage(rare)).toMatchObject({ items: [{ at: startMs }], next: null })
      expect(await store.countApiRequests(rare)).toBe(1)
      expect(await store.countApiRequests(pageOf([serviceId, busy], { outcome: 'served' }))).toBe(401)
      await store.close()
    })

    it('has the true numbers of all nodes, by the hour, and none of a service that does not exist', async () => {
      const { store, serviceId } = await furnish(under)
      const rows = [
        requestAt(serviceId, startMs),
        requestAt(serviceId, startMs + hourMs, { code: '2', status: 400 }),
      ]
      const nobody = requestAt(serviceId + 99, startMs, { kind: 'unproven', code: '401', status: 401 })
      await store.recordApiRequests(batchOf([...rows, nobody], 99))
      await store.recordApiRequests(batchOf(rows.slice(0, 1)))
      const sums = (hours: number, serviceIds = [serviceId]) =>
        store.apiRequestSums({ serviceIds, from: startMs, to: startMs + 2 * hourMs, hours })
      const hour = Math.floor(startMs / hourMs) * hourMs
      const served = { at: hour, method: 'initCall', status: 200, code: '', requests: 101 }
      const refused = { at: hour + hourMs, method: 'initCall', status: 400, code: '2', requests: 1 }
      expect(await sums(1)).toEqual([served, refused])
      const ofDay = (await sums(24)).map(({ code, requests }) => [code, requests])
      expect(ofDay).toEqual([
        ['', 101],
        ['2', 1],
      ])
      expect(await sums(1, [])).toEqual([])
      expect(await sums(1, [serviceId + 99])).toEqual([])
      expect((await store.apiRequestPage(pageOf([serviceId + 99]))).items).toEqual([])
      await store.close()
    })

    it('keeps the newest rows of a service, each kind by itself', async () => {
      const { store, serviceId } = await furnish(under)
      const strangers = (from: number) =>
        Array.from({ length: 3 }, (_, index) =>
          requestAt(serviceId, startMs + from + index, { kind: 'unproven', code: '401', status: 401 }),
        )
      await store.recordApiRequests(batchOf([requestAt(serviceId, startMs)]))
      for (const from of [10, 20, 30]) await store.recordApiRequests(batchOf(strangers(from)))
      const kept = async () =>
        (await store.apiRequestPage(pageOf([serviceId]))).items.map(({ at }) => at - startMs)
      expect(await kept()).toEqual([32, 31, 30, 22, 21, 0])
      // A log that the operator made smaller shrinks by twice as many as come.
      const smaller = { ...newest, unproven: 2 }
      await store.recordApiRequests({ ...batchOf(strangers(40).slice(0, 1)), newest: smaller })
      expect(await kept()).toEqual([40, 32, 31, 30, 0])
      await store.recordApiRequests({ ...batchOf(strangers(50).slice(0, 1)), newest: smaller })
      expect(await kept()).toEqual([50, 40, 32, 0])
      await store.recordApiRequests({ ...batchOf(strangers(60).slice(0, 1)), newest: smaller })
      expect(await kept()).toEqual([60, 50, 0])
      await store.close()
    })

    it('is deleted after its time in bounded steps, loses erased numbers, and ends with a closed account', async () => {
      const { store, accountId, serviceId } = await furnish(under)
      const now = Date.now()
      const old = now - 8 * 86_400_000
      const rows = [...Array.from({ length: 5 }, (_, index) => old + index * hourMs), now - 1_000]
      await store.recordApiRequests(batchOf(rows.map((at) => requestAt(serviceId, at))))
      let steps = 0
      const week = { before: 0, requestsBefore: now - 7 * 86_400_000, now, limit: 2, trustsClock: true }
      while ((await store.purge(week)).more) steps += 1
      expect(steps).toBeGreaterThanOrEqual(3)
      const everything = { from: old - 1, to: now }
      const { items } = await store.apiRequestPage(pageOf([serviceId], everything))
      expect(items.map(({ at }) => at)).toEqual([now - 1_000])
      const sums = await store.apiRequestSums({ serviceIds: [serviceId], ...everything, hours: 1 })
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
