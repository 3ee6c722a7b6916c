import { describe, expect, it } from 'vitest'
import type { AddressLimits } from '../../src/books/address-limits.ts'
import type { Mode } from '../../src/books/call.ts'
import type { VerificationRequest } from '../../src/books/create-verification.ts'
import { overdueReason } from '../../src/books/settlement.ts'
import type { StepStart } from '../../src/books/start-step.ts'
import { plannedStep, saidOf, verificationIdAt } from '../../src/books/verification.ts'
import {
  accountBalance,
  addService,
  addTrunk,
  callTo,
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
  waitFor,
} from './fixture.ts'

const phone = '79161234567'
let made = 0

interface Terms {
  readonly modes?: readonly Mode[]
  readonly attempts?: number
  readonly at?: number
  readonly code?: string
  readonly key?: string
  readonly body?: string
  readonly maxCostUnits?: number
  readonly phone?: string
  readonly network?: string
  readonly device?: string
  readonly country?: string
  readonly addressLimits?: AddressLimits | null
  readonly test?: boolean
  readonly isOfPage?: boolean
  readonly hasClientToken?: boolean
  readonly client?: string
}

export function requestFor(its: Furnished, terms: Terms = {}): VerificationRequest {
  const { modes = ['flash', 'voice'], attempts = 3, at = startMs, code = '1234' } = terms
  const called = terms.phone ?? phone
  const random = (++made).toString(16).padStart(20, '0')
  const { phoneHash, phoneMask, country, operator, region, portedTo } = callTo(called, its)
  return {
    facts: {
      id: verificationIdAt(at, random),
      accountId: its.accountId,
      serviceId: its.serviceId,
      test: terms.test ?? false,
      isOfPage: terms.isOfPage ?? false,
      phoneMask,
      country: terms.country ?? country,
      operator,
      region,
      portedTo,
      ...saidOf(terms),
      metadata: '{}',
      ip: '',
      consent: null,
      language: null,
      codeLength: 4,
      maxCostUnits: terms.maxCostUnits ?? null,
      inboundSeconds: 60,
    },
    phoneHash,
    network: terms.network ?? '',
    device: terms.device ?? '',
    addressLimits: terms.addressLimits ?? null,
    steps: modes.map((mode) => plannedStep(mode, 20)),
    expiresInMs: 300_000,
    attempts,
    hasClientToken: terms.hasClientToken ?? false,
    returnsPending: false,
    sealedCode: null,
    key:
      terms.key === undefined ? null : { keyHash: hashOf(terms.key), bodyHash: hashOf(terms.body ?? 'body') },
    at,
    ...stepOf(its, 0, modes[0]!, at, code, called),
    pageClient: terms.isOfPage === true ? (terms.client ?? '') : null,
  }
}

function stepOf(its: Furnished, step: number, mode: Mode, at: number, code: string, called = phone) {
  if (mode === 'inbound') {
    const input = waitFor(called, its, { startedAt: at, deadlineAt: at + 60_000, callbackUrl: '' })
    return {
      step,
      admission: { operation: 'admitInbound', input } as const,
      pageClient: null,
      caller: null,
      codeHash: null,
      codes: null,
      waitsForApproval: false,
    }
  }
  const input = callTo(called, its, { startedAt: at, deadlineAt: at + 59_000, mode, code: '' })
  return {
    step,
    admission: { operation: 'admitCall', input } as const,
    pageClient: null,
    caller: '+7495123****',
    codeHash: hashOf(code),
    codes: 9_999,
    waitsForApproval: false,
  }
}

/** A verification with its first call. */
export async function create(its: Furnished, terms: Terms = {}) {
  const created = await its.store.createVerification(requestFor(its, terms))
  if (created.kind !== 'created') throw new Error(`not created: ${JSON.stringify(created)}`)
  return { id: created.verification.id, vendorId: created.vendorId, verification: created.verification }
}

export const startOf = (
  its: Furnished,
  id: string,
  step: number,
  at: number,
  more: Partial<StepStart> = {},
): StepStart => ({
  id,
  isAsked: false,
  at,
  ...stepOf(its, step, 'voice', at, '5678'),
  ...more,
})

const kinds = <T extends { kind: string }>(results: readonly (T | undefined)[]) => {
  const counts: Record<string, number> = {}
  for (const result of results) counts[result?.kind ?? 'none'] = (counts[result?.kind ?? 'none'] ?? 0) + 1
  return counts
}

/** Open verifications of one phone whose first call was delivered, 16 s apart. */
export async function deliveredOnes(
  its: Furnished,
  count: number,
  from: number,
  terms: Terms = {},
): Promise<string[]> {
  const ids: string[] = []
  for (let each = 0; each < count; each++) {
    const at = from + each * 16_000
    const { id, vendorId } = await create(its, { attempts: 5, ...terms, at })
    await its.store.settle(ended(its, vendorId, true, at + 1_000))
    await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: at + 1_000 })
    ids.push(id)
  }
  return ids
}

export const wrongCode = (its: Furnished, id: string, at: number, isByToken = false) =>
  checked(its, { id, codeHash: hashOf('0000'), isByToken, at })
/** The end of a call whose node has died, by the node that finds it past its deadline. */
const lost = (its: Furnished, vendorId: number) => ({
  ...ended(its, vendorId, false, startMs + 59_000),
  reason: overdueReason,
})
const wrongTry = { codeHash: hashOf('0000'), at: startMs + 1_000 }
const early = { cancels: false, at: startMs + 1_000 }

