import type { IncomingMessage, RequestListener } from 'node:http'
import { Failure, notNow } from '../errors.ts'
import { hasBody, maxBodyBytes, readBody } from '../request-body.ts'
import { pathOf } from '../request-target.ts'
import { bodyOf } from '../v2/body.ts'
import { faultsIn, invalid } from '../v2/input.ts'
import { faultOf, type V2ServerParts } from '../v2/method.ts'
import { Problem, ProblemReply, problemOf } from '../v2/problem.ts'
import type { DialectAnswer } from './dialect.ts'
import { twilioVerify } from './twilio-verify.ts'
import type { Shown, VerifyCall, VerifyDialect } from './verify-dialect.ts'
import { vonageVerify } from './vonage-verify.ts'

const all: readonly VerifyDialect[] = [twilioVerify, vonageVerify]

export const verifyDialectAt = ({ url }: IncomingMessage) => all.find(({ owns }) => owns.test(pathOf(url!)))

/** A request of a dialect: errors are worded as it words them. */
class VerifyReply extends ProblemReply {
  dialect: VerifyDialect | undefined

  override answerProblem(problem: Problem, headers: string[] = []): void {
    const { retryAfterSeconds, allowedVerbs, code } = problem
    const { status = problem.status, type, body } = this.dialect!.refuse(problem, this.requestId)
    if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds))
    if (status === 401) headers.push('WWW-Authenticate', 'Basic realm="ringkey"')
    if (allowedVerbs.length > 0) headers.push('Allow', allowedVerbs.join(', '))
    this.send(status, type, body, headers, code)
  }

  say({ status = 200, type, body }: DialectAnswer): void {
    this.send(status, type, body, [])
  }
}

/** Of paths that no service of the installation speaks, `other` answers. */
export function createVerifyDialects(deps: V2ServerParts, other: RequestListener): RequestListener {
  const { gate, api, nextRequestId, onAnswer } = deps
  const answer: RequestListener = (request, response) => {
    const dialect = verifyDialectAt(request)!
    const Kind = class extends VerifyReply {
      override dialect = dialect
    }
    // The request log keeps the path of a known method as it is: a program may have put a number there.
    const isKnown = piecesIn(dialect, request).every((piece) => dialect.knownPiece.test(piece))
    const name = isKnown ? dialect.name : 'other'
    const reply = gate.open(request, response, name, nextRequestId(), onAnswer, 'credential', Kind)
    if (reply === undefined) return
    const its = reply as VerifyReply
    if (api.work.isEnding) its.closeConnection = true
    void serve(deps, dialect, its).catch((error: Error) =>
      its.answerProblem(faultOf(deps, its.requestId, error)),
    )
  }
  return (request, response) => {
    const { name } = verifyDialectAt(request)!
    if (api.dialects.isEnabled(name)) return answer(request, response)
    void api.dialects.isEnabledNow(name).then(
      (isEnabled) => (isEnabled ? answer : other)(request, response),
      () => other(request, response),
    )
  }
}

const piecesIn = ({ owns }: VerifyDialect, { url }: IncomingMessage) =>
  pathOf(url!).replace(owns, '').split('/').filter(Boolean).map(decoded)

function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece)
  } catch {
    return piece
  }
}

async function serve({ gate, api }: V2ServerParts, dialect: VerifyDialect, reply: VerifyReply) {
  const { request } = reply
  const verb = request.method!
  const record = await dialect.prove(request, api)
  const shown = request.headers.authorization === undefined ? '' : 'shown'
  const entered = await gate.enterDialect(reply, shown, record?.serviceId, {})
  if (entered.subscriber !== undefined) api.requestTimes.note(entered.subscriber.service.id, api.clock.now())
  if ('failure' in entered) {
    reply.closeConnection ||= hasBody(request)
    return reply.refuse(entered.failure)
  }
  const body = hasBody(request) ? await bodyOf(request, maxBodyBytes) : Buffer.alloc(0)
  if (body instanceof Problem) {
    reply.closeConnection = true
    return reply.answerProblem(body)
  }
  const asked = readBody(body, request.headers['content-type'])
  if (asked instanceof Failure) return reply.answerProblem(new Problem('unreadable_body'))
  reply.log.given = { phone: dialect.phoneIn(asked) }
  const { subscriber } = entered
  const run: VerifyCall['run'] = async (method, input, id = '') => {
    const faults = faultsIn(method.input, input)
    if (faults.length > 0) return invalid(...faults)
    const given = { subscriber, input, id, view: (its: object) => its, isByToken: false, rawBody: body }
    const call = { ...given, idempotencyKey: undefined, onGone: () => {} }
    const work = () => method.run(api, call)
    const answer = method.startsWork === true ? await api.work.run(work) : await work()
    if (answer === undefined) return problemOf(notNow(api.work.retryAfterMs))
    return answer instanceof Problem ? answer : (answer.body as Shown)
  }
  const pieces = piecesIn(dialect, request)
  const said = await dialect.serve({ api, subscriber, verb, pieces, asked, reply, run })
  if (said instanceof Problem) return reply.answerProblem(said)
  return reply.say(said)
}
