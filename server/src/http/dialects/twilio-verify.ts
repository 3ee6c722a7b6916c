import { sidOf } from '../../accounts/dialects.ts'
import { stepSeconds } from '../../accounts/service-settings.ts'
import { type Verification, verificationIdPattern } from '../../books/verification.ts'
import type { WrittenStep } from '../../verifications/workflow.ts'
import { create } from '../v2/create.ts'
import { Problem } from '../v2/problem.ts'
import { refusalProblem } from '../v2/refusals.ts'
import { cancel, check } from '../v2/verifications.ts'
import type { DialectAnswer } from './dialect.ts'
import {
  basicLogin,
  byProblem,
  languageIn,
  lineOf,
  newestOf,
  type VerifyCall,
  type VerifyDialect,
  wrong,
  wrongVerb,
} from './verify-dialect.ts'

const type = 'application/json; charset=utf-8'
/** As its documentation says. */
const asLong = { expires_in: 600, attempts: 5, reuse_code: true }
const shownLength = 4
const notFound = new Problem('verification_not_found')

/** HTTP status and error number of problems; the others are an invalid parameter. */
const numbers = byProblem([
  [401, 20003, 'unauthorized'],
  [403, 20003, 'address_blocked', 'address_not_allowed'],
  [403, 20005, 'account_blocked', 'account_unconfirmed', 'service_archived', 'service_off'],
  [403, 20005, 'insufficient_funds', 'spend_cap'],
  [404, 20404, 'not_found', 'verification_not_found', 'verification_ended'],
  [405, 20004, 'method_not_allowed'],
  [429, 60203, 'no_step_left', 'number_rests', 'number_limit'],
  [429, 60202, 'phone_blocked', 'source_blocked'],
  [400, 60205, 'number_not_served'],
  [429, 20429, 'rate_limited', 'ip_verification_limit', 'ip_phone_limit', 'ip_country_limit'],
  [429, 20429, 'waiting_limit', 'test_limit'],
  [503, 20503, 'internal_error', 'overloaded', 'unavailable', 'channels_in_use', 'no_route'],
])

/** https://www.twilio.com/docs/verify/api */
export const twilioVerify: VerifyDialect = {
  name: 'twilio-verify',
  owns: /^\/v2\/Services\//,
  knownPiece: /^(V[AE][0-9a-f]{32}|Verifications|VerificationCheck)$/,
  prove: async (request, { dialects }) => {
    const login = basicLogin(request)
    return login === '' ? undefined : dialects.find('twilio-verify', login)
  },
  phoneIn: ({ To }) => To,
  async serve(call) {
    const [service, resource, name, ...more] = call.pieces
    const isOwn = service === sidOf('VA', call.subscriber.service.id) && more.length === 0
    if (isOwn && resource === 'Verifications' && name === undefined)
      return call.verb === 'POST' ? start(call) : wrongVerb('POST')
    if (isOwn && resource === 'VerificationCheck' && name === undefined)
      return call.verb === 'POST' ? compare(call) : wrongVerb('POST')
    if (!isOwn || resource !== 'Verifications') return new Problem('not_found')
    if (call.verb !== 'GET' && call.verb !== 'POST') return wrongVerb('GET', 'POST')
    const found = await named(call, name!)
    if (found === undefined) return notFound
    const to = name!.startsWith('+') ? name : undefined
    return call.verb === 'GET' ? shown(call, found, 200, to) : end(call, found, to)
  },
  refuse(problem) {
    const isTried = problem.code === 'verification_ended' && reasonOf(problem) === 'max_attempts'
    const [status, code] = isTried ? ([429, 60202] as const) : (numbers.get(problem.code) ?? [400, 60200])
    const page = `https://www.twilio.com/docs/errors/${code}`
    const body = { code, message: lineOf(problem), more_info: page, status }
    return { status, type, body: JSON.stringify(body) }
  },
}

const reasonOf = (problem: Problem) =>
  (problem.body('en') as { readonly verification_reason?: string }).verification_reason

/** A verification by its SID, or the newest of a number. */
async function named(call: VerifyCall, name: string): Promise<Verification | undefined> {
  if (name.startsWith('+')) return newestOf(call, name, false)
  const id = name.replace(/^VE/, 'vf_')
  return verificationIdPattern.test(id)
    ? call.api.verifications.read(call.subscriber.service.id, id)
    : undefined
}

