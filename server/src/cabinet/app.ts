import type { IncomingMessage, RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { checkInput } from '../operations/perform.ts'
import { type Clock, minuteMs } from '../platform/clock.ts'
import { withIntegers } from '../platform/query-integers.ts'
import { randomWord } from '../platform/random.ts'
import { strictTransport } from '../platform/strict-transport.ts'
import type { CabinetDeps } from './deps.ts'
import { addressBlocked, notFound, Problem, tooManyRequests } from './problem.ts'
import { readJsonOf } from './read-json.ts'
import { recognise, visitorOf } from './recognise.ts'
import { problemOf, tooLarge } from './refused-operation.ts'
import type { Member, RequestContext, SignedIn } from './route.ts'
import { routes } from './routes/index.ts'
import type { Route } from './typed-route.ts'
import { filesPrefix, serveWebApp } from './web-app.ts'

/** Size limits of a JSON body: the first for everybody, the second for people with a session. */
const maxAnonymousBytes = 16 * 1024
const maxJsonBytes = 64 * 1024
/** The upload of the largest file over a line of 4 Mbit/s takes this long. */
const maxUploadMs = 10 * minuteMs
/** Of a recording, which every owner may send, over a line of 0.4 Mbit/s. */
const maxLongBodyMs = minuteMs
const fileType = 'application/octet-stream'
const nonceLength = 24

declare module 'fastify' {
  interface FastifyReply {
    nonce: string
  }
  interface FastifyRequest {
    /** Null where the route serves anyone. */
    user: SignedIn | Member | null
  }
}

/** The web app at `/cabinet/` and its API at `/cabinet/api/`, as a listener to be put behind the primary address. */
export async function createCabinetApp(deps: CabinetDeps, webAppFolder: string) {
  const app = fastify({
    bodyLimit: maxAnonymousBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    genReqId: () => randomWord(deps.random, 12),
  })
  // JSON is the only body type that is parsed, so nothing else is buffered.
  app.removeContentTypeParser('text/plain')
  readJsonOf(app)
  app.decorateReply('nonce', '')
  app.decorateRequest('user', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.nonce = randomWord(deps.random, nonceLength)
    const visitor = visitorOf(request, deps)
    secure(reply, visitor.isHttps, reply.nonce)
    // Nobody reads the rest of a long body that is refused. A short one is read, so that the answer surely arrives.
    if (mayBeLong(request)) reply.header('Connection', 'close')
    const isFile = request.url.startsWith(filesPrefix)
    const rate = (isFile ? deps.fileRate : deps.requestRate).count(visitor.address)
    if (rate?.isFlood) reply.header('Connection', 'close')
    if (rate?.exceeded) throw tooManyRequests()
    if (deps.blockedAddresses().has(visitor.address)) throw addressBlocked()
  })
  // What is streamed (events, the messages of a test call, exports) is to be seen while it comes: nginx would keep it back.
  app.addHook('onSend', async (_request, reply, payload) => {
    if (payload instanceof Readable) reply.header('X-Accel-Buffering', 'no')
  })
  // Before the routes: Fastify gives each the handler that is set when it is made.
  app.setErrorHandler((error: Error, request, reply) => {
    const problem = problemOf(deps, error, request, 'cabinet')
    if (problem.retryAfterSeconds !== undefined) reply.header('Retry-After', problem.retryAfterSeconds)
    return reply.code(problem.status).header('Cache-Control', 'no-store').send(problem.body())
  })
  // A file that is not there, and a verb that a page does not take.
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).header('Cache-Control', 'no-store').send(notFound().body()),
  )
  const isUpload = (route: Route) => route.maxUploadBytes !== undefined
  for (const route of routes) if (!isUpload(route)) serve(app, deps, route)
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser(fileType, (_request, payload, done) => done(null, payload))
    for (const route of routes) if (isUpload(route)) serve(uploads, deps, route)
  })
  app.all('/cabinet/api/*', {
    onRequest: async () => {
      throw notFound()
    },
    handler: () => undefined,
  })
  await serveWebApp(app, webAppFolder, (reply) => reply.nonce)
  await app.ready()
  const listener: RequestListener = (request, response) => app.routing(request, response)
  return { listener, close: () => app.close() }
}

