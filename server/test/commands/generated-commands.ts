import fc from 'fast-check'
import type { CallAdmission, InboundAdmission } from '../../src/books/admission.ts'
import { type CallOwner, type Mode, notesOf } from '../../src/books/call.ts'
import type { Command, CommandName, decisions } from '../../src/books/commands.ts'
import type { PhoneLimitRules } from '../../src/books/number-limit.ts'
import type { MoneyEffect } from '../../src/books/settlement.ts'
import { hourOf } from '../../src/books/spending.ts'
import type { StepToStart } from '../../src/books/step-admission.ts'
import { isPending } from '../../src/books/step-machine.ts'
import { maxTestsPerHour, testScope } from '../../src/books/test-quota.ts'
import { plannedStep, saidOf, verificationIdAt } from '../../src/books/verification.ts'
import { dayMs, hourMs, minuteMs } from '../../src/platform/clock.ts'
import { spendName } from '../../src/storage/hot/working-set.ts'
import { phoneText } from '../../src/storage/key-hash.ts'
import { MemoryRows, type Settings } from './memory-rows.ts'

/** A few accounts, services and phones, so that commands meet each other. */
const owners = [
  { accountId: 1, serviceId: 11 },
  { accountId: 1, serviceId: 12 },
  { accountId: 2, serviceId: 21 },
]
export const rules: PhoneLimitRules = {
  gapMs: 2_000,
  perMinute: 3,
  perDay: 6,
  blockMs: 3 * hourMs,
  everywhere: { gapMs: 500, perMinute: 4, perDay: 9, blockMs: 0 },
}
const addressLimits = { verifications: 4, phones: 2, countries: 2 }
/** The scope of a cap on the calls of all services. */
export const capOfAll = 'prefix:79'
export const caps = [
  { scope: 'service:11', perHourUnits: 25, perDayUnits: 40 },
  { scope: capOfAll, perHourUnits: 80, perDayUnits: 0 },
]
const startMs = Date.UTC(2026, 0, 15, 12)
const refusingPhone = 3
export const testPhone = 4
const hashOf = (kind: number, value: number) => new Uint8Array(32).fill(kind * 16 + value)
const phoneHashOf = (phone: number) => hashOf(1, phone)
const codeHashOf = (code: number) => hashOf(2, code)
const settings: Settings = {
  rules,
  accountIds: [1, 2],
  doNotCall: new Set([phoneText(phoneHashOf(refusingPhone))]),
  eventTargets: [
    { id: 1, serviceId: 11, receiver: 'one.example:443', types: null, currency: 'RUB' },
    { id: 2, serviceId: 21, receiver: '', types: ['verification.blocked', 'call.ended'], currency: 'RUB' },
  ],
}

/** Service 11 may do so many tests in the first hour. */
export const testsLeft = 2
export const testsOfHour = spendName(testScope(11), hourOf(startMs))
function emptyRows(): MemoryRows {
  const rows = new MemoryRows(settings)
  rows.spent.set(testsOfHour, maxTestsPerHour - testsLeft)
  return rows
}

export const of = <const T extends readonly unknown[]>(...values: T) =>
  fc.constantFrom(...(values as readonly T[number][]))
const terms = {
  owner: of(...owners),
  phone: of<readonly number[]>(0, 0, 0, 0, 1, 1, 1, 2, 2, refusingPhone, testPhone),
  restMs: of<readonly number[]>(0, 0, 0, 1, 300, 700, 3_000, 16_000, 21_000),
  /** Longer than the hour of an address: a batch lasts for seconds, so that one hour is the past of all its commands. */
  leapMs: fc.oneof(
    { weight: 80, arbitrary: fc.constant(0) },
    of(61 * minuteMs, 4 * hourMs, dayMs + minuteMs),
  ),
  key: of(null, null, 'a', 'b'),
  body: of(1, 1, 1, 2),
  /** Which of the calls, verifications and look-ups that are known by then. */
  known: fc.nat(1_000),
  priceUnits: of<readonly number[]>(0, 5, 5, 8),
  chargesFailed: fc.boolean(),
  capacity: of('ok', 'ok', 'ok', 'ok', 'ok', 'full', 'no-way'),
  modes: of<readonly (readonly Mode[])[]>(
    ['flash'],
    ['flash', 'voice'],
    ['inbound', 'flash'],
    ['voice', 'inbound', 'mix'],
  ),
  client: of('', 'anna', 'boris'),
  network: of('', 'near', 'far'),
  device: of('', 'phone'),
  country: of('RU', 'RU', 'KZ'),
  isOfPage: of(false, false, false, true),
  isLimited: fc.boolean(),
  returnsPending: fc.boolean(),
  attempts: of<readonly number[]>(2, 6),
  hasToken: fc.boolean(),
  isKept: fc.boolean(),
  money: of<readonly MoneyEffect[]>('capture', 'release', 'by-tariff'),
  reason: of('rang', 'bad number', 'no result in time', 'busy'),
  /** The code of a step is its number; nobody was given the last two, and null is a wrong key. */
  code: of(0, 0, 1, 8, 9, null),
  isYes: fc.boolean(),
  isKnown: of(true, true, true, false),
  isSeldom: of(false, false, false, false, false, true),
}
type Terms = {
  readonly [Name in keyof typeof terms]: (typeof terms)[Name] extends fc.Arbitrary<infer T> ? T : never
}
export type Choice = Terms & { readonly name: CommandName }

