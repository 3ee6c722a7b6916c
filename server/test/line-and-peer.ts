import { createSocket } from 'node:dgram'
import {
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
import type { TrunkSettings } from '../src/storage/trunk-records.ts'
import { defaultTrunkSettings } from '../src/storage/trunk-records.ts'
import { type Line, openLine } from '../src/telephony/line/line.ts'
import type { LineSettings } from '../src/telephony/line/line-settings.ts'
import type { LineReport, LineTrunk } from '../src/telephony/line/messages.ts'

/** Everything lasts a twentieth of its time: retransmissions and retries too. */
const hurry = 20
export const fastClock: Clock = {
  nowMs: () => systemClock.nowMs() * hurry,
  after: (delayMs, run) => systemClock.after(delayMs / hurry, run),
}

const closing: (() => Promise<unknown>)[] = []
/** Ends what a test has opened. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close()
}

let lastRange = 0
export function lineSettings(): LineSettings {
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

export async function startLine(clock: Clock = systemClock): Promise<{ line: Line; reports: LineReport[] }> {
  const reports: LineReport[] = []
  const line = await openLine({
    settings: lineSettings(),
    speechOf: () => ({ first: new Uint8Array(1600), second: new Uint8Array(1600) }),
    report: (report) => reports.push(report),
    clock,
  })
  closing.push(() => line.close())
  return { line, reports }
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

export function trunkAt(port: number, settings: Partial<TrunkSettings> = {}): LineTrunk {
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
  }
}

export const place = { kind: 'place', id: 1, mode: 'flash', code: '0042', language: 'ru', ageMs: 0 } as const
export const kinds = (reports: readonly LineReport[]) => reports.map(({ kind }) => kind)
