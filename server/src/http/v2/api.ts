import type { IncomingMessage, RequestListener } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { phoneIdPattern } from '../../books/phone-verification.ts'
import { StoreUnavailable } from '../../storage/store.ts'
import { Failure } from '../errors.ts'
import type { Answered } from '../exchange.ts'
import type { Gate } from '../gate.ts'
import { maxBodyBytes } from '../request-body.ts'
import { pathOf, queryOf } from '../request-target.ts'
import { faultsIn, invalid } from './input.ts'
import type { V2Method, V2Parts } from './method.ts'
import { v2Methods } from './methods.ts'
import { Problem } from './problem.ts'
import { ProblemExchange } from './problem-exchange.ts'

export interface V2ServerParts {
  readonly gate: Gate
  readonly api: V2Parts
  readonly nextRequestId: () => string
  readonly onError: (requestId: string, error: Error) => void
  readonly onStoreTrouble: (error: StoreUnavailable, requestId: string) => void
  readonly onAnswer: (answer: Answered) => void
}

interface Found {
  readonly method: V2Method | undefined
  readonly allowedVerbs: readonly string[]
  readonly id: string
}

const stopping = new Failure(503)
const tooLarge = new Problem('body_too_large')
const unreadable = new Problem('unreadable_body')
const maxKeyLength = 255

export function isV2(target: string): boolean {
  return target.startsWith('/v2/') || /^\/v2(?:\/|$)/.test(pathOf(target))
}

/** `/v2` on plain node:http. The service is authenticated before the body is read. */
export function createV2(deps: V2ServerParts): RequestListener {
  const { gate, nextRequestId, onAnswer } = deps
  return (request, response) => {
    const found = find(request)
    const name = found.method?.name ?? 'other'
    const exchange = gate.meet(request, response, name, nextRequestId(), onAnswer, ProblemExchange)
    if (exchange === undefined) return
    const its = exchange as ProblemExchange
    // Closes the connection, so that the client's next request goes to another node.
    if (deps.api.work.isRefused) its.isLast = true
    void serve(deps, its, found).catch((error: Error) => its.tell(faultOf(deps, its, error)))
  }
}

async function serve(deps: V2ServerParts, exchange: ProblemExchange, found: Found): Promise<void> {
  const { gate, api } = deps
  const { request } = exchange
  const { method, id, allowedVerbs } = found
  const entered = await gate.enterByHeader(exchange)
  if ('failure' in entered) {
    // The unread rest of a body would precede the next request on this connection.
    exchange.isLast ||= hasBody(request)
    if (entered.subscriber !== undefined)
      api.requestTimes.note(entered.subscriber.service.id, api.clock.now())
    return exchange.refuse(entered.failure)
  }
  const { subscriber } = entered
  api.requestTimes.note(subscriber.service.id, api.clock.now())
  if (method === undefined) {
    exchange.isLast ||= hasBody(request)
    return exchange.tell(
      allowedVerbs.length === 0
        ? new Problem('not_found')
        : new Problem('method_not_allowed', { allowedVerbs }),
    )
  }
  const rawBody = method.verb === 'POST' ? await bodyOf(request) : noBytes
  if (rawBody instanceof Problem) {
    exchange.isLast = true
    return exchange.tell(rawBody)
  }
  const input = inputOf(method, request, rawBody)
  if (input instanceof Problem) return exchange.tell(input)
  const idempotencyKey = method.isIdempotent === true ? keyOf(request) : undefined
  if (idempotencyKey instanceof Problem) return exchange.tell(idempotencyKey)
  const run = () =>
    method.run(api, {
      subscriber,
      input,
      id,
      rawBody,
      idempotencyKey,
      onGone: (forget) => exchange.onGone(forget),
    })
  const answer = method.startsWork === true ? await api.work.run(run) : await run()
  if (answer === undefined) return exchange.refuse(stopping)
  if (answer instanceof Problem) return exchange.tell(answer)
  const { status = 200, headers = [], body } = answer
  exchange.send(status, 'application/json; charset=utf-8', JSON.stringify(body), [...headers])
}

const noBytes = Buffer.alloc(0)

/** The method of a path, or the verbs that the path allows. */
function find({ method: verb, url }: IncomingMessage): Found {
  const path = pathOf(url!)
  const pieces = path.split('/')
  const candidate = pieces[3] ?? ''
  const isId = pieces[2] === 'verifications' && phoneIdPattern.test(candidate)
  const pattern = isId ? ['', 'v2', 'verifications', '{id}', ...pieces.slice(4)].join('/') : path
  const same = v2Methods.filter((method) => method.path === pattern)
  return {
    method: same.find((method) => method.verb === verb),
    allowedVerbs: same.map((method) => method.verb),
    id: isId ? candidate : '',
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function bodyOf(request: IncomingMessage): Promise<Buffer | Problem> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return Promise.resolve(tooLarge)
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let length = 0
    request.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > maxBodyBytes) return void resolve(tooLarge)
      pieces.push(piece)
    })
    request.once('end', () => resolve(Buffer.concat(pieces)))
    // The client has disconnected: no answer is sent, and nothing was done.
    request.once('error', () => {})
  })
}

function inputOf(method: V2Method, request: IncomingMessage, rawBody: Buffer): unknown {
  const input = method.verb === 'GET' ? { ...parseQuery(queryOf(request.url!)) } : jsonOf(request, rawBody)
  if (input instanceof Problem) return input
  const faults = faultsIn(method.input, input)
  return faults.length === 0 ? input : invalid(...faults)
}

function jsonOf({ headers }: IncomingMessage, body: Buffer): unknown {
  if (body.length === 0) return {}
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') return unreadable
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : unreadable
  } catch {
    return unreadable
  }
}

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

/** Reports an internal error and answers it as an error. */
function faultOf(deps: V2ServerParts, { requestId }: ProblemExchange, error: Error): Problem {
  if (error instanceof StoreUnavailable) {
    deps.onStoreTrouble(error, requestId)
    return new Problem('overloaded')
  }
  deps.onError(requestId, error)
  return new Problem('internal_error', { more: { request_id: requestId } })
}
