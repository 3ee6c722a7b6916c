import type { Clock } from '../clock.ts'
import { Headers } from '../message/headers.ts'
import { escapeUser } from '../message/uri.ts'
import type { Random } from '../random.ts'
import type { Resolver } from '../resolve/resolver.ts'
import type { SilentServers } from '../resolve/silent-servers.ts'
import type { TransactionLayer } from '../transaction/layer.ts'
import type { Destination, Transport, TransportName } from '../transport/transport.ts'
import type { DialogTable } from './dialog-table.ts'
import type { PublicAddresses } from './public-addresses.ts'

/** State shared by the parts of one agent. */
export interface AgentCore {
  readonly layer: TransactionLayer
  readonly transport: Transport
  readonly transports: readonly TransportName[]
  /** Our public address, as each server sees it. */
  readonly addresses: PublicAddresses
  readonly resolver: Resolver
  /** Servers that have not responded recently. They are tried last. */
  readonly silent: SilentServers
  /** Servers that recently did not accept a large request over TCP. They get it over UDP, in IP fragments. */
  readonly withoutTcp: SilentServers
  readonly clock: Clock
  readonly random: Random
  readonly dialogs: DialogTable
  /** Requests whose servers are being looked up in DNS. */
  readonly locating: Set<{ close(): void }>
  /** The value of the User-Agent and Server headers. */
  readonly name: string
}

/** Methods that we answer (RFC 3261 20.5). */
export const allowedMethods = ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS', 'PRACK', 'UPDATE', 'INFO']

/** Extensions that we support: RFC 3262 and RFC 4028. */
export const supportedExtensions = ['100rel', 'timer']

/** A tag of 128 random bits. A peer that returns it has received our message. */
export function newTag(core: AgentCore): string {
  return core.random.hex(16)
}

/**
 * RFC 3261 8.1.1.8: our Contact for this server. It is `sips:` when `requestUri`, the URI of the request that carries
 * it or that it answers, is `sips:`.
 */
export function contactHeader(
  core: AgentCore,
  server: Pick<Destination, 'transport' | 'address'>,
  user: string | undefined,
  requestUri = '',
): string {
  const { transport } = server
  const sentBy = core.addresses.towards(server)
  const address = sentBy === undefined ? 'invalid.invalid' : `${sentBy.host}:${sentBy.port}`
  const userPart = user === undefined ? '' : `${escapeUser(user)}@`
  if (/^sips:/i.test(requestUri)) return `<sips:${userPart}${address}>`
  return `<sip:${userPart}${address}${transport === 'udp' ? '' : `;transport=${transport}`}>`
}

/** The headers that state our capabilities. `more` lists extensions that apply to this request only. */
export function capabilityHeaders(
  core: AgentCore,
  side: 'User-Agent' | 'Server',
  more: readonly string[] = [],
): Headers {
  return Headers.of(
    ['Allow', allowedMethods.join(', ')],
    ['Supported', [...supportedExtensions, ...more].join(', ')],
    [side, core.name],
  )
}
