import { createPublicKey, verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { openVonage } from '../../accounts/dialects.ts'
import { stepSeconds } from '../../accounts/service-settings.ts'
import { verificationIdPattern } from '../../books/verification.ts'
import { secondMs } from '../../platform/clock.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type { DialectRecord } from '../../storage/queries/dialects.ts'
import { graceSeconds, requestIdOf } from '../../webhooks/vonage-callback.ts'
import { create } from '../v2/create.ts'
import type { V2Parts } from '../v2/method.ts'
import { Problem } from '../v2/problem.ts'
import { cancel, check, next } from '../v2/verifications.ts'
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

const json = 'application/json; charset=utf-8'
const problemType = 'application/problem+json; charset=utf-8'
const notFound = new Problem('verification_not_found')
const mostChannels = 3
const attempts = 3
const defaultSeconds = 180

/** HTTP status, and the name in the list of errors of its documentation; the others are wrong parameters. */
const names = byProblem([
  [401, 'unauthorized', 'unauthorized'],
  [403, 'forbidden', 'address_blocked', 'address_not_allowed'],
  [403, 'account-suspended', 'account_blocked', 'account_unconfirmed', 'service_archived', 'service_off'],
  [402, 'low-balance', 'insufficient_funds', 'spend_cap'],
  [404, 'not-found', 'not_found', 'verification_not_found', 'verification_ended'],
  [405, 'not-found', 'method_not_allowed'],
  [409, 'concurrent', 'idempotency_key_reused', 'step_in_progress'],
  [409, 'no-events', 'no_step_left'],
  [409, 'no-code', 'nothing_to_check'],
  [429, 'throttled', 'number_rests', 'number_limit', 'phone_blocked', 'source_blocked', 'rate_limited'],
  [429, 'throttled', 'waiting_limit', 'test_limit'],
  [503, 'internal-error', 'internal_error', 'overloaded', 'unavailable', 'channels_in_use', 'no_route'],
])

/** https://developer.vonage.com/en/api/verify.v2 */
export const vonageVerify: VerifyDialect = {
  name: 'vonage-verify',
  owns: /^\/v2\/verify(?=\/|$)/,
  knownPiece: /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|next[_-]workflow)$/,
  async prove(request, api) {
    const login = basicLogin(request)
    return login === '' ? proveByToken(request, api) : api.dialects.find('vonage-verify', login)
  },
  phoneIn: ({ workflow }) => (Array.isArray(workflow) ? plus(Object(workflow[0]).to) : undefined),
  async serve(call) {
    const { verb, pieces } = call
    const [name, more, ...rest] = pieces
    if (name === undefined) return verb === 'POST' ? start(call) : wrongVerb('POST')
    const id = `vf_${name.replaceAll('-', '')}`
    if (!verificationIdPattern.test(id) || rest.length > 0) return notFound
    call.reply.log.about = id
    if (more === 'next_workflow' || more === 'next-workflow')
      return verb === 'POST' ? said(await call.run(next, {}, id), 200, {}) : wrongVerb('POST')
    if (more !== undefined) return notFound
    if (verb === 'POST') return compare(call, id, name)
    if (verb !== 'DELETE') return wrongVerb('POST', 'DELETE')
    const found = await call.api.verifications.read(call.subscriber.service.id, id)
    return found?.status === 'pending' ? said(await call.run(cancel, {}, id), 204, undefined) : notFound
  },
  refuse(problem, requestId) {
    const [status, name] = names.get(problem.code) ?? [422, 'invalid-params']
    return worded(status, name, lineOf(problem), requestId, parametersIn(problem))
  },
}

const plus = (to: unknown) => (typeof to === 'string' ? `+${to.replace(/^\+/, '')}` : undefined)
const said = (done: object | Problem, status: number, body: object | undefined): DialectAnswer | Problem =>
  done instanceof Problem
    ? done
    : { status, type: json, body: body === undefined ? '' : JSON.stringify(body) }

function worded(status: number, name: string, detail: string, instance: string, more: object = {}) {
  const title = name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
  const page = `https://developer.vonage.com/api-errors/verify-v2#${name}`
  return { status, type: problemType, body: JSON.stringify({ title, type: page, detail, instance, ...more }) }
}

