import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import type { TransportCounts, TransportLimits } from './limits.ts'
import { networkOf } from './network-of.ts'
import { plainAddress } from './stream-connection.ts'
import type { TlsCredentials } from './tls-credentials.ts'

export interface ListenerOptions {
  readonly address: string
  readonly port: number
  readonly limits: TransportLimits
  readonly counts: TransportCounts
  /** When set, the listener uses TLS. */
  readonly credentials?: TlsCredentials
  /** Whether connections from this address are accepted at all. */
  readonly knows: (address: string) => boolean
  /** How many accepted connections are open, and how many of them are from that network. */
  readonly accepted: (network: string) => { readonly all: number; readonly fromNetwork: number }
  readonly onConnection: (socket: Socket) => void
}

export interface StreamListener {
  readonly address: string
  readonly port: number
  /** New connections use the new certificate; open ones keep theirs. */
  renew(credentials: TlsCredentials): void
  close(): Promise<void>
}

export async function listen(options: ListenerOptions): Promise<StreamListener> {
  const { limits, counts, credentials } = options
  /** TLS handshakes in progress, with the network of each. */
  const shaking = new Map<Socket, string>()
  /** The limits count connections from the first packet on, so that unfinished handshakes cannot bypass them. */
  const admit = (socket: Socket): boolean => {
    socket.on('error', () => {})
    const refusal = refusalOf(plainAddress(socket.remoteAddress ?? ''))
    if (refusal === undefined) return true
    counts[refusal]++
    socket.destroy()
    return false
  }
  const refusalOf = (address: string) => {
    if (!options.knows(address)) return 'refusedStrangers'
    const network = networkOf(address)
    const open = options.accepted(network)
    let shakingFromNetwork = 0
    for (const other of shaking.values()) if (other === network) shakingFromNetwork++
    if (open.all + shaking.size >= limits.maxAccepted) return 'refusedTooMany'
    if (open.fromNetwork + shakingFromNetwork >= limits.maxAcceptedPerNetwork)
      return 'refusedTooManyFromNetwork'
    return undefined
  }
  const accept = (socket: Socket): void => {
    counts.connectionsAccepted++
    options.onConnection(socket)
  }
  const server: Server =
    credentials === undefined
      ? createTcpServer({ noDelay: true }, (socket) => {
          if (admit(socket)) accept(socket)
        })
      : tlsServer(credentials, limits, counts, shaking, admit, accept)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: options.address, port: options.port, exclusive: true, ipv6Only: true }, () => {
      server.off('error', reject)
      // Accepting can fail later (no more file descriptors); the listener stays open.
      server.on('error', () => counts.refusedTooMany++)
      resolve()
    })
  })
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the listener has no address')
  return {
    address: bound.address,
    port: bound.port,
    renew: (renewed) => {
      if (credentials !== undefined) (server as TlsServer).setSecureContext(secure(renewed))
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of shaking.keys()) socket.destroy()
      }),
  }
}

function tlsServer(
  credentials: TlsCredentials,
  limits: TransportLimits,
  counts: TransportCounts,
  shaking: Map<Socket, string>,
  admit: (socket: Socket) => boolean,
  accept: (socket: Socket) => void,
): Server {
  const server = createTlsServer(
    { ...secure(credentials), handshakeTimeout: limits.connectTimeoutMs },
    (socket) => {
      socket.on('error', () => {})
      accept(socket)
    },
  )
  server.on('connection', (raw: Socket) => {
    if (!admit(raw)) return
    shaking.set(raw, networkOf(plainAddress(raw.remoteAddress ?? '')))
    raw.once('close', () => shaking.delete(raw))
  })
  server.on('secureConnection', (socket) => {
    // The raw socket below is identified by its remote end: one connection per address and port.
    for (const raw of shaking.keys()) {
      if (raw.remotePort === socket.remotePort && raw.remoteAddress === socket.remoteAddress)
        shaking.delete(raw)
    }
  })
  server.on('tlsClientError', (_error, socket) => {
    counts.refusedTlsHandshake++
    socket.destroy()
  })
  return server
}

const secure = (credentials: TlsCredentials) => ({ ...credentials, minVersion: 'TLSv1.2' as const })