export const maxCommands = 100

/** Any commands, of each kind as often as its weight says. */
export function choicesOf(
  weights: Readonly<Partial<Record<CommandName, number>>>,
  fixed: Partial<typeof terms> = {},
  minLength = 1,
): fc.Arbitrary<Choice[]> {
  const name = fc.oneof(
    ...Object.entries(weights).map(([each, weight]) => ({
      weight,
      arbitrary: fc.constant(each as CommandName),
    })),
  )
  const choice = fc.record({ ...terms, ...fixed, name }) as fc.Arbitrary<Choice>
  return fc.array(choice, { minLength, maxLength: maxCommands, size: 'max' })
}

/** A command that was sent alone, with its result. */
export type Sent = {
  readonly [N in CommandName]: {
    readonly name: N
    readonly input: InputOf<N>
    readonly result: ReturnType<(typeof decisions)[N]>
    readonly at: number
    /** The place of the command whose result it follows: whoever sends it has seen that; -1 for none. */
    readonly follows: number
  }
}[CommandName]
type InputOf<N extends CommandName> = Extract<Command, { readonly name: N }>['input']

interface Known {
  readonly owner: CallOwner
  readonly follows: number
}
interface KnownStep extends Known {
  readonly vendorId: number
  readonly id: string
}

/** Sends commands one by one. What is about a call, a look-up or a verification is about one that a result has shown. */
export class Client {
  readonly rows = emptyRows()
  readonly sent: Sent[] = []
  readonly calls: (Known & { readonly vendorId: number })[] = []
  readonly steps: KnownStep[] = []
  readonly verifications: (Known & { readonly id: string; readonly created: Choice })[] = []
  readonly lookups: (Known & { readonly lookupId: string })[] = []
  #now = startMs

  constructor() {
    for (const [accountId, amountUnits] of [
      [1, 110],
      [2, 30],
    ] as const)
      this.#run('topUp', { accountId, amountUnits, note: '', at: startMs }, startMs)
  }

  /** Returns undefined when there is nothing that it could be about. */
  send(choice: Choice): Sent | undefined {
    const at = this.#now + choice.restMs + choice.leapMs
    const made = makers[choice.name](choice, at, this)
    if (made === undefined) return undefined
    this.#now = at
    const sent = this.#run(choice.name, made.input, at, made.follows)
    this.#learn(sent, choice)
    return sent
  }

  #run(name: CommandName, input: Command['input'], at: number, follows = -1): Sent {
    const [result] = this.rows.run([{ name, input } as Command])
    const sent = { name, input, result, at, follows } as Sent
    this.sent.push(sent)
    return sent
  }

  #learn({ name, input, result }: Sent, choice: Choice): void {
    const follows = this.sent.length - 1
    if (name === 'admitCall' || name === 'admitInbound') {
      if (result.kind === 'admitted')
        this.calls.push({ owner: ownerOf(input), vendorId: result.vendorId, follows })
    } else if (name === 'admitRepeat') {
      if (result.kind === 'admitted')
        this.calls.push({ owner: ownerOf(input), vendorId: result.call.vendorId, follows })
    } else if (name === 'holdLookup') {
      if (result.kind === 'held')
        this.lookups.push({ owner: choice.owner, lookupId: input.lookupId, follows })
    } else if (name === 'createVerification') {
      if (result.kind !== 'created') return
      const { id } = result.verification
      this.verifications.push({ owner: choice.owner, id, created: choice, follows })
      this.#learnStep(result.vendorId, id, choice, follows)
    } else if (name === 'startStep' && result?.kind === 'started') {
      const { created } = this.verifications.find(({ id }) => id === input.id)!
      this.#learnStep(result.vendorId, input.id, created, follows)
    }
  }

  #learnStep(vendorId: number, id: string, { owner }: Choice, follows: number): void {
    this.steps.push({ owner, vendorId, id, follows })
  }
}

type Makers = {
  readonly [N in CommandName]: (
    choice: Choice,
    at: number,
    client: Client,
  ) => { readonly input: InputOf<N>; readonly follows?: number } | undefined
}

