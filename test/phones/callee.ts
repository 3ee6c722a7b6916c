// A scripted carrier without a SIP stack: the scenario decides every message and its time.
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import {
  Headers,
  parseMessage,
  parseNameAddress,
  respond,
  type SipRequest,
  type SipResponse,
  serialise,
} from '@ringkey/sip'

export interface Saying {
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly sdp?: string
  /** In place of the usual reason phrase. */
  readonly phrase?: string
  /** ISUP beside the SDP, in one multipart body, as telephone networks send it. */
  readonly withIsup?: boolean
}

/** One call that came in. */
export interface CalleeCall {
  readonly invite: SipRequest
  /** Where the caller wants to hear RTP. */
  readonly callerRtp: { readonly address: string; readonly port: number }
  /** Answers the INVITE, unless it was cancelled. */
  say(status: number, saying?: Saying): void
  /** Sends a request in the call and waits for its final response; a 2xx to an INVITE is acknowledged, with `ack`. */
  ask(method: string, saying?: Saying, ack?: Saying | 'none'): Promise<SipResponse>
  /** Waits until a request of this method has come. */
  heard(method: string): Promise<void>
  /** Acknowledges a response that `ask` did not. */
  acknowledge(response: SipResponse): void
  /** Answers nothing from now on. */
  vanish(): void
  /** Adds an entry to the log of the call. */
  mark(what: string): void
  /** Waits, as the carrier would. */
  wait(ms: number): Promise<void>
}

/** What a callee does with each call. Files of `scenarios/` are named after the failure that they once caused. */
export type Scenario = (call: CalleeCall) => Promise<void>

export interface Callee {
  readonly port: number
  /** What happened in each call, in the order of their INVITEs; times are of one monotonic clock. */
  readonly calls: readonly CallLog[]
  /** While it is silent, it takes every request and answers none. */
  isSilent: boolean
  /** Methods that it does not answer. */
  readonly ignored: Set<string>
  /** The methods of requests that it did not answer. */
  readonly unanswered: readonly string[]
  close(): Promise<void>
}

export interface CallLog {
  /** Time of what we said by its status, such as `180`, and of requests that came, such as `CANCEL`. */
  readonly times: Map<string, number>
}

