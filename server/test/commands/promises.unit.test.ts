// Commands in any order, over a few accounts, services and phones. What they promise is counted anew from the rows and results.
import { expect, it } from 'vitest'
import type { CallRecord } from '../../src/books/call.ts'
import type { NumberLimitRules } from '../../src/books/number-limit.ts'
import { hourOf, hoursInDay } from '../../src/books/spending.ts'
import { hasPrice, isKnown, isPending } from '../../src/books/step-machine.ts'
import { testScope } from '../../src/books/test-quota.ts'
import type { Verification } from '../../src/books/verification.ts'
import {
  type CodeSender,
  codeSender,
  sourcesOf,
  type TryOrigin,
  type WrongTry,
} from '../../src/books/wrong-codes.ts'
import { dayMs, hourMs, minuteMs } from '../../src/platform/clock.ts'
import { spendName } from '../../src/storage/hot/working-set.ts'
import { phoneText } from '../../src/storage/key-hash.ts'
import { capOfAll, caps, rules, type Sent, testsLeft, testsOfHour } from './generated-commands.ts'
import type { MemoryRows } from './memory-rows.ts'
import { forAll, traffic } from './traffic.ts'

it('commands: the books of every account balance after each of them, and no balance is below zero', () => {
  forAll(traffic.anything, ({ rows }) => () => {
    for (const [accountId, { balanceUnits, heldUnits, lastEntry }] of rows.accounts) {
      const entries = rows.entries.filter((entry) => entry.accountId === accountId)
      const open = [...rows.calls.values()].filter(
        (call) => call.accountId === accountId && call.state === 'checking',
      )
      const lookups = [...rows.lookupHolds.values()].filter((hold) => hold.accountId === accountId)
      expect(sumOf(entries, ({ amountUnits }) => amountUnits)).toBe(balanceUnits + heldUnits)
      const kept = [...rows.keptPrices.values()].filter((each) => each.accountId === accountId)
      expect(heldUnits).toBe(
        sumOf([...open, ...kept], ({ priceUnits }) => priceUnits) +
          sumOf(lookups, (hold) => hold.amountUnits),
      )
      expect(entries.map(({ entry }) => entry)).toEqual(
        Array.from({ length: lastEntry }, (_, index) => index + 1),
      )
      expect(entries.filter(({ balanceAfterUnits }) => balanceAfterUnits < 0)).toEqual([])
    }
  })
})

it('commands: a kept price waits for the end of its verification, which then wakes at once to pay it', () => {
  forAll(traffic.anything, ({ rows }) => ({ at }) => {
    for (const { verificationId, vendorId } of rows.keptPrices.values()) {
      const { verification } = rows.verifications.get(verificationId)!
      expect(verification.steps.find((step) => step.vendorId === vendorId)).toMatchObject({ isKept: true })
      const wakeAt = verification.status === 'pending' ? verification.expiresAt : at + 1_000
      expect(rows.wakes.get(verificationId)).toBeLessThanOrEqual(wakeAt)
    }
  })
})

it('commands: a cap counts what is held and charged, and is never exceeded', () => {
  forAll(traffic.money, ({ rows }) => ({ at }) => {
    for (const { scope, perHourUnits, perDayUnits } of caps) {
      const inHours = Array.from({ length: hoursInDay }, (_, hours) =>
        rows.spent.get(spendName(scope, hourOf(at) - hours)),
      )
      expect(inHours[0] ?? 0).toBeLessThanOrEqual(perHourUnits)
      if (perDayUnits > 0) expect(sumOf(inHours, (units) => units ?? 0)).toBeLessThanOrEqual(perDayUnits)
    }
    const ofAll = [...rows.spent].filter(([name]) => name.startsWith(`${capOfAll} `))
    const counted = [...rows.calls.values()].filter(
      ({ vendorId, costUnits, spendScopes }) =>
        costUnits > 0 || spendScopes === null || rows.keptPrices.has(vendorId),
    )
    const paidLookups = rows.entries.filter(({ kind, note }) => kind === 'capture' && note === 'checkPhone')
    expect(sumOf(ofAll, ([, units]) => units)).toBe(
      sumOf(counted, ({ priceUnits }) => priceUnits) +
        sumOf([...rows.lookupHolds.values()], ({ amountUnits }) => amountUnits) -
        sumOf(paidLookups, ({ amountUnits }) => amountUnits),
    )
  })
})

