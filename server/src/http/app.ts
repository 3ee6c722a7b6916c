import swagger from '@fastify/swagger'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { StoreUnavailable } from '../storage/store.ts'
import * as answers from './answers.ts'
import type { ApiParts, Method } from './context.ts'
import { renderDocs } from './docs-page.ts'
import { Failure } from './errors.ts'
import type { Gate, Refusal } from './gate.ts'
import { languageOf } from './language.ts'
import { methods } from './methods/index.ts'
import { documentMethod, openApi } from './openapi.ts'
import { readParameters } from './parameters.ts'
import { maxBodyBytes, tooLarge, unreadable } from './request-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not `method`: Fastify itself keeps the verb under that name. */
    apiMethod?: string
  }
}

export interface AppParts {
  readonly gate: Gate
  readonly api: ApiParts
  readonly health: () => Promise<{ status: boolean; database: boolean; providers: boolean }>
  /** The request came in at the secondary address, which serves the API alone. */
  readonly isSecondary: (request: FastifyRequest) => boolean
  readonly nextRequestId: () => string
  readonly onError: (requestId: string, error: Error) => void
  /** The store could not serve a request, which was answered 503. */
  readonly onStoreTrouble: (error: StoreUnavailable) => void
  readonly onAnswer: (answer: Answered) => void
  readonly serverFactory: NonNullable<FastifyServerOptions['serverFactory']>
}

export interface Answered {
  readonly method: string
  readonly status: number
  /** Undefined when the answer is no error. */
  readonly errorCode: number | undefined
  readonly elapsedMs: number
}

const version = 'v1.0'
const verbs = ['GET', 'POST'] as const
const healthPath = '/health'

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    serverFactory: parts.serverFactory,
    genReqId: () => parts.nextRequestId(),
    // An address that cannot be decoded never reaches a route; it is still answered by our own rules.
    frameworkErrors: (_error, request, reply) => {
      const failure = parts.gate.meet(request, reply)
      if (failure !== undefined) return void parts.gate.refuse(request, reply, failure)
      answerUnrouted(parts, request, reply).catch((error: Error) => answerFault(parts, error, request, reply))
    },
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 64 },
  })
  app.decorateRequest('caller')
  app.decorateReply('failure', undefined)
  // Bodies are read by the gate, after the checks that come before them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setValidatorCompiler(() => () => true)
  await app.register(swagger, openApi)
  app.after(() => registerRoutes(app, parts))
  await app.ready()
  return app
}