/** A callee that plays one scenario to every call. */
export async function startCallee(scenario: Scenario, address = '127.0.0.1'): Promise<Callee> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  const calls: CallLog[] = []
  const known = new Map<string, Conversation>()
  const unanswered: string[] = []
  const ignored = new Set<string>()
  const state = { isSilent: false }
  socket.on('message', (bytes, { port, address }) => {
    const message = parseMessage(bytes)
    if (message.kind === 'response') known.get(message.headers.get('Call-ID') ?? '')?.takeResponse(message)
    if (message.kind !== 'request') return
    if (state.isSilent || ignored.has(message.method)) return void unanswered.push(message.method)
    const callId = message.headers.get('Call-ID') ?? ''
    const conversation = known.get(callId)
    if (conversation !== undefined) return void conversation.takeRequest(message)
    if (message.method !== 'INVITE') {
      socket.send(serialise(respond(message, 200, 'peer')), port, address)
      return
    }
    const begun = new Conversation(socket, message, { port, address })
    known.set(callId, begun)
    calls.push(begun)
    void scenario(begun).catch((error: Error) => process.emitWarning(error))
  })
  await new Promise<void>((resolve) => socket.bind(0, address, resolve))
  return {
    port: socket.address().port,
    calls,
    ignored,
    unanswered,
    get isSilent() {
      return state.isSilent
    },
    set isSilent(isSilent) {
      state.isSilent = isSilent
    },
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

class Conversation implements CalleeCall, CallLog {
  readonly times = new Map<string, number>()
  readonly invite: SipRequest
  readonly #socket: Socket
  readonly #peer: { readonly port: number; readonly address: string }
  readonly #waiting: { readonly method: string; readonly resolve: () => void }[] = []
  readonly #asked = new Map<number, (response: SipResponse) => void>()
  #cseq = 0
  #isFinal = false
  #isGone = false

  constructor(socket: Socket, invite: SipRequest, peer: { readonly port: number; readonly address: string }) {
    this.#socket = socket
    this.invite = invite
    this.#peer = peer
  }

  get callerRtp() {
    const sdp = Buffer.from(this.invite.body).toString()
    return {
      address: /^c=IN IP[46] (\S+)/m.exec(sdp)?.[1] ?? '',
      port: Number(/^m=audio (\d+)/m.exec(sdp)?.[1] ?? 0),
    }
  }

  say(status: number, saying: Saying = {}): void {
    if (this.#isFinal) return
    if (status >= 200) this.#isFinal = true
    this.#note(String(status))
    this.#send(this.invite, status, saying)
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms))
  }

  async ask(method: string, saying: Saying = {}, ack: Saying | 'none' = {}): Promise<SipResponse> {
    this.#cseq += 1
    const cseq = this.#cseq
    const response = await new Promise<SipResponse>((resolve) => {
      this.#asked.set(cseq, resolve)
      this.#sendRequest(method, cseq, saying)
    })
    this.#asked.delete(cseq)
    this.#note(`${response.status} to ${method}`)
    if (method === 'INVITE' && ack !== 'none') this.#sendRequest('ACK', cseq, ack)
    return response
  }

  acknowledge({ cseq }: SipResponse): void {
    this.#sendRequest('ACK', cseq.number, {})
  }

  vanish(): void {
    this.#isGone = true
  }

  mark(what: string): void {
    this.#note(what)
  }

  takeResponse(response: SipResponse): void {
    if (response.status >= 200) this.#asked.get(response.cseq.number)?.(response)
  }

  heard(method: string): Promise<void> {
    if (this.times.has(method)) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ method, resolve }))
  }

  takeRequest(request: SipRequest): void {
    const { method } = request
    if (method === 'INVITE') return
    this.#note(method)
    for (const { resolve } of this.#waiting.filter((waits) => waits.method === method)) resolve()
    if (method === 'ACK' || this.#isGone) return
    this.#send(request, 200, {})
    if (method === 'CANCEL') this.say(487)
  }

  get #contact(): string {
    return `<sip:peer@${hostPortOf(this.#socket)}>`
  }

  #note(what: string): void {
    if (!this.times.has(what)) this.times.set(what, performance.now())
  }

  #sendRequest(method: string, cseq: number, saying: Saying): void {
    const { type, body } = bodyOf(saying)
    const { headers } = this.invite
    const target = parseNameAddress(headers.get('Contact') ?? '')?.uri.text ?? ''
    const lines = [
      `${method} ${target} SIP/2.0`,
      `Via: SIP/2.0/UDP ${hostPortOf(this.#socket)};branch=z9hG4bK-peer-${cseq}-${method}-${headers.get('Call-ID')}`,
      'Max-Forwards: 70',
      `From: ${headers.get('To')};tag=peer`,
      `To: ${headers.get('From')}`,
      `Call-ID: ${headers.get('Call-ID')}`,
      `CSeq: ${cseq} ${method}`,
      `Contact: ${this.#contact}`,
      ...(saying.headers ?? []).map(([name, value]) => `${name}: ${value}`),
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
      `Content-Length: ${body.length}`,
    ]
    const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
    this.#socket.send(Buffer.concat([head, body]), this.#peer.port, this.#peer.address)
  }

  #send(request: SipRequest, status: number, saying: Saying): void {
    const headers = Headers.of(['Contact', this.#contact])
    for (const [name, value] of saying.headers ?? []) headers.append(name, value)
    const { type, body } = bodyOf(saying)
    if (type !== undefined) headers.append('Content-Type', type)
    const reason = saying.phrase === undefined ? {} : { reason: saying.phrase }
    const response = respond(request, status, 'peer', { headers, body, ...reason })
    this.#socket.send(serialise(response), this.#peer.port, this.#peer.address)
  }
}

function hostPortOf(socket: Socket): string {
  const { address, port } = socket.address()
  return `${isIPv6(address) ? `[${address}]` : address}:${port}`
}

function bodyOf({ sdp, withIsup }: Saying): { readonly type?: string; readonly body: Buffer } {
  if (sdp === undefined) return { body: Buffer.alloc(0) }
  if (withIsup !== true) return { type: 'application/sdp', body: Buffer.from(sdp) }
  const isup = Buffer.from([0x09, 0x00, 0x0d, 0x0a, 0x2d, 0x2d, 0x01, 0xff])
  return {
    type: 'multipart/mixed;boundary="unique-boundary-1"',
    body: Buffer.concat([
      Buffer.from(
        '--unique-boundary-1\r\nContent-Type: application/ISUP;version=itu-t92+\r\nContent-Disposition: signal;handling=optional\r\n\r\n',
      ),
      isup,
      Buffer.from(
        `\r\n--unique-boundary-1\r\nContent-Type: application/sdp\r\n\r\n${sdp}\r\n--unique-boundary-1--\r\n`,
      ),
    ]),
  }
}
