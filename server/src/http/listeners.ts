import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { AddressList } from '../platform/address-list.ts'
import { limitKey, plainAddress } from '../platform/client-address.ts'
import type { Clock, Timer } from '../platform/clock.ts'
import { ConcurrencyLimit } from '../platform/concurrency-limit.ts'
import { oneAtATime } from '../platform/one-at-a-time.ts'
import { Failure } from './errors.ts'
import { isV2 } from './v2/api.ts'
import { Problem } from './v2/problem.ts'

const headersTimeoutMs = 10_000
const requestTimeoutMs = 15_000
const keepAliveTimeoutMs = 65_000
const maxConnections = 20_000
const renewalPeriodMs = 2_000

export interface TlsFiles {
  readonly cert: string
  readonly key: string
}

/** Connections whose request may take longer than others: files that an operator uploads. */
export type SlowBodies = Pick<WeakSet<object>, 'has'>

const noSlowBodies: SlowBodies = new WeakSet()

const options = {
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  keepAliveTimeout: keepAliveTimeoutMs,
  // RFC 9112 3.2 demands the header. Node would answer 400 by itself, without JSON: see `demandHost`.
  requireHostHeader: false,
}

/** Counts a connection until it closes, or closes it at once. */
export type LimitConnection = (socket: Socket) => void

/**
 * Limits the open connections from one client address, so that one client cannot use up all of them. Trusted proxies
 * carry many clients, so they are exempt. `max` 0 means no limit.
 */
export function limitConnections(
  max: number,
  trustedProxies: AddressList,
  onRefused: () => void,
): LimitConnection {
  const open = new ConcurrencyLimit<string>(max)
  return (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (max === 0 || trustedProxies.has(address)) return
    const release = open.take(limitKey(address))
    if (release !== undefined) return void socket.once('close', release)
    onRefused()
    socket.destroy()
  }
}

/** The primary address: HTTPS when a certificate is given, plain HTTP otherwise. */
export async function primaryServer(
  listener: RequestListener,
  tls: TlsFiles | undefined,
  limitConnection: LimitConnection,
  slowBodies: SlowBodies,
  timeouts: Partial<ServerOptions> = {},
): Promise<Server | TlsServer> {
  const own = { ...options, ...timeouts }
  const server =
    tls === undefined
      ? createServer(own, demandHost(listener))
      : createTlsServer({ ...own, ...(await readPair(tls)) }, demandHost(listener))
  return harden(server, limitConnection, slowBodies)
}

/** The secondary address: plain HTTP always. */
export function secondaryServer(listener: RequestListener, limitConnection: LimitConnection): Server {
  return harden(createServer(options, demandHost(listener)), limitConnection, noSlowBodies)
}

/** Uses renewed certificate files without a restart; a pair that does not match is reported and not used. */
export function watchCertificate(
  server: TlsServer,
  tls: TlsFiles,
  clock: Clock,
  report: { renewed(): void; refused(error: Error): void },
): Timer & { renew(): Promise<void> } {
  const stamp = () => [tls.cert, tls.key].map(stampOf).join(' ')
  let inUse = stamp()
  const renew = oneAtATime(async () => {
    inUse = stamp()
    try {
      server.setSecureContext(await readPair(tls))
      report.renewed()
    } catch (error) {
      report.refused(error as Error)
    }
  })
  const timer = clock.every(renewalPeriodMs, async () => {
    if (stamp() !== inUse) await renew()
  })
  return { cancel: () => timer.cancel(), renew }
}

/** An unreadable file (no permission for its folder, circular links) is a state too, reported when it begins. */
function stampOf(file: string): string {
  try {
    return String(statSync(file).mtimeMs)
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

/** So many connections wait while nobody accepts: those of a restart. The system may have a lower limit. */
const backlog = 4_096

/** At `fd`, a socket that is open already, or at a new one. */
export function listen(server: Server | TlsServer, host: string, port: number, fd?: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(fd === undefined ? { host, port } : { fd, backlog }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

async function readPair({ cert, key }: TlsFiles): Promise<{ cert: Buffer; key: Buffer }> {
  return { cert: await readFile(cert), key: await readFile(key) }
}

function harden<S extends Server | TlsServer>(
  server: S,
  limitConnection: LimitConnection,
  slowBodies: SlowBodies,
): S {
  server.maxConnections = maxConnections
  // Before TLS: a refused connection costs no handshake.
  server.on('connection', limitConnection)
  // RFC 9110 10.1.1: an unknown expectation may be ignored. Node would answer 417 by itself, without JSON.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Node emits this once per request, so code that allows a slow body sets its own time limit.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && slowBodies.has(socket)) return
    answerGarbage(error, socket)
  })
  return server
}

const notHttp = new Failure(1, { expected: { en: 'an HTTP/1.1 request', ru: 'запрос HTTP/1.1' } })
const notTls = new Failure(1, {
  expected: { en: 'HTTPS on this port: use https://', ru: 'HTTPS на этом порту: используйте https://' },
})

const unreadable = new Problem('unreadable_request')

/** By the request whose body could not be read, else by the first line of what could not be read. */
function isForV2(
  socket: Socket & { _httpMessage?: ServerResponse | null },
  packet: Buffer | undefined,
): boolean {
  const target = socket._httpMessage?.req.url ?? packet?.toString('latin1', 0, 512).split(/\s/, 2)[1]
  return target !== undefined && isV2(target)
}

function demandHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    const isNamed = request.headers.host !== undefined || request.httpVersion !== '1.1'
    return isNamed ? listener(request, response) : answerGarbage(new Error(), request.socket)
  }
}

/** Even a request that is not HTTP gets one JSON answer. */
function answerGarbage(error: NodeJS.ErrnoException, socket: Socket): void {
  // Plain HTTP on a TLS port: the answer is written to the raw connection below TLS.
  const below =
    error.code === 'ERR_SSL_HTTP_REQUEST' ? (socket as Socket & { _parent?: Socket })._parent : null
  const open = below ?? socket
  if (error.code === 'ECONNRESET' || !open.writable) return void socket.destroy()
  const isProblem = below == null && isForV2(socket, (error as { rawPacket?: Buffer }).rawPacket)
  const body = JSON.stringify((below == null ? (isProblem ? unreadable : notHttp) : notTls).body('en'))
  const type = isProblem ? 'application/problem+json' : 'application/json'
  open.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: ${type}; charset=utf-8\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
