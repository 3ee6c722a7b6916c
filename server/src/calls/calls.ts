import type { Subscriber } from '../accounts/directory.ts'
import type {
  CallAdmission,
  CallAdmitted,
  InboundAdmission,
  InboundAdmitted,
  PhoneFacts,
  Refused,
  RepeatAdmitted,
} from '../books/admission.ts'
import { type Mode, type Notes, notesOf, type PhoneForm } from '../books/call.ts'
import { countryAllowed, modeServes } from '../books/countries.ts'
import type { PriceList } from '../books/price-list.ts'
import type { Refusal } from '../books/refusals.ts'
import { type ApiVersion, testConfirmationNumbers, testOf, testRefusal } from '../books/test-numbers.ts'
import type { Numbering, Phone } from '../numbering/phone.ts'
import { type Clock, minuteMs } from '../platform/clock.ts'
import { languageFor, languages } from '../platform/languages.ts'
import type { Random } from '../platform/random.ts'
import type { OwnVoice } from '../storage/queries/recordings.ts'
import type { ServiceRecord } from '../storage/queries/services.ts'
import type { Store } from '../storage/store.ts'
import type { CallMode } from '../telephony/calls/verdict.ts'
import { voicesIn } from '../telephony/prompts/own-voices.ts'
import type { AskedKey, CallPlan, CallRequest, PlannedCall, Telephony } from '../telephony/telephony.ts'
import type { BlockedPrefixes } from './blocked-prefixes.ts'
import type { Catalogue } from './catalogue.ts'
import type { InboundCalls } from './inbound.ts'
import { maskPhone, type PhoneHasher } from './phone-privacy.ts'
import { callDeadlineMs, type Settler } from './settler.ts'
import { planTestCall } from './test-calls.ts'
import type { Velocity } from './velocity.ts'

export interface CallDeps {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly numbering: Numbering
  readonly hasher: PhoneHasher
  readonly telephony: Telephony
  readonly catalogue: Catalogue
  readonly settler: Settler
  /** A spend cap refused a request: raises the operator's alarm. */
  readonly onSpendCap: (accountId: number, serviceId: number) => void
  readonly inbound: InboundCalls
  /** Counts calls by destination, and knows the paused ones. */
  readonly velocity: Velocity
  readonly blockedPrefixes: BlockedPrefixes
}

export interface StartCall extends Partial<Notes> {
  readonly apiVersion: ApiVersion
  readonly phone: Phone
  readonly mode: Exclude<Mode, 'inbound'>
  readonly code: string | undefined
  /** Of the mode http: the message that takes the place of a call; none when there is no gateway for it. */
  readonly message?: PlannedCall | undefined
  /** With the mode voice: the person confirms by these digits. */
  readonly key?: AskedKey | undefined
  readonly unique: string | null
  /** How many last digits of the calling number are told to the client, when more than those of the code. */
  readonly shownDigits?: number | undefined
  /** The code is not stored with the call: nobody compares it here. */
  readonly hidesCode?: true
  /** null, or left out, uses the setting of the service. */
  readonly voiceLanguage?: CallRequest['voiceLanguage']
}

/** A call that is planned but not yet admitted; when it is not admitted, it must be returned. */
export interface PlannedAdmission {
  readonly plan: CallPlan
  readonly admission: CallAdmission
  /** Of the voice; undefined for a call that says nothing. */
  readonly language: string | undefined
  readonly chargesSuspects: boolean
  /** Of a step of /v2. */
  readonly chargesOnApproval: boolean
  readonly refusesOwnCodes: boolean
  /** Why no route can ever be found; undefined when there may be one later. */
  readonly missing: Refused | undefined
}

export interface PlannedInbound {
  readonly admission: InboundAdmission
  readonly missing: Refused | undefined
}

export interface WaitForCall extends Pick<StartCall, 'apiVersion' | 'phone' | 'unique'>, Partial<Notes> {
  readonly phoneForm: PhoneForm | null
  readonly callbackUrl: string
  /** The setting of the service when left out. */
  readonly lifetimeMs?: number
}

export interface Started {
  readonly admitted: CallAdmitted
  readonly phoneMask: string
  /** The code of a planned call; "" when none could be planned. */
  readonly code: string
  readonly priceUnits: number
  /** The number that the phone shows; null for a test number, and when no call was planned. */
  readonly callerNumber: string | null
}

/** Legacy free repeats. */
export const freeRepeats = { max: 2, withinMs: 5 * minuteMs, gapMs: minuteMs } as const
/** Confirmation numbers tried for one phone; a person rarely has a second open request. */
const maxCandidates = 50

