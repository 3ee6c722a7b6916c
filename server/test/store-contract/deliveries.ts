import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttemptReport, DeliveryState } from '../../src/storage/queries/deliveries.ts'
import type { Store } from '../../src/storage/store.ts'
import { confirmationNumber, fillStore, inboundPriceUnits, outboxHasher, type Waiting } from '../outbox.ts'
import { addTrunk, changed } from './fixture.ts'

export interface OpenedStore {
  readonly store: Store
  close(): Promise<void>
}

const url = 'https://shop.example/hook'
const receiver = 'shop.example:443'
const phone = '79161234567'

/** What every store guarantees about the outbox. */
export function deliveryContract(name: string, open: () => Promise<OpenedStore>): void {
  let opened: OpenedStore
  let store: Store
  let shop: Awaited<ReturnType<typeof fillStore>>
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    shop = await fillStore(store)
  })
  afterEach(() => opened.close())

  /** Returns the id of the delivery. */
  const enqueue = async (waiting: Waiting) => (await store.webhookOfCall(await shop.enqueue(waiting)))!.id
  const claim = (now: number, limit = 10, lease = 'node-1', of = receiver) =>
    store.claimDeliveries({ now, lease, leaseEndsAt: now + 15_000, wants: [{ receiver: of, limit }] })
  const report = (id: number, state: DeliveryState, dueAt: number, change: Partial<AttemptReport> = {}) => ({
    id,
    lease: 'node-1',
    state,
    tries: 1,
    dueAt,
    attempt: { at: 3_000, durationMs: 20, status: 500, error: '', answer: 'no' },
    ...change,
  })

  describe(`${name}: completing an inbound call`, () => {
    it('captures the price and enqueues the webhook together, once', async () => {
      const vendorId = await shop.wait({ url, phone })
      const before = await store.account(shop.accountId)
      expect(await shop.complete(vendorId, { id: 'msg_1', receiver })).toBe(true)
      expect(await shop.complete(vendorId, { id: 'msg_2', receiver })).toBe(false)
      expect(await store.webhookOfCall(vendorId)).toEqual({
        id: expect.any(Number),
        vendorId,
        verificationId: null,
        endpointId: null,
        type: null,
        serviceId: shop.serviceId,
        webhookId: 'msg_1',
        receiver,
        url,
        state: 'pending',
        dueAt: 2_000,
        lease: null,
        tries: 0,
        attemptCount: 0,
        createdAt: 2_000,
        endedAt: null,
        alarmId: null,
        alarmReceiverId: null,
        personId: null,
      })
      const after = await store.account(shop.accountId)
      expect([after?.balanceUnits, after?.heldUnits]).toEqual([before?.balanceUnits, 0])
      expect(before?.heldUnits).toBe(inboundPriceUnits)
    })

    it('enqueues nothing when it fails', async () => {
      const vendorId = await shop.wait({ url })
      await store.settle({
        accountId: shop.accountId,
        serviceId: shop.serviceId,
        vendorId,
        completed: false,
        money: 'release',
        reason: 'no result in time',
        settledAt: 61_000,
        webhook: { id: 'msg_1', receiver },
      })
      expect(await store.webhookOfCall(vendorId)).toBeUndefined()
      expect(await store.dueReceivers({ now: 100_000, after: null, limit: 10 })).toEqual([])
    })

    it('is found by phone and number while it waits, and neither before nor after', async () => {
      const phoneHash = outboxHasher.hash(phone)
      const look = (now: number, number = confirmationNumber, hash: Uint8Array = phoneHash) =>
        store.waitingFor({ phoneHash: hash, confirmationNumber: number, trunk: 'north', now })
      await addTrunk(store, 'north')
      expect(await look(2_000)).toBeUndefined()
      const vendorId = await shop.wait({ url, phone })
      expect(await look(2_000)).toBe(vendorId)
      expect(await look(60_999)).toBe(vendorId)
      expect(await look(61_000)).toBeUndefined()
      expect(await look(2_000, '74951230002')).toBeUndefined()
      expect(await look(2_000, confirmationNumber, outboxHasher.hash('79161234568'))).toBeUndefined()
      await shop.complete(vendorId, { id: 'msg_1', receiver })
      expect(await look(2_000)).toBeUndefined()
    })
  })

  describe(`${name}: claiming`, () => {
    it('leases due deliveries to one node until the lease ends', async () => {
      const id = await enqueue({ url, phone, portedTo: 'Beta', phoneForm: '+' })
      expect(await claim(1_999)).toEqual([])
      const [claimed, ...others] = await claim(2_000)
      expect(others).toEqual([])
      expect(claimed).toMatchObject({
        id,
        lease: 'node-1',
        dueAt: 17_000,
        url,
        call: {
          phoneMask: '7916***4567',
          phoneForm: '+',
          confirmationNumber,
          operator: 'Alpha',
          region: 'Moscow',
          portedTo: 'Beta',
        },
      })
      expect(outboxHasher.hash(phone).equals(claimed!.call!.phoneHash!)).toBe(true)
      expect(await claim(16_999, 10, 'node-2')).toEqual([])
      expect((await claim(17_000, 10, 'node-2')).map(({ lease }) => lease)).toEqual(['node-2'])
    })

    it('returns as many as requested, the longest waiting first, and lists the receiver while more is due', async () => {
      const ids: number[] = []
      for (const at of [3_000, 1_000, 2_000]) ids.push(await enqueue({ url, at }))
      expect((await claim(9_000, 2)).map(({ id }) => id)).toEqual([ids[1], ids[2]])
      expect(await store.dueReceivers({ now: 9_000, after: null, limit: 10 })).toEqual([
        { receiver, nextDueAt: 4_000 },
      ])
      expect((await claim(9_000, 2)).map(({ id }) => id)).toEqual([ids[0]])
      expect(await store.dueReceivers({ now: 9_000, after: null, limit: 10 })).toEqual([])
      expect(await store.dueReceivers({ now: 24_000, after: null, limit: 10 })).toHaveLength(1)
    })

    it('lists due receivers page by page in the order of time', async () => {
      for (const [index, host] of ['c', 'a', 'b', 'd'].entries())
        await enqueue({ url: `http://${host}.example/`, at: [1_000, 2_000, 1_000, 90_000][index]! })
      const first = await store.dueReceivers({ now: 9_000, after: null, limit: 2 })
      expect(first.map((place) => place.receiver)).toEqual(['b.example:80', 'c.example:80'])
      const second = await store.dueReceivers({ now: 9_000, after: first[1]!, limit: 2 })
      expect(second.map((place) => place.receiver)).toEqual(['a.example:80'])
    })
  })

  describe(`${name}: attempts`, () => {
    it('are all stored, and the delivery is due again for the next one', async () => {
      const id = await enqueue({ url })
      await claim(2_000)
      expect(await store.recordAttempt(report(id, 'pending', 8_000))).toBe(true)
      expect(await claim(7_999)).toEqual([])
      expect(await claim(8_000)).toMatchObject([{ id, tries: 1, attemptCount: 1 }])
      const done = { attempt: { at: 8_000, durationMs: 5, status: 200, error: '', answer: 'ok' }, tries: 2 }
      expect(await store.recordAttempt(report(id, 'delivered', 8_005, done))).toBe(true)
      expect(await store.delivery(id)).toMatchObject({
        state: 'delivered',
        tries: 2,
        attemptCount: 2,
        endedAt: 8_005,
        lease: null,
      })
      expect(await store.attempts(id)).toEqual([
        { attempt: 1, at: 3_000, durationMs: 20, status: 500, error: '', answer: 'no' },
        { attempt: 2, at: 8_000, durationMs: 5, status: 200, error: '', answer: 'ok' },
      ])
      expect(await claim(10 ** 9)).toEqual([])
      expect(await store.dueReceivers({ now: 10 ** 9, after: null, limit: 10 })).toEqual([])
    })

    it('with a lost lease are refused, unless the webhook arrived', async () => {
      const id = await enqueue({ url })
      await claim(2_000)
      await claim(17_000, 10, 'node-2')
      expect(await store.recordAttempt(report(id, 'pending', 20_000))).toBe(false)
      expect(await store.recordAttempt(report(id, 'failed', 20_000))).toBe(false)
      expect(await store.delivery(id)).toMatchObject({ lease: 'node-2', attemptCount: 0 })
      expect(await store.recordAttempt(report(id, 'delivered', 20_000))).toBe(true)
      expect(await store.recordAttempt(report(id, 'pending', 20_000, { lease: 'node-2' }))).toBe(false)
      expect(await store.delivery(id)).toMatchObject({ state: 'delivered' })
    })

    it('can be repeated for a delivery that has ended or waits, but not while one is running', async () => {
      const id = await enqueue({ url })
      await claim(2_000)
      expect(await store.resendDelivery({ id, at: 3_000 })).toBe('under-way')
      await store.recordAttempt(report(id, 'failed', 3_000))
      expect(await store.resendDelivery({ id, at: 50_000 })).toBe('queued')
      expect(await claim(50_000)).toMatchObject([{ id, tries: 0, attemptCount: 1, endedAt: null }])
      await store.recordAttempt(report(id, 'pending', 900_000))
      expect(await store.resendDelivery({ id, at: 60_000 })).toBe('queued')
      expect(await claim(60_000)).toHaveLength(1)
      expect(await store.resendDelivery({ id: 999_999, at: 60_000 })).toBe('unknown')
    })

    it('are kept up to the last fifty', async () => {
      const id = await enqueue({ url })
      for (let attempt = 1; attempt <= 53; attempt++) {
        await store.resendDelivery({ id, at: attempt * 10_000 })
        await claim(attempt * 10_000)
        await store.recordAttempt(report(id, 'failed', 0))
      }
      const kept = (await store.attempts(id)).map(({ attempt }) => attempt)
      expect([kept.length, kept[0], kept.at(-1)]).toEqual([50, 4, 53])
    })
  })

  describe(`${name}: looking into the outbox`, () => {
    it('lists by service and state, the newest first, page by page, and counts the backlog', async () => {
      expect(await store.deliveryBacklog()).toEqual({ pending: 0, oldestAt: null })
      const ids: number[] = []
      for (const at of [5_000, 1_000, 9_000]) ids.push(await enqueue({ url, at }))
      await claim(2_000, 1)
      await store.recordAttempt(report(ids[1]!, 'delivered', 3_000))
      const list = async (filter: object) =>
        (await store.deliveries({ serviceId: null, state: null, before: null, limit: 10, ...filter })).map(
          ({ id }) => id,
        )
      expect(await list({})).toEqual(ids.toReversed())
      expect(await list({ serviceId: shop.serviceId, limit: 2 })).toEqual([ids[2], ids[1]])
      expect(await list({ serviceId: shop.serviceId, before: ids[1] })).toEqual([ids[0]])
      expect(await list({ serviceId: shop.serviceId + 1 })).toEqual([])
      expect(await list({ state: 'delivered' })).toEqual([ids[1]])
      expect(await list({ state: 'pending', serviceId: shop.serviceId })).toEqual([ids[2], ids[0]])
      expect(await store.deliveryBacklog()).toEqual({ pending: 2, oldestAt: 6_000 })
    })

    it('pages through the webhooks of several services, by state too', async () => {
      const ids: number[] = []
      for (const at of [1_000, 2_000, 3_000, 4_000, 5_000]) ids.push(await enqueue({ url, at }))
      await claim(2_000, 1)
      await store.recordAttempt(report(ids[0]!, 'failed', 3_000))
      const mine = { serviceIds: [shop.serviceId, shop.serviceId + 1], state: null, before: null, limit: 2 }
      const seen: number[] = []
      for (let before: number | null = null; ; ) {
        const page = await store.deliveryPage({ ...mine, before })
        seen.push(...page.items.map(({ id }) => id))
        if (page.next === null) break
        before = page.next
      }
      expect(seen).toEqual(ids.toReversed())
      const failed = await store.deliveryPage({ ...mine, state: 'failed' })
      expect(failed).toMatchObject({ items: [{ id: ids[0], url, state: 'failed' }], next: null })
      expect((await store.deliveryPage({ ...mine, serviceIds: [shop.serviceId + 1] })).items).toEqual([])
      const { items } = await store.deliveryPage({ ...mine, limit: 5 })
      const [, to, , from] = items.map(({ createdAt }) => createdAt)
      const between = await store.deliveryPage({ ...mine, from, to })
      expect(between.items.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    })

    it('names the receivers that do not accept their webhooks, the worst first', async () => {
      const at = 1_000
      const late = await enqueue({ url: 'http://slow.example/', at })
      const lost = [await enqueue({ url, at }), await enqueue({ url, at })]
      await enqueue({ url: 'http://new.example/', at })
      await claim(2_000)
      await claim(2_000, 10, 'node-1', 'slow.example:80')
      for (const id of lost) await store.recordAttempt(report(id, 'failed', 3_000))
      await store.recordAttempt(report(late, 'pending', 9_000))
      const query = { serviceIds: [shop.serviceId], since: 0, limit: 10 }
      expect(await store.troubledReceivers(query)).toEqual([
        { receiver, pending: 0, failed: 2, lastId: lost[1] },
        { receiver: 'slow.example:80', pending: 1, failed: 0, lastId: late },
      ])
      expect(await store.troubledReceivers({ ...query, limit: 1 })).toHaveLength(1)
      expect(await store.troubledReceivers({ ...query, since: 10_000 })).toEqual([])
      expect(await store.troubledReceivers({ ...query, serviceIds: [shop.serviceId + 1] })).toEqual([])
      const all = { since: 0, lately: 0, last: 1, newest: 100, fewest: 1, limit: 10 }
      expect(await store.failingWebhooks(all)).toEqual([
        { serviceId: shop.serviceId, receiver, sent: 2, failing: 2 },
      ])
      expect(await store.failingWebhooks({ ...all, fewest: 3 })).toEqual([])
      expect(await store.failingWebhooks({ ...all, newest: 1 })).toEqual([])
      expect(await store.failingWebhooks({ ...all, since: 10_000 })).toEqual([])
    })

    it('finds a receiver that fails lately however much it took before, and judges one with few by its last', async () => {
      const end = async (ends: readonly DeliveryState[], at: number, tries = 1) => {
        for (const state of ends) {
          const id = await enqueue({ url, at })
          await claim(at + 1_000)
          await store.recordAttempt(report(id, state, at, { tries }))
        }
      }
      // Every store has its own time of creation.
      const judged = { since: 1, lately: Number.MAX_SAFE_INTEGER, last: 4, newest: 100, fewest: 2, limit: 10 }
      const failing = (change: Partial<typeof judged> = {}) =>
        store
          .failingWebhooks({ ...judged, ...change })
          .then(([found]) => found && [found.failing, found.sent])
      await end(Array(9).fill('delivered'), 1_000)
      expect(await failing()).toBeUndefined()
      await end(Array(3).fill('failed'), 600_000)
      // One that waits for its second attempt, and one that was tried twice.
      await end(['pending'], 600_000)
      expect(await failing()).toEqual([3, 4])
      await end(['pending'], 600_000, 2)
      expect(await failing()).toEqual([4, 4])
      expect(await failing({ lately: 1 })).toBeUndefined()
      await end(Array(5).fill('delivered'), 700_000)
      expect(await failing()).toBeUndefined()
    })

    it('deletes webhooks with their calls, and erases answers of receivers with the number', async () => {
      const id = await enqueue({ url, phone })
      await claim(2_000)
      await store.recordAttempt(report(id, 'pending', 3_000))
      await store.erasePhone(outboxHasher.hash(phone))
      expect((await store.attempts(id)).map(({ answer }) => answer)).toEqual([''])
      expect(await claim(3_000)).toMatchObject([{ id, call: { phoneHash: null, phoneMask: '' } }])
      await store.purge({ before: 100_000, now: 100_000, limit: 100, trustsClock: true })
      expect(await store.delivery(id)).toBeUndefined()
      expect(await store.attempts(id)).toEqual([])
      expect(await claim(1_000_000)).toEqual([])
    })
  })

  describe(`${name}: secrets`, () => {
    it('keeps the first secret, and the previous one after a rotation', async () => {
      const { serviceId } = shop
      const [first, second] = [Buffer.from('first'), Buffer.from('second')]
      expect(await store.webhookSecret(serviceId)).toBeUndefined()
      expect(await store.ensureWebhookSecret({ serviceId, sealed: first })).toMatchObject({
        previousSealed: null,
      })
      const kept = await store.ensureWebhookSecret({ serviceId, sealed: second })
      expect(first.equals(kept!.sealed)).toBe(true)
      const rotate = (id: number, sealed: Buffer, previousEndsAt: number) =>
        changed(store, 'rotateWebhookSecret', { serviceId: id, sealed, previousEndsAt })
      expect(await rotate(serviceId, second, 77)).toBe(true)
      const rotated = await store.webhookSecret(serviceId)
      expect(second.equals(rotated!.sealed)).toBe(true)
      expect(first.equals(rotated!.previousSealed!)).toBe(true)
      expect(rotated!.previousEndsAt).toBe(77)
      expect(await store.ensureWebhookSecret({ serviceId: 999, sealed: first })).toBeUndefined()
      expect(await rotate(999, first, 1)).toBe(false)
    })

    it('keeps one hook of a kind with its credential and the one before, until it is removed', async () => {
      const hook = { serviceId: shop.serviceId, kind: 'kratos' } as const
      const [first, second] = [Buffer.from('first'), Buffer.from('second')]
      const settings = { language: 'ru', allowedAddresses: ['203.0.113.0/24'] } as const
      const add = () => changed(store, 'addHook', { ...hook, credential: first, settings, createdAt: 5 })
      expect(await store.hook(hook)).toBeUndefined()
      const { id } = (await add())!
      expect(await add()).toBeUndefined()
      const added = { ...hook, id, settings, createdAt: 5, previousCredential: null, previousEndsAt: 0 }
      expect(await store.hooksOf(hook.serviceId)).toMatchObject([added])
      await changed(store, 'rotateHook', { id, credential: second, previousEndsAt: 77, at: 6 })
      const kept = (await store.hookById(id))!
      expect([Buffer.from(kept.credential), Buffer.from(kept.previousCredential!)]).toEqual([second, first])
      expect(kept).toMatchObject({ settings, createdAt: 6, previousEndsAt: 77 })
      expect([await changed(store, 'removeHook', id), await changed(store, 'removeHook', id)]).toEqual([
        true,
        false,
      ])
      expect(await store.hook(hook)).toBeUndefined()
    })

    it('keeps the dialect of a service, its last choice alone, until it is removed', async () => {
      const { serviceId } = shop
      const first = { serviceId, dialect: 'smsc', types: 'live', callbackUrl: '', createdAt: 5 } as const
      const second = {
        ...first,
        dialect: 'sms.ru',
        types: 'strings',
        callbackUrl: 'https://a.example/',
      } as const
      const hashes = Buffer.alloc(96, 7)
      await changed(store, 'setDialect', { ...first, hashes, sealed: null })
      expect(await store.dialectOf(serviceId)).toMatchObject({ ...first, sealed: null })
      await changed(store, 'setDialect', { ...second, hashes, sealed: Buffer.from('sealed') })
      const [kept, ...others] = await store.allDialects()
      expect([kept, others]).toMatchObject([second, []])
      expect([Buffer.from(kept!.hashes), Buffer.from(kept!.sealed!)]).toEqual([hashes, Buffer.from('sealed')])
      expect(await changed(store, 'removeDialect', serviceId)).toBe(true)
      expect(await changed(store, 'removeDialect', serviceId)).toBe(false)
      expect(await store.dialectOf(serviceId)).toBeUndefined()
    })
  })
}
