import { Headers } from '../../src/message/headers.ts'
import { SipRequest } from '../../src/message/message.ts'
import type { ClientTransaction } from '../../src/transaction/client-transaction.ts'
import { TransactionLayer } from '../../src/transaction/layer.ts'
import type { ServerTransaction } from '../../src/transaction/server-transaction.ts'
import { TimerWheel } from '../../src/transaction/timer-wheel.ts'
import type { TransportName } from '../../src/transport/transport.ts'
import { RawPeer } from './raw-peer.ts'
import { SeededRandom } from './seeded-random.ts'
import { SimulatedClock } from './simulated-clock.ts'
import { SimulatedNetwork } from './simulated-network.ts'

/** A transaction layer with a raw peer over a lossless network, in simulated time. */
export class LayerRig {
  readonly clock = new SimulatedClock()
  readonly wheel = new TimerWheel(this.clock)
  readonly incoming: ServerTransaction[] = []
  readonly acks: SipRequest[] = []
  /** `time status` or `time failure` entries, as reported to the senders of our requests. */
  readonly seen: string[] = []
  readonly layer: TransactionLayer
  readonly peer: RawPeer

  constructor() {
    const random = new SeededRandom(1)
    const network = new SimulatedNetwork(this.clock, random)
    this.layer = new TransactionLayer(
      { transport: network.endpoint('192.0.2.1'), clock: this.wheel, random, limit: 20 },
      {
        onRequest: (transaction) => this.incoming.push(transaction),
        onAck: (ack) => this.acks.push(ack),
        onStrayResponse: (response) => this.seen.push(`stray ${response.status}`),
      },
    )
    this.peer = new RawPeer(network.endpoint('192.0.2.2'), this.clock, {
      transport: 'udp',
      address: '192.0.2.1',
      port: 5060,
    })
  }

  send(method: string, transport: TransportName = 'udp'): ClientTransaction {
    return this.layer.request(
      messageOf(method),
      { transport, address: '192.0.2.2', port: 5060 },
      {
        onResponse: (response) => this.seen.push(`${this.clock.nowMs()} ${response.status}`),
        onFailure: (failure) => this.seen.push(`${this.clock.nowMs()} ${failure.kind}`),
      },
    )!
  }
}

/** A request of the peer with this branch, or one of ours without a Via. */
export function messageOf(method: string, branch = ''): SipRequest {
  return new SipRequest(
    method,
    'sip:callee@192.0.2.2',
    Headers.of(
      ...(branch === '' ? [] : [['Via', `SIP/2.0/UDP 192.0.2.2:5060;branch=${branch}`] as const]),
      ['Max-Forwards', '70'],
      ['From', '<sip:caller@192.0.2.1>;tag=caller'],
      ['To', '<sip:callee@192.0.2.2>'],
      ['Call-ID', 'call'],
      ['CSeq', `1 ${method}`],
    ),
  )
}