/** The core of the service: admits calls, places their calls, and answers queries about them. */
export class Calls {
  readonly #deps: CallDeps

  constructor(deps: CallDeps) {
    this.#deps = deps
  }

  /** initCall: planned, admitted in one transaction, and called only after that is on disk. */
  async startCall(subscriber: Subscriber, request: StartCall): Promise<Started> {
    const { store, settler } = this.#deps
    const planning = this.planCall(subscriber, request)
    const { plan, admission, chargesSuspects, missing } =
      planning instanceof Promise ? await planning : planning
    const { startedAt, phoneMask, code } = admission
    let admitted: CallAdmitted | undefined
    try {
      admitted = await store.admitCall(admission)
    } finally {
      if (admitted?.kind !== 'admitted' && plan.kind === 'planned') plan.release()
    }
    if (!admission.test) this.watchCaps(admitted, subscriber)
    if (admitted.kind === 'admitted' && plan.kind === 'planned') {
      const { vendorId } = admitted
      if (!admission.test) this.countCall(subscriber, request.phone)
      const { accountId, serviceId } = admission
      void settler.follow(
        { vendorId, accountId, serviceId, startedAt, chargesSuspects },
        plan.place(vendorId),
      )
    }
    return {
      admitted: isNoWay(admitted) ? (missing ?? admitted) : admitted,
      phoneMask,
      code,
      priceUnits: admission.priceUnits,
      callerNumber: plan.kind === 'planned' ? plan.callerNumber : null,
    }
  }

