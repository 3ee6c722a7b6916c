import type { CallOptions } from '../../src/agent/call-options.ts'
import type { IncomingCall } from '../../src/agent/incoming-call.ts'
import type { OutgoingCall } from '../../src/agent/outgoing-call.ts'
import { UserAgent, type UserAgentOptions } from '../../src/agent/user-agent.ts'
import { Headers } from '../../src/message/headers.ts'
import { SipRequest } from '../../src/message/message.ts'
import type { Resolver } from '../../src/resolve/resolver.ts'
import { RawPeer } from './raw-peer.ts'
import { SeededRandom } from './seeded-random.ts'
import { SimulatedClock } from './simulated-clock.ts'
import { SimulatedNetwork } from './simulated-network.ts'

const none = { records: [], ttlSeconds: 60 }

/** An agent with two raw peers over a lossless network, in simulated time. `pair.test` resolves to both of them. */
export class AgentRig {
  readonly clock = new SimulatedClock()
  readonly random = new SeededRandom(11)
  readonly network = new SimulatedNetwork(this.clock, this.random)
  readonly agent: UserAgent
  readonly peer: RawPeer
  readonly second: RawPeer
  readonly incoming: IncomingCall[] = []
  /** `time event` entries from the handlers of the outgoing call. */
  readonly seen: string[] = []

  constructor(options: Partial<UserAgentOptions> = {}) {
    const resolver: Resolver = {
      naptr: async () => none,
      srv: async (name) => (name === '_sip._udp.pair.test' ? { records: servers, ttlSeconds: 60 } : none),
      addresses: async (name) => ({ records: addresses[name] ?? [], ttlSeconds: 60 }),
    }
    this.agent = new UserAgent({
      transport: this.network.endpoint('192.0.2.1'),
      resolver,
      clock: this.clock,
      random: this.random,
      onCall: (call) => this.incoming.push(call),
      ...options,
    })
    const toAgent = { transport: 'udp', address: '192.0.2.1', port: 5060 } as const
    this.peer = new RawPeer(this.network.endpoint('192.0.2.2'), this.clock, toAgent)
    this.second = new RawPeer(this.network.endpoint('192.0.2.3'), this.clock, toAgent)
  }

  call(options: Partial<CallOptions> = {}): OutgoingCall {
    const note = (what: string): void => {
      this.seen.push(`${this.clock.nowMs()} ${what}`)
    }
    return this.agent.call({
      to: 'sip:callee@192.0.2.2',
      from: '"Caller" <sip:caller@192.0.2.1>',
      onProgress: (response) => note(String(response.status)),
      onAnswer: () => note('answered'),
      onEnd: (end) => note(end.kind),
      ...options,
    })
  }

  /** A request of the peer, in a dialog when it has a To tag. */
  request(method: string, changes: Record<string, string> = {}, body?: Uint8Array): SipRequest {
    const headers = new Headers()
    const all = {
      Via: `SIP/2.0/UDP 192.0.2.2:5060;branch=z9hG4bK${this.random.hex(6)}`,
      'Max-Forwards': '70',
      From: '<sip:peer@192.0.2.2>;tag=peer',
      To: '<sip:us@192.0.2.1>',
      'Call-ID': 'from-peer',
      CSeq: `1 ${method}`,
      Contact: '<sip:peer@192.0.2.2:5060>',
      ...changes,
    }
    for (const [name, value] of Object.entries(all)) headers.append(name, value)
    return new SipRequest(method, 'sip:us@192.0.2.1:5060', headers, body)
  }

  /** Advances the time and lets promises settle. */
  pass(durationMs = 10): Promise<void> {
    return this.clock.advanceAsync(durationMs)
  }

  /** Objects that are still held after everything should have ended. */
  get left() {
    const { transactions, dialogs, timers } = this.agent.counters
    return { transactions, dialogs, timers }
  }
}

export const nothingLeft = { transactions: 0, dialogs: 0, timers: 0 }

const servers = [
  { priority: 1, weight: 0, port: 5060, name: 'one.test' },
  { priority: 2, weight: 0, port: 5060, name: 'two.test' },
]
const addresses: Record<string, readonly string[]> = {
  'one.test': ['192.0.2.2'],
  'two.test': ['192.0.2.3'],
}
