import type { Clock } from '../../src/clock.ts'
import type { Headers } from '../../src/message/headers.ts'
import type { SipMessage, SipRequest, SipResponse } from '../../src/message/message.ts'
import { parseMessage } from '../../src/message/parse.ts'
import { respond } from '../../src/message/respond.ts'
import { serialise } from '../../src/message/serialise.ts'
import type { Destination, TransportName } from '../../src/transport/transport.ts'
import type { SimulatedEndpoint } from './simulated-network.ts'

/** A peer without a SIP stack: it records what it receives and sends what the test tells it to. */
export class RawPeer {
  readonly received: { readonly atMs: number; readonly message: SipMessage }[] = []
  /** Received messages that cannot be parsed. */
  readonly garbled: string[] = []
  readonly #endpoint: SimulatedEndpoint
  readonly #to: Destination

  constructor(endpoint: SimulatedEndpoint, clock: Clock, to: Destination) {
    this.#endpoint = endpoint
    this.#to = to
    endpoint.receive((bytes) => {
      const message = parseMessage(bytes)
      if (message.kind === 'malformed') this.garbled.push(message.problem)
      else this.received.push({ atMs: clock.nowMs(), message })
    })
  }

  requests(method: string): SipRequest[] {
    return this.received.flatMap(({ message }) =>
      message.kind === 'request' && message.method === method ? [message] : [],
    )
  }

  /** The last request with this method; the test fails when there is none. */
  request(method: string): SipRequest {
    const found = this.requests(method).at(-1)
    if (found === undefined) throw new Error(`no ${method} came: ${this.log().join(', ')}`)
    return found
  }

  responses(status?: number): SipResponse[] {
    return this.received.flatMap(({ message }) =>
      message.kind === 'response' && (status === undefined || message.status === status) ? [message] : [],
    )
  }

  /** `time event` of everything received: `500 INVITE`, `0 486`. */
  log(): string[] {
    return this.received.map(
      ({ atMs, message }) => `${atMs} ${message.kind === 'request' ? message.method : message.status}`,
    )
  }

  send(message: SipMessage | string, transport: TransportName = 'udp'): void {
    const bytes = typeof message === 'string' ? Buffer.from(message) : serialise(message)
    this.#endpoint.send(bytes, { ...this.#to, transport })
  }

  /** Answers a request that was received. */
  answer(
    request: SipRequest,
    status: number,
    options: { tag?: string; headers?: Headers; body?: Uint8Array } = {},
  ): void {
    const { tag = 'peer', headers, body } = options
    this.send(
      respond(request, status, status === 100 ? undefined : tag, {
        ...(headers === undefined ? {} : { headers }),
        ...(body === undefined ? {} : { body }),
      }),
      request.via.transport === 'TCP' ? 'tcp' : 'udp',
    )
  }
}