/** Fastify reads the body after `onRequest`, so the body of a refused request is not read. */
function serve(app: FastifyInstance, deps: CabinetDeps, route: Route): void {
  app.route({
    method: route.method,
    url: `/cabinet/api${route.path}`,
    bodyLimit: route.maxBodyBytes ?? (route.access === 'anyone' ? maxAnonymousBytes : maxJsonBytes),
    onRequest: (request, reply) => admit(deps, route, request, reply),
    handler: (request, reply) => answer(deps, route, request, reply),
  })
}

async function admit(deps: CabinetDeps, route: Route, request: FastifyRequest, reply: FastifyReply) {
  reply.header('Cache-Control', 'no-store')
  if (route.method !== 'GET') requireSameOrigin(request.raw)
  request.user = await recognise(deps, request, reply, visitorOf(request, deps), route.access)
  if (request.user !== null) reply.removeHeader('Connection')
  if (route.needsRecentProof && request.user !== null) requireRecentProof(deps.clock, request.user)
  if (route.maxUploadBytes !== undefined) {
    requireFile(request, route.maxUploadBytes)
    allowSlowBody(deps, request, reply, maxUploadMs)
  } else if (route.maxBodyBytes !== undefined) allowSlowBody(deps, request, reply, maxLongBodyMs)
}

/** A registry file over a slow line takes minutes, and other requests are cut off after 15 s. */
function allowSlowBody(
  { slowBodies, clock }: CabinetDeps,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  limitMs: number,
) {
  const { socket } = raw
  slowBodies.add(socket)
  const timer = clock.after(limitMs, () => socket.destroy())
  reply.raw.once('close', () => {
    timer.cancel()
    slowBodies.delete(socket)
  })
}

/** Checks the type and the declared size of a file. The handler of the stream counts the real size. */
function requireFile({ headers }: FastifyRequest, maxBytes: number): void {
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  if (type !== fileType) throw new Problem(415, 'no-file', `expected a file as ${fileType}`)
  if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes)
}

function mayBeLong({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > maxAnonymousBytes
}

async function answer(deps: CabinetDeps, route: Route, request: FastifyRequest, reply: FastifyReply) {
  const context: RequestContext & { user: unknown } = {
    deps,
    visitor: visitorOf(request, deps),
    params: request.params as Record<string, string>,
    query:
      route.query === undefined
        ? request.query
        : checkInput(route.query, withIntegers(route.query, Object(request.query))),
    body: route.body === undefined ? request.body : checkInput(route.body, request.body),
    request,
    reply,
    user: request.user,
  }
  const result = await (route.handle as (context: unknown) => Promise<unknown>)(context)
  if (reply.sent || reply.raw.headersSent) return reply
  return reply.send(result ?? { done: true })
}

/** Changes of money and trunks need a password or second factor that is not older than this. */
const proofMs = 15 * minuteMs

/** An open browser or a stolen cookie alone cannot move money. */
function requireRecentProof(clock: Clock, { session }: SignedIn): void {
  if (clock.now() < session.provedAt + proofMs) return
  throw new Problem(403, 'proof-needed', 'give the password again (POST /session/prove), then repeat this')
}

/** Only a page of this origin can add a header of its own without being asked about it first (CORS, which we never grant). */
const ownHeader = 'x-ringkey-cabinet'

/** Refuses requests that a page of another site makes the browser send. */
function requireSameOrigin({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site']
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  const isForeignOrigin = headers.origin !== undefined && URL.parse(headers.origin)?.host !== headers.host
  if (headers[ownHeader] === undefined || isForeignSite || isForeignOrigin) {
    throw new Problem(403, 'foreign-origin', `requests that change something carry "${ownHeader}: 1"`)
  }
}

const permissionsPolicy = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** Everything comes from this server. Styles that the components make carry the nonce of the page. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function secure(reply: FastifyReply, isHttps: boolean, nonce: string): void {
  reply.headers({
    'Content-Security-Policy': contentSecurityPolicy(nonce),
    'X-Content-Type-Options': 'nosniff',
    // Addresses may contain one-time links, so no referrer is sent.
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': permissionsPolicy,
    'X-Frame-Options': 'DENY',
    ...(isHttps ? { 'Strict-Transport-Security': strictTransport } : {}),
  })
}