it('commands: a service tests as often as it may in an hour', () => {
  forAll(traffic.money, ({ rows }) => ({ result }) => {
    const tests = [...rows.calls.values()].filter(
      ({ test, serviceId, startedAt }) =>
        test && testsOfHour === spendName(testScope(serviceId), hourOf(startedAt)),
    )
    expect(tests.length).toBeLessThanOrEqual(testsLeft)
    const isRefused = typeof result === 'object' && 'why' in result && result.why === 'test-limit'
    if (isRefused) expect(tests).toHaveLength(testsLeft)
  })
})

it('commands: a step costs what the record of its call says', () => {
  forAll(traffic.steps, ({ rows }) => () => {
    for (const { verification } of rows.verifications.values())
      for (const step of verification.steps.filter(({ vendorId }) => vendorId !== null)) {
        expect(rows.stepCalls.get(step.vendorId!)).toBe(verification.id)
        if (hasPrice(step)) expect(step.costUnits).toBe(rows.calls.get(step.vendorId!)!.costUnits)
      }
  })
})

it('commands: a step that is added is stored together with its call, or not at all', () => {
  forAll(traffic.added, ({ rows }) => ({ name, input, result }) => {
    if (name !== 'startStep' || input.adds === undefined) return
    const { steps } = rows.verifications.get(input.id)!.verification
    expect(steps).toHaveLength(input.step + (result?.kind === 'started' ? 1 : 0))
  })
})

it('commands: a number is called exactly as often as its limits allow, by one service and by all together', () => {
  forAll(traffic.calls, ({ rows }) => (sent) => {
    const asked = callAskedFor(sent)
    if (asked === undefined) return
    const { phoneHash, serviceId, startedAt: at, vendorId, why } = asked
    const earlier = [...rows.calls.values()].filter(
      (call) =>
        call.mode !== 'inbound' &&
        call.firstVendorId === null &&
        call.vendorId !== vendorId &&
        isSame(call.phoneHash!, phoneHash),
    )
    const here = earlier.filter((call) => call.serviceId === serviceId)
    const isAllowed = hasRoom(here, at, rules) && hasRoom(earlier, at, rules.everywhere)
    expect(why !== 'wait' && why !== 'number-limit').toBe(isAllowed)
  })
})

it('commands: as many verifications start from an address or a device as its limits allow', () => {
  forAll(traffic.visits, ({ rows }) => ({ name, input, result, at }) => {
    if (name !== 'createVerification' || input.addressLimits === null || input.facts.test) return
    if (result.kind !== 'created' && result.kind !== 'address-limited') return
    const { facts, phoneHash, addressLimits } = input
    const isFull = (['network', 'device'] as const).some((by) => {
      const recent = [...rows.verifications.values()]
        .filter((each) => input[by] !== '' && each[by] === input[by])
        .map(({ verification }) => verification)
        .filter((each) => each.id !== facts.id && each.serviceId === facts.serviceId && !each.test)
        .filter(({ createdAt }) => at - createdAt < hourMs)
      const lines = new Set(recent.map((each) => `${each.country} ${phoneText(each.phoneHash!)}`))
      const countries = new Set(recent.map(({ country }) => country))
      const isNew = recent.every((each) => !isSame(each.phoneHash!, phoneHash))
      return (
        recent.length >= addressLimits.verifications ||
        (isNew && lines.size >= addressLimits.phones) ||
        (!countries.has(facts.country) && countries.size >= addressLimits.countries)
      )
    })
    expect(result.kind === 'address-limited').toBe(isFull)
  })
})

