import type { IncomingMessage, RequestListener } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { AddressList } from '../../platform/address-list.ts'
import type { HookKind, HookOf, HookRecord } from '../../storage/queries/hooks.ts'
import { holdsCredential, hookUser, secretPart, signingKeys } from '../../webhooks/hook-credentials.ts'
import { Failure, notNow } from '../errors.ts'
import type { Bag } from '../parameters.ts'
import { hasBody, readBody } from '../request-body.ts'
import { pathOf, queryOf } from '../request-target.ts'
import { bodyOf, jsonOf } from '../v2/body.ts'
import { faultOf, type V2Parts, type V2ServerParts } from '../v2/method.ts'
import { Problem } from '../v2/problem.ts'
import { HookExchange } from './hook-exchange.ts'
import { type Kind, partsIn } from './kind.ts'
import { kinds } from './kinds.ts'
import { messageIn } from './message.ts'
import { ringOnce } from './ring-once.ts'

const path = new RegExp(`^/v2/hooks/(${Object.keys(kinds).join('|')})/([1-9][0-9]{0,15})$`)
/** Some send all that they know of the user, with the metadata of the app. */
const maxHookBytes = 64 * 1024

const notOnList = new Failure(1003)
const unreadable = new Problem('unreadable_body')
const noBytes = Buffer.alloc(0)

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
    const Kind = kind.Exchange ?? HookExchange
    const exchange = gate.meet(request, response, `${name}Hook`, nextRequestId(), onAnswer, Kind)
    if (exchange === undefined) return
    const its = exchange as HookExchange
    if (isAlwaysSigned(kind)) its.wrongCredential = 'hook_signature'
    if (deps.api.work.isEnding) its.isLast = true
    void serve(deps, its, { serviceId: Number(service), kind: name as HookKind }, kind).catch(
      (error: Error) => its.answerProblem(faultOf(deps, its.requestId, error)),
    )
  }
}

async function serve({ gate, api }: V2ServerParts, exchange: HookExchange, asked: HookOf, kind: Kind) {
  const { request } = exchange
  const allowedVerbs = kind.verbs ?? ['POST']
  if (!allowedVerbs.includes(request.method!)) {
    exchange.isLast ||= hasBody(request)
    return exchange.answerProblem(new Problem('method_not_allowed', { allowedVerbs }))
  }
  const body = hasBody(request) ? await bodyOf(request, maxHookBytes) : noBytes
  if (body instanceof Problem) {
    exchange.isLast = true
    return exchange.answerProblem(body)
  }
  const given = kind.takesForms ? formOf(request, body) : (jsonOf(request, body) as Bag | Problem)
  let hook: HookRecord | undefined
  const entered = await gate.enterHook(exchange, asked, async () => {
    hook = await api.store.hook(asked)
    return hook !== undefined && isProven(api, hook, kind, request, body, given)
  })
  if (entered.subscriber !== undefined) api.requestTimes.note(asked.serviceId, api.clock.now())
  if ('failure' in entered) return exchange.refuse(entered.failure)
  const { settings } = hook!
  const { allowedAddresses = [] } = settings
  if (allowedAddresses.length > 0 && !new AddressList(allowedAddresses).has(exchange.caller.address))
    return exchange.refuse(notOnList)
  if (given instanceof Problem) return exchange.answerProblem(given)
  const parts = partsIn(given, kind, settings)
  const message = messageIn(kind, parts, settings, api.numbering)
  // The log shows what was understood. The rest of the body is somebody else's.
  const { user, life, ...understood } = parts
  exchange.log.given = understood
  if (message instanceof Problem) return exchange.answerProblem(message)
  if (message === undefined) return exchange.done(settings.status)
  const { subscriber } = entered
  const rung = await api.work.run(() => ringOnce({ api, subscriber, hook: hook!, kind, message }))
  if (rung === undefined) return exchange.refuse(notNow)
  if (rung instanceof Problem) return exchange.answerProblem(rung)
  exchange.log.about = { vendor_id: rung.vendorId }
  return exchange.done(settings.status)
}

/** A form, JSON or a query; what the body names wins. A signature covers the body alone, so then the query is not read. */
function formOf(request: IncomingMessage, body: Buffer): Bag | Problem {
  const read = readBody(body, request.headers['content-type'])
  const isSigned = request.headers['webhook-signature'] !== undefined
  const query = isSigned ? {} : parseQuery(queryOf(request.url!))
  return read instanceof Failure ? unreadable : { ...query, ...read }
}

const isAlwaysSigned = ({ isSigned, credentialInBody }: Kind) =>
  isSigned !== undefined && credentialInBody === undefined

function isProven(
  { hooks: { sealer }, clock }: V2Parts,
  hook: HookRecord,
  kind: Kind,
  request: IncomingMessage,
  body: Buffer,
  given: Bag | Problem,
): boolean {
  const now = clock.now()
  const isSignedBy = (key: string) => kind.isSigned!(key, request.headers, body.toString(), now)
  if (kind.isSigned !== undefined && signingKeys(sealer, hook, now).some(isSignedBy)) return true
  if (isAlwaysSigned(kind)) return false
  const members = kind.credentialInBody && !(given instanceof Problem) ? given : {}
  return holdsCredential(sealer, hook, presentedTexts(request, members), now)
}

const schemes = /^(Bearer|Basic) +(.+)$/i

/**
 * Every text of a request that may be the credential of its hook. Identity servers let their owner choose the header, so
 * that its name is no setting here: the credential itself is too long to be met by chance.
 */
function presentedTexts({ headers }: IncomingMessage, body: Bag): string[] {
  const { authorization = '', cookie = '', ...others } = headers
  const [, scheme = '', sent = authorization] = schemes.exec(authorization) ?? []
  const isBasic = scheme.toLowerCase() === 'basic'
  const alone = [
    ...(isBasic ? [] : [sent]),
    ...cookie.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1)),
    ...Object.values(others).flatMap((value) => value ?? []),
    ...Object.values(body).filter((value) => typeof value === 'string'),
  ].flatMap((text) => [text, `${hookUser}:${text}`])
  return isBasic ? [...ofBasic(Buffer.from(sent, 'base64').toString()), ...alone] : alone
}

/** A credential without a user is the password of any. */
const ofBasic = (text: string) => [text, secretPart(text)]
