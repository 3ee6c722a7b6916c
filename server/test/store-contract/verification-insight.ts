import { describe, expect, it } from 'vitest'
import type { FactsKey } from '../../src/storage/queries/facts.ts'
import {
  admitted,
  callTo,
  ended,
  type Furnished,
  furnish,
  hashOf,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'
import { create } from './verifications.ts'

const hourMs = 3_600_000
const soon = startMs + 5_000

async function converted(its: Furnished, by: FactsKey = 'service') {
  // Small pieces: what is queued is counted once, in however many transactions.
  while ((await its.store.digest({ limit: 2, now: startMs })) === 2);
  const totals = await its.store.factTotals({
    serviceIds: [its.serviceId],
    from: startMs - hourMs,
    to: startMs + hourMs,
    test: false,
    only: {},
    measures: ['checked', 'approved'],
    by: [by],
  })
  return Object.fromEntries(
    totals
      .filter(({ amounts }) => amounts[0]! > 0)
      .map(({ keys, amounts }) => [keys[0], `${amounts[1]}/${amounts[0]}`]),
  )
}

/** Its call was delivered, and then it is over. */
export async function reported(its: Furnished, phone: string, end: 'approved' | 'canceled'): Promise<string> {
  const { id, vendorId } = await create(its, { phone, modes: ['flash'] })
  await its.store.settle(ended(vendorId, true, soon))
  await its.store.advanceVerification({ id, cancels: end === 'canceled', at: soon })
  if (end === 'approved') await its.store.checkVerificationCode({ id, codeHash: hashOf('1234'), at: soon })
  return id
}

/** What every store guarantees about lists and conversion of verifications. */
export function describePhoneInsight(under: StoreUnderTest): void {
  describe('conversion', () => {
    it('counts a verification once when it has ended and a call was delivered', async () => {
      const its = await furnish(under)
      expect(await converted(its)).toEqual({})
      const id = await reported(its, '79161230001', 'approved')
      await reported(its, '79161230002', 'canceled')
      const { vendorId, id: unreached } = await create(its, { phone: '79161230003', modes: ['flash'] })
      await its.store.settle(ended(vendorId, false, soon))
      await its.store.advanceVerification({ id: unreached, cancels: false, at: soon })
      await create(its, { phone: '79161230004' })
      expect(await converted(its)).toEqual({ [its.serviceId]: '1/2' })
      expect(await converted(its, 'mode')).toEqual({ flash: '1/2' })
      await its.store.advanceVerification({ id, cancels: false, at: soon + 1_000 })
      await its.store.checkVerificationCode({ id, codeHash: hashOf('1234'), at: soon + 1_000 })
      expect(await converted(its)).toEqual({ [its.serviceId]: '1/2' })
    })

    it('waits for a call that is under way at the end', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its, { modes: ['flash'] })
      await its.store.checkVerificationCode({ id, codeHash: hashOf('1234'), at: soon })
      expect(await converted(its)).toEqual({})
      // The approval proves that the call reached the person, whatever its outcome says.
      await its.store.settle(ended(vendorId, false, soon))
      await its.store.advanceVerification({ id, cancels: false, at: soon })
      expect(await converted(its)).toEqual({ [its.serviceId]: '1/1' })
    })

    it('does not count test numbers', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its, { modes: ['flash'], test: true })
      await its.store.settle(ended(vendorId, true, soon))
      await its.store.checkVerificationCode({ id, codeHash: hashOf('1234'), at: soon })
      await its.store.advanceVerification({ id, cancels: false, at: soon })
      expect(await converted(its)).toEqual({})
    })

    it('takes the last feedback about a call of /v1.0, and none about a wrong code for a failed one', async () => {
      const its = await furnish(under)
      const vendorIds = await Promise.all([
        admitted(its.store, callTo('79161230011', its)),
        admitted(its.store, callTo('79161230012', its)),
        admitted(its.store, callTo('79161230013', its)),
      ])
      const [right, wrong, failed] = vendorIds as [number, number, number]
      await its.store.settle(ended(right, true, soon))
      await its.store.settle(ended(wrong, true, soon))
      await its.store.settle(ended(failed, false, soon))
      const say = (vendorId: number, approved: boolean) =>
        its.store.saveFeedback({ vendorId, serviceId: its.serviceId, approved, at: soon })
      await say(right, false)
      await say(failed, false)
      expect(await converted(its)).toEqual({ [its.serviceId]: '0/1' })
      await Promise.all([say(right, true), say(right, true), say(wrong, true)])
      await say(wrong, false)
      expect(await converted(its)).toEqual({ [its.serviceId]: '1/2' })
    })
  })

  describe('the list of verifications', () => {
    it('is of one account, newest first, page by page, also through a filter that matches little', async () => {
      const its = await furnish(under)
      const other = await furnish(under)
      await create(other, { phone: '79161230020' })
      const ids: string[] = []
      for (let n = 0; n < 5; n++) {
        const at = startMs + n * 1_000
        ids.unshift((await create(its, { phone: `7916123003${n}`, at })).id)
      }
      await its.store.advanceVerification({ id: ids[3]!, cancels: true, at: soon })
      const everything = { serviceId: null, status: null, test: null, from: null, to: null, before: null }
      const page = async (part: object) => {
        const asked = { ...everything, accountId: its.accountId, limit: 2, ...part }
        const { items, next } = await its.store.verificationList(asked)
        return [items.map(({ id }) => id), next]
      }
      expect(await page({})).toEqual([ids.slice(0, 2), ids[1]])
      expect(await page({ before: ids[1] })).toEqual([ids.slice(2, 4), ids[3]])
      expect(await page({ before: ids[3] })).toEqual([ids.slice(4), null])
      expect(await page({ status: 'canceled' })).toEqual([[ids[3]], null])
      expect(await page({ serviceId: its.serviceId + 1_000 })).toEqual([[], null])
      expect(await page({ from: startMs + 3_000, to: startMs + 4_000 })).toEqual([[ids[1]], null])
    })

    it('keeps the codes that were typed, without the codes', async () => {
      const its = await furnish(under)
      const { id } = await create(its)
      await its.store.checkVerificationCode({ id, codeHash: hashOf('1111'), at: soon })
      await its.store.checkVerificationCode({ id, codeHash: hashOf('1234'), at: soon + 1_000 })
      const { checks, attemptsLeft } = (await its.store.verification(id))!
      expect(checks.map(({ isRight }) => isRight)).toEqual([false, true])
      expect(attemptsLeft).toBe(2)
    })
  })
}
