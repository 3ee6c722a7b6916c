import type { IncomingMessage, RequestListener } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { verificationIdPattern } from '../../books/verification.ts'
import { clientViewOf, viewIn } from '../../books/verification-view.ts'
import { withIntegers } from '../../platform/query-integers.ts'
import type { KeyScope } from '../../storage/queries/service-keys.ts'
import { createVerifyDialects, verifyDialectAt } from '../dialects/handle-verify-dialect.ts'
import { notNow } from '../errors.ts'
import { createHooks, isHook } from '../hooks/serve.ts'
import { isRealPhone, onlyTestNumbers, outsideScope } from '../key-scope.ts'
import { hasBody, maxBodyBytes } from '../request-body.ts'
import { pathOf, queryOf } from '../request-target.ts'
import { bodyOf, jsonOf } from './body.ts'
import { BrowserReply, serviceOfToken, tokenIn } from './browser.ts'
import { faultsIn, invalid } from './input.ts'
import {
  faultOf,
  JsonText,
  type V2Answer,
  type V2Method,
  type V2Parts,
  type V2ServerParts,
} from './method.ts'
import { v2Methods } from './methods.ts'
import { Problem, ProblemReply, problemOf } from './problem.ts'
import { noBody } from './schemas.ts'
import { search } from './verifications.ts'

interface Found {
  readonly method: V2Method | undefined
  readonly allowedVerbs: readonly string[]
  /** The path is one that browsers may use. */
  readonly isForBrowsers: boolean
  readonly id: string
}

const maxKeyLength = 255

export function isV2(target: string): boolean {
  return target.startsWith('/v2/') || /^\/v2(?:\/|$)/.test(pathOf(target))
}

/** `/v2` on plain node:http. The service is authenticated before the body is read. */
export function createV2(deps: V2ServerParts): RequestListener {
  const { gate, nextRequestId, onAnswer } = deps
  const serveHook = createHooks(deps)
  const answer: RequestListener = (request, response) => {
    const found = find(request)
    // The request log keeps the path of a known method as it is: what is no id may be a token or a number.
    const name = isNoId(found.id) ? 'other' : (found.method?.name ?? 'other')
    const Kind = found.isForBrowsers ? BrowserReply : ProblemReply
    const isPreflight = found.isForBrowsers && request.method === 'OPTIONS'
    const asks = isPreflight ? 'nothing' : 'key'
    const reply = gate.open(request, response, name, nextRequestId(), onAnswer, asks, Kind)
    if (reply === undefined) return
    if (isPreflight) return (reply as BrowserReply).answerPreflight(found.allowedVerbs)
    const its = reply as ProblemReply
    // Closes the connection, so that the client's next request goes to another node.
    if (deps.api.work.isEnding) its.closeConnection = true
    void serve(deps, its, found).catch((error: Error) =>
      its.answerProblem(faultOf(deps, its.requestId, error)),
    )
  }
  const serveDialect = createVerifyDialects(deps, answer)
  return (request, response) => {
    if (isHook(request)) return serveHook(request, response)
    return (verifyDialectAt(request) === undefined ? answer : serveDialect)(request, response)
  }
}

async function serve(deps: V2ServerParts, reply: ProblemReply, found: Found): Promise<void> {
  const { gate, api } = deps
  const { request } = reply
  const { method, id, allowedVerbs } = found
  const token = tokenIn(request)
  const entered = await (token === undefined
    ? gate.enterByHeader(reply)
    : gate.enterClient(reply, () => serviceOfToken(api, token)))
  if ('failure' in entered) {
    // The unread rest of a body would precede the next request on this connection.
    reply.closeConnection ||= hasBody(request)
    if (entered.subscriber !== undefined)
      api.requestTimes.note(entered.subscriber.service.id, api.clock.now())
    return reply.refuse(entered.failure)
  }
  const { subscriber, scope } = entered
  if (id !== '' && !isNoId(id)) reply.log.about = id
  // A browser is no program of the integrator.
  if (token === undefined) api.requestTimes.note(subscriber.service.id, api.clock.now())
  if (method === undefined) {
    reply.closeConnection ||= hasBody(request)
    return reply.answerProblem(
      allowedVerbs.length === 0
        ? new Problem('not_found')
        : new Problem('method_not_allowed', { allowedVerbs }),
    )
  }
  const isOfAnother = token !== undefined && api.clientTokens.idOf(token) !== id
  const excluded =
    methodOutsideScope(scope, method) ??
    (token !== undefined && method.isForBrowsers !== true ? notForTokens : undefined) ??
    (isNoId(id) || isOfAnother ? noVerification : undefined)
  if (excluded !== undefined) {
    reply.closeConnection ||= hasBody(request)
    return reply.answerProblem(excluded)
  }
  const rawBody =
    method.verb === 'POST' ? await bodyOf(request, method.maxBodyBytes ?? maxBodyBytes) : noBytes
  if (rawBody instanceof Problem) {
    reply.closeConnection = true
    return reply.answerProblem(rawBody)
  }
  const unknown = method.verb === 'POST' ? faultsIn(noBody, queryIn(request)) : []
  if (unknown.length > 0) return reply.answerProblem(invalid(...unknown))
  const given = inputOf(method, request, rawBody)
  if (given instanceof Problem) return reply.answerProblem(given)
  reply.log.given = given
  const input = method.reads?.(api, given) ?? given
  const outside =
    scope === 'test'
      ? await inputOutsideScope(api, method, { serviceId: subscriber.service.id, id, input })
      : undefined
  if (outside !== undefined) return reply.answerProblem(outside)
  const faults = faultsIn(method.input, input)
  if (faults.length > 0) return reply.answerProblem(invalid(...faults))
  const idempotencyKey = method.isIdempotent === true ? keyOf(request) : undefined
  if (idempotencyKey instanceof Problem) return reply.answerProblem(idempotencyKey)
  const run = () =>
    method.run(api, {
      subscriber,
      input,
      id,
      view: token === undefined ? viewIn(api.installation.currency) : clientViewOf,
      isByToken: token !== undefined,
      rawBody,
      idempotencyKey,
      onGone: (forget) => reply.onGone(forget),
    })
  // Not awaited here: a request that waits would keep all of the above in memory.
  const answering = method.startsWork === true ? api.work.run(run) : run()
  return answering.then((answer) =>
    answer === undefined ? reply.refuse(notNow(api.work.retryAfterMs)) : finish(reply, answer),
  )
}

