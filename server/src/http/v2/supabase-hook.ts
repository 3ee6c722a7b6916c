import type { IncomingMessage, RequestListener } from 'node:http'
import { type Static, Type } from 'typebox'
import type { Subscriber } from '../../accounts/directory.ts'
import type { CallAdmitted } from '../../books/admission.ts'
import type { Mode } from '../../books/call.ts'
import { skipReasonOf } from '../../books/step-refusals.ts'
import type { Phone } from '../../numbering/phone.ts'
import { sha256 } from '../../platform/sha256.ts'
import { showsCode, workflowSteps } from '../../verifications/workflow.ts'
import { Failure } from '../errors.ts'
import { hasBody } from '../request-body.ts'
import { pathOf } from '../request-target.ts'
import { bodyOf, jsonOf } from './body.ts'
import { HookExchange } from './hook-exchange.ts'
import { faultsIn } from './input.ts'
import { Problem } from './problem.ts'
import { refusalProblem } from './refusals.ts'
import { faultOf, type V2ServerParts } from './server-parts.ts'

const name = 'supabaseHook'
const path = /^\/v2\/hooks\/supabase\/([1-9][0-9]{0,15})$/
/** Supabase sends all that it knows of the user, with the metadata of the app. */
const maxHookBytes = 64 * 1024

/** The members of Supabase's request that are read; it has many more. */
const body = Type.Object({
  user: Type.Object({ id: Type.Optional(Type.String()), phone: Type.Optional(Type.String()) }),
  sms: Type.Object({
    otp: Type.String({ pattern: '^[0-9]{4,10}$' }),
    /** The phone that gets the code: that of a second factor, or the new one when the user changes it. */
    phone: Type.Optional(Type.String()),
  }),
})
type HookBody = Static<typeof body>

const notNow = new Failure(503)
const invalid = new Problem('invalid_request')
const maxClientLength = 64

export const isSupabaseHook = ({ url }: IncomingMessage) => path.test(pathOf(url!))

/**
 * Supabase's "Send SMS" hook: the code that it made is delivered by a call. It checks the code itself, so this is a call
 * and no verification of `/v2`: that would never be approved (docs/integrate/supabase.md).
 */
export function createSupabaseHook(deps: V2ServerParts): RequestListener {
  const { gate, nextRequestId, onAnswer } = deps
  return (request, response) => {
    const exchange = gate.meet(request, response, name, nextRequestId(), onAnswer, HookExchange)
    if (exchange === undefined) return
    const its = exchange as HookExchange
    if (deps.api.work.isRefused) its.isLast = true
    void serve(deps, its).catch((error: Error) => its.answerProblem(faultOf(deps, its.requestId, error)))
  }
}

async function serve(deps: V2ServerParts, exchange: HookExchange): Promise<void> {
  const { gate, api } = deps
  const { request } = exchange
  if (request.method !== 'POST') {
    exchange.isLast ||= hasBody(request)
    return exchange.answerProblem(new Problem('method_not_allowed', { allowedVerbs: ['POST'] }))
  }
  const rawBody = await bodyOf(request, maxHookBytes)
  if (rawBody instanceof Problem) {
    exchange.isLast = true
    return exchange.answerProblem(rawBody)
  }
  const serviceId = Number(path.exec(pathOf(request.url!))![1])
  const entered = await gate.enterSigned(exchange, serviceId, () =>
    api.hookSecrets.isSigned({ serviceId, provider: 'supabase' }, request.headers, rawBody.toString()),
  )
  if (entered.subscriber !== undefined) api.requestTimes.note(serviceId, api.clock.now())
  if ('failure' in entered) return exchange.refuse(entered.failure)
  const input = jsonOf(request, rawBody)
  if (input instanceof Problem) return exchange.answerProblem(input)
  if (faultsIn(body, input).length > 0) return exchange.answerProblem(invalid)
  const outcome = await api.work.run(() => deliver(deps, entered.subscriber, input as HookBody, rawBody))
  if (outcome === undefined) return exchange.refuse(notNow)
  return outcome instanceof Problem ? exchange.answerProblem(outcome) : exchange.done()
}

async function deliver(
  { api }: V2ServerParts,
  subscriber: Subscriber,
  { user, sms }: HookBody,
  rawBody: Buffer,
): Promise<CallAdmitted | Problem> {
  const phone = api.numbering.readE164(sms.phone || user.phone || '')
  if (phone === undefined) return invalid
  // Supabase signs each retry with a new webhook-id. The body stays the same to the byte, so that it is the key.
  const unique = `supabase ${sha256(rawBody).toString('base64url')}`
  let firstRefusal: Problem | undefined
  for (const mode of modesFor(api, subscriber, phone, sms.otp)) {
    const { admitted } = await api.calls.startCall(subscriber, {
      phone,
      mode,
      code: sms.otp,
      hidesCode: true,
      client: (user.id ?? '').slice(0, maxClientLength),
      unique,
    })
    switch (admitted.kind) {
      case 'admitted':
      case 'replayed':
        return admitted
      case 'refused':
        firstRefusal ??= refusalProblem(admitted)
        if (skipReasonOf(admitted.why) === undefined) return firstRefusal
        break
      case 'key-of-erased-phone':
        return new Problem('idempotency_key_erased')
      default:
        return new Problem('idempotency_key_reused')
    }
  }
  return firstRefusal!
}

/** As the workflow of the service says, then by voice: that speaks every code. */
function modesFor(
  { numbering }: V2ServerParts['api'],
  { service }: Subscriber,
  phone: Phone,
  otp: string,
): ReadonlySet<Exclude<Mode, 'inbound'>> {
  const operator = numbering.describe(phone).provider
  const target = { e164: phone.e164, country: phone.countryIso, operator }
  // No calling number of a pool ends with 0000 (decisions 4).
  const isShown = (mode: Mode) => !showsCode(mode) || /[1-9]/.test(otp)
  return new Set([
    ...workflowSteps(service.settings.workflow, target, otp.length)
      .map(({ mode }) => mode)
      .filter((mode) => mode !== 'inbound')
      .filter(isShown),
    'voice' as const,
  ])
}
