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
import type { Gate } from './gate.ts'
import { languageOf } from './language.ts'
import { methods } from './methods/index.ts'
import { documentMethod, openApi } from './openapi.ts'
import { readParameters } from './parameters.ts'
import { maxBodyBytes, tooLarge, unreadable } from './request-body.ts'

export interface AppParts {
  readonly gate: Gate
  readonly api: ApiParts
  readonly health: () => Promise<{ status: boolean; database: boolean; providers: boolean }>
  /** The request came in at the secondary address, which serves the API alone. */
  readonly isSecondary: (request: FastifyRequest) => boolean
  readonly nextRequestId: () => string
  readonly onError: (requestId: string, error: Error) => void
  readonly onAnswer: (method: string, status: number, elapsedMs: number) => void
  readonly serverFactory: NonNullable<FastifyServerOptions['serverFactory']>
}

const version = 'v1.0'

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    serverFactory: parts.serverFactory,
    genReqId: () => parts.nextRequestId(),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 64 },
  })
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
    if (gate.isDraining()) {
      reply.header('Connection', 'close')
      return void gate.refuse(request, reply, new Failure(503))
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    parts.onAnswer(String(request.routeOptions.config.method ?? 'other'), reply.statusCode, reply.elapsedTime)
    done()
  })
  app.setErrorHandler((error, request, reply) => answerError(parts, error as Error, request, reply))

  for (const method of methods) {
    for (const verb of ['GET', 'POST'] as const) {
      app.route({
        method: verb,
        url: `/${version}/${method.name}`,
        config: { method: method.name },
        schema: documentMethod(method, verb),
        handler: (request, reply) => runMethod(parts, method, request, reply),
      })
    }
  }
  registerOpenPages(app, parts)
  app.route({
    method: ['GET', 'POST'],
    url: '/',
    schema: { hide: true },
    handler: (q, r) => answerRoot(parts, q, r),
  })
  app.setNotFoundHandler(async (request, reply) => {
    const entered = await gate.enter(request)
    if ('failure' in entered) return gate.refuse(request, reply, entered.failure, entered.subscriber)
    const isKnownVerb = request.method === 'GET' || request.method === 'POST'
    return gate.refuse(request, reply, new Failure(isKnownVerb ? 404 : 405), entered.subscriber)
  })
}

async function runMethod(
  { gate, api }: AppParts,
  method: Method,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const entered = await gate.enter(request)
  if ('failure' in entered) return gate.refuse(request, reply, entered.failure, entered.subscriber)
  const { subscriber, bag } = entered
  let isCached = false
  const answer = await answerMethod()
  if (!isCached) api.requestTimes.note(subscriber.service.id, api.clock.now())
  return answer instanceof Failure ? gate.refuse(request, reply, answer, subscriber) : answer

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
      if (error instanceof StoreUnavailable) return new Failure(503)
      throw error
    }
  }
}

/** With credentials who they are; a browser without any goes to the cabinet. */
async function answerRoot({ gate, isSecondary }: AppParts, request: FastifyRequest, reply: FastifyReply) {
  const query = request.query as Record<string, unknown>
  const isBrowser = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
  const hasCredentials =
    request.headers.authorization !== undefined || 'key' in query || 'service_id' in query
  if (isBrowser && !hasCredentials && !isSecondary(request)) return reply.redirect('/cabinet/')
  const entered = await gate.enter(request)
  if ('failure' in entered) return gate.refuse(request, reply, entered.failure, entered.subscriber)
  const { id, name } = entered.subscriber.service
  return { status: true, service_id: id, name, version }
}

/** What needs no credentials. */
function registerOpenPages(app: FastifyInstance, { gate, health, isSecondary }: AppParts): void {
  app.get(
    '/health',
    { schema: { hide: true, response: { 200: answers.health, 503: answers.health } } },
    async (_, reply) => {
      const state = await health()
      return reply.code(state.status ? 200 : 503).send(state)
    },
  )
  const primaryOnly = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isSecondary(request)) return
    const entered = await gate.enter(request)
    const failure = 'failure' in entered ? entered.failure : new Failure(404)
    return gate.refuse(request, reply, failure, entered.subscriber)
  }
  app.get('/openapi.json', { schema: { hide: true }, preHandler: primaryOnly }, () => app.swagger())
  app.get('/docs', { schema: { hide: true }, preHandler: primaryOnly }, (_request, reply) => {
    reply.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    return reply.type('text/html; charset=utf-8').send(renderDocs(app.swagger()))
  })
}

async function answerError(parts: AppParts, error: Error, request: FastifyRequest, reply: FastifyReply) {
  const { gate } = parts
  const status = (error as { statusCode?: number }).statusCode
  const isTooLarge = status === 413
  // Fastify refuses a body before our gate is asked; a wrong header still comes first.
  if (isTooLarge || (status !== undefined && status < 500)) {
    if (request.headers.authorization !== undefined) {
      const entered = await gate.enter(request)
      if ('failure' in entered) return gate.refuse(request, reply, entered.failure, entered.subscriber)
    }
    return gate.refuse(request, reply, isTooLarge ? tooLarge : unreadable)
  }
  parts.onError(request.id, error)
  return gate.refuse(request, reply, new Failure(500, { requestId: request.id }))
}
