import type { IncomingMessage, RequestListener } from 'node:http'
import { StoreUnavailable } from '../storage/store.ts'
import type { ApiParts, Method } from './context.ts'
import { renderDocs } from './docs-page.ts'
import { Failure } from './errors.ts'
import type { Answered, Exchange } from './exchange.ts'
import type { Entered, Gate, Refusal } from './gate.ts'
import type { Figures } from './guide.ts'
import { languageOf } from './language.ts'
import { methods } from './methods/index.ts'
import { describeInterface } from './openapi.ts'
import { readParameters } from './parameters.ts'
import { collectBody, tooLarge } from './request-body.ts'
import { pathOf, queryOf } from './request-target.ts'

export interface ApiDoors {
  readonly gate: Gate
  readonly api: ApiParts
  /** What the documents tell of the operator's settings. */
  readonly figures: Figures
  readonly health: () => Promise<{ status: boolean; database: boolean; providers: boolean }>
  /** The request came in at the secondary address, which serves the API alone. */
  readonly isSecondary: (request: IncomingMessage) => boolean
  readonly nextRequestId: () => string
  readonly onError: (requestId: string, error: Error) => void
  /** The store could not serve a request, which was answered 503. */
  readonly onStoreTrouble: (error: StoreUnavailable) => void
  readonly onAnswer: (answer: Answered) => void
}

/** What is served under a path. */
interface Route {
  /** For those who count. */
  readonly method: string
  readonly takesPost: boolean
  /** A body that could not be taken is a Failure. */
  readonly answer: (exchange: Exchange, body: Buffer | Failure) => void | Promise<void>
}

const version = 'v1.0'
const noBody = Buffer.alloc(0)
const stopping = new Failure(503)
const notFound = new Failure(404)
const wrongVerb = new Failure(405, {}, { allowedVerbs: ['GET', 'POST'] })
const repeatsAreOff = new Failure(405, { isGone: true })

/** The interface on plain node:http: routing is a map of a dozen paths, and a request is answered in one piece. */
export function createApi(doors: ApiDoors): RequestListener {
  const { gate, onAnswer } = doors
  const routes = routesOf(doors)
  const health = routes.get('/health')
  const unrouted = page((exchange, body) => answerUnrouted(doors, exchange, body))
  const routeOf = (verb: string | undefined, target: string): Route => {
    const route = routes.get(target) ?? routes.get(pathOf(target))
    return route !== undefined && (verb === 'GET' || (verb === 'POST' && route.takesPost)) ? route : unrouted
  }
  const answer = async (route: Route, exchange: Exchange, body: Buffer | Failure) => {
    try {
      await route.answer(exchange, body)
    } catch (error) {
      gate.refuse(exchange, faultOf(doors, error as Error))
    }
  }

  return (request, response) => {
    const route = routeOf(request.method, request.url!)
    const exchange = gate.meet(request, response, route.method, onAnswer)
    if (exchange === undefined) return
    if (gate.isDraining() && route !== health) {
      exchange.isLast = true
      return gate.refuse(exchange, stopping)
    }
    if (request.method !== 'POST') return void answer(route, exchange, noBody)
    collectBody(request, (body) => {
      // What is still to come of a body that nobody reads would stand before the next request.
      exchange.isLast = body === tooLarge
      void answer(route, exchange, body)
    })
  }
}

function routesOf(doors: ApiDoors): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route>()
  for (const method of methods) {
    routes.set(`/${version}/${method.name}`, {
      method: method.name,
      takesPost: true,
      answer: (exchange, body) => runMethod(doors, method, exchange, body),
    })
  }
  routes.set('/', { ...page((exchange, body) => answerRoot(doors, exchange, body)), takesPost: true })
  routes.set(
    '/health',
    page(async (exchange) => {
      const state = await doors.health()
      exchange.answer(state, state.status ? 200 : 503)
    }),
  )

  const onPrimary = (answer: Route['answer']) =>
    page((exchange, body) =>
      doors.isSecondary(exchange.request) ? answerUnrouted(doors, exchange, body) : answer(exchange, body),
    )
  const description = describeInterface(methods, doors.figures)
  const documentation = renderDocs(description, doors.figures)
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  routes.set(
    '/openapi.json',
    onPrimary((exchange) => exchange.answer(description)),
  )
  routes.set(
    '/docs',
    onPrimary((exchange) =>
      exchange.send(200, 'text/html; charset=utf-8', documentation, ['Content-Security-Policy', policy]),
    ),
  )
  return routes
}

