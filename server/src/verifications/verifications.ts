import { type Directory, type Subscriber, suspensionReasonOf } from '../accounts/directory.ts'
import type { Abandonment } from '../books/abandon-verification.ts'
import type { CallOwner } from '../books/call.ts'
import type { CodeCheck, CodeChecked } from '../books/check-code.ts'
import type { VerificationCreated, VerificationRequest } from '../books/create-verification.ts'
import type { StepRefusal } from '../books/refusals.ts'
import type { StepStarted } from '../books/start-step.ts'
import { hasPlanned, isPending, move, rings } from '../books/step-machine.ts'
import { skipReasonOf } from '../books/step-refusals.ts'
import {
  plannedStep,
  type Said,
  type Step,
  type Verification,
  type VerificationFacts,
  verificationIdAt,
  verificationIdRandomBytes,
} from '../books/verification.ts'
import type { Calls } from '../calls/calls.ts'
import type { PhoneHasher } from '../calls/phone-privacy.ts'
import type { Numbering, Phone } from '../numbering/phone.ts'
import { writtenLimitKey } from '../platform/client-address.ts'
import type { Random } from '../platform/random.ts'
import type { DueVerification, VerificationPageRequest } from '../storage/queries/verifications.ts'
import { OutcomeUnknown } from '../storage/store.ts'
import type { CallRequest } from '../telephony/telephony.ts'
import { abandon } from './abandon.ts'
import type { VerificationCodes } from './codes.ts'
import { type Gateways, type PreparedStep, prepareStep, type StepTerms, withoutPlan } from './prepare-step.ts'
import { Reach } from './reach.ts'
import { StepCalls, type StepCallsDeps } from './step-calls.ts'
import { type Wait, Waiters } from './waiters.ts'
import { asksForReach, matchingRule, stepsFor, type WrittenStep, workflowSteps } from './workflow.ts'

export interface VerificationDeps extends StepCallsDeps {
  readonly random: Random
  readonly numbering: Numbering
  readonly hasher: PhoneHasher
  readonly codes: VerificationCodes
  readonly directory: Directory
  readonly calls: Calls
  readonly gateways: Gateways
  /** No new calls: the process is stopping. */
  readonly isDraining: () => boolean
  /** A verification of this service has changed, and its events are in the outbox. */
  readonly onChange: (serviceId: number) => void
}

/** `operator`: the brand name, where `/v1.0` has the name of the registry. */
type GivenFact =
  | 'operator'
  | 'isOfPage'
  | 'codeLength'
  | keyof Said
  | 'metadata'
  | 'ip'
  | 'consent'
  | 'maxCostUnits'
  | 'inboundSeconds'
type TermFact = 'id' | 'isOfPage' | 'client' | 'codeLength' | 'inboundSeconds' | 'language'
type GivenTerm = 'expiresInMs' | 'attempts' | 'hasClientToken' | 'returnsPending' | 'key'

export interface NewVerification
  extends Pick<VerificationFacts, GivenFact>,
    Pick<VerificationRequest, GivenTerm> {
  readonly phone: Phone
  readonly steps: readonly WrittenStep[]
  readonly code: string | undefined
  /** One code for its steps, but for those whose calling number shows it. Further steps may be asked for until its end. */
  readonly reusesCode?: boolean
  readonly language: CallRequest['voiceLanguage']
  readonly deviceId?: string | undefined
  /** Lifts the limits per address and device. */
  readonly isTrusted?: boolean | undefined
  /** The steps were chosen because of it. */
  readonly isHardToReach?: boolean
}

export type Asked =
  | { readonly kind: 'done'; readonly verification: Verification }
  | { readonly kind: 'ended'; readonly verification: Verification }
  | { readonly kind: 'step-in-progress' | 'no-step-left' | 'unknown' }
  | { readonly kind: 'refused'; readonly why: StepRefusal; readonly retryAfterMs: number }

/** A sweep returns at most this many; each is leased to this node for the time of the lease. */
const sweepPage = 200
const leaseMs = 5_000
const retryMs = 1_000
/** How often those who wait are checked again: the message of another node may have been lost. */
const recheckMs = 1_000
/** Verifications that one query asks for. */
const recheckedAtOnce = 500

/**
 * The core of `/v2`: verifications of one or more calls. The state machine in the store decides on every transition.
 */