it('commands: each wrong code counts once, and none is compared beyond the limits of its verification and its phone', () => {
  forAll(traffic.guesses, ({ rows }) => {
    const given = new Map<string, number>()
    const wrong = new Map<string, number>()
    const triesOf = new Map<string, WrongTry[]>()
    return ({ name, input, result, at }) => {
      if (name === 'createVerification') {
        const { facts, phoneHash, hasClientToken, admission } = input
        const tries = triesOf.get(phoneText(phoneHash)) ?? []
        const { serviceId, isOfPage } = facts
        const roomFor = (sender: CodeSender) =>
          roomIn(tries, { serviceId, sender, sources: sourcesOf(input) }, at)
        const room = roomFor(codeSender(isOfPage))
        const isRefused = result.kind === 'refused'
        if (result.kind === 'source-blocked') expect(room.ofSource).toBe(false)
        if (result.kind === 'created' || isRefused) expect(room.ofSource).toBe(true)
        if (isRefused && result.why === 'phone-blocked') expect(room.ofPhone).toBe(false)
        if (result.kind !== 'created') return
        if (admission.operation === 'admitCall') expect(room.ofPhone).toBe(true)
        const isGuessed = !room.ofGuesses || !roomFor(codeSender(isOfPage, hasClientToken)).ofGuesses
        given.set(facts.id, isGuessed ? 1 : input.attempts)
      } else if (name === 'checkCode') {
        const { id, isByToken } = input
        const compared = result?.kind === 'compared' ? result : undefined
        const { verification, ended } = result!
        const { serviceId, isOfPage, phoneHash, checks, steps } = verification
        const sources = sourcesOf(rows.verifications.get(id)!)
        const sender = codeSender(isOfPage, isByToken)
        const tries = triesOf.get(phoneText(phoneHash!)) ?? []
        triesOf.set(phoneText(phoneHash!), tries)
        // The right code of one that was approved before is answered without a comparison.
        if (compared?.isRight === false || (compared && ended.length > 0)) {
          const room = roomIn(tries, { serviceId, sender, sources }, at)
          expect([room.ofSource, room.ofPhone]).toEqual([true, true])
        }
        if (compared?.isRight === false) {
          const isReached = steps.some(({ status }) => status === 'delivered')
          const origin = { serviceId, sender, sources }
          tries.push({ ...origin, at, isReached })
          wrong.set(id, (wrong.get(id) ?? 0) + 1)
          if (!isOpenFor(tries, origin, at))
            expect(othersThatCannotBeChecked(rows, verification, tries, at)).toEqual([])
        }
        for (const blocked of ended.filter(({ status }) => status === 'blocked')) {
          const about = {
            serviceId: blocked.serviceId,
            sources: sourcesOf(rows.verifications.get(blocked.id)!),
          }
          const rooms = [true, false].map((isByToken) =>
            roomIn(tries, { ...about, sender: codeSender(blocked.isOfPage, isByToken) }, at),
          )
          const kind = blocked.reason === 'phone_blocked' ? 'ofPhone' : 'ofSource'
          expect(rooms.some((room) => !room[kind])).toBe(true)
        }
        const isToday = (each: WrongTry) => at - each.at < dayMs
        expect((rows.wrongTries.get(phoneText(phoneHash!)) ?? []).filter(isToday)).toEqual(
          tries.filter(isToday),
        )
        expect(checks.filter(({ isRight }) => !isRight)).toHaveLength(wrong.get(id) ?? 0)
        expect(verification.attemptsLeft).toBe(given.get(id)! - (wrong.get(id) ?? 0))
        expect(verification.attemptsLeft === 0).toBe(verification.reason === 'max_attempts')
      }
    }
  })
})

