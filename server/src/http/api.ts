import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import type { Subscriber } from '../accounts/directory.ts'
import { StoreUnavailable } from '../storage/store.ts'
import { demoReceiver } from '../webhooks/receiver.ts'
import type { Method } from './context.ts'
import { DialectReply, dialectAt, handleDialect, replyOf } from './dialects/handle-dialect.ts'
import type { Figures } from './documents/prose.ts'
import { pageHeaders, sendDocument } from './documents/representation.ts'
import { documentsOf } from './documents/served.ts'
import { openSite } from './documents/site.ts'
import { Failure, notNow } from './errors.ts'
import type { Asks, Entered, GateRefusal } from './gate.ts'
import { outsideScope, scopeFailure } from './key-scope.ts'
import { languageOf } from './language.ts'
import { methods } from './methods/index.ts'
import { didYouMean, meantPath, withParameterHint } from './mistakes.ts'
import { type RawParams, readParameters } from './parameters.ts'
import type { Reply } from './reply.ts'
import { collectBody, hasBody, tooLarge } from './request-body.ts'
import { pathOf, queryOf } from './request-target.ts'
import { withUcallerNames } from './ucaller-names.ts'
import { createV2, isV2 } from './v2/api.ts'
import type { V2ServerParts } from './v2/method.ts'
import {
  problemPagePolicy,
  renderProblemList,
  renderProblemPages,
  renderUnknownPage,
} from './v2/problem-pages.ts'
import { joined, queryIsIgnored, unknownParameters } from './warnings.ts'

export interface ApiServerDeps extends V2ServerParts {
  /** The operator's settings that appear in the documents. */
  readonly figures: Figures
  /** The built documentation site. */
  readonly siteFolder: string | undefined
  readonly health: HealthAnswers
  /** The request came to the secondary address, which serves only the API. */
  readonly isSecondary: (request: IncomingMessage) => boolean
  readonly demo: { readonly isOn: boolean }
}

interface HealthAnswers {
  readonly health: () => Promise<{ status: boolean; database: boolean; providers: boolean }>
  readonly readiness: () => Promise<{ status: boolean; database: boolean; serving: boolean }>
}

/** A Failure when the body could not be read. */
type Answer = (reply: Reply, body: Buffer | Failure) => void | Promise<void>

/** The handler of a path. */
interface Route {
  /** The name in the metrics. */
  readonly method: string
  /** The verbs that `answer` serves. */
  readonly verbs: readonly string[]
  readonly answer: Answer
  readonly answerOtherVerb: Answer
  /** How errors are worded; as `/v1.0` does when left out. */
  readonly Kind?: typeof Reply
  /** What `answer` asks for; the key of a service when left out. */
  readonly asks?: Asks
}

const version = 'v1.0'
/** No paths: for words that the catalogue does not have, and for pages that the documentation does not have. */
const unknownProblem = 'unknown problem'
const unknownPage = 'unknown page'
const noBody = Buffer.alloc(0)
const notFound = new Failure(404)
const methodVerbs = ['GET', 'POST']
const pageVerbs = ['GET', 'HEAD']
const wrongVerb = new Failure(405, {}, { allowedVerbs: methodVerbs })
const repeatsAreOff = new Failure(405, { about: 'gone' })

/** The API on plain node:http: routing is a map of a dozen paths, and a response is sent in one piece. */
export function createApi(deps: ApiServerDeps): RequestListener {
  const { gate, onAnswer, nextRequestId } = deps
  const routes = routesOf(deps)
  const routeOf = (path: string) =>
    routes.get(path) ??
    (path.startsWith('/docs/')
      ? routes.get(path.startsWith('/docs/errors/') ? unknownProblem : unknownPage)
      : undefined)
  const answerUnknown: Answer = (reply, body) => answerNotFound(deps, reply, body)
  const run = async (answer: Answer, reply: Reply, body: Buffer | Failure) => {
    try {
      await answer(reply, body)
    } catch (error) {
      gate.refuse(reply, faultOf(deps, reply, error as Error))
    }
  }

  const serveV2 = createV2(deps)
  return (request, response) => {
    const target = request.url!
    const known = routes.get(target)
    if (known === undefined && isV2(target)) return void serveV2(request, response)
    const route = known ?? routeOf(pathOf(target)) ?? dialectRoute(deps, pathOf(target))
    const isServed = route?.verbs.includes(request.method!) ?? false
    const method = isServed ? route!.method : 'other'
    const reply = gate.open(
      request,
      response,
      method,
      nextRequestId(),
      onAnswer,
      route?.asks ?? 'key',
      route?.Kind,
    )
    if (reply === undefined) return
    // Closes the connection, so that the client's next request goes to another node.
    if (deps.api.work.isEnding) reply.closeConnection = true
    const answer = isServed ? route!.answer : (route?.answerOtherVerb ?? answerUnknown)
    const isPost = request.method === 'POST'
    if (!isPost && !(request.method === 'GET' && hasBody(request))) return void run(answer, reply, noBody)
    collectBody(request, (body) => {
      // The unread rest of a body would precede the next request on this connection.
      if (body === tooLarge) reply.closeConnection = true
      void run(answer, reply, isPost || !(body instanceof Failure) ? body : noBody)
    })
  }
}

