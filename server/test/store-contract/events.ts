import { describe, expect, it } from 'vitest'
import type { DeliveryRecord } from '../../src/storage/queries/deliveries.ts'
import type { EndpointRecord, NewEndpoint } from '../../src/storage/queries/event-endpoints.ts'
import type { StreamPlace } from '../../src/storage/queries/event-stream.ts'
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

export async function addEndpoint(its: Furnished, terms: Partial<NewEndpoint> = {}): Promise<EndpointRecord> {
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

const days = (count: number) => startMs + count * 86_400_000

/** More than any stream here takes. */
const maxSteps = 5_000

/** Takes the steps of a stream until it can be read. */
export async function pageOf(
  { store, serviceId }: Pick<Furnished, 'store' | 'serviceId'>,
  from: StreamPlace,
  at: number,
  limit: number,
) {
  let after = from
  for (let step = 0; step < maxSteps; step++) {
    const found = await store.readEvents({ serviceId, after, limit, at })
    if (found.kind === 'page') return found
    after = found.after
  }
  throw new Error('the stream is never ready')
}
const read = async (its: Furnished, after: number, at = startMs, limit = 10) =>
  (await pageOf(its, after, at, limit)).events
const place = async (its: Furnished, from: StreamPlace, at: number) => (await pageOf(its, from, at, 10)).after

/** A call of /v1.0 that rang for five seconds. */
async function endedCall({ store, ...its }: Furnished, to: string, startedAt: number): Promise<number> {
  const call = await admitted(store, callTo(to, its, { startedAt }))
  await store.settle(ended(its, call, true, startedAt + 5_000))
  return call
}

/** The call of a step was delivered. */
const endStep = (its: Furnished, id: string, vendorId: number, at: number) =>
  its.store.settleStep({ ...ended(its, vendorId, true, at), verificationId: id })

async function purge({ store }: Furnished, day: number): Promise<void> {
  for (let round = 0; round < 2; round++)
    await store.purge({ before: 0, now: days(day), limit: 100, trustsClock: true })
}

/** What every store guarantees about webhook endpoints and their events. */
export function describeEvents(under: StoreUnderTest): void {
  describe('webhook endpoints', () => {
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
      const [last] = (await store.deliveryPage(page)).items
      const sums = { serviceIds: [its.serviceId], since: 0 }
      expect(await store.endpointSums(sums)).toEqual([{ endpointId, delivered: 0, of: 4, lastId: last!.id }])
      expect(await store.endpointSums({ ...sums, since: last!.createdAt + 1 })).toEqual([])
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
      const vendorId = await admitted(store, callTo(phone, its))
      const { id: endpointId } = await addEndpoint(its)
      await addEndpoint(its, { types: ['balance.low'] })
      await addEndpoint(its, { enabled: false })
      const settlement = ended(its, vendorId, true)
      expect([await store.settle(settlement), await store.settle(settlement)]).toEqual([true, false])
      expect(await outbox(its)).toMatchObject([
        { type: 'call.ended', vendorId, endpointId, verificationId: null, createdAt: settlement.settledAt },
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
      for (let round = 0; round < 2; round++)
        await store.takeBalanceCrossings({ now: startMs, limit: 10, roles: [] })
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

  describe('the stream of events', () => {
    it('keeps them from the first request on, in the order of their arrival', async () => {
      const its = await furnish(under)
      const { store, serviceId } = its
      expect(await read(its, 0)).toEqual([])
      const { id, vendorId } = await create(its)
      await endStep(its, id, vendorId, startMs + 500)
      await store.advanceVerification({ ...ownerOf(its), id, cancels: true, at: startMs + 1_000 })
      const call = await endedCall(its, phone, startMs + 20_000)
      const all = await read(its, 0)
      expect(all.map(({ type, position }) => [position, type])).toEqual([
        [1, 'verification.step_started'],
        [2, 'verification.step_delivered'],
        [3, 'verification.canceled'],
        [4, 'verification.settled'],
        [5, 'call.ended'],
      ])
      expect(JSON.parse(all[2]!.data!)).toMatchObject({ id, status: 'canceled' })
      expect(all[4]).toMatchObject({ data: null, vendorId: call })
      expect((await read(its, 1, startMs, 2)).map(({ position }) => position)).toEqual([2, 3])
      // Nothing is sent, shown among the endpoints or in the inspector.
      const page = { serviceIds: [serviceId], state: null, before: null, limit: 10 }
      expect([await store.endpointsOf(serviceId), await outbox(its)]).toEqual([[], []])
      expect((await store.deliveryPage(page)).items).toEqual([])
      expect(await store.dueReceivers({ now: startMs + 90_000, after: null, limit: 9 })).toEqual([])
      await store.erasePhone(hashOf(phone))
      expect((await read(its, 0)).map(({ data }) => data)).toEqual([null, null, null, null, null])
      await purge(its, 9)
      expect(await store.eventTargets(serviceId)).toEqual([])
      await store.close()
    })

    it('gives an event that is committed later a higher position, also when its id is lower', async () => {
      const its = await furnish(under)
      const { store, serviceId } = its
      await read(its, 0)
      const [stream] = await store.eventTargets(serviceId)
      const kept = { endpointId: stream!.id, serviceId, at: startMs }
      await changed(store, 'keepEvent', { ...kept, id: 5_001, webhookId: 'msg_late_id' })
      const [first, ...others] = await read(its, 0)
      expect([first?.webhookId, others]).toEqual(['msg_late_id', []])
      await changed(store, 'keepEvent', { ...kept, id: 5_000, webhookId: 'msg_early_id' })
      const rest = await read(its, first!.position)
      expect(rest.map(({ webhookId }) => webhookId)).toEqual(['msg_early_id'])
      expect((await read(its, 0)).map(({ position }) => position)).toEqual([1, 2])
      await store.close()
    })

    it('keeps its positions when the newest events are deleted: a reader misses none', async () => {
      const its = await furnish(under)
      await read(its, 0)
      const before = await endedCall(its, phone, startMs)
      const [first] = await read(its, 0, startMs + 6_000)
      expect(first?.vendorId).toBe(before)
      // Nothing happens for eight days, and the reader goes on asking.
      await read(its, first!.position, days(4))
      await purge(its, 8)
      const later = await endedCall(its, phone, days(8))
      const [second, ...others] = await read(its, first!.position, days(8) + 6_000)
      expect([second?.vendorId, others]).toEqual([later, []])
      await its.store.close()
    })

    it('is given what happened while nobody read it for a week, each event once', async () => {
      const its = await furnish(under)
      const { store, serviceId } = its
      await read(its, 0, startMs)
      const [stream] = await store.eventTargets(serviceId)
      const inTime = [await endedCall(its, phone, startMs), await endedCall(its, phone, days(1))]
      const [first] = await read(its, 0, startMs + 6_000)
      expect(first?.vendorId).toBe(inTime[0])
      await purge(its, 7.5)
      expect(await store.eventTargets(serviceId), 'it is off').toEqual([])
      const { id, vendorId } = await create(its, { phone: '79161234568', at: days(7.6) })
      await endStep(its, id, vendorId, days(7.6) + 5_000)
      await store.advanceVerification({ ...ownerOf(its), id, cancels: true, at: days(7.6) + 6_000 })
      const meanwhile = await endedCall(its, phone, days(7.7))
      const all = await read(its, first!.position, days(7.8), 100)
      expect(all.map(({ type, vendorId: about }) => [type, about])).toEqual([
        ['call.ended', inTime[1]],
        ['verification.step_started', null],
        ['verification.step_delivered', null],
        ['verification.canceled', null],
        ['verification.settled', null],
        ['call.ended', meanwhile],
      ])
      expect((await store.eventTargets(serviceId)).map((target) => target.id)).toEqual([stream!.id])
      const last = await endedCall(its, phone, days(7.9))
      const [newest, ...none] = await read(its, all.at(-1)!.position, days(7.9) + 6_000)
      expect([newest?.vendorId, none]).toEqual([last, []])
      await store.close()
    })

    it.each([
      { reader: 'its first reader', isFirst: true },
      { reader: 'a reader after one who began from now', isFirst: false },
    ])(
      'gives $reader the past of seven days, however much it is, in the order of time',
      async ({ isFirst }) => {
        const its = await furnish(under, 500 * price)
        const { store } = its
        const phoneOf = (number: number) => `7916${1_000_000 + number}`
        // From before the seven days, and what is not over: nobody is told of it.
        await endedCall(its, phone, days(-8))
        const open = await admitted(store, callTo(phone, its, { startedAt: startMs }))
        const visit = async (number: number) => {
          const at = days(-5) + number * 600_000
          const { id, vendorId } = await create(its, { phone: phoneOf(number), at })
          await endStep(its, id, vendorId, at + 5_000)
          await checked(its, { id, codeHash: hashOf('1234'), at: at + 6_000 })
          const call = await endedCall(its, phoneOf(500 + number), at + 60_000)
          const events = ['step_started', 'step_delivered', 'approved', 'settled']
          return [...events.map((type) => `verification.${type} ${id}`), `call.ended ${call}`]
        }
        const expected: string[] = []
        for (let number = 0; number < 110; number += 10)
          expected.push(
            ...(await Promise.all(Array.from({ length: 10 }, (_, nth) => visit(number + nth)))).flat(),
          )
        const now = isFirst ? expected.length : await place(its, 'now', startMs)
        const positions: number[] = []
        const names: string[] = []
        for (let after = 0, isEnd = false; !isEnd; ) {
          const page = await read(its, after, startMs, 70)
          for (const { type, vendorId, verificationId, position } of page) {
            names.push(`${type} ${vendorId ?? verificationId}`)
            positions.push(position)
          }
          after = positions.at(-1)!
          isEnd = page.length === 0
        }
        expect(names).toEqual(expected)
        expect(positions).toEqual(expected.map((_, nth) => now - expected.length + nth + 1))
        await store.settle(ended(its, open, false))
        expect(await read(its, now)).toMatchObject([{ vendorId: open, position: now + 1 }])
        await store.close()
      },
    )

    it('has each event once, whether its past or the change itself wrote it', async () => {
      const its = await furnish(under)
      const { store, serviceId } = its
      const first = await create(its)
      const second = await create(its, { phone: '79161234568' })
      // Begun, and not yet given its past.
      expect(await store.readEvents({ serviceId, after: 0, limit: 10, at: startMs })).toMatchObject({
        kind: 'preparing',
      })
      for (const { id, vendorId } of [first, second]) await endStep(its, id, vendorId, startMs + 5_000)
      await checked(its, { id: first.id, codeHash: hashOf('1234'), at: startMs + 6_000 })
      const call = await endedCall(its, '79161234569', startMs + 1_000)
      const events = await read(its, 0, startMs + 7_000, 100)
      const told = events.map(({ type, vendorId, verificationId }) => `${type} ${vendorId ?? verificationId}`)
      expect(told.toSorted()).toEqual(
        [
          `verification.step_started ${first.id}`,
          `verification.step_delivered ${first.id}`,
          `verification.approved ${first.id}`,
          `verification.settled ${first.id}`,
          `verification.step_started ${second.id}`,
          `verification.step_delivered ${second.id}`,
          `call.ended ${call}`,
        ].toSorted(),
      )
      // The past has no copy of a record, which an erasure would have to look for.
      expect(events.slice(0, 2).map(({ data }) => data)).toEqual([null, null])
      expect(await read(its, 0, startMs + 8_000, 100)).toEqual(events)
      await store.close()
    })

    it('has nothing of an erased number, nor of a verification that nobody knows of', async () => {
      const its = await furnish(under)
      const { store } = its
      const erased = await create(its)
      await endStep(its, erased.id, erased.vendorId, startMs + 5_000)
      await store.advanceVerification({ ...ownerOf(its), id: erased.id, cancels: true, at: startMs + 6_000 })
      await endedCall(its, phone, startMs + 60_000)
      await store.erasePhone(hashOf(phone))
      const { id } = await create(its, { phone: '79161234568' })
      const ownerless = { id, by: id, ...ownerOf(its), keyHash: null, at: startMs + 1_000 }
      expect(await store.abandonVerification(ownerless)).toBe(true)
      expect(await read(its, 0, startMs + 120_000)).toEqual([])
      await store.close()
    })

    it('has of the account what is still known of it: paused prefixes and a low balance', async () => {
      const its = await furnish(under, 10_000)
      const { store, accountId } = its
      const other = { ...its, serviceId: await addService(store, accountId) }
      await store.saveBalanceNotice({ accountId, thresholdUnits: 5_000, byEmail: true, byMessenger: false })
      await endedCall(its, phone, startMs)
      await store.takeBalanceCrossings({ now: startMs + 6_000, limit: 10, roles: [] })
      const paused = { reason: 'burst' as const, calls: 900, expected: 12 }
      const pause = (serviceId: number, pausedAt: number) =>
        changed(store, 'pausePrefix', { ...paused, serviceId, prefix: '7916', pausedAt })
      await pause(other.serviceId, startMs + 7_000)
      await pause(its.serviceId, days(-8))
      const events = await read(its, 0, startMs + 8_000)
      expect(events.map(({ type }) => type)).toEqual(['call.ended', 'balance.low', 'prefix.paused'])
      expect(JSON.parse(events[1]!.data!)).toMatchObject({ account_id: accountId, balance: '0.20' })
      expect(JSON.parse(events[2]!.data!)).toMatchObject({ service_id: other.serviceId, prefix: '7916' })
      await store.close()
    })

    it('begins from now without the past, and another reader is given it nevertheless', async () => {
      const its = await furnish(under)
      const { store } = its
      const before = await endedCall(its, phone, startMs)
      const now = await place(its, 'now', startMs + 6_000)
      expect(await read(its, now, startMs + 6_000)).toEqual([])
      const after = await endedCall(its, phone, startMs + 20_000)
      const told = async (from: number, at = startMs + 30_000) =>
        (await read(its, from, at)).map(({ vendorId }) => vendorId)
      expect(await told(now)).toEqual([after])
      expect(await told(0)).toEqual([before, after])
      expect(await told(now), 'the past does not come late').toEqual([after])
      // From now on in a stream that is read already.
      const later = await place(its, 'now', startMs + 30_000)
      expect(await told(later)).toEqual([])
      const last = await endedCall(its, phone, startMs + 60_000)
      expect(await told(later, startMs + 70_000)).toEqual([last])
      expect(await told(0, startMs + 70_000)).toEqual([before, after, last])
      await store.close()
    })

    it('begins from now while another reader is being given the past, which then comes before it', async () => {
      const its = await furnish(under)
      const { store, serviceId } = its
      const before = await endedCall(its, phone, startMs)
      const step = () => store.readEvents({ serviceId, after: 0, limit: 10, at: startMs + 6_000 })
      await step()
      const now = await place(its, 'now', startMs + 6_000)
      const after = await endedCall(its, phone, startMs + 20_000)
      const told = async (from: number) =>
        (await read(its, from, startMs + 30_000)).map(({ vendorId }) => vendorId)
      expect([await told(now), await told(0), await told(now)]).toEqual([[after], [before, after], [after]])
      await store.close()
    })
  })
}
