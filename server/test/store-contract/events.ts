import { describe, expect, it } from 'vitest'
import type { DeliveryRecord } from '../../src/storage/queries/deliveries.ts'
import type { EndpointRecord, NewEndpoint } from '../../src/storage/queries/event-endpoints.ts'
import {
  addService,
  admitted,
  callTo,
  changed,
  checked,
  ended,
  type Furnished,
  furnish,
  hashOf,
  isClean,
  ownerOf,
  price,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'
import { create, deliveredOnes, startOf, wrongCode } from './verifications.ts'

const phone = '79161234567'
const receiver = 'shop.example:443'

async function addEndpoint(its: Furnished, terms: Partial<NewEndpoint> = {}): Promise<EndpointRecord> {
  const made = await changed(its.store, 'addEndpoint', {
    serviceId: its.serviceId,
    url: 'https://shop.example/events',
    receiver,
    types: null,
    description: '',
    enabled: true,
    sealed: Buffer.from('sealed'),
    createdAt: startMs,
    ...terms,
  })
  return made!
}

/** Oldest first. */
const outbox = async ({
  store,
  serviceId,
}: Pick<Furnished, 'store' | 'serviceId'>): Promise<DeliveryRecord[]> =>
  (await store.deliveries({ serviceId, state: null, before: null, limit: 100 })).toReversed()
const typesIn = async (its: Pick<Furnished, 'store' | 'serviceId'>) =>
  (await outbox(its)).map(({ type }) => type)
const dataOf = async ({ store }: Furnished, { id }: DeliveryRecord) =>
  JSON.parse((await store.eventData(id)) ?? 'null')

/** What every store guarantees about event endpoints and their events. */
export function describeEvents(under: StoreUnderTest): void {
  describe('event endpoints', () => {
    it('are stored, changed and removed, at most five for a service; what waits follows their address', async () => {
      const its = await furnish(under)
      const { store, serviceId } = its
      const made = await addEndpoint(its, { types: ['call.ended'], description: 'queue' })
      expect(made).toMatchObject({ serviceId, receiver, types: ['call.ended'], enabled: true })
      expect(await store.endpoint(made.id)).toEqual(made)
      for (let more = 0; more < 4; more++) await addEndpoint(its)
      expect(await changed(store, 'addEndpoint', made)).toBeUndefined()
      expect((await store.endpointsOf(serviceId)).length).toBe(5)

      const sent = await changed(store, 'enqueueTestEvent', { id: made.id, nonce: 'a', at: startMs })
      const moved = { url: 'https://new.example/', receiver: 'new.example:443', enabled: false }
      await changed(store, 'changeEndpoint', { id: made.id, ...moved })
      expect(await store.endpoint(made.id)).toMatchObject({ ...moved, types: ['call.ended'] })
      const due = await store.dueReceivers({ now: startMs, after: null, limit: 9 })
      expect(due.map((place) => place.receiver)).toContain('new.example:443')
      const waiting = await store.deliveryByWebhookId(sent!)
      expect(waiting).toMatchObject({ url: moved.url, receiver: moved.receiver, type: 'endpoint.test' })
      expect(waiting).toMatchObject({ endpointId: made.id, state: 'pending', vendorId: null })

      const rotation = { id: made.id, sealed: Buffer.from('second'), previousEndsAt: 77 }
      expect(await changed(store, 'rotateEndpointSecret', rotation)).toBe(true)
      const rotated = (await store.endpoint(made.id))!
      expect(Buffer.from(rotated.previousSealed!).toString()).toBe('sealed')
      expect([Buffer.from(rotated.sealed).toString(), rotated.previousEndsAt]).toEqual(['second', 77])

      expect(await changed(store, 'removeEndpoint', made.id)).toBe(true)
      expect(await store.deliveryByWebhookId(sent!)).toBeUndefined()
      expect(await changed(store, 'removeEndpoint', made.id)).toBe(false)
      expect(await changed(store, 'changeEndpoint', { id: made.id })).toBeUndefined()
      expect(await changed(store, 'enqueueTestEvent', { id: made.id, nonce: 'b', at: 1 })).toBeUndefined()
      await store.close()
    })
  })

  describe('events', () => {
    it('of a verification are in the outbox with each change, once, with the state after it', async () => {
      const its = await furnish(under)
      const { store } = its
      const { id: endpointId } = await addEndpoint(its)
      const { id, vendorId } = await create(its)
      expect(await outbox(its)).toMatchObject([
        {
          type: 'verification.step_started',
          verificationId: id,
          vendorId: null,
          endpointId,
          state: 'pending',
          createdAt: startMs,
          url: 'https://shop.example/events',
        },
      ])
      await store.settleStep({ ...ended(its, vendorId, false), verificationId: id })
      const at = startMs + 16_000
      await store.advanceVerification({ ...ownerOf(its), id, cancels: false, at })
      await store.advanceVerification({ ...ownerOf(its), id, cancels: false, at })
      const started = await store.startStep(startOf(its, id, 1, at))
      expect(started?.kind).toBe('started')
      expect((await store.startStep(startOf(its, id, 1, at)))?.kind).toBe('not-due')
      await checked(its, { id, codeHash: hashOf('0000'), at })
      await checked(its, { id, codeHash: hashOf('5678'), at })
      await checked(its, { id, codeHash: hashOf('5678'), at })
      const events = await outbox(its)
      expect(events.map(({ type }) => type)).toEqual([
        'verification.step_started',
        'verification.step_undelivered',
        'verification.step_started',
        'verification.approved',
      ])
      const data = await Promise.all(events.map((event) => dataOf(its, event)))
      expect(data.map(({ version, status }) => [version, status])).toEqual([
        [1, 'pending'],
        [2, 'pending'],
        [3, 'pending'],
        [4, 'approved'],
      ])
      expect(data[3]).toMatchObject({ id, phone: '7916***4567', attempts_left: 2 })
      expect(new Set(events.map(({ webhookId }) => webhookId)).size).toBe(4)
      expect(JSON.stringify(data)).not.toContain('5678')
      const page = { serviceIds: [its.serviceId], state: null, before: null, limit: 10 }
      const approved = await store.deliveryPage({ ...page, endpointId, type: 'verification.approved' })
      expect(approved.items.map(({ type }) => type)).toEqual(['verification.approved'])
      expect((await store.deliveryPage({ ...page, endpointId: endpointId + 1 })).items).toEqual([])
      expect((await store.deliveryPage({ ...page, type: 'webhook' })).items).toEqual([])
      await store.close()
    })

    it('of a step are in the outbox together with the end of its call, before the end of its verification', async () => {
      const its = await furnish(under)
      const { store } = its
      await addEndpoint(its)
      const { id, vendorId } = await create(its)
      const settlement = { ...ended(its, vendorId, true), verificationId: id }
      const ends = [await store.settleStep(settlement), await store.settleStep(settlement)]
      expect(ends.map(({ isEnded }) => isEnded)).toEqual([true, false])
      await checked(its, { id, codeHash: hashOf('1234'), at: startMs + 6_000 })
      expect(await typesIn(its)).toEqual([
        'verification.step_started',
        'verification.step_delivered',
        'verification.approved',
        'verification.settled',
      ])
      expect(await store.verification(id)).toMatchObject({
        version: 3,
        steps: [{ status: 'delivered', endedAt: startMs + 5_000, costUnits: price }, { status: 'skipped' }],
      })
      expect(await isClean(store)).toBe(true)

      const late = await create(its, { phone: '79161234568' })
      await store.advanceVerification({ ...ownerOf(its), id: late.id, cancels: true, at: startMs + 6_000 })
      const ofLate = { ...ended(its, late.vendorId, true), verificationId: late.id }
      expect((await store.settleStep(ofLate)).isEnded).toBe(true)
      expect((await typesIn(its)).slice(4)).toEqual([
        'verification.step_started',
        'verification.canceled',
        'verification.settled',
      ])
      const [step] = (await store.verification(late.id))!.steps
      expect(step, 'it ended no sooner than its verification').toMatchObject({
        status: 'delivered',
        endedAt: startMs + 6_000,
      })
      await store.close()
    })

    it('go to the endpoints that are on and want them, and a refused request has none', async () => {
      const its = await furnish(under)
      const { store } = its
      const only = await addEndpoint(its, { types: ['verification.blocked', 'verification.canceled'] })
      await addEndpoint(its, { enabled: false })
      const { id } = await create(its)
      // The number has to rest before it may be called again.
      await expect(create(its)).rejects.toThrow('not created')
      await store.advanceVerification({ ...ownerOf(its), id, cancels: true, at: startMs + 1_000 })
      expect(await outbox(its)).toMatchObject([
        { type: 'verification.canceled', endpointId: only.id, verificationId: id },
      ])
      const other = await addService(store, its.accountId)
      await create({ ...its, serviceId: other }, { phone: '79161234568' })
      expect(await outbox({ store, serviceId: other })).toEqual([])
      await store.close()
    })

    it('of all verifications of a phone that wrong codes block are told together', async () => {
      const its = await furnish(under)
      const { store } = its
      await addEndpoint(its, { types: ['verification.failed', 'verification.blocked'] })
      const ids = await deliveredOnes(its, 5, startMs)
      const at = startMs + 90_000
      for (const id of ids.slice(0, 4))
        for (let attempt = 0; attempt < 5; attempt++) await wrongCode(its, id, at)
      const reported = (await outbox(its)).map(({ type, verificationId }) => `${verificationId} ${type}`)
      expect(reported.toSorted()).toEqual([
        ...ids.slice(0, 4).map((id) => `${id} verification.failed`),
        `${ids[4]} verification.blocked`,
      ])
      await store.close()
    })

    it('of a call are in the outbox when its settlement ends it, and only then', async () => {
      const its = await furnish(under)
      const { store } = its
      const { id: endpointId } = await addEndpoint(its)
      const vendorId = await admitted(store, callTo(phone, its))
      expect(await store.settle(ended(its, vendorId, true))).toBe(true)
      expect(await store.settle(ended(its, vendorId, false))).toBe(false)
      expect(await outbox(its)).toMatchObject([
        { type: 'call.ended', vendorId, endpointId, verificationId: null },
      ])
      expect(await store.webhookOfCall(vendorId)).toBeUndefined()
      const [claimed] = await store.claimDeliveries({
        now: startMs + 60_000,
        lease: 'node-1',
        leaseEndsAt: startMs + 80_000,
        wants: [{ receiver, limit: 5 }],
      })
      expect(claimed).toMatchObject({ vendorId, type: 'call.ended', data: null, isTest: false })
      await store.close()
    })

    it('about the account reach the endpoints of all its services, with the change that they tell', async () => {
      const its = await furnish(under, 10_000)
      const { store, accountId, serviceId } = its
      const other = { ...its, serviceId: await addService(store, accountId) }
      await addEndpoint(its, { types: ['balance.low'] })
      await addEndpoint(other)
      await store.saveBalanceNotice({ accountId, thresholdUnits: 5_000, byEmail: true, byMessenger: false })
      await store.settle(ended(its, await admitted(store, callTo(phone, its)), true))
      for (let round = 0; round < 2; round++) await store.takeBalanceCrossings({ now: startMs, limit: 10 })
      const paused = {
        serviceId,
        prefix: '7916',
        reason: 'burst' as const,
        calls: 900,
        expected: 12,
        pausedAt: startMs,
      }
      for (let round = 0; round < 2; round++) await changed(store, 'pausePrefix', paused)
      expect([await typesIn(its), await typesIn(other)]).toEqual([
        ['balance.low'],
        ['balance.low', 'prefix.paused'],
      ])
      const [low, pause] = await outbox(other)
      expect(await dataOf(its, low!)).toEqual({
        account_id: accountId,
        balance: '0.20',
        threshold: '0.50',
        currency: 'RUB',
      })
      expect(await dataOf(its, pause!)).toEqual({
        service_id: serviceId,
        prefix: '7916',
        reason: 'burst',
        calls: 900,
        expected: 12,
        paused_at: new Date(startMs).toISOString(),
      })
      await store.close()
    })

    it('of an erased number lose their content, and are deleted with what they are about', async () => {
      const its = await furnish(under)
      const { store } = its
      const { id: endpointId } = await addEndpoint(its)
      const { id, vendorId } = await create(its)
      await store.settleStep({ ...ended(its, vendorId, true), verificationId: id })
      await store.advanceVerification({ ...ownerOf(its), id, cancels: true, at: startMs + 1_000 })
      const call = await admitted(store, callTo(phone, its, { startedAt: startMs + 20_000 }))
      await store.settle(ended(its, call, true))
      await changed(store, 'enqueueTestEvent', { id: endpointId, nonce: 'a', at: startMs })
      const before = await outbox(its)
      expect(before.map(({ type }) => type)).toContain('verification.canceled')

      await store.erasePhone(hashOf(phone))
      const contents = await Promise.all(before.map(async (each) => [each.type, await dataOf(its, each)]))
      const kept = contents.filter(([, data]) => data !== null).map(([type]) => type)
      expect(kept).toEqual(['endpoint.test'])

      const later = startMs + 2 * 86_400_000
      // The hashes of its codes are deleted a minute after the end; only then it may be purged.
      await store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: later })
      for (let round = 0; round < 4; round++)
        await store.purge({ before: later - 1, now: later, limit: 100, trustsClock: true })
      expect(await outbox(its)).toEqual([])
      await store.close()
    })

    it('are kept for a service that has asked for them, in the order in which they are read', async () => {
      const its = await furnish(under)
      const { store, serviceId } = its
      const read = (after: number, at = startMs, limit = 10) =>
        store.readEvents({ serviceId, after, limit, at })
      expect(await read(0)).toEqual([])
      const { id, vendorId } = await create(its)
      await store.settleStep({ ...ended(its, vendorId, true), verificationId: id })
      await store.advanceVerification({ ...ownerOf(its), id, cancels: true, at: startMs + 1_000 })
      const call = await admitted(store, callTo(phone, its, { startedAt: startMs + 20_000 }))
      await store.settle(ended(its, call, true))
      const all = await read(0)
      expect(all.map(({ type, position }) => [position, type])).toEqual([
        [1, 'verification.step_started'],
        [2, 'verification.step_delivered'],
        [3, 'verification.canceled'],
        [4, 'verification.settled'],
        [5, 'call.ended'],
      ])
      expect(JSON.parse(all[2]!.data!)).toMatchObject({ id, status: 'canceled' })
      expect(all[4]).toMatchObject({ data: null, vendorId: call })
      expect((await read(1, startMs, 2)).map(({ position }) => position)).toEqual([2, 3])
      // Nothing is sent, shown among the endpoints or in the inspector.
      const page = { serviceIds: [serviceId], state: null, before: null, limit: 10 }
      expect([await store.endpointsOf(serviceId), await outbox(its)]).toEqual([[], []])
      expect((await store.deliveryPage(page)).items).toEqual([])
      expect(await store.dueReceivers({ now: startMs + 90_000, after: null, limit: 9 })).toEqual([])
      await store.erasePhone(hashOf(phone))
      expect((await read(0)).map(({ data }) => data)).toEqual([null, null, null, null, null])
      const later = startMs + 9 * 86_400_000
      for (let round = 0; round < 2; round++)
        await store.purge({ before: 0, now: later, limit: 100, trustsClock: true })
      expect([await store.eventTargets(serviceId), await read(0, startMs)]).toEqual([[], []])
      await store.close()
    })

    it('keep their numbers when the newest ones are deleted or nobody reads for long: a reader misses none', async () => {
      const its = await furnish(under)
      const { store, serviceId } = its
      const read = (after: number, at: number) => store.readEvents({ serviceId, after, limit: 10, at })
      const purge = async (now: number) => {
        for (let round = 0; round < 2; round++)
          await store.purge({ before: 0, now, limit: 100, trustsClock: true })
      }
      await read(0, startMs)
      const [target] = await store.eventTargets(serviceId)
      const endOne = async (startedAt: number) => {
        const call = await admitted(store, callTo(phone, its, { startedAt }))
        await store.settle(ended(its, call, true, startedAt))
        return call
      }
      await endOne(startMs)
      const [first] = await read(0, startMs + 1_000)
      // Nothing happens for eight days, and the reader goes on asking.
      const days = (count: number) => startMs + count * 86_400_000
      await read(first!.position, days(4))
      await purge(days(8))
      const eighth = await endOne(days(8))
      const [second] = await read(first!.position, days(8) + 1_000)
      expect(second?.vendorId).toBe(eighth)
      // Nobody reads for eight days: the record ends, and begins again with the next request.
      const tenth = await endOne(days(10))
      await purge(days(16))
      expect(await store.eventTargets(serviceId)).toEqual([])
      const later = await read(second!.position, days(16) + 1_000)
      expect(later.map(({ vendorId }) => vendorId)).toEqual([tenth])
      expect((await store.eventTargets(serviceId)).map(({ id }) => id)).toEqual([target!.id])
      await store.close()
    })

    it('are told of verifications from before the first request too, once', async () => {
      const its = await furnish(under)
      const { store, serviceId } = its
      const { id, vendorId } = await create(its)
      await store.settleStep({ ...ended(its, vendorId, true, startMs + 500), verificationId: id })
      await store.advanceVerification({ ...ownerOf(its), id, cancels: true, at: startMs + 1_000 })
      const read = (at: number) => store.readEvents({ serviceId, after: 0, limit: 10, at })
      const first = await read(startMs + 2_000)
      expect(first.map(({ type, position }) => [position, type])).toEqual([
        [1, 'verification.step_started'],
        [2, 'verification.step_delivered'],
        [3, 'verification.canceled'],
        [4, 'verification.settled'],
      ])
      expect(JSON.parse(first[0]!.data!)).toMatchObject({ id, status: 'canceled' })
      expect(await read(startMs + 3_000)).toEqual(first)
      await store.erasePhone(hashOf(phone))
      expect((await read(startMs + 4_000)).map(({ data }) => data)).toEqual([null, null, null, null])
      await store.close()
    })

    it('are not told after the account has been closed: its endpoints are removed', async () => {
      const its = await furnish(under, 0)
      const { store, accountId, serviceId } = its
      const { id } = await addEndpoint(its)
      await changed(store, 'enqueueTestEvent', { id, nonce: 'a', at: startMs })
      const closing = { accountId, deadKeyHash: Buffer.alloc(32), givesUp: null, at: startMs }
      expect(await changed(store, 'closeAccount', closing)).toBe('done')
      expect([await store.endpointsOf(serviceId), await outbox(its)]).toEqual([[], []])
      await store.close()
    })
  })
}