function finish(reply: ProblemReply, answer: V2Answer | Problem): void {
  if (answer instanceof Problem) return void reply.answerProblem(answer)
  const { status = 200, headers = [], body } = answer
  reply.log.about ??= body
  const text = body instanceof JsonText ? body.text : JSON.stringify(body)
  reply.send(status, 'application/json; charset=utf-8', text, [...headers])
}

const noBytes = Buffer.alloc(0)
const noVerification = new Problem('verification_not_found')
const notForTokens = new Problem('key_not_allowed')

const isNoId = (id: string) => id !== '' && !verificationIdPattern.test(id)

const ofPath = new Map(
  [...Map.groupBy(v2Methods, ({ path }) => path)].map(([path, methods]) => [
    path,
    {
      methods,
      allowedVerbs: methods.map(({ verb }) => verb),
      isForBrowsers: methods.some((method) => method.isForBrowsers === true),
    },
  ]),
)
const unknownPath = { methods: [], allowedVerbs: [], isForBrowsers: false }

/** The method of a path, or the verbs that the path allows. */
function find({ method: verb, url }: IncomingMessage): Found {
  const path = pathOf(url!)
  const pieces = path.split('/')
  const isOfOne = pieces[2] === 'verifications' && pieces.length > 3 && path !== search.path
  const pattern = isOfOne ? ['', 'v2', 'verifications', '{id}', ...pieces.slice(4)].join('/') : path
  const { allowedVerbs, isForBrowsers, methods } = ofPath.get(pattern) ?? unknownPath
  return {
    method: methods.find((method) => method.verb === verb),
    allowedVerbs,
    isForBrowsers,
    id: isOfOne ? pieces[3]! : '',
  }
}

function inputOf(method: V2Method, request: IncomingMessage, rawBody: Buffer): unknown {
  return method.verb === 'GET' ? withIntegers(method.input, queryIn(request)) : jsonOf(request, rawBody)
}

const queryIn = ({ url }: IncomingMessage): object => ({ ...parseQuery(queryOf(url!)) })

function keyOf({ headers }: IncomingMessage): string | undefined | Problem {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  const isFit = typeof key === 'string' && key.length >= 1 && key.length <= maxKeyLength
  return isFit
    ? key
    : invalid({
        pointer: '',
        expected: {
          en: `an Idempotency-Key of 1 to ${maxKeyLength} characters`,
          ru: `Idempotency-Key длиной от 1 до ${maxKeyLength} символов`,
        },
      })
}

const refused = problemOf(onlyTestNumbers)

/** Refuses a method that the scope excludes whatever the request says; before the body is read. */
function methodOutsideScope(scope: KeyScope, { scopes }: V2Method): Problem | undefined {
  const failure = outsideScope(scope, scopes)
  return failure === undefined ? undefined : problemOf(failure)
}

/** Refuses the phone or the verification of a request whose key is for test numbers. */
async function inputOutsideScope(
  { numbering, store, verifications }: V2Parts,
  { scopes }: V2Method,
  asked: { readonly serviceId: number; readonly id: string; readonly input: unknown },
): Promise<Problem | undefined> {
  const { phone, vendor_id: vendorId } = Object(asked.input) as { phone?: unknown; vendor_id?: unknown }
  if (scopes.test === 'phone' && typeof phone === 'string')
    return isRealPhone(numbering, phone, 'standard') ? refused : undefined
  if (scopes.test !== 'verification') return undefined
  if (typeof vendorId === 'number' && Number.isSafeInteger(vendorId)) {
    const call = await store.call(vendorId)
    return call?.serviceId === asked.serviceId && !call.test ? refused : undefined
  }
  const found = asked.id === '' ? undefined : await verifications.read(asked.serviceId, asked.id)
  return found !== undefined && !found.test ? refused : undefined
}
