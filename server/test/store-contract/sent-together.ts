import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addEndpoint } from './events.ts'
import {
  accountBalance,
  admitted,
  callTo,
  ended,
  type Furnished,
  furnish,
  hashOf,
  isClean,
  ownerOf,
  price,
  type StoreUnderTest,
  startMs,
  waitFor,
} from './fixture.ts'
import { create, requestFor, startOf } from './verifications.ts'

const phone = '79161110001'
const laterMs = startMs + 30_000

/** Commands that are sent at once share a transaction. */
export function describeSentTogether(under: StoreUnderTest): void {
  describe('commands sent together see those before them:', () => {
    let its: Furnished
    beforeEach(async () => {
      its = await furnish(under)
    })
    afterEach(async () => {
      expect(await isClean(its.store)).toBe(true)
      await its.store.close()
    })

    it('a confirmation number is free for a new request once the one before has ended', async () => {
      const { store } = its
      const request = waitFor(phone, its, { candidates: ['74951230001'] })
      const { vendorId } = (await store.admitInbound(request)) as { vendorId: number }
      const results = await Promise.all([
        store.settle(ended(its, vendorId, true)),
        store.admitInbound(request),
        store.admitInbound(request),
      ])
      expect(results).toMatchObject([true, { confirmationNumber: '74951230001' }, { why: 'waiting-limit' }])
      expect(await store.admitInbound(request)).toMatchObject({ why: 'waiting-limit' })
    })

    it('a failed call can be repeated', async () => {
      const { store } = its
      const vendorId = await admitted(store, callTo(phone, its))
      const repeat = {
        ...ownerOf(its),
        vendorId,
        startedAt: laterMs,
        deadlineAt: laterMs + 59_000,
        withinMs: 60_000,
        maxRepeats: 1,
        gapMs: 20_000,
        capacity: 'ok' as const,
      }
      const results = await Promise.all([
        store.settle(ended(its, vendorId, false)),
        store.admitRepeat(repeat),
        store.admitRepeat(repeat),
      ])
      expect(results).toMatchObject([true, { kind: 'admitted' }, { why: 'used-up' }])
    })

    it('the key of a look-up that was given back holds a price again', async () => {
      const { store, accountId } = its
      const asked = { lookupId: 'one', accountId }
      const hold = () =>
        store.holdLookup({
          ...asked,
          fingerprint: hashOf('one'),
          amountUnits: 400,
          caps: [],
          startedAt: startMs,
          deadlineAt: laterMs,
        })
      const end = (isAnswered: boolean) => store.endLookup({ ...asked, isAnswered, at: startMs })
      await hold()
      const kinds = ['held', 'replayed'].map((kind) => ({ kind }))
      expect(await Promise.all([end(false), hold(), hold(), end(false)])).toMatchObject([
        true,
        ...kinds,
        true,
      ])
      expect(await accountBalance(store, accountId)).toMatchObject({ held: 0 })
      expect(await Promise.all([end(false), hold(), hold()])).toMatchObject([false, ...kinds])
      expect(await Promise.all([end(false), hold(), hold()])).toMatchObject([true, ...kinds])
      expect(await accountBalance(store, accountId)).toMatchObject({ held: 400 })
    })

    it('the call of a step that has just started is under way', async () => {
      const { store } = its
      const { id, vendorId } = await create(its, { phone })
      await store.settleStep({ ...ended(its, vendorId, false), verificationId: id })
      const results = await Promise.all([
        store.startStep(startOf(its, id, 1, laterMs)),
        store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: laterMs }),
      ])
      const verification = { status: 'pending', steps: [{ status: 'undelivered' }, { status: 'started' }] }
      expect(results).toMatchObject([{ kind: 'started' }, { verification }])
      expect(await store.verification(id)).toMatchObject(verification)
      expect(await accountBalance(store, its.accountId)).toMatchObject({ held: price })
    })

    it('a key whose verification was abandoned has a new one, and nothing is delivered of the old one', async () => {
      const { store, serviceId } = its
      await addEndpoint(its)
      const { id, vendorId } = await create(its, { key: 'k', phone })
      const abandonment = { ...ownerOf(its), id, by: id, keyHash: hashOf('k'), at: startMs }
      const again = requestFor(its, { key: 'k', phone, at: laterMs })
      const results = await Promise.all([
        store.settleStep({ ...ended(its, vendorId, false), reason: 'no result in time', verificationId: id }),
        store.abandonVerification(abandonment),
        store.createVerification(again),
        store.createVerification({
          ...again,
          facts: requestFor(its, { key: 'k', phone, at: laterMs }).facts,
        }),
      ])
      const verification = { id: again.facts.id }
      expect(results).toMatchObject([
        { isEnded: true },
        true,
        { kind: 'created', verification },
        { kind: 'replayed', verification },
      ])
      expect(await store.createVerification(again)).toMatchObject({ kind: 'replayed', verification })
      const delivered = await store.deliveries({ serviceId, state: null, before: null, limit: 100 })
      expect(delivered.filter(({ verificationId }) => verificationId === id)).toEqual([])
    })
  })
}
