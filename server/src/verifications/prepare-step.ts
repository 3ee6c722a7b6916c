import type { Subscriber } from '../accounts/directory.ts'
import type { Refused } from '../books/admission.ts'
import type { Mode } from '../books/call.ts'
import type { StepToStart } from '../books/step-admission.ts'
import type { Step } from '../books/verification.ts'
import type { Calls } from '../calls/calls.ts'
import { maskPhone } from '../calls/phone-privacy.ts'
import type { Phone } from '../numbering/phone.ts'
import type { Clock } from '../platform/clock.ts'
import { languageFor, languages } from '../platform/languages.ts'
import type { GatewayRecord } from '../storage/queries/gateways.ts'
import type { ServiceRecord } from '../storage/queries/services.ts'
import type { CallRequest, PlannedCall } from '../telephony/telephony.ts'
import { type GatewayAnswer, gatewayFor, type StepMessage } from '../webhooks/gateway.ts'
import { shownCodeLength, type VerificationCodes } from './codes.ts'
import { showsCode } from './workflow.ts'

/** The facts of a verification that a step needs, before or after the verification exists. */
export interface StepTerms {
  readonly id: string
  readonly phone: Phone
  readonly client: string
  readonly ownCode?: string | undefined
  /** Drawn for a step before; those whose calling number shows the code have codes of their own. */
  readonly reusedCode?: string | undefined
  readonly codeLength: number
  readonly isOfPage: boolean
  readonly language: CallRequest['voiceLanguage']
  readonly inboundSeconds: number
  /** The person pressed a wrong key. */
  readonly onWrongKey: () => void
  /** The remaining lifetime of the verification. */
  readonly restMs: number
}

/** A step that telephony is ready for, but that is not admitted yet. */
export interface PreparedStep extends StepToStart {
  /** null when there is nothing to place: an inbound step, or a call without a route. */
  readonly planned: PlannedCall | null
  readonly chargesSuspects: boolean
  /** Why no route can ever be found; undefined when there may be one later. */
  readonly missing: Refused | undefined
  /** Counts the call once it is on disk. */
  readonly counted: () => void
}

interface PrepareDeps {
  readonly calls: Calls
  readonly clock: Clock
  readonly gateways: Gateways
  readonly codes: VerificationCodes
}

/** Digits that a person is asked to press. */
const keyLength = 2