/** Icons and rules for crawlers change only with a release. */
const siteFileSeconds = 86_400
/** What browsers and crawlers request from every site, without credentials. Keys and numbers must not be indexed. */
const siteFiles = [
  {
    path: '/favicon.ico',
    type: 'image/vnd.microsoft.icon',
    content: readFileSync(new URL('../../assets/favicon.ico', import.meta.url)),
  },
  { path: '/robots.txt', type: 'text/plain; charset=utf-8', content: 'User-agent: *\nDisallow: /\n' },
]

/** The method of answers to `/health`, `/readyz` and `/livez`. */
export const probeMethod = 'probe'

function routesOf(deps: ApiServerDeps): ReadonlyMap<string, Route> {
  const { health, figures } = deps
  const report = (reply: Reply, state: { status: boolean }) => reply.answer(state, state.status ? 200 : 503)
  const fixed: Readonly<Record<string, Route>> = {
    '/': {
      ...page((reply, body) => answerRoot(deps, reply, body), [...pageVerbs, 'POST']),
      asks: 'key',
    },
    '/health': probe(async (reply) => report(reply, await health.health())),
    '/readyz': probe(async (reply) => report(reply, await health.readiness())),
    // An answer already shows that the event loop runs: there is nothing to check.
    '/livez': probe((reply) => reply.answer({ status: true })),
  }
  const routes = new Map(Object.entries(fixed))
  for (const method of methods) {
    routes.set(`/${version}/${method.name}`, {
      method: method.name,
      verbs: methodVerbs,
      answer: (reply, body) => runMethod(deps, method, reply, body),
      answerOtherVerb: (reply, body) => refuseVerb(deps, method, reply, body),
    })
  }
  for (const { path, type, content } of siteFiles) {
    const answer: Answer = (reply) => {
      reply.cacheControl = `public, max-age=${siteFileSeconds}`
      reply.send(200, type, content, [])
    }
    routes.set(path, page(answer))
  }

  const onPrimary = (served: Route): Route => {
    const elsewhere: Answer = (reply, body) => answerNotFound(deps, reply, body)
    const guarded =
      (inner: Answer): Answer =>
      (reply, body) =>
        (deps.isSecondary(reply.request) ? elsewhere : inner)(reply, body)
    return { ...served, answer: guarded(served.answer), answerOtherVerb: guarded(served.answerOtherVerb) }
  }
  // The cabinet shows what was sent to it.
  const receive: Answer = (reply, body) =>
    deps.demo.isOn ? reply.answer({ received: true }) : answerNotFound(deps, reply, body)
  routes.set(demoReceiver, onPrimary(page(receive, ['POST'])))
  const site = openSite(deps.siteFolder, figures.publicUrl)
  for (const document of documentsOf(figures, site)) {
    const answer: Answer = (reply) =>
      sendDocument(reply, document, document.content(queryOf(reply.request.url!)))
    routes.set(document.path, onPrimary(page(answer, pageVerbs, document.optionsHeaders ?? [])))
  }
  const plainPage = (content: string, status = 200) =>
    onPrimary(
      page((reply) =>
        reply.send(status, 'text/html; charset=utf-8', content, pageHeaders(problemPagePolicy)),
      ),
    )
  for (const [path, content] of renderProblemPages()) routes.set(path, plainPage(content))
  routes.set('/docs/errors', plainPage(renderProblemList()))
  routes.set(unknownProblem, plainPage(renderProblemList(), 404))
  routes.set(unknownPage, plainPage(renderUnknownPage(site.isBuilt), 404))
  const siteFile = (answer: Answer): Route => ({ ...onPrimary(page(answer)), asks: 'nothing-of-a-file' })
  // A page may have the name of a folder: docs/trunks.md and docs/trunks/.
  for (const { path } of site.documents.filter((document) => document.path.endsWith('/'))) {
    const redirect: Answer = (reply) => reply.send(302, 'text/plain', '', ['Location', path])
    routes.set(path.slice(0, -1), siteFile(redirect))
  }
  for (const document of site.documents) {
    const answer: Answer = (reply) => sendDocument(reply, document, document.content(''))
    routes.set(document.path, siteFile(answer))
  }
  return routes
}

