import type { RequestListener } from 'node:http'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { randomWord } from '../platform/random.ts'
import { StoreUnavailable } from '../storage/store.ts'
import type { CabinetParts } from './parts.ts'
import { notFound, Problem, wrongField } from './problem.ts'
import { recognise, visitorOf } from './recognise.ts'
import type { Ask, Route } from './route.ts'
import { routes } from './routes/index.ts'
import { requireSameOrigin } from './same-origin.ts'
import { secure } from './security-headers.ts'
import { serveWebApp } from './web-app.ts'

const maxJsonBytes = 64 * 1024
const nonceLength = 24

declare module 'fastify' {
  interface FastifyReply {
    nonce: string
  }
}

export interface CabinetApp {
  readonly listener: RequestListener
  close(): Promise<void>
}

/** The web app at `/cabinet/` and its API at `/cabinet/api/`, as a listener to be put behind the primary address. */
export async function createCabinetApp(parts: CabinetParts, webAppFolder: string): Promise<CabinetApp> {
  const app = fastify({
    bodyLimit: maxJsonBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    genReqId: () => randomWord(parts.random, 12),
  })
  // Uploads are read by their handler, piece by piece.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.decorateReply('nonce', '')
  app.addHook('onRequest', async (request, reply) => {
    reply.nonce = randomWord(parts.random, nonceLength)
    secure(reply, visitorOf(request, parts).isHttps, reply.nonce)
  })
  // Before the routes: Fastify gives each the handler that is set when it is made.
  app.setErrorHandler((error: Error, request, reply) => {
    const problem = problemOf(parts, error, request)
    if (problem.retryAfterSeconds !== undefined) reply.header('Retry-After', problem.retryAfterSeconds)
    return reply.code(problem.status).header('Cache-Control', 'no-store').send(problem.body())
  })
  for (const route of routes) {
    app.route({
      method: route.method,
      url: `/cabinet/api${route.path}`,
      ...(route.maxBodyBytes === undefined ? {} : { bodyLimit: route.maxBodyBytes }),
      handler: (request, reply) => answer(parts, route, request, reply),
    })
  }
  app.all('/cabinet/api/*', async () => {
    throw notFound()
  })
  await serveWebApp(app, webAppFolder, (reply) => reply.nonce)
  await app.ready()
  return { listener: (request, response) => app.routing(request, response), close: () => app.close() }
}

async function answer(parts: CabinetParts, route: Route, request: FastifyRequest, reply: FastifyReply) {
  reply.header('Cache-Control', 'no-store')
  if (route.method !== 'GET') requireSameOrigin(request.raw)
  const visitor = visitorOf(request, parts)
  const who = await recognise(parts, request, reply, visitor, route.audience)
  const ask: Ask<unknown, unknown> & { who: unknown } = {
    parts,
    visitor,
    params: request.params as Record<string, string>,
    query: checked(route.query, withNumbers(request.query)),
    body: checked(route.body, request.body),
    request,
    reply,
    who,
  }
  const result = await (route.handle as (ask: unknown) => Promise<unknown>)(ask)
  if (reply.sent || reply.raw.headersSent) return reply
  return reply.send(result ?? { done: true })
}

/** What the schema does not name is dropped; the first value that does not fit is told with what was expected. */
function checked(schema: Route['query'], value: unknown): unknown {
  if (schema === undefined) return value
  const cleaned = Value.Clean(schema, structuredClone(value ?? {}))
  if (Value.Check(schema, cleaned)) return cleaned
  const [error] = Value.Errors(schema, cleaned)
  const missing = (error?.params as { requiredProperties?: string[] } | undefined)?.requiredProperties?.[0]
  const field = error?.instancePath.slice(1).replaceAll('/', '.')
  throw wrongField(missing ?? (field || 'body'), error?.message ?? 'another value')
}

/** A query is text; where it spells a whole number and the schema wants one, it is one. */
function withNumbers(query: unknown): unknown {
  const entries = Object.entries(query as Record<string, unknown>)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'string' && /^-?\d{1,15}$/.test(value) && numeric(name) ? Number(value) : value,
    ]),
  )
}

/** Names of query parameters that are texts even when they look like numbers. */
const textual = new Set(['q', 'name', 'client', 'phone', 'unique', 'token', 'code'])
const numeric = (name: string) => !textual.has(name)

function problemOf(parts: CabinetParts, error: Error, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (error instanceof StoreUnavailable) {
    parts.log.error({ err: error }, 'the store could not serve the cabinet')
    return new Problem(503, 'store-away', 'the store is away: nothing was changed', { retryAfterSeconds: 5 })
  }
  const { statusCode } = error as { statusCode?: number }
  if (statusCode !== undefined && statusCode < 500) {
    return new Problem(statusCode, 'unreadable', 'the request cannot be read')
  }
  parts.log.error({ requestId: request.id, err: error }, 'a request of the cabinet failed')
  return new Problem(500, 'fault', `something broke on our side; tell the operator the number ${request.id}`)
}