const makers: Makers = {
  topUp: ({ owner: { accountId } }, at) => ({ input: { accountId, amountUnits: 15, note: '', at } }),
  admitCall: (choice, at) => ({ input: { ...callOf(choice, at), unique: choice.key, code: '1234' } }),
  admitInbound: (choice, at) => ({ input: { ...waitOf(choice, at), unique: choice.key } }),
  admitRepeat: (choice, at, { calls, rows }) =>
    aboutOne(
      calls,
      choice,
      ({ vendorId }) => rows.calls.get(vendorId)!.state === 'failed',
      ({ owner, vendorId }) => ({
        ...owner,
        vendorId,
        startedAt: at,
        deadlineAt: at + minuteMs,
        withinMs: hourMs,
        maxRepeats: 2,
        gapMs: 5_000,
        capacity: choice.capacity,
      }),
    ),
  settle: (choice, at, { calls, steps, rows }) =>
    aboutOne([...calls, ...steps], choice, isOpenIn(rows), ({ owner, vendorId }) => ({
      ...endOf(choice, at),
      ...owner,
      vendorId,
      webhook: { id: `hook ${vendorId}`, receiver: 'one.example:443' },
    })),
  settleStep: (choice, at, { steps, rows }) =>
    aboutOne(steps, choice, isOpenIn(rows), ({ owner, vendorId, id: verificationId }) => ({
      ...endOf(choice, at),
      ...owner,
      vendorId,
      verificationId,
    })),
  holdLookup: ({ key, body, owner, isYes: isBatch, isSeldom }, at, { sent }) => ({
    input: {
      lookupId: `${owner.accountId} ${key ?? sent.length}`,
      fingerprint: key === null ? null : hashOf(3, body),
      isRepeat: isSeldom && key !== null,
      accountId: owner.accountId,
      amountUnits: isBatch ? 3 : 1,
      count: isBatch ? 4 : 1,
      caps: capsOf(owner),
      startedAt: at,
      deadlineAt: at + minuteMs,
    },
  }),
  endLookup: (choice, at, { lookups }) =>
    aboutOne(
      lookups,
      choice,
      () => true,
      ({ owner: { accountId }, lookupId }) => ({
        lookupId,
        accountId,
        isAnswered: choice.isYes,
        at,
      }),
    ),
  createVerification: (choice, at, { sent }) => {
    const { owner, key, network, device, modes, returnsPending } = choice
    const id = verificationIdAt(at, sent.length.toString(16).padStart(20, '0'))
    const { phoneHash, test, ...facts } = phoneOf(choice)
    const given = { metadata: '{}', ip: '', consent: null, language: null, codeLength: 4, inboundSeconds: 60 }
    const { isOfPage, isSeldom: isCheap, hasToken: hasClientToken } = choice
    const maxCostUnits = isCheap ? 8 : null
    return {
      input: {
        ...stepOf(choice, 0, at),
        facts: {
          id,
          ...owner,
          ...facts,
          ...given,
          test,
          isOfPage,
          ...saidOf({ client: clientOf(choice) }),
          maxCostUnits,
        },
        phoneHash,
        network,
        device,
        addressLimits: choice.isLimited ? addressLimits : null,
        steps: modes.map((mode) => plannedStep(mode, 2)),
        expiresInMs: 5 * minuteMs,
        attempts: choice.attempts,
        hasClientToken,
        returnsPending,
        sealedCode: hashOf(6, 0),
        key: key === null ? null : { keyHash: keyHashOf(key), bodyHash: hashOf(5, choice.body) },
        at,
      },
    }
  },
  startStep: (choice, at, { verifications, rows }) =>
    aboutOne(verifications, choice, isPendingIn(rows), ({ id, created }) => {
      const { steps } = rows.verifications.get(id)!.verification
      const planned = steps.findIndex(({ status }) => status === 'planned')
      const adds = planned === -1 && choice.isYes ? plannedStep('voice', 2) : undefined
      const step = adds === undefined ? Math.max(0, planned) : steps.length
      const modes = [...steps, ...(adds === undefined ? [] : [adds])].map(({ mode }) => mode)
      const its = stepOf({ ...created, modes, capacity: choice.capacity }, step, at)
      return { ...its, id, isAsked: choice.isYes, adds, at }
    }),
  advanceVerification: (choice, at, { verifications, rows }) =>
    aboutOne(verifications, choice, isPendingIn(rows), ({ owner, id }) => ({
      ...owner,
      id,
      cancels: choice.body === 2,
      isKnown: choice.isKnown,
      at,
    })),
  checkCode: (choice, at, { verifications, rows }) =>
    aboutOne(verifications, choice, isPendingIn(rows), ({ owner, id }) => ({
      ...owner,
      id,
      isKnown: choice.isKnown,
      isByToken: choice.hasToken,
      phoneHash: phoneToCheck(rows, id),
      codeHash: choice.code === null ? null : codeHashOf(choice.code),
      at,
    })),
  feedback: (choice, at, { calls }) =>
    aboutOne(
      calls,
      choice,
      () => true,
      ({ owner, vendorId }) => ({ ...owner, vendorId, approved: choice.isYes, at }),
    ),
  abandonVerification: (choice, at, { verifications, rows }) =>
    aboutOne(verifications, choice, isPendingIn(rows), ({ owner, id, created: { key } }) => ({
      ...owner,
      id,
      by: (choice.isYes ? undefined : rows.verifications.get(id)!.verification.answeredTo[0]) ?? id,
      keyHash: key === null ? null : keyHashOf(key),
      at,
    })),
}