/** A path of a dialect exists only where a service speaks it. */
function dialectRoute(deps: ApiServerDeps, path: string): Route | undefined {
  const dialect = dialectAt(path)
  if (dialect === undefined) return undefined
  const { dialects } = deps.api
  const answerUnknown: Answer = (reply, body) => answerNotFound(deps, reply, body)
  return {
    // The log keeps a path as it is only when it is that of a method.
    method: Object.hasOwn(dialect.methods, path) ? dialect.name : 'other',
    verbs: methodVerbs,
    asks: 'credential',
    Kind: dialects.isEnabled(dialect.name) ? replyOf(dialect) : DialectReply,
    answer: async (reply, body) =>
      (await dialects.isEnabledNow(dialect.name))
        ? handleDialect(deps, dialect, reply as DialectReply, body)
        : answerUnknown(reply, body),
    answerOtherVerb: answerUnknown,
  }
}

/** A balancer asks every second, and 503 is its answer during every stop: probes are no part of the measured traffic. */
function probe(answer: Answer): Route {
  return { ...page(answer), method: probeMethod }
}

/** A path that needs no credentials, so its verbs need no protection either. Node sends no body for a HEAD. */
function page(
  answer: Answer,
  verbs: readonly string[] = pageVerbs,
  optionsHeaders: readonly string[] = [],
): Route {
  const allowedVerbs = [...verbs, 'OPTIONS']
  const wrongVerbOfPage = new Failure(405, {}, { allowedVerbs })
  return {
    method: 'other',
    verbs,
    asks: 'nothing',
    answer,
    answerOtherVerb(reply) {
      if (reply.request.method === 'OPTIONS')
        return reply.send(204, '', '', ['Allow', allowedVerbs.join(', '), ...optionsHeaders])
      reply.refuse(wrongVerbOfPage, 'mirror')
    },
  }
}

async function runMethod(deps: ApiServerDeps, method: Method, reply: Reply, body: Buffer | Failure) {
  const { gate, api } = deps
  const entering = gate.enter(reply, body)
  const entered = entering instanceof Promise ? await entering : entering
  if ('failure' in entered) return refuse(deps, reply, entered)
  const { subscriber, scope, profile, params } = entered
  const outside = scope === 'all' ? undefined : await scopeFailure(api, method, entered)
  if (outside !== undefined) return refuse(deps, reply, { failure: outside, subscriber })
  const values = valuesOf(method, entered)
  if (!(params instanceof Failure)) reply.warning = warningOf(method, params, values, reply.request)
  if (values instanceof Failure) {
    const failure =
      params instanceof Failure ? values : withParameterHint(values, method, reply.request, params)
    return refuse(deps, reply, { failure, subscriber })
  }
  const call = {
    values,
    subscriber,
    scope,
    profile,
    language: languageOf(reply.request.headers['accept-language']),
    isReplay: false,
  }
  let answer: object | Failure
  try {
    answer =
      method.startsWork === true
        ? ((await api.work.run(() => method.run(api, call))) ?? notNow(api.work.retryAfterMs))
        : await method.run(api, call)
  } catch (error) {
    answer = faultOf(deps, reply, error as Error)
  }
  if (answer instanceof Failure) return refuse(deps, reply, { failure: answer, subscriber })
  // A replay is a cached call: it does not update the service's `last_request`.
  if (!call.isReplay) api.requestTimes.note(subscriber.service.id, api.clock.now())
  reply.log.about = answer
  reply.answer(profile === 'ucaller' ? withUcallerNames(answer) : answer)
}

