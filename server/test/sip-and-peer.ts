import { createSocket } from 'node:dgram'
import {
  type Audio,
  type Clock,
  Headers,
  openTransports,
  parseMessage,
  respond,
  type ServerTransaction,
  type SipRequest,
  serialise,
  systemClock,
  UserAgent,
} from '@ringkey/sip'
import { defaultTrunkSettings, type TrunkSettings } from '../src/storage/queries/trunks.ts'
import type { SipEvent, SipTrunk } from '../src/telephony/sip-thread/messages.ts'
import { openSip, type SipEndpoint } from '../src/telephony/sip-thread/sip-endpoint.ts'
import type { SipSettings } from '../src/telephony/sip-thread/sip-settings.ts'

/** Everything lasts a twentieth of its time: retransmissions and retries too. */
const hurry = 20
export const fastClock: Clock = {
  nowMs: () => systemClock.nowMs() * hurry,
  after: (delayMs, run) => systemClock.after(delayMs / hurry, run),
}

const noiseOf = (ms: number): Audio => ({ law: 'pcma', bytes: new Uint8Array(ms * 8) })
const noise = noiseOf(100)

const closing: (() => Promise<unknown>)[] = []
/** Ends what a test has opened. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close()
}

let lastRange = 0
export function sipSettings(): SipSettings {
  // Files run side by side.
  const firstPort = 36_000 + 20 * ((process.pid + ++lastRange) % 40)
  return {
    listen: [{ host: '127.0.0.1', advertised: undefined }],
    port: 0,
    tls: undefined,
    nameServers: [],
    rtpPorts: { firstPort, lastPort: firstPort + 19 },
  }
}

export async function startSip(
  clock: Clock = systemClock,
  questionMs = 100,
): Promise<{ sip: SipEndpoint; events: SipEvent[] }> {
  const events: SipEvent[] = []
  const sip = await openSip({
    settings: sipSettings(),
    speechOf: () => ({
      ...{ greeting: noise, announcement: noise, code: noise, again: noise, farewell: noise },
      press: noiseOf(questionMs),
    }),
    thanksOf: () => noise,
    emit: (event) => events.push(event),
    clock,
  })
  closing.push(() => sip.close())
  return { sip, events }
}

export interface Peer {
  readonly port: number
  readonly agent: UserAgent
  readonly invites: SipRequest[]
}

/** A far end that rings, and answers REGISTER and OPTIONS as it is told. */
export async function startPeer(
  onRequest: (transaction: ServerTransaction) => void = () => {},
): Promise<Peer> {
  const transport = await openTransports({
    clock: systemClock,
    listen: [{ transport: 'udp', address: '127.0.0.1', port: 0 }],
  })
  const invites: Peer['invites'] = []
  const agent = new UserAgent({
    transport,
    otherMethods: ['REGISTER', 'OPTIONS'],
    onRequest,
    onCall(call) {
      invites.push(call.request)
      call.ring()
    },
  })
  closing.push(() => transport.close())
  return { port: transport.advertised('udp')!.port, agent, invites }
}

/** A far end without a stack: it answers each request as it is told, and only then. */
export async function startRawPeer(
  onRequest: (request: SipRequest, answer: (status: number, ...more: [string, string][]) => void) => void,
) {
  const socket = createSocket('udp4')
  const requests: SipRequest[] = []
  socket.on('message', (bytes, { address, port }) => {
    const request = parseMessage(bytes)
    if (request.kind !== 'request') return
    requests.push(request)
    onRequest(request, (status, ...more) => {
      const contact = `<sip:peer@127.0.0.1:${socket.address().port}>`
      const headers = Headers.of(['Contact', contact], ...more)
      const response = respond(request, status, 'peer', { headers })
      socket.send(serialise(response), port, address)
    })
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => socket.close(resolve)))
  return {
    port: socket.address().port,
    methods: () => requests.map(({ method }) => method),
  }
}

export function trunkAt(port: number, settings: Partial<TrunkSettings> = {}): SipTrunk {
  return {
    name: 'north',
    settings: {
      ...defaultTrunkSettings,
      host: '127.0.0.1',
      port,
      optionsSeconds: 0,
      flashRingMs: 200,
      ...settings,
    },
    password: 'secret',
    numbers: [],
    thanked: [],
  }
}

export const place = { kind: 'place', id: 1, mode: 'flash', code: '0042', language: 'ru', ageMs: 0 } as const
/** A literal address needs no DNS, but the list of peers is still filled asynchronously. */
export const peersKnown = () => new Promise((resolve) => setImmediate(resolve))
export const kinds = (events: readonly SipEvent[]) => events.map(({ kind }) => kind)