const parametersIn = ({ errors }: Problem): object =>
  errors.length === 0
    ? {}
    : {
        invalid_parameters: errors.map(({ pointer, expected }) => ({
          name: pointer.slice(1),
          reason: `expected ${expected.en}`,
        })),
      }

async function start(call: VerifyCall): Promise<DialectAnswer | Problem> {
  const { asked, run } = call
  const { brand, workflow, code, code_length: length, channel_timeout: timeout, locale } = asked
  const { client_ref: client } = asked
  if (typeof brand !== 'string' || brand === '') return wrong('/brand', 'a name', 'название')
  if (!Array.isArray(workflow) || workflow.length === 0 || workflow.length > mostChannels)
    return wrong('/workflow', 'one to three channels', 'от одного до трёх каналов')
  const steps = workflow.map((each) => stepOf(Object(each).channel, timeout))
  const unserved = steps.indexOf(undefined)
  if (unserved !== -1)
    return wrong(`/workflow/${unserved}/channel`, 'voice, sms or whatsapp', 'voice, sms или whatsapp')
  const phones = new Set(workflow.map((each) => plus(Object(each).to)))
  if (phones.size !== 1) return wrong('/workflow', 'the same number everywhere', 'везде один и тот же номер')
  const [phone] = phones
  if ((await newestOf(call, phone, true)) !== undefined) return new Problem('idempotency_key_reused')
  const made = await run(create, {
    phone,
    steps,
    attempts,
    expires_in: graceSeconds + steps.reduce((sum, step) => sum + step!.seconds, 0),
    ...(code === undefined ? {} : { code, code_length: String(code).length }),
    ...(code === undefined && length !== undefined ? { code_length: length } : {}),
    ...languageIn(locale),
    ...(client === undefined ? {} : { client }),
  })
  if (made instanceof Problem) return made
  call.reply.log.about = made.id
  return said(made, 202, { request_id: requestIdOf(made.id) })
}

/** Undefined for a channel that is not served. */
function stepOf(channel: unknown, timeout: unknown) {
  const wanted = typeof timeout === 'number' ? timeout : defaultSeconds
  const seconds = Math.min(Math.max(Math.floor(wanted), stepSeconds.min), stepSeconds.max)
  if (channel === 'voice') return { mode: 'voice', seconds }
  return channel === 'sms' || channel === 'whatsapp' ? { mode: 'http', channel, seconds } : undefined
}

async function compare({ asked, run, reply }: VerifyCall, id: string, name: string) {
  const checked = await run(check, { code: asked.code }, id)
  if (checked instanceof Problem) return checked
  if (checked.valid) return said(checked, 200, { request_id: name, status: 'completed' })
  return checked.status === 'pending'
    ? worded(400, 'invalid-code', 'The code does not match the expected value', reply.requestId)
    : worded(410, 'expired', 'An incorrect code was provided too many times', reply.requestId)
}

/** Clocks of programs differ by as much. */
const skewMs = 60 * secondMs

/** A token of the application (RS256), as its private key signs it: https://developer.vonage.com/en/getting-started/concepts/authentication */
async function proveByToken({ headers }: IncomingMessage, api: V2Parts): Promise<DialectRecord | undefined> {
  const token = /^bearer +([\w-]+)\.([\w-]+)\.([\w-]+)$/i.exec(headers.authorization ?? '')
  if (token === null) return undefined
  const [, head, claims, signature] = token
  const { alg } = partOf(head!)
  const { application_id: application, iat, exp } = partOf(claims!)
  if (alg !== 'RS256' || typeof application !== 'string') return undefined
  const record = await api.dialects.find('vonage-verify', application)
  if (record?.sealed == null) return undefined
  const key = createPublicKey(openVonage(api.hooks.sealer, record.serviceId, record.sealed).publicKey)
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    key,
    Buffer.from(signature!, 'base64url'),
  )
  const now = api.clock.now()
  const isNow = Number(iat) * secondMs <= now + skewMs && Number(exp) * secondMs > now - skewMs
  return isSigned && isNow ? record : undefined
}

function partOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(parseJson(Buffer.from(text, 'base64url').toString())) as Record<string, unknown>
  } catch {
    return {}
  }
}