/** One of the newest, seldom of those that it is of no use for. */
function aboutOne<K extends Known, I>(
  all: readonly K[],
  { known, isSeldom }: Choice,
  isOfUse: (its: K) => boolean,
  inputOf: (its: K) => I,
) {
  const some = isSeldom ? all : all.filter(isOfUse)
  const its = some.at(-1 - (known % Math.min(some.length, 6)))
  return its && { input: inputOf(its), follows: its.follows }
}

const isOpenIn =
  (rows: MemoryRows) =>
  ({ vendorId }: { readonly vendorId: number }) =>
    rows.calls.get(vendorId)!.state === 'checking'
const isPendingIn =
  (rows: MemoryRows) =>
  ({ id }: { readonly id: string }) =>
    isPending(rows.verifications.get(id)!.verification)
const ownerOf = ({ accountId, serviceId }: CallOwner): CallOwner => ({ accountId, serviceId })
const keyHashOf = (key: string) => hashOf(4, key.charCodeAt(0) - 96)
const capsOf = ({ serviceId }: CallOwner) => (serviceId === 11 ? caps : caps.slice(1))
const clientOf = ({ isOfPage, client }: Choice) => (isOfPage ? `page ${client}` : client)
const phoneOf = ({ phone, country }: Choice) => ({
  phoneHash: phoneHashOf(phone),
  phoneMask: '',
  country,
  operator: '',
  region: '',
  portedTo: '',
  test: phone === testPhone,
})
const endOf = ({ isYes: completed, money, reason }: Choice, settledAt: number) => ({
  completed,
  money,
  reason,
  settledAt,
})

function admissionOf(choice: Choice, startedAt: number) {
  const { owner, priceUnits, chargesFailed } = choice
  return {
    ...owner,
    ...phoneOf(choice),
    ...notesOf({}),
    priceUnits: choice.phone === testPhone ? 0 : priceUnits,
    chargesFailed,
    caps: capsOf(owner),
    unique: null,
    refusal: null,
    startedAt,
    deadlineAt: startedAt + minuteMs,
  }
}

function callOf(choice: Choice, at: number, mode: CallAdmission['mode'] = 'flash'): CallAdmission {
  const { capacity, isSeldom: countsForGood } = choice
  return { ...admissionOf(choice, at), mode, code: '', capacity, countsForGood }
}

function waitOf(choice: Choice, at: number): InboundAdmission {
  const ownersAccounts = choice.isYes ? [1, 2] : [choice.owner.accountId]
  const candidates = ['74951230001', '74951230002', '74951230003']
  return { ...admissionOf(choice, at), callbackUrl: '', phoneForm: null, ownersAccounts, candidates }
}

function stepOf(choice: Choice, step: number, at: number): StepToStart {
  const mode = choice.modes[step]!
  const pageClient = choice.isOfPage ? clientOf(choice) : null
  const about = { step, pageClient, waitsForApproval: choice.isKept, caller: null }
  if (mode === 'inbound')
    return {
      ...about,
      admission: { operation: 'admitInbound', input: waitOf(choice, at) },
      codeHash: null,
      codes: null,
    }
  const input = callOf(choice, at, mode)
  return { ...about, admission: { operation: 'admitCall', input }, codeHash: codeHashOf(step), codes: 9_999 }
}

/** Longer than all commands take between two leaps. */
const batchMs = 30 * minuteMs

/** The results of the same commands in batches that end at these places, and the rows after them. */
export function runInBatches(sent: readonly Sent[], endsAt: (place: number) => boolean) {
  const rows = emptyRows()
  const results: unknown[] = []
  let from = 0
  for (const [place, { follows, at }] of sent.entries()) {
    const isOver = endsAt(place) || follows >= from || at - sent[from]!.at > batchMs
    if (place > from && isOver) {
      results.push(...rows.run(sent.slice(from, place)))
      from = place
    }
  }
  return { rows, results: [...results, ...rows.run(sent.slice(from))] }
}

/** As the service read it before. */
function phoneToCheck(rows: MemoryRows, id: string): Uint8Array | null {
  const { phoneHash = null, test } = rows.verifications.get(id)?.verification ?? {}
  return test === true ? null : phoneHash
}