function page(answer: Route['answer']): Route {
  return { method: 'other', takesPost: false, answer }
}

async function runMethod(doors: ApiDoors, method: Method, exchange: Exchange, body: Buffer | Failure) {
  const { gate, api } = doors
  const entering = gate.enter(exchange, body)
  const entered = entering instanceof Promise ? await entering : entering
  if ('failure' in entered) return refuse(doors, exchange, entered)
  const { subscriber } = entered
  const values = valuesOf(method, entered)
  if (values instanceof Failure) return refuse(doors, exchange, { failure: values, subscriber })
  const call = {
    values,
    subscriber,
    language: languageOf(exchange.request.headers['accept-language']),
    isReplay: false,
  }
  let answer: object | Failure
  try {
    answer = await method.run(api, call)
  } catch (error) {
    answer = faultOf(doors, error as Error)
  }
  if (answer instanceof Failure) return refuse(doors, exchange, { failure: answer, subscriber })
  // A replay is a cached call: it does not move the service's `last_request`.
  if (!call.isReplay) api.requestTimes.note(subscriber.service.id, api.clock.now())
  exchange.answer(answer)
}

function valuesOf(method: Method, { subscriber, bag }: Entered) {
  if (method.name === 'initRepeat' && !subscriber.service.settings.legacyRepeats) return repeatsAreOff
  return bag instanceof Failure ? bag : readParameters(method.parameters, bag)
}

/** No such path or verb, said only to those who may know. */
async function answerUnrouted(doors: ApiDoors, exchange: Exchange, body: Buffer | Failure) {
  const entered = await doors.gate.enter(exchange, body)
  if ('failure' in entered) return refuse(doors, exchange, entered)
  const { method: verb } = exchange.request
  const failure = verb === 'GET' || verb === 'POST' ? notFound : wrongVerb
  refuse(doors, exchange, { failure, subscriber: entered.subscriber })
}

/** With credentials who they are; a browser without any goes to the cabinet. */
async function answerRoot(doors: ApiDoors, exchange: Exchange, body: Buffer | Failure) {
  const { gate, api, isSecondary } = doors
  const { request } = exchange
  const isBrowser = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
  const hasCredentials =
    request.headers.authorization !== undefined ||
    /(?:^|&)(?:key|service_id)(?:=|&|$)/.test(queryOf(request.url!))
  if (isBrowser && !hasCredentials && !isSecondary(request)) {
    return exchange.send(302, 'text/plain', '', ['Location', '/cabinet/'])
  }
  const entered = await gate.enter(exchange, body)
  if ('failure' in entered) return refuse(doors, exchange, entered)
  const { subscriber, bag } = entered
  if (bag instanceof Failure) return refuse(doors, exchange, { failure: bag, subscriber })
  const { id, name } = subscriber.service
  api.requestTimes.note(id, api.clock.now())
  exchange.answer({ status: true, service_id: id, name, version })
}

/** Every authenticated call but a replay moves the service's `last_request`, also one that is refused. */
function refuse({ gate, api }: ApiDoors, exchange: Exchange, { failure, subscriber }: Refusal): void {
  if (subscriber !== undefined) api.requestTimes.note(subscriber.service.id, api.clock.now())
  gate.refuse(exchange, failure, subscriber)
}

/** What went wrong on our side, told to whoever watches and answered as an error. */
function faultOf(doors: ApiDoors, error: Error): Failure {
  if (error instanceof StoreUnavailable) {
    doors.onStoreTrouble(error)
    return new Failure(503)
  }
  const requestId = doors.nextRequestId()
  doors.onError(requestId, error)
  return new Failure(500, { requestId })
}