/** Reserves a route for the call. */
export async function prepareStep(
  { calls, clock, codes, gateways }: PrepareDeps,
  subscriber: Subscriber,
  terms: StepTerms,
  step: number,
  { mode, channel, confirm }: Pick<Step, 'mode' | 'channel' | 'confirm'>,
): Promise<PreparedStep> {
  const { id, phone, client, isOfPage, codeLength, language, inboundSeconds } = terms
  const pageClient = isOfPage ? client : null
  if (mode === 'inbound') {
    const { admission: input, missing } = await calls.planInbound(subscriber, {
      apiVersion: 'v2',
      phone,
      phoneForm: null,
      client,
      unique: null,
      callbackUrl: '',
      lifetimeMs: inboundSeconds * 1000,
    })
    const admission = { operation: 'admitInbound' as const, input }
    // The person's call is the approval: neither a code nor a hold has to be kept.
    const nothing = {
      caller: null,
      codeHash: null,
      codes: null,
      planned: null,
      chargesSuspects: false,
      waitsForApproval: false,
    }
    return { step, pageClient, admission, ...nothing, missing, counted: () => {} }
  }
  // Nobody types the code of a call that asks for a key.
  const ownCode = confirm === undefined ? terms.ownCode : undefined
  const key = confirm === undefined ? undefined : { digits: codes.draw(keyLength), onWrong: terms.onWrongKey }
  // Where an approval pays, the program behind a gateway must not learn what a call says: it could compare without us.
  const isShared = mode !== 'http' || !(await calls.chargesOnApproval(subscriber))
  const reusedCode = confirm === undefined && !showsCode(mode) && isShared ? terms.reusedCode : undefined
  const isDrawn = mode === 'http' || codeLength !== shownCodeLength
  const code = ownCode ?? reusedCode ?? (isDrawn ? codes.draw(codeLength) : undefined)
  const message =
    mode === 'http'
      ? await planGateway(gateways, clock, subscriber.service, { ...terms, code: code!, step, channel })
      : undefined
  const planned = await calls.planCall(subscriber, {
    apiVersion: 'v2',
    phone,
    mode,
    code,
    message,
    key,
    client,
    unique: null,
    hidesCode: true,
    voiceLanguage: language,
  })
  const { plan, admission, language: found, chargesSuspects, chargesOnApproval, missing } = planned
  const isOwnCode = ownCode !== undefined
  // Nobody sees the code of a test number: only one that the integrator chose is right. No typed code is empty.
  const isUnknown = admission.test && !isOwnCode
  // Whoever knows the code can compare it without us: waiting for an approval would make the call free.
  const waitsForApproval =
    chargesOnApproval &&
    !isOwnCode &&
    subscriber.service.chargedOnDeliveryUntil <= admission.startedAt &&
    admission.priceUnits > 0
  const refusal =
    isOwnCode && planned.refusesOwnCodes
      ? 'own-code'
      : mode === 'http' && message === undefined
        ? 'no-gateway'
        : undefined
  return {
    step,
    pageClient,
    admission: { operation: 'admitCall', input: { ...admission, countsForGood: chargesOnApproval } },
    refusal: admission.test ? undefined : refusal,
    caller: plan.kind === 'planned' ? shownCaller(mode, plan.callerNumber) : null,
    codeHash:
      plan.kind === 'planned' && key === undefined ? codes.hash(id, isUnknown ? '' : plan.code) : null,
    askedKey: key?.digits,
    language: found,
    codes: plan.kind === 'planned' ? plan.codes : null,
    planned: plan.kind === 'planned' ? plan : null,
    chargesSuspects,
    missing,
    counted: () => {
      if (!admission.test) calls.countCall(subscriber, phone)
    },
    waitsForApproval,
  }
}

/** The data of the step for the store. */
export function withoutPlan(prepared: PreparedStep): StepToStart {
  const { planned, chargesSuspects, missing, counted, ...stored } = prepared
  return stored
}

/** The digits of the code are only on the phone. */
function shownCaller(mode: Mode, e164: string | null): string | null {
  if (e164 === null) return null
  return showsCode(mode) ? `+${e164.slice(0, -shownCodeLength)}${'*'.repeat(shownCodeLength)}` : `+${e164}`
}

/** The gateways of services, and the way to them. */
export interface Gateways {
  of(serviceId: number): Promise<readonly GatewayRecord[]>
  deliver(gateway: GatewayRecord, message: StepMessage): Promise<GatewayAnswer>
}

/** The message to a gateway in the place of a call; undefined when the service has no gateway for it. */
async function planGateway(
  gateways: Gateways,
  clock: Clock,
  { id: serviceId, settings }: Pick<ServiceRecord, 'id' | 'settings'>,
  message: Pick<StepMessage, 'step' | 'code'> & {
    readonly id: string
    readonly phone: Phone
    readonly channel: string | undefined
    readonly language: string | null
    readonly restMs: number
  },
): Promise<PlannedCall | undefined> {
  const { id, phone, code, step, channel, restMs } = message
  const asked = { channel, country: phone.countryIso, codeLength: code.length }
  const gateway = gatewayFor(await gateways.of(serviceId), asked)
  if (gateway === undefined) return undefined
  const expiresAt = clock.now() + restMs
  return {
    kind: 'planned',
    code,
    codes: null,
    callerNumber: null,
    async place() {
      const { reason, price } = await gateways.deliver(gateway, {
        verificationId: id,
        step,
        phone: phone.e164,
        phoneMask: maskPhone(phone.e164),
        code,
        language: languageFor([message.language, settings.voiceLanguage], phone.countryIso, languages),
        expiresAt,
        at: clock.now(),
      })
      const details = { gateway: gateway.id, ...(price === undefined ? {} : { gatewayPrice: price }) }
      return { completed: reason === 'handed over', reason, details }
    },
    release: () => {},
    // What was handed over cannot be taken back.
    hangUp: () => {},
  }
}
