import type { IncomingMessage, RequestListener } from 'node:http'
import { AddressList } from '../../platform/address-list.ts'
import type { HookKind, HookOf } from '../../storage/queries/hooks.ts'
import { storedNothing } from '../../storage/store.ts'
import { signsAlways } from '../../webhooks/hook-credentials.ts'
import { Failure, notNow, safeToRetry } from '../errors.ts'
import { hasBody } from '../request-body.ts'
import { pathOf } from '../request-target.ts'
import { faultOf, type V2ServerParts } from '../v2/method.ts'
import { Problem } from '../v2/problem.ts'
import { type HookRequest, readHookRequest } from './credential.ts'
import { HookReply } from './hook-reply.ts'
import { type Kind, messageFieldsIn } from './kind.ts'
import { kinds } from './kinds.ts'
import { messageIn } from './message.ts'
import { placeOrReuseCall } from './place-or-reuse-call.ts'

const path = new RegExp(`^/v2/hooks/(${Object.keys(kinds).join('|')})/([1-9][0-9]{0,15})$`)

const notOnList = new Failure(1003)

export const isHook = ({ url }: IncomingMessage) => path.test(pathOf(url!))

/**
 * Hooks of identity servers: the code that they made is delivered by a call. They check the code themselves, so this is
 * a call and no verification of `/v2`: that would never be approved (docs/integrate/).
 */
export function createHooks(deps: V2ServerParts): RequestListener {
  const { gate, nextRequestId, onAnswer } = deps
  return (request, response) => {
    const [, name, service] = path.exec(pathOf(request.url!))!
    const kind = kinds[name as HookKind]
    const Kind = kind.Reply ?? HookReply
    const reply = gate.open(request, response, `${name}Hook`, nextRequestId(), onAnswer, 'credential', Kind)
    if (reply === undefined) return
    const its = reply as HookReply
    if (signsAlways(name as HookKind)) its.wrongCredential = 'hook_signature'
    if (deps.api.work.isEnding) its.closeConnection = true
    void serve(deps, its, { serviceId: Number(service), kind: name as HookKind }, kind).catch(
      (error: Error) =>
        its.answerProblem(faultOf(deps, its.requestId, error), storedNothing(error) ? [...safeToRetry] : []),
    )
  }
}

async function serve({ gate, api }: V2ServerParts, reply: HookReply, asked: HookOf, kind: Kind) {
  const { request } = reply
  const allowedVerbs = kind.verbs ?? ['POST']
  const refuseStranger = (problem: Problem) => {
    const limited = gate.limitOfAddress(reply)
    return limited === undefined ? reply.answerProblem(problem) : reply.refuse(limited)
  }
  if (!allowedVerbs.includes(request.method!)) {
    reply.closeConnection ||= hasBody(request)
    return refuseStranger(new Problem('method_not_allowed', { allowedVerbs }))
  }
  let read: HookRequest | undefined
  const entered = await gate.enterHook(reply, asked, kind.neverRetries !== true, async () => {
    read = await readHookRequest(api, asked, kind, request)
    return read
  })
  if (entered.subscriber !== undefined) api.requestTimes.note(asked.serviceId, api.clock.now())
  // The unread rest of a body would precede the next request on this connection.
  if (read === undefined || read.body instanceof Problem) reply.closeConnection ||= hasBody(request)
  if (read?.body instanceof Problem)
    return 'failure' in entered ? refuseStranger(read.body) : reply.answerProblem(read.body)
  if ('failure' in entered) return reply.refuse(entered.failure)
  const { hook, given: readGiven } = read!
  const { settings } = hook!
  const { allowedAddresses = [] } = settings
  if (allowedAddresses.length > 0 && !new AddressList(allowedAddresses).has(reply.caller.address))
    return reply.refuse(notOnList)
  const given = readGiven()
  if (given instanceof Problem) return reply.answerProblem(given)
  const fields = messageFieldsIn(given, kind, settings)
  const message = messageIn(kind, fields, settings, api.numbering)
  // The log shows what was understood. The rest of the body is somebody else's.
  const { user, life, ...understood } = fields
  reply.log.given = understood
  if (message instanceof Problem) return reply.answerProblem(message)
  if (message === undefined) return reply.done(settings.status)
  const { subscriber } = entered
  const placed = await api.work.run(() => placeOrReuseCall({ api, subscriber, hook: hook!, kind, message }))
  if (placed === undefined) return reply.refuse(notNow(api.work.retryAfterMs))
  if (placed instanceof Problem) return reply.answerProblem(placed)
  reply.log.about = { vendor_id: placed.vendorId }
  return reply.done(settings.status)
}