/** Notes for the client: parameters that were ignored, values that were interpreted. */
function warningOf(
  method: Method,
  params: RawParams,
  values: Readonly<Record<string, unknown>> | Failure,
  { method: verb, url }: IncomingMessage,
): string | undefined {
  let warning = unknownParameters(method, params)
  if (method.remark !== undefined && !(values instanceof Failure))
    warning = joined(warning, method.remark(values, params))
  // When both places have the same name, the body wins.
  if (verb === 'POST' && url!.includes('?')) {
    const ignored = Object.keys(parseQuery(queryOf(url!))).filter((name) => !Object.hasOwn(params, name))
    if (ignored.length > 0) warning = joined(warning, queryIsIgnored(ignored))
  }
  return warning
}

function valuesOf(method: Method, { subscriber, params }: Entered) {
  if (isGone(method, subscriber)) return repeatsAreOff
  return params instanceof Failure ? params : readParameters(method.parameters, params)
}

/** No such path; reported only to authenticated clients. */
async function answerNotFound(deps: ApiServerDeps, reply: Reply, body: Buffer | Failure) {
  const entered = await deps.gate.enter(reply, body)
  if ('failure' in entered) return refuse(deps, reply, entered)
  const meant = meantPath(pathOf(reply.request.url!))
  const failure = meant === undefined ? notFound : notFound.withHint(didYouMean(meant))
  refuse(deps, reply, { failure, subscriber: entered.subscriber })
}

/** The method does not allow this verb: a HEAD, for example, must not place a call. */
async function refuseVerb(deps: ApiServerDeps, method: Method, reply: Reply, body: Buffer | Failure) {
  const entered = await deps.gate.enter(reply, body)
  if ('failure' in entered) return refuse(deps, reply, entered)
  const { subscriber, scope } = entered
  const unsupported = isGone(method, subscriber) ? repeatsAreOff : wrongVerb
  refuse(deps, reply, { failure: outsideScope(scope, method.scopes) ?? unsupported, subscriber })
}

function isGone({ name }: Method, { service }: Subscriber): boolean {
  return name === 'initRepeat' && !service.settings.legacyRepeats
}

/** With credentials: the service they belong to. A browser without credentials is redirected to the cabinet. */
async function answerRoot(deps: ApiServerDeps, reply: Reply, body: Buffer | Failure) {
  const { gate, api, isSecondary } = deps
  const { request } = reply
  const isBrowser = request.method !== 'POST' && (request.headers.accept ?? '').includes('text/html')
  const hasCredentials =
    request.headers.authorization !== undefined ||
    /(?:^|&)(?:key|service_id)(?:=|&|$)/.test(queryOf(request.url!))
  if (isBrowser && !hasCredentials && !isSecondary(request)) {
    const limited = gate.limitOfAddress(reply)
    if (limited !== undefined) return gate.refuse(reply, limited)
    return reply.send(302, 'text/plain', '', ['Location', '/cabinet/'])
  }
  const entered = await gate.enter(reply, body)
  if ('failure' in entered) return refuse(deps, reply, entered)
  const { subscriber, params } = entered
  if (params instanceof Failure) return refuse(deps, reply, { failure: params, subscriber })
  const { id, name } = subscriber.service
  api.requestTimes.note(id, api.clock.now())
  reply.answer({ status: true, service_id: id, name, version })
}

/** Every authenticated call but a replay updates the service's `last_request`, also a refused one. */
function refuse({ gate, api }: ApiServerDeps, reply: Reply, { failure, subscriber }: GateRefusal) {
  if (subscriber !== undefined) api.requestTimes.note(subscriber.service.id, api.clock.now())
  gate.refuse(reply, failure, subscriber)
}

/** Reports an internal error and answers it as an error. */
function faultOf(deps: ApiServerDeps, { requestId }: Reply, error: Error): Failure {
  if (error instanceof StoreUnavailable) {
    deps.onStoreTrouble(error, requestId)
    return new Failure(503, { about: 'store' })
  }
  deps.onError(requestId, error)
  return new Failure(500, { requestId })
}