export class Verifications {
  readonly #deps: VerificationDeps
  readonly #waiters: Waiters
  readonly #stepCalls: StepCalls
  readonly #reach: Reach
  readonly #watch: { close(): Promise<void> }
  #underWay = 0
  #recheckedMs = 0

  constructor(deps: VerificationDeps) {
    this.#deps = deps
    this.#reach = new Reach(deps)
    this.#waiters = new Waiters(deps.clock, (serviceId, id) => this.read(serviceId, id))
    this.#stepCalls = new StepCalls(deps, {
      acknowledge: (verification) => void this.#advance(verification, true),
      ended: (verification, dueStep) => this.stepEnded(verification, dueStep),
    })
    this.#watch = deps.store.watchPhones((id) => void this.#heardOf(id))
  }

  /** Requests that wait for a change. */
  get waiting(): number {
    return this.#waiters.size
  }

  async create(subscriber: Subscriber, request: NewVerification): Promise<VerificationCreated> {
    const { store, clock, random, codes, calls } = this.#deps
    const { service, account } = subscriber
    const {
      phone,
      steps: written,
      code,
      reusesCode,
      deviceId,
      isTrusted,
      isHardToReach,
      key,
      ...terms
    } = request
    const { expiresInMs, attempts, hasClientToken, returnsPending, ...given } = terms
    const id = verificationIdAt(clock.now(), random.bytes(verificationIdRandomBytes).toString('hex'))
    const owner = { accountId: account.id, serviceId: service.id }
    const kept = code ?? (reusesCode === true ? codes.draw(terms.codeLength) : undefined)
    const stepTerms = this.#termsOf(
      { ...given, id },
      owner,
      phone,
      codeTerms(kept, code !== undefined),
      expiresInMs,
    )
    let steps: readonly Step[] = written.map((way, place) => ({
      ...stepOf(way),
      ...(code === undefined ? {} : { hasOwnCode: true }),
      ...(reusesCode === true ? { reusesCode: true } : {}),
      ...(isHardToReach === true && place === 0 ? { reach: 'poor' as const } : {}),
    }))
    let firstRefusal: VerificationCreated | undefined
    for (const [step, way] of steps.entries()) {
      const prepared = await prepareStep(this.#deps, subscriber, stepTerms, step, way)
      const { phoneHash, phoneMask, country, region, portedTo, test, startedAt } = prepared.admission.input
      const created = await this.#admit(prepared, () =>
        store.createVerification({
          ...withoutPlan(prepared),
          facts: { phoneMask, country, region, portedTo, test, ...given, id, ...owner },
          phoneHash,
          network: given.ip === '' ? '' : writtenLimitKey(given.ip),
          device: deviceId === undefined ? '' : codes.deviceHash(service.id, deviceId),
          addressLimits: isTrusted === true ? null : service.settings.addressLimits,
          steps,
          expiresInMs,
          attempts,
          hasClientToken,
          returnsPending,
          // For the steps after this one.
          sealedCode:
            kept === undefined || (step === steps.length - 1 && reusesCode !== true)
              ? null
              : codes.seal(id, kept),
          key,
          at: startedAt,
        }),
      ).catch((error: Error) => {
        const answer = error instanceof OutcomeUnknown ? (error.result as VerificationCreated) : undefined
        if (answer !== undefined && 'verification' in answer) {
          const { id: of } = answer.verification
          void this.#abandon({ id: of, by: id, ...owner, keyHash: key?.keyHash ?? null })
        }
        throw error
      })
      if (!test) calls.watchCaps(created, subscriber)
      if (created.kind === 'created') {
        this.#deps.onChange(service.id)
        this.#stepCalls.follow(created.verification, created.vendorId, prepared)
      }
      if (created.kind !== 'refused') return created
      const reason = skipReasonOf(created.why)
      if (reason === undefined) return created
      firstRefusal ??= created.why === 'no-way' ? (prepared.missing ?? created) : created
      const endedAt = clock.now()
      steps = steps.map((each, index) =>
        index === step ? { ...each, status: 'skipped', reason, endedAt } : each,
      )
    }
    return firstRefusal!
  }

  /** The steps when the request names none, and whether they are those for a phone that flash calls do not serve. */
  async workflowFor({ service, account }: Subscriber, phone: Phone, operator: string, codeLength: number) {
    const rules = service.settings.workflow
    const target = { e164: phone.e164, country: phone.countryIso, operator }
    if (!asksForReach(rules)) return { steps: workflowSteps(rules, target, codeLength), isHardToReach: false }
    const phoneHash = this.#deps.hasher.hash(phone.e164)
    const asked = { accountId: account.id, phoneHash, country: target.country, operator }
    const isHardToReach = await this.#reach.isPoor(asked)
    const place = matchingRule(rules, { ...target, isHardToReach })
    const rule = place === null ? undefined : rules[place]
    return { steps: stepsFor(rule, codeLength), isHardToReach: rule?.match.reach === 'poor' }
  }

  /** The client got 503 for a verification that may be stored. */
  async #abandon(verification: Omit<Abandonment, 'at'>): Promise<void> {
    this.#underWay += 1
    await abandon(this.#deps, verification)
    this.#underWay -= 1
  }

  /** The current state; undefined when this service has no verification with this id. */
  async read(serviceId: number, id: string): Promise<Verification | undefined> {
    const found = await this.#deps.store.verification(id)
    return found?.serviceId === serviceId ? found : undefined
  }

  /** The code that further steps carry; undefined when none is kept. */
  keptCode({ id, sealedCode }: Verification): string | undefined {
    return sealedCode === null ? undefined : this.#deps.codes.open(id, sealedCode)
  }

  wait(serviceId: number, wait: Wait, onGone: (forget: () => void) => void) {
    return this.#waiters.wait(serviceId, wait, onGone)
  }

  async page(request: Omit<VerificationPageRequest, 'phoneHash'> & { phone?: Phone }) {
    const { phone, ...rest } = request
    const phoneHash = phone === undefined ? null : this.#deps.hasher.hash(phone.e164)
    return this.#deps.store.verificationPage({ ...rest, phoneHash })
  }

  async check(
    serviceId: number,
    id: string,
    code: string,
    { isKnown = true, isByToken = false } = {},
  ): Promise<CodeChecked | undefined> {
    const found = await this.read(serviceId, id)
    if (found === undefined) return undefined
    const { accountId, phoneHash, test } = found
    const known = { id, accountId, serviceId, phoneHash: test ? null : phoneHash, isKnown, isByToken }
    return this.#compareTyped(known, code)
  }

  #compareTyped(known: Omit<CodeCheck, 'at' | 'codeHash' | 'codeMark'>, code: string) {
    const { codes, clock } = this.#deps
    return this.#compare({
      ...known,
      codeHash: codes.hash(known.id, code),
      codeMark: codes.mark(code, clock.now()),
    })
  }

  async #compare(check: Omit<CodeCheck, 'at'>): Promise<CodeChecked | undefined> {
    const { store, clock } = this.#deps
    const checked = await store.checkCode({ ...check, at: clock.now() })
    for (const ended of checked?.ended ?? []) this.#changed(ended)
    return checked
  }

  /** For the newest pending verification, else for one that was approved a moment ago. */
  async checkPhone(serviceId: number, phone: Phone, code: string): Promise<CodeChecked | undefined> {
    const { store, clock, hasher } = this.#deps
    const phoneHash = hasher.hash(phone.e164)
    const found = await store.newestToCheck({ serviceId, phoneHash, at: clock.now() })
    if (found === undefined) return undefined
    const { id, accountId, test } = found
    const known = { id, accountId, serviceId, phoneHash: test ? null : phoneHash, isKnown: false }
    return this.#compareTyped(known, code)
  }

  async cancel(serviceId: number, id: string): Promise<Asked> {
    const before = await this.read(serviceId, id)
    if (before === undefined) return { kind: 'unknown' }
    const verification = (await this.#advanceOnce(before, { cancels: true }))?.verification
    if (verification === undefined) return { kind: 'unknown' }
    return { kind: verification.status === 'canceled' ? 'done' : 'ended', verification }
  }

  /** Starts the next step now, or returns why not. When none is left, `more` is one. */
  async next(serviceId: number, id: string, more?: WrittenStep): Promise<Asked> {
    const before = await this.read(serviceId, id)
    if (before === undefined) return { kind: 'unknown' }
    let verification = (await this.#advanceOnce(before, { isKnown: true }))?.verification
    for (;;) {
      if (verification === undefined) return { kind: 'unknown' }
      if (!isPending(verification)) return { kind: 'ended', verification }
      if (rings(verification)) return { kind: 'step-in-progress' }
      const { hasOwnCode, reusesCode } = verification.steps[0]!
      const sameCode = { ...(hasOwnCode && { hasOwnCode }), ...(reusesCode && { reusesCode }) }
      const isAdded = more !== undefined && !hasPlanned(verification)
      const adds = isAdded ? { ...stepOf(more), ...(reusesCode ? sameCode : {}) } : undefined
      const { steps } =
        adds === undefined ? verification : move(verification, { kind: 'added', step: adds })[0]
      const step = steps.findIndex(({ status }) => status === 'planned')
      if (step === -1) return { kind: 'no-step-left' }
      const started = await this.#start({ ...verification, steps }, step, true, adds)
      if (started === undefined) return { kind: 'no-step-left' }
      if (started.kind === 'started') return { kind: 'done', verification: started.verification }
      if (started.kind === 'refused' && (adds !== undefined || skipReasonOf(started.why) === undefined))
        return started
      // A lost call may still ring.
      if (started.verification.version === verification.version) return { kind: 'step-in-progress' }
      verification = started.verification
    }
  }

  /** The end of a step is on disk. Starts the step that is due in its place. */
  async stepEnded(verification: Verification, dueStep: number | undefined): Promise<void> {
    this.#changed(verification)
    await this.#trying(() => this.#startDue(verification, dueStep))
  }

  /** Processes what is due by the store's clock; called every half second. */
  async sweep(): Promise<void> {
    const { store, clock } = this.#deps
    const now = clock.now()
    if (store.isShared && clock.monotonicMs() - this.#recheckedMs >= recheckMs) await this.#recheck()
    if (!(await store.isPhoneDue({ now }))) return
    const due = await store.claimDuePhones({ now, leaseMs, limit: sweepPage })
    await Promise.all(due.map((each) => this.#advance(each)))
  }

  /** The service stops: waiting requests are answered. */
  endWaits(): void {
    this.#waiters.endAll()
  }

  /** Steps that are being started or processed at this moment. */
  get underWay(): number {
    return this.#underWay + this.#stepCalls.underWay
  }

  async close(): Promise<void> {
    await this.#watch.close()
  }

  /** Applies the time, and starts what is due. A node that places a call of it knows that its creation was answered. */
  async #advance(its: DueVerification, isKnown = this.#stepCalls.has(its.id)): Promise<void> {
    await this.#trying(async () => {
      const advanced = await this.#advanceOnce(its, { isKnown })
      if (advanced !== undefined) await this.#startDue(advanced.verification, advanced.dueStep)
    })
  }

  /** A skipped step is followed by the next one at once. */
  async #startDue(verification: Verification, dueStep: number | undefined): Promise<void> {
    if (dueStep === undefined || this.#deps.isDraining()) return
    const started = await this.#start(verification, dueStep, false)
    if (started?.kind === 'refused') await this.#startDue(started.verification, started.dueStep)
  }

  /** The sweep does again what the store had no time for. */
  async #trying(work: () => Promise<void>): Promise<void> {
    this.#underWay += 1
    try {
      await work()
    } catch (error) {
      this.#deps.storeTrouble(error as Error)
    } finally {
      this.#underWay -= 1
    }
  }

  async #advanceOnce(
    { id, accountId, serviceId }: DueVerification,
    { cancels = false, isKnown = false }: { readonly cancels?: boolean; readonly isKnown?: boolean },
  ) {
    const { store, clock } = this.#deps
    const request = { id, accountId, serviceId, cancels, isKnown, at: clock.now() }
    const advanced = await store.advanceVerification(request)
    if (advanced?.isChanged === true) this.#changed(advanced.verification)
    return advanced
  }

  /** undefined when it cannot be started now, and the sweep has to try again. */
  async #start(
    verification: Verification,
    step: number,
    isAsked: boolean,
    adds?: Step,
  ): Promise<StepStarted | undefined> {
    const { store, clock, directory, hasher, numbering, calls } = this.#deps
    const { phoneHash, phoneMask, expiresAt } = verification
    const subscriber = await directory.find(verification.serviceId)
    if (subscriber === undefined || suspensionReasonOf(subscriber) !== undefined || phoneHash === null)
      return undefined
    const e164 = await hasher.recover(phoneMask, phoneHash)
    const phone = e164 === undefined ? undefined : numbering.readE164(e164)
    if (phone === undefined) return undefined
    const restMs = Math.max(0, expiresAt - clock.now())
    const code = codeTerms(this.keptCode(verification), verification.steps[0]!.hasOwnCode === true)
    const terms = this.#termsOf(verification, verification, phone, code, restMs)
    const prepared = await prepareStep(this.#deps, subscriber, terms, step, verification.steps[step]!)
    const started = await this.#admit(prepared, () =>
      store.startStep({
        ...withoutPlan(prepared),
        id: verification.id,
        isAsked,
        adds,
        at: prepared.admission.input.startedAt,
      }),
    )
    if (started === undefined) return undefined
    if (!prepared.admission.input.test) calls.watchCaps(started, subscriber)
    this.#changed(started.verification)
    if (started.kind === 'started') this.#stepCalls.follow(started.verification, started.vendorId, prepared)
    return started
  }

  #termsOf(
    { id, isOfPage, client, codeLength, inboundSeconds, language }: Pick<Verification, TermFact>,
    { accountId, serviceId }: CallOwner,
    phone: Phone,
    code: Pick<StepTerms, 'ownCode' | 'reusedCode'>,
    restMs: number,
  ): StepTerms {
    const { storeTrouble, hasher } = this.#deps
    return {
      id,
      isOfPage,
      client,
      codeLength,
      inboundSeconds,
      language,
      phone,
      ...code,
      restMs,
      // A wrong key is a wrong try as a wrong code is.
      onWrongKey: () => {
        const known = { id, accountId, serviceId, phoneHash: hasher.hash(phone.e164), isKnown: true }
        void this.#compare({ ...known, codeHash: null }).catch(storeTrouble)
      },
    }
  }

  /** Runs an admission and returns the reserved route when it fails. */
  async #admit<T extends { readonly kind: string } | undefined>(
    { planned }: PreparedStep,
    admission: () => Promise<T>,
  ): Promise<T> {
    let admitted: T | undefined
    try {
      admitted = await admission()
      return admitted
    } finally {
      if (admitted?.kind !== 'created' && admitted?.kind !== 'started') planned?.release()
    }
  }

  /** Answers the waiting requests; a call that is no longer wanted is hung up. */
  #changed(verification: Verification): void {
    this.#waiters.notify(verification)
    this.#deps.onChange(verification.serviceId)
    if (!isPending(verification)) this.#stepCalls.end(verification)
  }

  /** Another node has changed this verification; "" means any of them. */
  async #heardOf(id: string): Promise<void> {
    const ids = id === '' ? new Set([...this.#waiters.ids, ...this.#stepCalls.ids]) : [id]
    for (const each of ids) {
      if (!this.#waiters.has(each) && !this.#stepCalls.has(each)) continue
      try {
        const verification = await this.#deps.store.verification(each)
        if (verification !== undefined) this.#changed(verification)
      } catch (error) {
        this.#deps.storeTrouble(error as Error)
        // Nobody reports the change again. The others would fail too: all are read after a pause, by one timer.
        this.#deps.clock.after(retryMs, () => void this.#heardOf(id))
        return
      }
    }
  }

  /** Asks for the versions of those that somebody waits for here, and of those that have a call here. */
  async #recheck(): Promise<void> {
    const { store, clock } = this.#deps
    this.#recheckedMs = clock.monotonicMs()
    const ids = [...new Set([...this.#waiters.ids, ...this.#stepCalls.ids])]
    for (let from = 0; from < ids.length; from += recheckedAtOnce) {
      for (const { id, version, isEnded } of await store.verificationVersions(
        ids.slice(from, from + recheckedAtOnce),
      )) {
        if (this.#waiters.isBehind(id, version) || (isEnded && this.#stepCalls.has(id)))
          await this.#heardOf(id)
      }
    }
  }
}

const codeTerms = (kept: string | undefined, isOwn: boolean) =>
  isOwn ? { ownCode: kept } : { reusedCode: kept }

const stepOf = ({ mode, seconds, channel, confirm }: WrittenStep): Step =>
  plannedStep(mode, seconds, {
    ...(channel === undefined ? {} : { channel }),
    ...(confirm === undefined ? {} : { confirm }),
  })