  /** Whether its verifications pay for a call once its code was typed. */
  async chargesOnApproval({ account }: Subscriber): Promise<boolean> {
    return (await this.#deps.catalogue.tariff(account.tariff)).chargesOnApproval
  }

  /** A call with everything that its admission needs. Synchronous for a cached tariff: this is the hot path. */
  planCall(subscriber: Subscriber, request: StartCall): PlannedAdmission | Promise<PlannedAdmission> {
    const known = this.#deps.catalogue.tariff(subscriber.account.tariff)
    return known instanceof Promise
      ? known.then((tariff) => this.#planBy(tariff, subscriber, request))
      : this.#planBy(known, subscriber, request)
  }

  #planBy(tariff: PriceList, subscriber: Subscriber, request: StartCall): PlannedAdmission {
    const { clock, catalogue, telephony } = this.#deps
    const { service, account } = subscriber
    const { apiVersion, phone, mode, code, unique } = request
    const test = testOf(phone.e164, service.settings, account, apiVersion)
    const price = test === undefined ? tariff.priceOf(mode, phone.e164) : 0
    const facts = this.factsOf(phone)
    const language = speaks(mode)
      ? languageOf(service, mode === 'http' ? [] : subscriber.voices, phone, request.voiceLanguage)
      : undefined
    const plan: CallPlan =
      test !== undefined
        ? planTestCall(test, mode, code, this.#deps)
        : price === undefined || !catalogue.mayCall(account)
          ? { kind: 'no-way' }
          : mode === 'http'
            ? (request.message ?? { kind: 'no-way' })
            : telephony.plan({
                phone,
                operator: facts.portedTo || facts.operator,
                mode,
                code,
                key: request.key,
                hidesCode: request.hidesCode,
                shownDigits: request.shownDigits,
                voiceLanguage: language ?? null,
                voices: language === undefined ? undefined : voicesIn(subscriber.voices, language),
                demo: account.demo,
                accountId: account.id,
              })
    const startedAt = clock.now()
    return {
      plan,
      language,
      chargesSuspects: tariff.chargesSuspects,
      missing: price === undefined ? noPrice : undefined,
      chargesOnApproval: tariff.chargesOnApproval,
      refusesOwnCodes: tariff.refusesOwnCodes,
      // Field by field: every call comes here, and a spread object would be built twice.
      admission: {
        phoneHash: facts.phoneHash,
        phoneMask: facts.phoneMask,
        country: facts.country,
        operator: facts.operator,
        region: facts.region,
        portedTo: facts.portedTo,
        accountId: account.id,
        serviceId: service.id,
        test: test !== undefined,
        priceUnits: price ?? 0,
        chargesFailed: tariff.chargesFailed,
        caps: catalogue.caps.of(account.id, service.id, phone.e164),
        startedAt,
        deadlineAt: startedAt + callDeadlineMs,
        mode,
        code: plan.kind === 'planned' && request.hidesCode !== true ? plan.code : '',
        ...notesOf(request),
        unique,
        refusal:
          test !== undefined
            ? testRefusal(test, mode)
            : apiVersion === 'v2' || modeServes(mode, phone.countryIso)
              ? this.#refusalOf(service, tariff, mode, phone)
              : 'mode-country',
        capacity: plan.kind === 'planned' ? 'ok' : plan.kind,
      },
    }
  }

  /** initRepeat, if the operator still offers it. The number is computed again from its mask and hash. */
  async repeat({ service, account, voices }: Subscriber, vendorId: number): Promise<RepeatAdmitted> {
    const { store, clock, hasher, numbering, telephony, settler, catalogue } = this.#deps
    const first = await store.call(vendorId)
    // A step of /v2 has no code in its record.
    const callable =
      first !== undefined && first.serviceId === service.id && first.mode !== 'inbound' && first.code !== ''
    // Only for its own calls: an id of another service must not cost a search.
    const e164 =
      callable && first.phoneHash !== null
        ? await hasher.recover(first.phoneMask, first.phoneHash)
        : undefined
    const phone = e164 === undefined ? undefined : numbering.readE164(e164)
    const startedAt = clock.now()
    const deadlineAt = startedAt + callDeadlineMs
    const test = e164 === undefined ? undefined : testOf(e164, service.settings, account, 'v1')
    if (test?.refusal === 'test-off') return { kind: 'refused', why: 'test-off', retryAfterMs: 0 }
    const stop =
      phone === undefined || test !== undefined
        ? null
        : this.#stopOf(service.id, phone, () => first!.operator)
    const plan: CallPlan =
      !callable || phone === undefined
        ? { kind: 'no-way' }
        : test !== undefined
          ? planTestCall(test, first.mode, first.code, this.#deps)
          : !catalogue.mayCall(account) || stop !== null
            ? { kind: 'no-way' }
            : telephony.plan({
                phone,
                operator: first.portedTo || first.operator,
                mode: first.mode as CallMode,
                code: first.code,
                voiceLanguage: languageOf(service, voices, phone),
                voices: voicesIn(voices, languageOf(service, voices, phone)),
                demo: account.demo,
                accountId: account.id,
              })
    let admitted: RepeatAdmitted | undefined
    try {
      admitted = await store.admitRepeat({
        accountId: account.id,
        serviceId: service.id,
        vendorId,
        startedAt,
        deadlineAt,
        withinMs: freeRepeats.withinMs,
        maxRepeats: freeRepeats.max,
        gapMs: freeRepeats.gapMs,
        capacity: plan.kind === 'planned' ? 'ok' : plan.kind,
      })
    } finally {
      if (admitted?.kind !== 'admitted' && plan.kind === 'planned') plan.release()
    }
    if (admitted.kind === 'admitted' && plan.kind === 'planned') {
      const repeated = admitted.call.vendorId
      const owner = { accountId: account.id, serviceId: service.id }
      void settler.follow({ vendorId: repeated, ...owner, startedAt }, plan.place(repeated))
    }
    if (stop !== null && admitted.kind === 'refused' && admitted.why === 'no-way')
      return { ...admitted, why: stop }
    return admitted
  }

  /** inboundCallWaiting: gives a number to call, until the lifetime ends. */
  async waitForCall(
    subscriber: Subscriber,
    request: WaitForCall,
  ): Promise<InboundAdmitted & { readonly phoneMask: string }> {
    const { store, inbound } = this.#deps
    const { lifetimeMs = subscriber.service.settings.inboundLifetimeSeconds * 1000 } = request
    const { admission, missing } = await this.planInbound(subscriber, { ...request, lifetimeMs })
    const admitted = await store.admitInbound(admission)
    if (!admission.test) this.watchCaps(admitted, subscriber)
    if (admission.test && admitted.kind === 'admitted') {
      const record = await store.call(admitted.vendorId)
      if (record !== undefined) inbound.expectTestCall(record)
    }
    const outcome = isNoWay(admitted) ? (missing ?? admitted) : admitted
    return { ...outcome, phoneMask: admission.phoneMask }
  }

  /** A request for a call from the person, with everything that its admission needs. */
  async planInbound(
    { service, account, ownersAccounts }: Subscriber,
    request: WaitForCall & { readonly lifetimeMs: number },
  ): Promise<PlannedInbound> {
    const { clock, catalogue } = this.#deps
    const { apiVersion, phone, phoneForm, callbackUrl, unique, lifetimeMs } = request
    const tariff = await catalogue.tariff(account.tariff)
    const test = testOf(phone.e164, service.settings, account, apiVersion)
    const price = test !== undefined ? 0 : tariff.priceOf('inbound', phone.e164)
    const startedAt = clock.now()
    const facts = this.factsOf(phone)
    const caller = { country: facts.country, network: facts.portedTo || facts.operator }
    const numbers =
      test !== undefined ? [testConfirmationNumbers] : catalogue.confirmationNumbersFor(account, caller)
    const admission: InboundAdmission = {
      ...facts,
      accountId: account.id,
      serviceId: service.id,
      test: test !== undefined,
      priceUnits: price ?? 0,
      chargesFailed: tariff.chargesFailed,
      caps: catalogue.caps.of(account.id, service.id, phone.e164),
      startedAt,
      deadlineAt: startedAt + lifetimeMs,
      callbackUrl,
      ownersAccounts,
      phoneForm,
      ...notesOf(request),
      unique,
      refusal:
        test !== undefined
          ? testRefusal(test, 'inbound')
          : this.#refusalOf(service, tariff, 'inbound', phone),
      candidates: price === undefined ? [] : this.#drawFromAll(numbers),
    }
    const missing = price === undefined ? noPrice : numbers.length === 0 ? noNumbers : undefined
    return { admission, missing }
  }

  /** A call was placed: its destination is added to the history of the account. */
  countCall({ service }: Subscriber, phone: Phone): void {
    this.#deps.velocity.count(service.id, phone)
  }

  /** Reports a spend cap that refused a request to the operator. */
  watchCaps(
    admitted: { readonly kind: string; readonly why?: string },
    { service, account }: Subscriber,
  ): void {
    if (admitted.kind === 'refused' && admitted.why === 'spend-cap')
      this.#deps.onSpendCap(account.id, service.id)
  }

  #refusalOf({ id, settings }: ServiceRecord, tariff: PriceList, mode: Mode, phone: Phone): Refusal | null {
    if (!countryAllowed(settings, phone.countryIso)) return 'country'
    const isPremium = this.#deps.numbering.classOf(phone) !== 'ordinary'
    if (isPremium && !tariff.opens(mode, phone)) return 'premium-number'
    return this.#stopOf(id, phone, () => this.#deps.numbering.networkOf(phone).registryOperator)
  }

  /** By the operator for everybody, or after unusual traffic for one service. */
  #stopOf(serviceId: number, phone: Phone, operatorOf: () => string) {
    const { velocity, blockedPrefixes } = this.#deps
    if (blockedPrefixes.has(phone.e164)) return 'prefix-blocked'
    return velocity.isPaused(serviceId, phone, operatorOf) ? 'prefix-paused' : null
  }

  factsOf(phone: Phone): PhoneFacts {
    const { hasher, numbering } = this.#deps
    const { registryOperator, region, portedTo } = numbering.networkOf(phone)
    return {
      phoneHash: hasher.hash(phone.e164),
      phoneMask: maskPhone(phone.e164),
      country: phone.countryIso,
      operator: registryOperator,
      region,
      portedTo,
    }
  }

  /** Drawn from the first group, and from the next ones while there are too few. */
  #drawFromAll(groups: readonly (readonly string[])[]): string[] {
    return groups.reduce<string[]>(
      (drawn, numbers) => drawn.concat(this.#drawFrom(numbers, maxCandidates - drawn.length)),
      [],
    )
  }

  /**
   * The first part of a random order of the numbers. A Fisher-Yates shuffle that stores only the positions it has
   * touched: the pool may hold tens of thousands and is not copied for fifty of them.
   */
  #drawFrom(numbers: readonly string[], atMost: number): string[] {
    const { random } = this.#deps
    const moved = new Map<number, number>()
    return Array.from({ length: Math.min(atMost, numbers.length) }, (_, place) => {
      const other = place + random.below(numbers.length - place)
      const drawn = moved.get(other) ?? other
      moved.set(other, moved.get(place) ?? place)
      return numbers[drawn]!
    })
  }
}

/** Refusals that are permanent: the tariff does not serve it, or the operator has no numbers. */
const noPrice: Refused = { kind: 'refused', why: 'no-price', retryAfterMs: 0 }
const noNumbers: Refused = { kind: 'refused', why: 'no-numbers', retryAfterMs: 0 }

function isNoWay(admitted: CallAdmitted | InboundAdmitted): boolean {
  return admitted.kind === 'refused' && admitted.why === 'no-way'
}

/** Whether a code is spoken or written in a language. */
const speaks = (mode: Mode) => mode === 'voice' || mode === 'mix' || mode === 'http'

/** By the request, then the service, then the called country: the first that a voice speaks. */
function languageOf(
  { settings }: Pick<ServiceRecord, 'settings'>,
  voices: readonly OwnVoice[],
  { countryIso }: Phone,
  asked?: string | null,
): string {
  const own = voices.filter(({ isWhole }) => isWhole).map(({ language }) => language)
  const spoken = own.length === 0 ? languages : [...languages, ...own]
  return languageFor<string>([asked, settings.voiceLanguage], countryIso, spoken)
}