/** What every store guarantees about verifications (`/v2`). */
export function describeVerifications(under: StoreUnderTest): void {
  describe('verifications', () => {
    it('are created together with their first call and its hold', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its)
      const stored = await its.store.verification(id)
      expect(stored).toMatchObject({ status: 'pending', version: 1, attemptsLeft: 3 })
      expect(stored!.steps.map(({ status, vendorId }) => [status, vendorId])).toEqual([
        ['started', vendorId],
        ['planned', null],
      ])
      expect(await its.store.call(vendorId)).toMatchObject({ state: 'checking', code: '' })
      expect(await its.store.verificationOfStep(vendorId)).toBe(id)
      expect(await accountBalance(its.store, its.accountId)).toMatchObject({ held: price })
      expect(await isClean(its.store)).toBe(true)
    })

    it('leave nothing behind when the call is refused', async () => {
      const its = await furnish(under, price - 1)
      const request = requestFor(its, { key: 'k' })
      expect(await its.store.createVerification(request)).toEqual({
        kind: 'refused',
        why: 'funds',
        retryAfterMs: 0,
      })
      expect(await its.store.verification(request.facts.id)).toBeUndefined()
      expect(await accountBalance(its.store, its.accountId)).toEqual({ balance: price - 1, held: 0 })
    })

    it('repeat the first answer for a repeated idempotency key, whatever has happened since', async () => {
      const its = await furnish(under)
      const { id, vendorId, verification } = await create(its, { key: 'k' })
      await its.store.settle(ended(its, vendorId, true))
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: true, at: startMs + 6_000 })
      const { phoneHash: _, sealedCode: __, ...first } = verification
      const again = await its.store.createVerification(requestFor(its, { key: 'k', at: startMs + 7_000 }))
      expect(again).toEqual({ kind: 'replayed', verification: first })
      const other = requestFor(its, { key: 'k', body: 'other', at: startMs + 7_000 })
      expect(await its.store.createVerification(other)).toEqual({ kind: 'key-of-another-body' })
      const nextDay = requestFor(its, { key: 'k', body: 'other', at: startMs + 25 * 3_600_000 })
      expect((await its.store.createVerification(nextDay)).kind).toBe('created')
    })

    it('are ended and free their key when their creation was answered with 503', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its, { key: 'k' })
      const abandonment = { id, by: id, ...ownerOf(its), keyHash: hashOf('k'), at: startMs + 1_000 }
      expect(await its.store.abandonVerification(abandonment)).toBe(true)
      expect(await its.store.verification(id)).toMatchObject({
        status: 'canceled',
        reason: 'not_acknowledged',
        steps: [{ status: 'started' }, { status: 'skipped' }],
      })
      const second = await create(its, { key: 'k', at: startMs + 60_000 })
      expect(second.id).not.toBe(id)
      await its.store.settle({ ...ended(its, vendorId, false), reason: 'no result in time' })
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: startMs + 120_000 })
      expect((await its.store.verification(id))!.steps.map(({ status }) => status)).toEqual([
        'undelivered',
        'skipped',
      ])
    })

    it('stay when a repeated key was answered with them, and are not missed when they are not stored', async () => {
      const its = await furnish(under)
      const { id } = await create(its, { key: 'k' })
      expect((await its.store.createVerification(requestFor(its, { key: 'k' }))).kind).toBe('replayed')
      const abandonment = { id, by: id, ...ownerOf(its), keyHash: hashOf('k'), at: startMs + 1_000 }
      expect(await its.store.abandonVerification(abandonment)).toBe(false)
      expect(await its.store.verification(id)).toMatchObject({ status: 'pending' })
      expect((await its.store.createVerification(requestFor(its, { key: 'k' }))).kind).toBe('replayed')
      const absent = verificationIdAt(startMs)
      expect(await its.store.abandonVerification({ ...abandonment, id: absent, by: absent })).toBe(false)
      const keyless = await create(its, { phone: '79161230002' })
      const unkept = { ...abandonment, id: keyless.id, by: keyless.id, keyHash: null }
      expect(await its.store.abandonVerification(unkept)).toBe(true)
      expect(await its.store.verification(keyless.id)).toMatchObject({ status: 'canceled' })
    })

    it('are ended when all who were answered with them got 503, in one transaction or in several', async () => {
      const its = await furnish(under)
      const asked = [1, 2, 3, 4].map(() => {
        const request = requestFor(its)
        return { ...request, returnsPending: true, facts: { ...request.facts, client: 'Ann' } }
      })
      const together = await Promise.all(asked.slice(0, 3).map((each) => its.store.createVerification(each)))
      const later = await its.store.createVerification(asked[3]!)
      expect(kinds([...together, later])).toEqual({ created: 1, pending: 3 })
      const { id } = asked[0]!.facts
      const abandon = (by: string) =>
        its.store.abandonVerification({ id, by, ...ownerOf(its), keyHash: null, at: startMs + 1_000 })
      const readStatus = async () => (await its.store.verification(id))!.status
      // The last of them may have got its answer.
      for (const each of [0, 1, 2]) expect(await abandon(asked[each]!.facts.id)).toBe(each > 0)
      expect([await abandon(id), await readStatus()]).toEqual([false, 'pending'])
      expect(await abandon(asked[3]!.facts.id)).toBe(true)
      expect([await abandon(id), await readStatus()]).toEqual([true, 'canceled'])
      await its.store.close()
    })

    it('take one step more when none is left and its call is admitted, up to five, and none while they ring', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its, { modes: ['flash'] })
      const adds = plannedStep('voice', 20)
      const more = async (step: number, at: number) => {
        await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, isKnown: true, at })
        return its.store.startStep({ ...startOf(its, id, step, at), isAsked: true, adds })
      }
      expect(await more(1, startMs + 1_000)).toMatchObject({ kind: 'not-due', verification: { version: 1 } })
      await its.store.settle(ended(its, vendorId, true))
      const tooSoon = await more(1, startMs + 6_000)
      expect(tooSoon).toMatchObject({ kind: 'refused', why: 'wait' })
      expect((await its.store.verification(id))!.steps).toHaveLength(1)
      for (let step = 1; step < 5; step++) {
        const at = startMs + step * 50_000
        const started = await more(step, at)
        if (started?.kind !== 'started') throw new Error(`${step}: ${JSON.stringify(started)}`)
        expect(started.verification.steps[step]).toMatchObject({ mode: 'voice', status: 'started' })
        await its.store.settle({ ...ended(its, started.vendorId, true), settledAt: at + 5_000 })
      }
      expect(await more(5, startMs + 250_000)).toMatchObject({ kind: 'not-due' })
      expect((await its.store.verification(id))!.steps).toHaveLength(5)
      expect(await isClean(its.store)).toBe(true)
      await its.store.close()
    })

    it('start no further step when their call is lost and nobody has shown to know of them', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its, { key: 'k' })
      await its.store.settle(lost(its, vendorId))
      const at = (ms: number) =>
        its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: startMs + ms })
      expect(await at(59_999)).toMatchObject({ verification: { status: 'pending' }, dueStep: undefined })
      expect(await at(60_000)).toMatchObject({
        verification: {
          status: 'canceled',
          reason: 'not_acknowledged',
          steps: [
            { status: 'undelivered', costUnits: 0 },
            { status: 'skipped', reason: 'canceled' },
          ],
        },
        dueStep: undefined,
      })
      expect(await accountBalance(its.store, its.accountId)).toMatchObject({ held: 0 })
      expect(await isClean(its.store)).toBe(true)
      // Its creation may have been answered after all: the key keeps its answer.
      const again = await its.store.createVerification(requestFor(its, { key: 'k', at: startMs + 61_000 }))
      expect(again).toMatchObject({ kind: 'replayed', verification: { id } })
    })

    it.each<[by: string, use: (its: Furnished, id: string) => Promise<unknown>, dueStep: number | undefined]>(
      [
        ['a repeated key', (its) => its.store.createVerification(requestFor(its, { key: 'k' })), 1],
        ['a code for their id', (its, id) => checked(its, { ...wrongTry, id, isKnown: true }), 1],
        ['a code for their phone', (its, id) => checked(its, { ...wrongTry, id }), undefined],
        [
          'a request for the next step',
          (its, id) => its.store.advanceVerification({ ...ownerOf(its), ...early, id, isKnown: true }),
          1,
        ],
        ['a timer', (its, id) => its.store.advanceVerification({ ...ownerOf(its), ...early, id }), undefined],
      ],
    )('whose call is lost: %s decides whether they go on', async (_, use, dueStep) => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its, { key: 'k' })
      await use(its, id)
      await its.store.settle(lost(its, vendorId))
      const advanced = await its.store.advanceVerification({
        ...ownerOf(its),
        id,
        cancels: false,
        at: startMs + 60_000,
      })
      expect(advanced!.dueStep).toBe(dueStep)
      const abandonment = { id, by: id, ...ownerOf(its), keyHash: hashOf('k'), at: startMs + 60_000 }
      await its.store.abandonVerification(abandonment)
      const { status } = (await its.store.verification(id))!
      expect(status).toBe(dueStep === undefined ? 'canceled' : 'pending')
    })

    it('accept one of many parallel requests with the same idempotency key', async () => {
      const its = await furnish(under)
      const results = await Promise.all(
        Array.from({ length: 20 }, () => its.store.createVerification(requestFor(its, { key: 'k' }))),
      )
      expect(kinds(results)).toEqual({ created: 1, replayed: 19 })
      expect(await accountBalance(its.store, its.accountId)).toMatchObject({ held: price })
    })

    it('compare no more codes than they have tries, however many come at once', async () => {
      const its = await furnish(under)
      const { id } = await create(its, { attempts: 3 })
      const guesses = await Promise.all(
        Array.from({ length: 50 }, (_, guess) =>
          checked(its, { id, codeHash: hashOf(`wrong ${guess}`), at: startMs + 1_000 }),
        ),
      )
      expect(kinds(guesses)).toEqual({ compared: 3, ended: 47 })
      expect(await its.store.verification(id)).toMatchObject({
        status: 'failed',
        reason: 'max_attempts',
        attemptsLeft: 0,
      })
      const late = await checked(its, {
        id,
        codeHash: hashOf('1234'),
        at: startMs + 2_000,
      })
      expect(late?.kind).toBe('ended')
    })

    it('are approved once by the right code, which is accepted again for a minute', async () => {
      const its = await furnish(under)
      const { id } = await create(its)
      const check = (code: string, at: number) => checked(its, { id, codeHash: hashOf(code), at })
      expect(await check('1234', startMs + 9_000)).toMatchObject({ kind: 'compared', isRight: true })
      expect(await its.store.verification(id)).toMatchObject({ status: 'approved', attemptsLeft: 3 })
      expect(await check('1234', startMs + 68_999)).toMatchObject({ kind: 'compared', isRight: true })
      expect(await check('9999', startMs + 10_000)).toMatchObject({ kind: 'ended' })
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: startMs + 69_000 })
      expect(await check('1234', startMs + 68_000)).toMatchObject({ kind: 'ended' })
    })

    it('have their codes forgotten a minute after the end; one whose call is under way is claimed', async () => {
      const its = await furnish(under)
      const settled = [await create(its), await create(its, { phone: '79161110003' })]
      const open = await create(its, { phone: '79161110002' })
      for (const { id, vendorId } of settled)
        await its.store.settleStep({ ...ended(its, vendorId, true, startMs + 8_000), verificationId: id })
      for (const one of [...settled, open])
        await checked(its, { id: one.id, codeHash: hashOf('1234'), at: startMs + 9_000 })
      const claimed = async (now: number) => {
        // One at a time: what only has codes to forget takes no place of what has to be done.
        const due = await its.store.claimDuePhones({ now, leaseMs: 5_000, limit: 1 })
        return due.map((each) => each.id)
      }
      const isRight = async (one: { readonly id: string }) =>
        (await checked(its, { id: one.id, codeHash: hashOf('1234'), at: startMs + 10_000 }))?.kind
      expect([await claimed(startMs + 68_999), await isRight(settled[1]!)]).toEqual([[open.id], 'compared'])
      expect([await claimed(startMs + 69_000), await isRight(settled[1]!)]).toEqual([[], 'ended'])
      expect([await claimed(startMs + 80_000), await isRight(open)]).toEqual([[open.id], 'compared'])
    })

    it('accept the right code until they expire, and not after', async () => {
      const its = await furnish(under)
      const { id } = await create(its)
      const check = await checked(its, {
        id,
        codeHash: hashOf('1234'),
        at: startMs + 300_000,
      })
      expect(check).toMatchObject({ kind: 'ended', verification: { status: 'expired' } })
    })

    it('start each step once, however many requests try', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its)
      await its.store.settle(ended(its, vendorId, false, startMs + 20_000))
      const at = startMs + 21_000
      const advanced = await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at })
      expect(advanced).toMatchObject({ dueStep: 1, isChanged: true })
      const starts = await Promise.all(
        Array.from({ length: 10 }, () => its.store.startStep(startOf(its, id, 1, at))),
      )
      expect(kinds(starts)).toEqual({ started: 1, 'not-due': 9 })
      expect(await accountBalance(its.store, its.accountId)).toMatchObject({ held: price })
      expect(await isClean(its.store)).toBe(true)
      // The codes of all started steps are accepted.
      const check = await checked(its, { id, codeHash: hashOf('1234'), at: at + 1 })
      expect(check).toMatchObject({ isRight: true, verification: { status: 'approved' } })
    })

    it('wait for the gap of the number, and are then claimed by one node at a time', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its)
      await its.store.settle(ended(its, vendorId, false, startMs + 4_000))
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: startMs + 4_000 })
      const early = await its.store.startStep(startOf(its, id, 1, startMs + 4_000))
      expect(early).toMatchObject({
        kind: 'refused',
        why: 'wait',
        verification: { nextStepAt: startMs + 15_000 },
      })
      const claim = (now: number) => its.store.claimDuePhones({ now, leaseMs: 5_000, limit: 10 })
      const isDue = (now: number) => its.store.isPhoneDue({ now })
      expect([await isDue(startMs + 14_999), await claim(startMs + 14_999)]).toEqual([false, []])
      expect(await isDue(startMs + 15_000)).toBe(true)
      const claims = await Promise.all([
        claim(startMs + 15_000),
        claim(startMs + 15_000),
        claim(startMs + 15_000),
      ])
      expect(claims.flat()).toEqual([{ id, ...ownerOf(its) }])
      expect(await isDue(startMs + 19_999)).toBe(false)
      // Its node died: after the lease another node claims it.
      expect(await claim(startMs + 20_000)).toEqual([{ id, ...ownerOf(its) }])
    })

    it('keep their plan when a requested step has to wait', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its)
      await its.store.settle(ended(its, vendorId, true, startMs + 4_000))
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: startMs + 4_000 })
      const asked = await its.store.startStep(startOf(its, id, 1, startMs + 5_000, { isAsked: true }))
      expect(asked).toMatchObject({ kind: 'refused', why: 'wait', retryAfterMs: 10_000 })
      expect((await its.store.verification(id))!.nextStepAt).toBe(startMs + 24_000)
    })

    it('skip a step that would cost more than the integrator allows', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its, { maxCostUnits: price })
      await its.store.settle({ ...ended(its, vendorId, true, startMs + 4_000) })
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: startMs + 4_000 })
      const skipped = await its.store.startStep(startOf(its, id, 1, startMs + 24_000))
      expect(skipped).toMatchObject({ kind: 'refused', why: 'max-cost' })
      expect(skipped!.verification.steps[1]).toMatchObject({ status: 'skipped', reason: 'max_cost' })
      expect(skipped!.verification.status).toBe('pending')
    })

    it('start no step with a price when nothing may be charged', async () => {
      const its = await furnish(under)
      const refused = await its.store.createVerification(requestFor(its, { maxCostUnits: 0 }))
      expect(refused).toMatchObject({ kind: 'refused', why: 'max-cost' })
      expect(await accountBalance(its.store, its.accountId)).toMatchObject({ held: 0 })
    })

    it('block a phone after twenty wrong codes in a day, with its open verifications at this service', async () => {
      const its = await furnish(under)
      const { serviceId, ...rest } = its
      const elsewhere = { ...rest, serviceId: await addService(its.store, its.accountId) }
      const other = await create(elsewhere, { at: startMs + 5_000 })
      const ids = await deliveredOnes(its, 5, startMs + 16_000)
      const waiting = await create(its, { modes: ['inbound', 'flash'], at: startMs + 90_000 })
      const at = startMs + 100_000
      for (const id of ids.slice(0, 3)) for (let guess = 0; guess < 5; guess++) await wrongCode(its, id, at)
      for (let guess = 0; guess < 4; guess++) await wrongCode(its, ids[3]!, at)
      const last = await wrongCode(its, ids[3]!, at)
      expect(last!.ended.map(({ id }) => id)).toEqual([ids[3], ids[4]])
      const states = [ids[3]!, ids[4]!, waiting.id, other.id].map((id) => its.store.verification(id))
      expect((await Promise.all(states)).map((each) => [each!.status, each!.reason])).toEqual([
        ['failed', 'max_attempts'],
        ['blocked', 'phone_blocked'],
        ['pending', null],
        ['pending', null],
      ])
      const ask = (modes: readonly Mode[], later: number) =>
        its.store.createVerification(requestFor(its, { modes, at: later }))
      const hour = 3_600_000
      expect(await ask(['flash'], at + hour)).toEqual({
        kind: 'refused',
        why: 'phone-blocked',
        retryAfterMs: 23 * hour,
      })
      await its.store.advanceVerification({ ...ownerOf(its), ...early, id: waiting.id, isKnown: true })
      // The call that follows the wait is not made.
      const due = startOf(its, waiting.id, 1, startMs + 150_000, { isAsked: true })
      expect(await its.store.startStep(due)).toMatchObject({ kind: 'refused', why: 'phone-blocked' })
      await its.store.settle(ended(its, waiting.vendorId, false, startMs + 150_000))
      expect((await ask(['inbound'], at + hour)).kind).toBe('created')
      expect((await ask(['flash'], at + 24 * hour - 1)).kind).toBe('refused')
      expect((await ask(['flash'], at + 24 * hour)).kind).toBe('created')
    })

    it('block a phone at every service after thirty wrong codes in a day', async () => {
      const its = await furnish(under)
      const services = [its.serviceId]
      for (let more = 0; more < 3; more++) services.push(await addService(its.store, its.accountId))
      let at = startMs
      for (const serviceId of services.slice(0, 3)) {
        const ids = await deliveredOnes({ ...its, serviceId }, 2, at)
        at += 60_000
        for (const id of ids)
          for (let guess = 0; guess < 5; guess++) await wrongCode({ ...its, serviceId }, id, at)
      }
      const last = { ...its, serviceId: services[3]! }
      const refused = await its.store.createVerification(requestFor(last, { at }))
      expect(refused).toMatchObject({ kind: 'refused', why: 'phone-blocked' })
    })

    it.each([
      ['an address', { network: '203.0.113.7' }, { network: '203.0.113.8' }],
      ['a device', { network: '203.0.113.7', device: 'd1' }, { network: '203.0.113.8', device: 'd2' }],
    ])('refuse %s after ten wrong codes for a phone, and end what it has open', async (_, source, other) => {
      const its = await furnish(under)
      // A device is known wherever it comes from.
      const networks = ['203.0.113.7', '203.0.113.70']
      const sourceAt = (each: number) =>
        'device' in source ? { ...source, network: networks[each % 2]! } : source
      const ids: string[] = []
      for (let each = 0; each < 3; each++)
        ids.push((await create(its, { attempts: 5, ...sourceAt(each), at: startMs + each * 16_000 })).id)
      const stranger = await create(its, { attempts: 5, ...other, at: startMs + 48_000 })
      const at = startMs + 50_000
      for (const id of ids.slice(0, 2)) for (let guess = 0; guess < 5; guess++) await wrongCode(its, id, at)
      expect(await its.store.verification(ids[2]!)).toMatchObject({
        status: 'blocked',
        reason: 'source_blocked',
      })
      expect(await its.store.verification(stranger.id)).toMatchObject({ status: 'pending' })
      const ask = (later: number, from: Terms = source) =>
        its.store.createVerification(requestFor(its, { ...from, at: later }))
      expect(await ask(at + 60_000)).toEqual({ kind: 'source-blocked', retryAfterMs: 86_340_000 })
      // No call was delivered: the phone is not blocked.
      expect((await ask(at + 60_000, other)).kind).toBe('created')
      expect((await ask(at + 86_400_000)).kind).toBe('created')
    })

    it.each([
      ['the sign-in page', { isOfPage: true }, false, { kind: 'refused', why: 'phone-blocked' }],
      ['client tokens', {}, true, { kind: 'created' }],
    ])(
      'of a program are not blocked by wrong codes of %s, but those of the sender are',
      async (_, terms, isByToken, next) => {
        const its = await furnish(under)
        const own = (await deliveredOnes(its, 1, startMs))[0]!
        const ids = await deliveredOnes(its, 5, startMs + 16_000, terms)
        const at = startMs + 100_000
        for (const id of ids.slice(0, 4))
          for (let guess = 0; guess < 5; guess++) await wrongCode(its, id, at, isByToken)
        // The sender has no further try, neither here nor after an hour.
        expect((await wrongCode(its, ids[4]!, at, isByToken))!.kind).toBe('ended')
        expect(await its.store.verification(ids[4]!)).toMatchObject({ reason: 'phone_blocked' })
        const later = at + 3_600_000
        const again = await its.store.createVerification(requestFor(its, { ...terms, at: later }))
        expect(again).toMatchObject(next)
        if (again.kind === 'created')
          expect((await wrongCode(its, again.verification.id, later + 1_000, isByToken))!.kind).toBe('ended')
        // The programs of the service have all of theirs.
        expect(await its.store.verification(own)).toMatchObject({ status: 'pending', attemptsLeft: 5 })
        const right = { id: own, codeHash: hashOf('1234'), at: at + 1_000 }
        expect(await checked(its, right)).toMatchObject({
          kind: 'compared',
          isRight: true,
        })
        const program = await deliveredOnes(its, 4, later + 20_000)
        for (const id of program)
          for (let guess = 0; guess < 5; guess++)
            expect((await wrongCode(its, id, later + 90_000))!.kind).toBe('compared')
        const last = requestFor(its, { at: later + 100_000 })
        expect(await its.store.createVerification(last)).toMatchObject({ why: 'phone-blocked' })
      },
    )

    it('have one try each once their own sender has guessed enough before a delivered call', async () => {
      const its = await furnish(under)
      const guess = async (terms: Terms, isByToken: boolean, from: number) => {
        for (let each = 0; each < 4; each++) {
          const { id } = await create(its, { attempts: 5, ...terms, at: from + each * 16_000 })
          for (let guess = 0; guess < 5; guess++)
            await wrongCode(its, id, from + each * 16_000 + 1_000, isByToken)
        }
      }
      const triesOf = async (terms: Terms, at: number) =>
        (await create(its, { attempts: 5, ...terms, at })).verification.attemptsLeft
      await guess({ hasClientToken: true }, true, startMs)
      await guess({ isOfPage: true, hasClientToken: true }, true, startMs + 100_000)
      expect([
        await triesOf({}, startMs + 200_000),
        await triesOf({ hasClientToken: true }, startMs + 220_000),
        await triesOf({ isOfPage: true, hasClientToken: true }, startMs + 240_000),
      ]).toEqual([5, 1, 1])
    })

    it('compare no more codes of a phone than its limit, however many verifications are asked at once', async () => {
      const its = await furnish(under)
      const ids = await deliveredOnes(its, 15, startMs)
      const at = startMs + 15 * 16_000
      const guesses = await Promise.all([...ids, ...ids, ...ids, ...ids].map((id) => wrongCode(its, id, at)))
      expect(kinds(guesses)).toEqual({ compared: 20, ended: 40 })
    })

    it('are limited per address of end users, exactly also for parallel requests, and refused ones cost nothing', async () => {
      const its = await furnish(under)
      const addressLimits = { verifications: 6, phones: 4, countries: 2 }
      const from = (number: number, terms: Terms = {}) =>
        its.store.createVerification(
          requestFor(its, { phone: `7916100000${number}`, network: '203.0.113.7', addressLimits, ...terms }),
        )
      const crowd = await Promise.all(Array.from({ length: 9 }, (_, number) => from(number)))
      expect(kinds(crowd)).toEqual({ created: 4, 'address-limited': 5 })
      const { held } = await accountBalance(its.store, its.accountId)
      expect(held).toBe(4 * price)
      const at = startMs + 60_000
      const known = crowd.findIndex(({ kind }) => kind === 'created')
      const unknown = crowd.findIndex(({ kind }) => kind !== 'created')
      expect(await from(unknown, { at })).toEqual({
        kind: 'address-limited',
        why: 'address-phones',
        retryAfterMs: 3_540_000,
      })
      // Another address, another hour, a test number or no limits: each has room of its own.
      expect((await from(unknown, { at, network: '2001:db8:0:1' })).kind).toBe('created')
      expect((await from(unknown, { at: at + 20_000, addressLimits: null })).kind).toBe('created')
      expect((await from(unknown, { at: at + 40_000, test: true })).kind).toBe('created')
      expect((await from(known, { at })).kind).toBe('created')
      const full = await from(known, { at: at + 20_000 })
      const byDevice = {
        at: at + 30_000,
        network: '',
        device: 'd1',
        addressLimits: { ...addressLimits, phones: 1 },
      }
      const devices = await Promise.all([7, 8, 9].map((number) => from(number, byDevice)))
      expect(kinds(devices)).toEqual({ created: 1, 'address-limited': 2 })
      expect(devices).toContainEqual(expect.objectContaining({ why: 'device-phones' }))
      expect(full).toMatchObject({ kind: 'address-limited', why: 'address-verifications' })
      const later = startMs + 2 * 3_600_000
      expect((await from(1, { at: later, country: 'KZ' })).kind).toBe('created')
      expect((await from(2, { at: later, country: 'RU' })).kind).toBe('created')
      expect(await from(3, { at: later, country: 'BY' })).toMatchObject({ why: 'address-countries' })
      expect(await isClean(its.store)).toBe(true)
    })

    it('are approved by the call of an inbound step', async () => {
      const its = await furnish(under)
      const { id, vendorId, verification } = await create(its, { modes: ['inbound', 'flash'] })
      expect(verification.steps[0]!.confirmationNumber).toMatch(/^7495123000/)
      const early = await checked(its, { id, codeHash: hashOf('1234'), at: startMs })
      expect(early?.kind).toBe('nothing-to-check')
      await its.store.settle({ ...ended(its, vendorId, true), reason: 'called' })
      const advanced = await its.store.advanceVerification({
        ...ownerOf(its),
        id,
        cancels: false,
        at: startMs + 6_000,
      })
      expect(advanced!.verification).toMatchObject({ status: 'approved', endedAt: startMs + 5_000 })
    })

    it('do not change when the person calls once more', async () => {
      const its = await furnish(under)
      await addTrunk(its.store, 'north')
      const { id, vendorId, verification } = await create(its, { modes: ['inbound', 'flash'] })
      const waiting = {
        phoneHash: hashOf(phone),
        confirmationNumber: verification.steps[0]!.confirmationNumber!,
        trunk: 'north',
        now: startMs + 7_000,
      }
      expect(await its.store.waitingFor(waiting)).toBe(vendorId)
      const called = { ...ended(its, vendorId, true), reason: 'called' }
      expect([await its.store.settle(called), await its.store.settle(called)]).toEqual([true, false])
      const first = await its.store.advanceVerification({
        ...ownerOf(its),
        id,
        cancels: false,
        at: startMs + 6_000,
      })
      expect(await its.store.waitingFor(waiting)).toBeUndefined()
      expect(await its.store.settle({ ...called, settledAt: startMs + 7_000 })).toBe(false)
      const again = await its.store.advanceVerification({
        ...ownerOf(its),
        id,
        cancels: false,
        at: startMs + 7_000,
      })
      expect(again!.verification).toEqual(first!.verification)
      expect(await isClean(its.store)).toBe(true)
    })

    it('still record the cost of the call when they are cancelled', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its)
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: true, at: startMs + 3_000 })
      await its.store.settle(ended(its, vendorId, true))
      const settled = await its.store.advanceVerification({
        ...ownerOf(its),
        id,
        cancels: false,
        at: startMs + 6_000,
      })
      expect(settled!.verification).toMatchObject({
        status: 'canceled',
        steps: [{ status: 'delivered', costUnits: price }, { status: 'skipped' }],
      })
    })

    it('are listed newest first, by status, client and phone', async () => {
      const its = await furnish(under)
      const first = await create(its, { phone: '79160000001' })
      const second = await create(its, { phone: '79160000002', at: startMs + 1_000 })
      await its.store.advanceVerification({
        ...ownerOf(its),
        id: first.id,
        cancels: true,
        at: startMs + 2_000,
      })
      const all = {
        serviceId: its.serviceId,
        status: null,
        client: null,
        phoneHash: null,
        before: null,
        limit: 10,
      }
      const ids = async (more: object) =>
        (await its.store.verificationPage({ ...all, ...more })).map(({ id }) => id)
      expect(await ids({})).toEqual([second.id, first.id])
      expect(await ids({ before: second.id })).toEqual([first.id])
      expect(await ids({ status: 'canceled' })).toEqual([first.id])
      expect(await ids({ phoneHash: hashOf('79160000002') })).toEqual([second.id])
      expect(await ids({ client: '' })).toEqual([])
      expect(await ids({ serviceId: its.serviceId + 1 })).toEqual([])
      const newest = { serviceId: its.serviceId, phoneHash: hashOf('79160000002'), at: startMs + 3_000 }
      expect(await its.store.newestToCheck(newest)).toMatchObject({ id: second.id })
      expect(await its.store.newestToCheck({ ...newest, at: startMs + 301_000 })).toBeUndefined()
      await checked(its, { id: second.id, codeHash: hashOf('1234'), at: startMs + 4_000 })
      expect(await its.store.newestToCheck({ ...newest, at: startMs + 63_999 })).toMatchObject({
        id: second.id,
      })
      expect(await its.store.newestToCheck({ ...newest, at: startMs + 64_000 })).toBeUndefined()
    })

    it('erase a number, and are deleted after their retention', async () => {
      const its = await furnish(under)
      const { id, vendorId } = await create(its, { key: 'k' })
      await its.store.settle(ended(its, vendorId, true))
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: true, at: startMs + 6_000 })
      await its.store.erasePhone(hashOf(phone))
      expect(await its.store.verification(id)).toMatchObject({
        phoneHash: null,
        phoneMask: '',
        operator: '',
      })
      const again = await its.store.createVerification(requestFor(its, { key: 'k' }))
      expect(again).toEqual({ kind: 'key-of-erased-phone' })
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: startMs + 120_000 })
      const day = 24 * 3_600_000
      await its.store.purge({ before: startMs + 1, now: startMs + day, limit: 100, trustsClock: true })
      expect(await its.store.verification(id)).toBeUndefined()
    })

    it('are returned while pending to the same client of the same phone, one of many at once', async () => {
      const its = await furnish(under)
      const of = (client: string, at = startMs) => {
        const request = requestFor(its, { at })
        return { ...request, returnsPending: true, facts: { ...request.facts, client } }
      }
      const all = await Promise.all([1, 2, 3, 4].map(() => its.store.createVerification(of('Ann'))))
      expect(kinds(all)).toEqual({ created: 1, pending: 3 })
      const ids = all.map((each) => ('verification' in each ? each.verification.id : ''))
      expect(new Set(ids).size).toBe(1)
      expect(await its.store.verification(ids[0]!)).toMatchObject({
        isAcknowledged: false,
        answeredTo: [{}, {}, {}].map(() => expect.any(String)),
      })
      for (const client of ['Bob', ''])
        expect((await its.store.createVerification(of(client))).kind).toBe('refused')
      const late = await its.store.createVerification(of('Ann', startMs + 300_000))
      expect(late.kind).toBe('created')
    })

    it('of the sign-in page are found by no phone, neither for a check nor for a second creation', async () => {
      const its = await furnish(under)
      const own = await create(its)
      const page = await create(its, { isOfPage: true, at: startMs + 16_000 })
      expect(await its.store.verification(page.id)).toMatchObject({ isOfPage: true })
      const at = startMs + 20_000
      const newest = { serviceId: its.serviceId, phoneHash: hashOf(phone), at }
      expect(await its.store.newestToCheck(newest)).toMatchObject({ id: own.id })
      await checked(its, { id: page.id, codeHash: hashOf('1234'), at })
      await its.store.advanceVerification({ ...ownerOf(its), id: own.id, cancels: true, at })
      expect(await its.store.newestToCheck(newest)).toBeUndefined()
      const of = (isOfPage: boolean, later: number) => {
        const request = requestFor(its, { isOfPage, at: later })
        return {
          ...request,
          pageClient: isOfPage ? 'Ann' : null,
          returnsPending: !isOfPage,
          facts: { ...request.facts, client: 'Ann' },
        }
      }
      expect((await its.store.createVerification(of(true, startMs + 40_000))).kind).toBe('created')
      expect((await its.store.createVerification(of(false, startMs + 60_000))).kind).toBe('created')
    })

    it('of the sign-in page make 60 calls an hour without an approval for a client, exactly also at once', async () => {
      const its = await furnish(under, 1_000 * price)
      const page = { isOfPage: true, client: 'oc_1' }
      let phones = 0
      const ask = (terms: Terms = {}) =>
        its.store.createVerification(
          requestFor(its, { ...page, phone: `7916${String(++phones).padStart(7, '0')}`, ...terms }),
        )
      const made: { readonly id: string; readonly vendorId: number }[] = []
      for (let group = 0; group < 7; group++)
        for (const each of await Promise.all(Array.from({ length: 9 }, () => ask())))
          if (each.kind === 'created') made.push({ id: each.verification.id, vendorId: each.vendorId })
      expect(made).toHaveLength(60)
      const [{ id: first, vendorId }, { id: second }] = made as [(typeof made)[0], (typeof made)[0]]
      const at = startMs + 1_000
      expect(await ask({ at })).toEqual({ kind: 'refused', why: 'page-calls', retryAfterMs: 3_599_000 })
      // A call of the person costs nothing; programs, other clients and test numbers have no part in it.
      for (const terms of [
        { modes: ['inbound'] as const },
        { isOfPage: false },
        { client: 'oc_2' },
        { test: true },
      ])
        expect((await ask({ ...terms, at })).kind).toBe('created')
      // A further step is a call too.
      await its.store.advanceVerification({ ...ownerOf(its), ...early, id: first, isKnown: true })
      await its.store.settle(ended(its, vendorId, false, at))
      await its.store.advanceVerification({ ...ownerOf(its), id: first, cancels: false, at })
      const next = startOf(its, first, 1, at, { isAsked: true, pageClient: page.client })
      expect(await its.store.startStep(next)).toMatchObject({ kind: 'refused', why: 'page-calls' })
      expect((await its.store.verification(first))!.steps[1]).toMatchObject({ reason: 'spend_cap' })
      // What is approved does not count.
      await checked(its, { id: second, codeHash: hashOf('1234'), at })
      expect((await ask({ at })).kind).toBe('created')
      expect((await ask({ at })).kind).toBe('refused')
      expect((await ask({ at: startMs + 3_599_999 })).kind).toBe('refused')
      expect((await ask({ at: startMs + 3_600_000 })).kind).toBe('created')
    })

    it('are kept by the time of the store, also those of a node whose clock was 200 days behind', async () => {
      const its = await furnish(under)
      const request = requestFor(its)
      const day = 24 * 3_600_000
      const id = verificationIdAt(startMs - 200 * day, '1'.padStart(20, '0'))
      const created = await its.store.createVerification({ ...request, facts: { ...request.facts, id } })
      if (created.kind !== 'created') throw new Error(created.kind)
      await its.store.settle(ended(its, created.vendorId, true))
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: true, at: startMs + 6_000 })
      await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: startMs + 120_000 })
      const purge = (before: number) =>
        its.store.purge({ before, now: startMs + day, limit: 100, trustsClock: true })
      await purge(startMs - 180 * day)
      expect(await its.store.verification(id)).toMatchObject({ status: 'canceled' })
      await purge(startMs + 1)
      expect(await its.store.verification(id)).toBeUndefined()
    })

    it('know the step whose code was typed', async () => {
      const its = await furnish(under)
      const modes = ['inbound', 'flash', 'voice'] as const
      for (const [typed, code] of ['1234', '5678'].entries()) {
        const phone = `7916123460${typed}`
        const { id } = await create(its, { modes, phone })
        await its.store.advanceVerification({ ...ownerOf(its), ...early, id, isKnown: true })
        const flash = { ...stepOf(its, 1, 'flash', startMs, '1234', phone), isAsked: true }
        const first = await its.store.startStep(startOf(its, id, 1, startMs + 1_000, flash))
        if (first?.kind !== 'started') throw new Error(first?.kind)
        await its.store.settle(ended(its, first.vendorId, true))
        await its.store.advanceVerification({ ...ownerOf(its), id, cancels: false, at: startMs + 6_000 })
        const voice = { ...stepOf(its, 2, 'voice', startMs + 40_000, '5678', phone), isAsked: true }
        const second = await its.store.startStep(startOf(its, id, 2, startMs + 40_000, voice))
        if (second?.kind !== 'started') throw new Error(second?.kind)
        const answer = await checked(its, {
          id,
          codeHash: hashOf(code),
          at: startMs + 41_000,
        })
        expect(answer).toMatchObject({ kind: 'compared', isRight: true })
        const { steps } = (await its.store.verification(id))!
        // The code of a step that was delivered before changes nothing.
        expect(steps.map(({ isTyped }) => isTyped)).toEqual([false, false, typed === 1])
        // The record of the call says what was charged, and the step follows it.
        await its.store.settle({ ...ended(its, second.vendorId, typed === 1), reason: 'stopped' })
        const after = await its.store.advanceVerification({
          ...ownerOf(its),
          id,
          cancels: false,
          at: startMs + 46_000,
        })
        expect(after!.verification.steps[2]!.status).toBe(typed === 1 ? 'delivered' : 'undelivered')
      }
      expect(await isClean(its.store)).toBe(true)
    })

    it('keep a price held until they end, if the tariff charges on approval', async () => {
      const its = await furnish(under)
      const start = async (phone = '79161110001') => {
        const made = await its.store.createVerification({
          ...requestFor(its, { phone }),
          waitsForApproval: true,
        })
        if (made.kind !== 'created') throw new Error(made.kind)
        return { vendorId: made.vendorId, id: made.verification.id }
      }
      const settled = async (vendorId: number, id: string, completed: boolean) => {
        const end = await its.store.settleStep({
          ...ended(its, vendorId, completed),
          verificationId: id,
          settledAt: startMs + 5_000,
        })
        return end.isEnded ? end.verification!.steps[0]! : undefined
      }
      const read = async (id: string) => (await its.store.verification(id))!.steps[0]!
      const held = async () => (await accountBalance(its.store, its.accountId)).held
      const { vendorId, id } = await start()
      const delivered = { status: 'delivered', costUnits: price, isKept: true }
      expect(await settled(vendorId, id, true)).toMatchObject(delivered)
      expect(await settled(vendorId, id, true)).toBeUndefined()
      expect(await its.store.call(vendorId)).toMatchObject({ state: 'completed', costUnits: 0 })
      expect(await held()).toBe(price)
      expect(await isClean(its.store)).toBe(true)
      await checked(its, { id, codeHash: hashOf('1234'), at: startMs + 9_000 })
      expect(await read(id)).toMatchObject({ costUnits: price, isKept: false })
      expect(await its.store.call(vendorId)).toMatchObject({ costUnits: price })
      const paid = { balance: 100 * 10_000 - price, held: 0 }
      expect(await accountBalance(its.store, its.accountId)).toEqual(paid)
      expect(await isClean(its.store)).toBe(true)

      const unused = await start('79161110002')
      await settled(unused.vendorId, unused.id, true)
      expect(await held()).toBe(price)
      const cancels = { ...ownerOf(its), id: unused.id, cancels: true, at: startMs + 10_000 }
      await its.store.advanceVerification(cancels)
      expect(await read(unused.id)).toMatchObject({ costUnits: 0, isKept: false })
      expect(await accountBalance(its.store, its.accountId)).toEqual(paid)

      // What would cost nothing even after an approval goes back at once, and what ends after the end too.
      const busy = await start('79161110003')
      expect(await settled(busy.vendorId, busy.id, false)).toMatchObject({ costUnits: 0, isKept: false })
      const late = await start('79161110004')
      await its.store.advanceVerification({ ...cancels, id: late.id })
      expect(await settled(late.vendorId, late.id, true)).toMatchObject({ costUnits: 0, isKept: false })
      expect(await accountBalance(its.store, its.accountId)).toEqual(paid)
      expect(await isClean(its.store)).toBe(true)
    })
  })
}