/** A second request for a number that waits has the same SID, and one step more. */
async function start(call: VerifyCall): Promise<DialectAnswer | Problem> {
  const { api, subscriber, asked, reply, run } = call
  const { To, Channel, CustomCode, Locale, DeviceIp, RateLimits } = asked
  if (RateLimits !== undefined) reply.warning = 'RateLimits are those of the service'
  const open = await newestOf(call, To, true)
  const isOther = CustomCode !== undefined && open && api.verifications.keptCode(open) !== CustomCode
  const waiting = isOther ? undefined : open
  const length = String(CustomCode ?? '').length || shownLength
  const way = await wayOf(call, waiting?.codeLength ?? length)
  if (way instanceof Problem) return way
  const serviceId = subscriber.service.id
  if (waiting !== undefined) {
    const again = await api.work.run(() =>
      api.verifications.next(serviceId, waiting.id, way ?? { mode: 'voice', seconds: stepSeconds.default }),
    )
    if (again === undefined) return new Problem('overloaded', { retryAfterMs: api.work.retryAfterMs })
    if (again.kind === 'done') return shown(call, again.verification, 201, To)
    if (again.kind === 'step-in-progress') return shown(call, waiting, 201, To)
    if (again.kind === 'no-step-left') return new Problem('no_step_left')
    if (again.kind === 'refused') return refusalProblem(again)
  }
  const made = await run(create, {
    phone: To,
    ...asLong,
    ...(way === undefined ? {} : { steps: [way] }),
    ...(CustomCode === undefined ? {} : { code: CustomCode, code_length: String(CustomCode).length }),
    ...languageIn(Locale),
    ...(DeviceIp === undefined ? {} : { ip: DeviceIp }),
  })
  if (made instanceof Problem) return made
  if (isOther) await api.verifications.cancel(serviceId, open!.id)
  const verification = await api.verifications.read(serviceId, made.id)
  return verification === undefined ? notFound : shown(call, verification, 201, To, String(Channel))
}

/** The step that a channel stands for; undefined for the workflow of the service. */
async function wayOf(
  { api, subscriber, asked }: VerifyCall,
  length: number,
): Promise<WrittenStep | Problem | undefined> {
  const { To, Channel } = asked
  const phone = typeof To === 'string' ? api.numbering.readE164(To) : undefined
  if (phone === undefined) return wrong('/To', 'a phone number such as +79161234567', 'номер телефона')
  if (typeof Channel !== 'string' || !/^[a-z]{1,20}$/.test(Channel))
    return wrong('/Channel', 'call, auto or the channel of a gateway', 'call, auto или канал шлюза')
  if (Channel === 'auto') return undefined
  const seconds = stepSeconds.default
  if (Channel !== 'call') return { mode: 'http', channel: Channel, seconds }
  const operator = api.numbering.describe(phone).provider
  const { steps } = await api.verifications.workflowFor(subscriber, phone, operator, length)
  return steps.find(({ mode }) => mode !== 'http' && mode !== 'inbound') ?? { mode: 'voice', seconds }
}

async function compare(call: VerifyCall): Promise<DialectAnswer | Problem> {
  const { asked, run } = call
  const { To, VerificationSid, Code } = asked
  const found = await named(call, String(VerificationSid ?? To))
  if (found === undefined) return notFound
  const checked = await run(check, { code: Code }, found.id)
  if (checked instanceof Problem) return checked
  const status = checked.valid ? 'approved' : 'pending'
  return shown(call, { ...found, status }, 201, To)
}

async function end(call: VerifyCall, { id }: Verification, to: unknown): Promise<DialectAnswer | Problem> {
  if (call.asked.Status !== 'canceled') return wrong('/Status', 'canceled', 'canceled')
  const ended = await call.run(cancel, {}, id)
  if (ended instanceof Problem) return ended
  const verification = await call.api.verifications.read(call.subscriber.service.id, id)
  return verification === undefined ? notFound : shown(call, verification, 200, to)
}

/** With all members of its documentation. The full number is known only when the request has it. */
function shown(
  { subscriber, reply }: VerifyCall,
  { id, status, reason, steps, phoneMask, createdAt, endedAt }: Verification,
  code: number,
  to: unknown,
  channel?: string,
): DialectAnswer {
  const { id: serviceId } = subscriber.service
  const sid = id.replace(/^vf_/, 'VE')
  const sent = steps.filter(({ startedAt }) => startedAt !== null)
  const attempts = sent.map((step) => ({
    attempt_sid: `VL${sid.slice(2)}`,
    channel: step.channel ?? 'call',
    time: timeOf(step.startedAt!),
  }))
  reply.log.about = id
  const body = {
    sid,
    service_sid: sidOf('VA', serviceId),
    account_sid: sidOf('AC', serviceId),
    to: typeof to === 'string' ? to : `+${phoneMask}`,
    channel: channel ?? attempts.at(-1)?.channel ?? 'call',
    status: reason === 'max_attempts' ? 'max_attempts_reached' : status === 'blocked' ? 'failed' : status,
    valid: status === 'approved',
    lookup: {},
    amount: null,
    payee: null,
    send_code_attempts: attempts,
    date_created: timeOf(createdAt),
    date_updated: timeOf(Math.max(createdAt, endedAt ?? 0, ...sent.map(({ startedAt }) => startedAt!))),
    sna: null,
    url: `https://verify.twilio.com/v2/Services/${sidOf('VA', serviceId)}/Verifications/${sid}`,
  }
  return { status: code, type, body: JSON.stringify(body) }
}

const timeOf = (timeMs: number) => new Date(timeMs).toISOString().replace(/\.\d+/, '')