it('commands: the page calls as often for a client as it may without an approval', () => {
  forAll(traffic.page, ({ rows }) => (sent) => {
    if (sent.name !== 'createVerification' && sent.name !== 'startStep') return
    const asked = callAskedFor(sent)
    const { pageClient, at } = sent.input
    const isRefused = sent.result?.kind === 'refused' && sent.result.why === 'page-calls'
    if (pageClient === null || (asked === undefined && !isRefused)) return
    const unapproved = [...rows.verifications.values()]
      .map(({ verification }) => verification)
      .filter(({ isOfPage, client, status }) => isOfPage && client === pageClient && status !== 'approved')
      .flatMap(({ steps }) => steps)
      .filter(
        ({ vendorId, startedAt }) =>
          startedAt !== null && at - startedAt < hourMs && vendorId !== asked?.vendorId,
      )
    expect(isRefused).toBe(unapproved.length >= 60)
  })
})

it('commands: an idempotency key of a call has one call, that of a look-up one price', () => {
  forAll(traffic.money, () => {
    const calls = new Map<string, Extract<Sent, { readonly name: 'admitCall' | 'admitInbound' }>>()
    const lookups = new Map<string, Extract<Sent, { readonly name: 'holdLookup' }>>()
    return (sent) => {
      const { name, input, result } = sent
      if ((name === 'admitCall' || name === 'admitInbound') && input.unique !== null) {
        const key = `${input.serviceId} ${input.unique}`
        const first = calls.get(key)
        if (first === undefined) {
          expect(['admitted', 'refused']).toContain(result.kind)
          if (result.kind === 'admitted') calls.set(key, sent)
        } else if (!isSame(first.input.phoneHash, input.phoneHash))
          expect(result.kind).toBe('key-of-another-phone')
        else if (first.name !== name) expect(result.kind).toBe('key-of-another-method')
        else expect(result).toMatchObject({ ...first.result, kind: 'replayed' })
      } else if (name === 'holdLookup' && input.fingerprint !== null) {
        const first = lookups.get(input.lookupId)
        if (first === undefined) {
          expect(['held', 'refused']).toContain(result.kind)
          if (result.kind === 'held') lookups.set(input.lookupId, sent)
        } else if (!isSame(first.input.fingerprint!, input.fingerprint))
          expect(result.kind).toBe('key-of-another-phone')
        else {
          const { rest, ...paid } = first.result as { readonly rest?: unknown }
          expect(result).toEqual({ ...paid, kind: 'replayed', amountUnits: first.input.amountUnits })
        }
      } else if (name === 'endLookup' && result && !input.isAnswered) lookups.delete(input.lookupId)
    }
  })
})

it('commands: an Idempotency-Key has one verification for a day, and repeats its first answer', () => {
  forAll(traffic.visits, ({ rows }) => {
    const firsts = new Map<string, Extract<Sent, { readonly name: 'createVerification' }>>()
    return (sent) => {
      if (sent.name === 'abandonVerification') {
        const { id, by } = sent.input
        if (by !== id || isKnown(rows.verifications.get(id)!.verification)) return
        for (const [key, { input }] of firsts) if (input.facts.id === id) firsts.delete(key)
      }
      if (sent.name !== 'createVerification' || sent.input.key === null) return
      const { input, result, at } = sent
      const name = `${input.facts.serviceId} ${phoneText(input.key!.keyHash)}`
      const first = firsts.get(name)
      if (first === undefined || at - first.at >= dayMs) {
        expect(['replayed', 'key-of-another-body']).not.toContain(result.kind)
        if (result.kind === 'created') firsts.set(name, sent)
        else firsts.delete(name)
      } else if (!isSame(first.input.key!.bodyHash, input.key!.bodyHash))
        expect(result.kind).toBe('key-of-another-body')
      else {
        const { phoneHash, sealedCode, ...shown } = (first.result as { readonly verification: Verification })
          .verification
        expect(result).toEqual({ kind: 'replayed', verification: shown })
      }
    }
  })
})

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0
const sumOf = <T>(all: readonly T[], unitsOf: (one: T) => number) =>
  all.reduce((sum, one) => sum + unitsOf(one), 0)

