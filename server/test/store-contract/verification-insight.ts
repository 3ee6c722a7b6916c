import { describe, expect, it } from 'vitest'
import type { FactsKey } from '../../src/storage/queries/facts.ts'
import {
  isVerification,
  type ListFilter,
  type ListItem,
  type ListPage,
  type ListPlace,
} from '../../src/storage/queries/list-page.ts'
import {
  addAccount,
  addService,
  admitted,
  callTo,
  checked,
  ended,
  type Furnished,
  furnish,
  hashOf,
  ownerOf,
  price,
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
  await its.store.settle(ended(its, vendorId, true, soon))
  await its.store.advanceVerification({ ...ownerOf(its), id, cancels: end === 'canceled', at: soon })
  if (end === 'approved') await checked(its, { id, codeHash: hashOf('1234'), at: soon })
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
      await its.store.settle(ended(its, vendorId, false, soon))
      await its.store.advanceVerification({ ...ownerOf(its), id: unreached, cancels: false, at: soon })
      await create(its, { phone: '79161230004' })
      expect(await converted(its)).toEqual({ [its.serviceId]: '1/2' })
      expect(await converted(its, 'mode')).toEqual({ flash: '1/2' })
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: soon + 1_000 })
      await checked(its, { id, codeHash: hashOf('1234'), at: soon + 1_000 })
      expect(await converted(its)).toEqual({ [its.serviceId]: '1/2' })
    })

    it('waits for a call that is under way at the end', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its, { modes: ['flash'] })
      await checked(its, { id, codeHash: hashOf('1234'), at: soon })
      expect(await converted(its)).toEqual({})
      // The approval proves that the call reached the person, whatever its outcome says.
      await its.store.settle(ended(its, vendorId, false, soon))
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: soon })
      expect(await converted(its)).toEqual({ [its.serviceId]: '1/1' })
    })

    it('counts the same wrong code of many phones of a network, and keeps none of their marks with a verification', async () => {
      const its = await furnish(under)
      const type = async (
        phone: string,
        modes: readonly ('flash' | 'voice')[],
        ...marks: readonly string[]
      ) => {
        const { id, vendorId } = await create(its, { phone, modes, attempts: marks.length })
        const details = JSON.stringify({ trunk: 'north', attempts: [{ trunk: 'north', reason: 'rang' }] })
        await its.store.settle({ ...ended(its, vendorId, true, soon), details })
        await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: soon })
        for (const codeMark of marks.slice(0, -1))
          await checked(its, { id, codeHash: hashOf('0000'), codeMark, at: soon })
        const pending = await its.store.verification(id)
        await checked(its, { id, codeHash: hashOf('0000'), codeMark: marks.at(-1), at: soon })
        return { pending, ended: await its.store.verification(id) }
      }
      for (const last of ['1', '2', '3']) await type(`7916123010${last}`, ['flash'], 'same')
      const { pending, ended: over } = await type('79161230104', ['flash'], 'same', 'same', 'own')
      expect(pending?.checks.map(({ mark }) => mark)).toEqual(['same', 'same'])
      expect([over?.status, over?.checks]).toEqual([
        'failed',
        [soon, soon, soon].map((at) => ({ at, isRight: false })),
      ])
      // A spoken code was misheard, which says nothing of the calling number.
      await type('79161230105', ['voice'], 'same')
      await converted(its)
      const since = (minPhones: number) =>
        its.store.commonWrongCodes({ fromHour: Math.floor(startMs / hourMs) - 1, minPhones })
      const [network] = await since(4)
      expect(network).toMatchObject({ trunk: 'north', phones: 4, hits: 4, of: 5 })
      expect([await since(5), await converted(its)]).toEqual([[], { [its.serviceId]: '0/5' }])
    })

    it('finds the verifications of a phone in its own account alone, until the phone is erased', async () => {
      const its = await furnish(under)
      const stranger = await addAccount(its.store, 'stranger@example.com')
      const phone = '79161230201'
      const over = async (at: number) => {
        const { id, vendorId } = await create(its, { phone, modes: ['flash'], at })
        await its.store.settle(ended(its, vendorId, true, at + 5_000))
        await its.store.advanceVerification({ ...ownerOf(its), id, cancels: true, at: at + 5_000 })
        return id
      }
      const [id, newer] = [await over(startMs), await over(startMs + 16_000)]
      await reported(its, '79161230202', 'approved')
      const found = async (accountId = its.accountId, since = startMs - hourMs) =>
        (await its.store.verificationsOfPhone({ accountId, phoneHash: hashOf(phone), since, limit: 20 })).map(
          (each) => each.id,
        )
      expect((await found()).toSorted()).toEqual([id, newer].toSorted())
      expect([await found(stranger), await found(its.accountId, startMs + hourMs)]).toEqual([[], []])
      await its.store.erasePhone(hashOf(phone))
      expect(await found()).toEqual([])
    })

    it('does not count test numbers', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its, { modes: ['flash'], test: true })
      await its.store.settle(ended(its, vendorId, true, soon))
      await checked(its, { id, codeHash: hashOf('1234'), at: soon })
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: soon })
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
      await its.store.settle(ended(its, right, true, soon))
      await its.store.settle(ended(its, wrong, true, soon))
      await its.store.settle(ended(its, failed, false, soon))
      const say = (vendorId: number, approved: boolean) =>
        its.store.feedback({ ...ownerOf(its), vendorId, approved, at: soon })
      await say(right, false)
      await say(failed, false)
      expect(await converted(its)).toEqual({ [its.serviceId]: '0/1' })
      await Promise.all([say(right, true), say(right, true), say(wrong, true)])
      await say(wrong, false)
      expect(await converted(its)).toEqual({ [its.serviceId]: '1/2' })
    })
  })

  describe('the list of verifications and calls', () => {
    const any = { mode: null, state: null, test: null, reason: null, from: null, to: null }
    const idOf = (item: ListItem) => (isVerification(item) ? item.id : item.vendorId)

    it('has each of both once, newest first, in pages of any length, and steps as no rows of their own', async () => {
      const its = await furnish(under)
      const beside = { ...its, serviceId: await addService(its.store, its.accountId) }
      const stranger = await addAccount(its.store, 'stranger@example.com')
      const other = { ...its, accountId: stranger, serviceId: await addService(its.store, stranger) }
      await its.store.topUp({ accountId: stranger, amountUnits: 10 * price, note: '', at: startMs })
      const made: (string | number)[] = []
      const late = startMs + 40 * 300_000
      for (let n = 0; n < 40; n++) {
        // Stretches of calls alone and of verifications alone, close together and far apart.
        const at = startMs + n * (n < 20 ? 1_000 : 300_000)
        const phone = `79161230${String(100 + n)}`
        const whose = n % 4 === 0 ? beside : its
        const isCall = n % 16 < 6 || n % 5 === 0
        made.unshift(
          isCall
            ? await admitted(its.store, callTo(phone, whose, { startedAt: at }))
            : (await create(whose, { phone, at })).id,
        )
      }
      await admitted(its.store, callTo('79161239999', other, { startedAt: late }))
      await create(other, { phone: '79161239998', at: late })
      const serviceIds = [its.serviceId, beside.serviceId]
      const everything = { ...any, accountId: its.accountId, serviceIds, before: null }
      const pages = async (limit: number, part: Partial<ListFilter> = {}) => {
        const seen: (string | number)[] = []
        let before: ListPlace | null = null
        do {
          const page: ListPage = await its.store.listPage({ ...everything, ...part, before, limit })
          expect(page.items.length).toBeLessThanOrEqual(limit)
          seen.push(...page.items.map(idOf))
          before = page.next
        } while (before !== null)
        return seen
      }
      for (const limit of [1, 3, 7, 100]) expect([limit, await pages(limit)]).toEqual([limit, made])
      const [from, to] = [startMs + 10_000, startMs + 30 * 300_000]
      expect(await pages(3, { from, to })).toEqual(made.slice(10, 30))
      const voice = made.filter((id) => typeof id === 'string')
      expect(await pages(4, { mode: 'voice' })).toEqual(voice)
      expect(await pages(4, { reason: 'canceled' })).toEqual([])
      expect(await pages(2, { serviceIds: [beside.serviceId] })).toEqual(
        made.filter((_, n) => (39 - n) % 4 === 0),
      )
      const whole = await its.store.listPage({
        ...{ ...everything, accountId: null, serviceIds: null, from: late },
        limit: 10,
      })
      expect(whole.items).toHaveLength(2)
    })

    it('finds by outcome, network and trunk, of a verification by those of its calls', async () => {
      const its = await furnish(under)
      const over = (trunk: string) => ({ details: JSON.stringify({ attempts: [{ trunk, reason: 'rang' }] }) })
      const call = await admitted(its.store, callTo('79161230201', its))
      const north = await create(its, { phone: '79161230202', modes: ['flash'] })
      const open = await create(its, { phone: '79161230203', at: startMs + 1_000 })
      await its.store.settle({ ...ended(its, call, false, soon), ...over('south') })
      await its.store.settle({ ...ended(its, north.vendorId, true, soon), ...over('north') })
      await its.store.advanceVerification({ ...ownerOf(its), id: north.id, cancels: false, at: soon })
      await checked(its, { id: north.id, codeHash: hashOf('1234'), at: soon })
      const found = async (part: Partial<ListFilter>) => {
        const filter = { ...any, accountId: its.accountId, serviceIds: [its.serviceId], ...part }
        return (await its.store.listPage({ ...filter, before: null, limit: 10 })).items.map(idOf)
      }
      expect(await found({ state: 'completed' })).toEqual([north.id])
      expect(await found({ state: 'failed' })).toEqual([call])
      expect(await found({ state: 'checking' })).toEqual([open.id])
      expect(await found({ only: { trunk: 'north' } })).toEqual([north.id])
      expect(await found({ only: { trunk: 'south' } })).toEqual([call])
      expect(await found({ only: { operator: 'МТС', country: 'RU' } })).toHaveLength(3)
      expect(await found({ only: { operator: 'Билайн' } })).toEqual([])
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
      await its.store.advanceVerification({ ...ownerOf(its), id: ids[3]!, cancels: true, at: soon })
      const everything = { serviceId: null, test: null, from: null, to: null, before: null }
      const page = async (part: object) => {
        const asked = { ...everything, accountId: its.accountId, limit: 2, ...part }
        const { items, next } = await its.store.verificationList(asked)
        return [items.map(({ id }) => id), next]
      }
      expect(await page({})).toEqual([ids.slice(0, 2), ids[1]])
      expect(await page({ before: ids[1] })).toEqual([ids.slice(2, 4), ids[3]])
      expect(await page({ before: ids[3] })).toEqual([ids.slice(4), null])
      expect(await page({ state: 'failed' })).toEqual([[ids[3]], null])
      expect(await page({ reason: 'canceled' })).toEqual([[ids[3]], null])
      expect(await page({ mode: 'inbound' })).toEqual([[], null])
      expect(await page({ serviceId: its.serviceId + 1_000 })).toEqual([[], null])
      expect(await page({ from: startMs + 3_000, to: startMs + 4_000 })).toEqual([[ids[1]], null])
    })

    it('keeps the codes that were typed, without the codes', async () => {
      const its = await furnish(under)
      const { id } = await create(its)
      await checked(its, { id, codeHash: hashOf('1111'), at: soon })
      await checked(its, { id, codeHash: hashOf('1234'), at: soon + 1_000 })
      const { checks, attemptsLeft } = (await its.store.verification(id))!
      expect(checks.map(({ isRight }) => isRight)).toEqual([false, true])
      expect(attemptsLeft).toBe(2)
    })
  })
}