function registerRoutes(app: FastifyInstance, parts: AppParts): void {
  const { gate } = parts
  app.addHook('onRequest', (request, reply, done) => {
    const failure = gate.meet(request, reply)
    if (failure !== undefined) return void gate.refuse(request, reply, failure)
    if (gate.isDraining() && request.routeOptions.url !== healthPath) {
      reply.header('Connection', 'close')
      return void gate.refuse(request, reply, new Failure(503))
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    parts.onAnswer({
      method: request.routeOptions.config.apiMethod ?? 'other',
      status: reply.statusCode,
      errorCode: reply.failure?.code,
      elapsedMs: reply.elapsedTime,
    })
    done()
  })
  app.setErrorHandler((error, request, reply) => answerError(parts, error as Error, request, reply))

  for (const method of methods) {
    for (const verb of verbs) {
      app.route({
        method: verb,
        url: `/${version}/${method.name}`,
        config: { apiMethod: method.name },
        schema: documentMethod(method, verb),
        handler: (request, reply) => runMethod(parts, method, request, reply),
      })
    }
  }
  registerOpenPages(app, parts)
  app.route({
    method: [...verbs],
    url: '/',
    schema: { hide: true, response: { 200: answers.root } },
    handler: (q, r) => answerRoot(parts, q, r),
  })
  app.setNotFoundHandler((request, reply) => answerUnrouted(parts, request, reply))
}

/** No such path or verb, said only to those who may know. */
async function answerUnrouted(
  parts: AppParts,
  request: FastifyRequest,
  reply: FastifyReply,
  unread?: Failure,
) {
  const entered = await parts.gate.enter(request, unread)
  if ('failure' in entered) return refuse(parts, request, reply, entered)
  const failure = verbs.some((verb) => verb === request.method)
    ? new Failure(404)
    : new Failure(405, {}, { allowedVerbs: verbs })
  return refuse(parts, request, reply, { failure, subscriber: entered.subscriber })
}

/** Every authenticated call but a replay moves the service's `last_request`, also one that is refused. */
function refuse(
  { gate, api }: AppParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { failure, subscriber }: Refusal,
) {
  if (subscriber !== undefined) api.requestTimes.note(subscriber.service.id, api.clock.now())
  return gate.refuse(request, reply, failure, subscriber)
}

async function runMethod(
  parts: AppParts,
  method: Method,
  request: FastifyRequest,
  reply: FastifyReply,
  unread?: Failure,
) {
  const { gate, api } = parts
  const entered = await gate.enter(request, unread)
  if ('failure' in entered) return refuse(parts, request, reply, entered)
  const { subscriber, bag } = entered
  let isCached = false
  const answer = await answerMethod()
  if (answer instanceof Failure) return refuse(parts, request, reply, { failure: answer, subscriber })
  if (!isCached) api.requestTimes.note(subscriber.service.id, api.clock.now())
  return answer

  async function answerMethod(): Promise<object | Failure> {
    if (method.name === 'initRepeat' && !subscriber.service.settings.legacyRepeats) return new Failure(405)
    if (bag instanceof Failure) return bag
    const values = readParameters(method.parameters, bag)
    if (values instanceof Failure) return values
    const language = languageOf(request.headers['accept-language'])
    const markCached = () => {
      isCached = true
    }
    try {
      return await method.run(api, { values, subscriber, language, markCached })
    } catch (error) {
      return faultOf(parts, error as Error, request)
    }
  }
}

/** With credentials who they are; a browser without any goes to the cabinet. */
async function answerRoot(parts: AppParts, request: FastifyRequest, reply: FastifyReply, unread?: Failure) {
  const { gate, api, isSecondary } = parts
  const query = request.query as Record<string, unknown>
  const isBrowser = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
  const hasCredentials =
    request.headers.authorization !== undefined || 'key' in query || 'service_id' in query
  if (isBrowser && !hasCredentials && !isSecondary(request)) return reply.redirect('/cabinet/')
  const entered = await gate.enter(request, unread)
  if ('failure' in entered) return refuse(parts, request, reply, entered)
  const { subscriber, bag } = entered
  if (bag instanceof Failure) return refuse(parts, request, reply, { failure: bag, subscriber })
  const { id, name } = subscriber.service
  api.requestTimes.note(id, api.clock.now())
  return { status: true, service_id: id, name, version }
}

/** What needs no credentials. */
function registerOpenPages(app: FastifyInstance, parts: AppParts): void {
  const { health, isSecondary } = parts
  app.get(
    healthPath,
    { schema: { hide: true, response: { 200: answers.health, 503: answers.health } } },
    async (_, reply) => {
      const state = await health()
      return reply.code(state.status ? 200 : 503).send(state)
    },
  )
  const primaryOnly = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isSecondary(request)) return answerUnrouted(parts, request, reply)
  }
  app.get('/openapi.json', { schema: { hide: true }, preHandler: primaryOnly }, () => app.swagger())
  app.get('/docs', { schema: { hide: true }, preHandler: primaryOnly }, (_request, reply) => {
    reply.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    return reply.type('text/html; charset=utf-8').send(renderDocs(app.swagger()))
  })
}

async function answerError(parts: AppParts, error: Error, request: FastifyRequest, reply: FastifyReply) {
  const status = (error as { statusCode?: number }).statusCode
  if (status === undefined || status >= 500) return answerFault(parts, error, request, reply)
  // Fastify refuses a body before a handler runs; the checks that come before the body still come first.
  const unread = status === 413 ? tooLarge : unreadable
  const method = methods.find(({ name }) => name === request.routeOptions.config.apiMethod)
  if (method !== undefined) return runMethod(parts, method, request, reply, unread)
  return request.is404
    ? answerUnrouted(parts, request, reply, unread)
    : answerRoot(parts, request, reply, unread)
}

function answerFault(parts: AppParts, error: Error, request: FastifyRequest, reply: FastifyReply) {
  return parts.gate.refuse(request, reply, faultOf(parts, error, request))
}

/** What went wrong on our side, told to whoever watches and answered as an error. */
function faultOf(parts: AppParts, error: Error, request: FastifyRequest): Failure {
  if (error instanceof StoreUnavailable) {
    parts.onStoreTrouble(error)
    return new Failure(503)
  }
  parts.onError(request.id, error)
  return new Failure(500, { requestId: request.id })
}