/** A call that was admitted, or refused by what is asked after all limits of its number, or by these. */
function callAskedFor({ name, input, result }: Sent) {
  if (name !== 'admitCall' && name !== 'createVerification' && name !== 'startStep') return undefined
  const admission =
    name === 'admitCall' ? input : input.admission.operation === 'admitCall' && input.admission.input
  if (admission === false || admission.test || result === undefined) return undefined
  const about = { ...admission, why: null, vendorId: null }
  if (result.kind === 'refused')
    return afterNumberLimits.has(result.why) ? { ...about, why: result.why } : undefined
  if (result.kind !== 'admitted' && result.kind !== 'created' && result.kind !== 'started') return undefined
  return { ...about, vendorId: result.vendorId }
}
const afterNumberLimits: ReadonlySet<string> = new Set([
  'wait',
  'number-limit',
  'funds',
  'spend-cap',
  'full',
  'no-way',
])

/** Whether one more call may follow these. */
function hasRoom(
  calls: readonly CallRecord[],
  at: number,
  { gapMs, perMinute, perDay, blockMs }: NumberLimitRules,
) {
  const within = (windowMs: number, until = at) =>
    calls.filter(({ startedAt }) => startedAt <= until && until - startedAt < windowMs).length
  const isBlocked = calls.some(
    ({ startedAt }) => at < startedAt + blockMs && within(dayMs, startedAt) >= perDay,
  )
  return within(gapMs) === 0 && within(minuteMs) < perMinute && within(dayMs) < perDay && !isBlocked
}

const isOpenFor = (tries: readonly WrongTry[], origin: TryOrigin, at: number) => {
  const { ofSource, ofPhone } = roomIn(tries, origin, at)
  return ofSource && ofPhone
}

/** Pending verifications of the same phone that no code is compared for, although nobody is asked to call. */
function othersThatCannotBeChecked(
  rows: MemoryRows,
  { phoneHash }: Verification,
  tries: readonly WrongTry[],
  at: number,
): string[] {
  return [...rows.verifications.values()].flatMap(({ verification: its, ...user }) => {
    const waits = its.steps.some(
      ({ mode, status }) => mode === 'inbound' && (status === 'started' || status === 'planned'),
    )
    const { serviceId } = its
    const origin = { serviceId, sender: codeSender(its.isOfPage), sources: sourcesOf(user) }
    const isMeant = isPending(its) && !waits && isSame(its.phoneHash!, phoneHash!)
    return isMeant && !isOpenFor(tries, origin, at) ? [its.id] : []
  })
}

/** Whether one more wrong code may follow these. */
function roomIn(tries: readonly WrongTry[], { serviceId, sender, sources }: TryOrigin, at: number) {
  const its = tries.filter((each) => each.sender === sender && at - each.at < dayMs)
  const here = its.filter((each) => each.serviceId === serviceId)
  const isReached = (each: WrongTry) => each.isReached
  return {
    ofSource: sources.every((source) => here.filter((each) => each.sources.includes(source)).length < 10),
    ofPhone: here.filter(isReached).length < 20 && its.filter(isReached).length < 30,
    ofGuesses: here.length < 20 && its.length < 30,
  }
}

it('commands: the sums count the last feedback about a call, and no earlier one', () => {
  forAll(traffic.money, ({ rows }) => () => {
    for (const [vendorId, { approved, counted }] of rows.feedback) {
      const call = rows.calls.get(vendorId)
      if (call === undefined) continue
      const sum = rows.reports.get(`call ${vendorId}`)
      expect(sum).toEqual({ delivered: counted, approved: approved ? counted : 0 })
    }
  })
})
