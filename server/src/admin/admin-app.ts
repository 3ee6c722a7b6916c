import { createServer, type Server } from 'node:http'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { valuesInAddress } from '../cabinet/change.ts'
import type { CabinetDeps } from '../cabinet/deps.ts'
import { idOf } from '../cabinet/ids.ts'
import { notFound, Problem } from '../cabinet/problem.ts'
import { readJsonOf } from '../cabinet/read-json.ts'
import { problemOf } from '../cabinet/refused-operation.ts'
import { addAdminToken } from '../operations/admin-tokens.ts'
import type { AnyOperation } from '../operations/operations-table.ts'
import { checkInput, perform } from '../operations/perform.ts'
import { adminCalled } from '../operations/recorded.ts'
import { withIntegers } from '../platform/query-integers.ts'
import { sha256 } from '../platform/sha256.ts'
import { wrongField } from '../storage/operation-refused.ts'
import type { AdminScope, AdminToken } from '../storage/queries/admin-tokens.ts'
import type { AdminRoute } from './admin-route.ts'
import { adminRoutes } from './admin-routes.ts'
import { adminOpenApi } from './openapi.ts'

const maxBodyBytes = 256 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where everybody may ask. */
    adminToken: AdminToken | null
  }
}

/** `/admin/v1`, on a server of its own that is not listening yet. */
export async function createAdminServer(deps: CabinetDeps): Promise<Server> {
  let server: Server | undefined
  const app = fastify({
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    // An address of a webhook endpoint is a name too.
    routerOptions: { maxParamLength: 8_192 },
    serverFactory: (handler) => {
      server = createServer(handler)
      return server
    },
  })
  app.removeContentTypeParser('text/plain')
  readJsonOf(app)
  app.decorateRequest('adminToken', null)
  app.setErrorHandler((error: Error, request, reply) => {
    const problem = problemOf(deps, error, request, 'admin API')
    return reply.code(problem.status).header('Cache-Control', 'no-store').send(problem.body())
  })
  app.setNotFoundHandler((_, reply) => reply.code(404).send(notFound().body()))
  app.get('/admin/v1/openapi.json', () => adminOpenApi())
  for (const route of adminRoutes) {
    app.route({
      method: route.method,
      url: `/admin/v1${route.path}`,
      bodyLimit: route.operation?.maxBodyBytes ?? maxBodyBytes,
      // The body is read after it: nobody is known by then without a token.
      onRequest: async (request, reply) => {
        reply.header('Cache-Control', 'no-store')
        request.adminToken = await recognised(deps, request)
      },
      handler: (request, reply) => answer(deps, route, request, reply),
    })
  }
  await app.ready()
  return server!
}

async function answer(deps: CabinetDeps, route: AdminRoute, request: FastifyRequest, reply: FastifyReply) {
  const token = request.adminToken!
  const operationContext = operationContextAs(deps, token, request)
  const note = (status: number) =>
    perform(operationContext, adminCalled, { method: route.method, path: route.path, status })
  try {
    const lacking = route.scopes.find((scope) => !token.scopes.includes(scope))
    if (lacking !== undefined) throw new Problem(403, 'not-allowed', `the token has no scope "${lacking}"`)
    const missing = scopesGranted(route, request.body).find((scope) => !token.scopes.includes(scope))
    if (missing !== undefined)
      throw new Problem(
        403,
        'not-allowed',
        `the token has no scope "${missing}", so it cannot give it to another`,
      )
    const result = await run(deps, route, request, operationContext, token)
    // A change has a line of its own.
    if (route.method === 'GET') await note(200)
    return reply.send(result ?? { done: true })
  } catch (error) {
    await note(problemOf(deps, error as Error, request, 'admin API').status)
    throw error
  }
}

/** The scopes of a token to be made: otherwise one that may make tokens could give itself every scope. */
function scopesGranted({ operation }: AdminRoute, body: unknown): readonly AdminScope[] {
  if (operation?.name !== addAdminToken.name) return []
  const { scopes } = Object(body) as { scopes?: unknown }
  return Array.isArray(scopes) ? scopes : []
}

async function run(
  deps: CabinetDeps,
  { operation, read, handle, path, query, body, method }: AdminRoute,
  request: FastifyRequest,
  operationContext: ReturnType<typeof operationContextAs>,
  token: AdminToken,
): Promise<unknown> {
  const params = request.params as Record<string, string>
  if (handle !== undefined) {
    const answered = await handle({ context: operationContext, params, body: request.body })
    if (method !== 'GET') await deps.reload()
    return answered
  }
  if (operation === undefined) {
    const asked = query === undefined ? {} : checkInput(query, withIntegers(query, Object(request.query)))
    return read!({ deps, params, query: asked as never })
  }
  refuseUnknown(Object.keys(body!.properties), Object.keys(Object(request.body)))
  const given = checkInput(body!, request.body) as Record<string, unknown>
  const addressed = valuesInAddress(operation, path, params)
  const account = operation.by === 'operator' ? undefined : idOf(params.account)
  const result = await perform(
    { ...operationContext, accountId: account },
    operation,
    { ...given, ...addressed },
    operationIdOf(operation, token, request.headers['idempotency-key']),
  )
  if (!operation.isIndependent) await deps.reload()
  return result
}

const keyExpected = '1 to 255 visible characters, one for each change'

/** Of what was sent with this key before by the same token; null without a key. */
function operationIdOf(
  { id }: Pick<AnyOperation, 'id'>,
  { name }: AdminToken,
  key: string | string[] | undefined,
): string | null {
  if (id === undefined || (id === 'may' && key === undefined)) return null
  if (typeof key !== 'string' || !/^[!-~]{1,255}$/.test(key)) throw wrongField('Idempotency-Key', keyExpected)
  return sha256(JSON.stringify([name, key])).toString('hex')
}

/** A script whose member is misspelt would otherwise believe that it was obeyed. */
function refuseUnknown(known: readonly string[], given: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw wrongField(unknown, known.length === 0 ? 'no members' : `one of ${known.join(', ')}`)
}

/** The token of the request. It is stored as a hash. */
async function recognised(deps: CabinetDeps, request: FastifyRequest): Promise<AdminToken> {
  const [, secret] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const token = secret === undefined ? undefined : await deps.store.adminToken(sha256(secret))
  if (token !== undefined) return token
  deps.accessLog.refused(
    { kind: 'key-refused', facts: { service: null, reason: 'admin-token' } },
    { address: request.ip, userAgent: request.headers['user-agent'] ?? '' },
  )
  throw new Problem(401, 'not-signed-in', 'expected Authorization: Bearer and a token of the admin API')
}

function operationContextAs(deps: CabinetDeps, { name }: AdminToken, request: FastifyRequest) {
  return {
    ...deps,
    now: () => deps.clock.now(),
    author: {
      role: 'operator' as const,
      personId: 0,
      email: `token ${name}`,
      ip: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
      historyAgent: 'operator',
    },
  }
}
