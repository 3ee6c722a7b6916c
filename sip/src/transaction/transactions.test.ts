import { beforeEach, describe, expect, it } from 'vitest'
import { RawPeer } from '../../test/simulation/raw-peer.ts'
import { SeededRandom } from '../../test/simulation/seeded-random.ts'
import { SimulatedClock } from '../../test/simulation/simulated-clock.ts'
import { SimulatedNetwork } from '../../test/simulation/simulated-network.ts'
import { Headers } from '../message/headers.ts'
import { SipRequest } from '../message/message.ts'
import { respond } from '../message/respond.ts'
import type { TransportName } from '../transport/transport.ts'
import type { ClientTransaction } from './client-transaction.ts'
import { TransactionLayer } from './layer.ts'
import type { ServerTransaction } from './server-transaction.ts'
import { TimerWheel } from './timer-wheel.ts'

let clock: SimulatedClock
let peer: RawPeer
let layer: TransactionLayer
let wheel: TimerWheel
let incoming: ServerTransaction[]
let acks: SipRequest[]
let seen: string[]

beforeEach(() => {
  clock = new SimulatedClock()
  const random = new SeededRandom(1)
  const network = new SimulatedNetwork(clock, random)
  wheel = new TimerWheel(clock)
  incoming = []
  acks = []
  seen = []
  layer = new TransactionLayer(
    { transport: network.endpoint('192.0.2.1'), clock: wheel, random, limit: 20 },
    {
      onRequest: (transaction) => incoming.push(transaction),
      onAck: (ack) => acks.push(ack),
      onStrayResponse: (response) => seen.push(`stray ${response.status}`),
    },
  )
  peer = new RawPeer(network.endpoint('192.0.2.2'), clock, {
    transport: 'udp',
    address: '192.0.2.1',
    port: 5060,
  })
})

function message(method: string, via = ''): SipRequest {
  return new SipRequest(
    method,
    'sip:callee@192.0.2.2',
    Headers.of(
      ...(via === '' ? [] : [['Via', `SIP/2.0/UDP 192.0.2.2:5060;branch=${via}`] as const]),
      ['Max-Forwards', '70'],
      ['From', '<sip:caller@192.0.2.1>;tag=caller'],
      ['To', '<sip:callee@192.0.2.2>'],
      ['Call-ID', 'call'],
      ['CSeq', `1 ${method}`],
    ),
  )
}

function send(method: string, transport: TransportName = 'udp'): ClientTransaction {
  return layer.request(
    message(method),
    { transport, address: '192.0.2.2', port: 5060 },
    {
      onResponse: (response) => seen.push(`${clock.nowMs()} ${response.status}`),
      onFailure: (failure) => seen.push(`${clock.nowMs()} ${failure.kind}`),
    },
  )!
}

describe('an INVITE of ours', () => {
  it('is sent again at doubling intervals and given up after 64*T1', () => {
    send('INVITE')
    clock.advance(40_000)
    expect(peer.log()).toEqual(
      ['0', '500', '1500', '3500', '7500', '15500', '31500'].map((at) => `${at} INVITE`),
    )
    expect(seen).toEqual(['32000 timeout'])
    expect([layer.count, wheel.count, clock.pending]).toEqual([0, 0, 0])
  })

  it('is sent once over TCP', () => {
    send('INVITE', 'tcp')
    clock.advance(40_000)
    expect(peer.log()).toEqual(['0 INVITE'])
    expect(seen).toEqual(['32000 timeout'])
  })

  it('is not sent again after a provisional response, and ends when no news come', () => {
    send('INVITE')
    clock.advance(0)
    peer.answer(peer.request('INVITE'), 180)
    clock.advance(180_000)
    expect(seen).toEqual(['0 180'])
    clock.advance(2_000)
    expect(seen).toEqual(['0 180', '181000 timeout'])
    expect(peer.requests('INVITE')).toHaveLength(1)
  })

  it('acknowledges each copy of a refusal with the branch and the To of the response, and reports one', () => {
    send('INVITE')
    clock.advance(10)
    const invite = peer.request('INVITE')
    peer.answer(invite, 486)
    clock.advance(400)
    peer.answer(invite, 486)
    clock.advance(400)
    expect(seen).toEqual(['10 486'])
    const sent = peer.requests('ACK')
    expect(sent).toHaveLength(2)
    expect(sent[0]!.headers.get('Via')).toBe(invite.headers.get('Via'))
    expect(sent[0]!.headers.get('To')).toBe('<sip:callee@192.0.2.2>;tag=peer')
    expect(sent[0]!.headers.get('CSeq')).toBe('1 ACK')
    clock.advance(31_990)
    expect(layer.count).toBe(0)
  })

  it('hands every 2xx on for 64*T1 and acknowledges none by itself', () => {
    send('INVITE')
    clock.advance(10)
    peer.answer(peer.request('INVITE'), 200, { tag: 'one' })
    clock.advance(500)
    peer.answer(peer.request('INVITE'), 200, { tag: 'two' })
    clock.advance(31_000)
    expect(seen).toEqual(['10 200', '510 200'])
    expect(peer.requests('ACK')).toHaveLength(0)
    expect(layer.count).toBe(1)
    clock.advance(1_000)
    expect(layer.count).toBe(0)
  })

  it('is cancelled with its own branch, and ends 64*T1 later when no 487 comes', () => {
    const transaction = send('INVITE')
    clock.advance(10)
    peer.answer(peer.request('INVITE'), 180)
    clock.advance(990)
    layer.cancel(transaction, { onResponse() {}, onFailure() {} })
    clock.advance(10)
    const cancel = peer.request('CANCEL')
    expect(cancel.headers.get('Via')).toBe(peer.request('INVITE').headers.get('Via'))
    expect(cancel.uri).toBe(peer.request('INVITE').uri)
    peer.answer(cancel, 200)
    // A late 180 does not prolong the wait.
    clock.advance(20_000)
    peer.answer(peer.request('INVITE'), 180)
    clock.advance(20_000)
    expect(seen).toEqual(['10 180', '21010 180', '33000 timeout'])
    expect(layer.count).toBe(0)
  })

  it('is not cancelled when its final response is there', () => {
    const transaction = send('INVITE')
    clock.advance(10)
    peer.answer(peer.request('INVITE'), 486)
    clock.advance(10)
    layer.cancel(transaction, { onResponse() {}, onFailure() {} })
    clock.advance(10)
    expect(peer.requests('CANCEL')).toHaveLength(0)
  })
})

describe('another request of ours', () => {
  it('is sent again up to every T2 and given up after 64*T1', () => {
    send('OPTIONS')
    clock.advance(40_000)
    const times = [0, 500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500]
    expect(peer.log()).toEqual(times.map((at) => `${at} OPTIONS`))
    expect(seen).toEqual(['32000 timeout'])
  })

  it('is sent again every T2 after a provisional response', () => {
    send('OPTIONS')
    clock.advance(10)
    peer.answer(peer.request('OPTIONS'), 100)
    clock.advance(9_000)
    expect(peer.log()).toEqual(['0 OPTIONS', '4010 OPTIONS', '8010 OPTIONS'])
  })

  it('absorbs copies of its response for T4', () => {
    send('OPTIONS')
    clock.advance(10)
    peer.answer(peer.request('OPTIONS'), 200)
    peer.answer(peer.request('OPTIONS'), 200)
    clock.advance(4_980)
    expect(seen).toEqual(['10 200'])
    expect(layer.count).toBe(1)
    clock.advance(100)
    peer.answer(peer.request('OPTIONS'), 200)
    clock.advance(10)
    expect(layer.count).toBe(0)
    expect(seen).toEqual(['10 200', 'stray 200'])
    expect(layer.counters.strayResponses).toBe(1)
  })
})

describe('an INVITE of a peer', () => {
  it('is answered 100 after 200 ms of silence, and again when it is repeated', () => {
    peer.send(message('INVITE', 'z9hG4bKa'))
    clock.advance(199)
    expect(peer.log()).toEqual([])
    clock.advance(11)
    peer.send(message('INVITE', 'z9hG4bKa'))
    clock.advance(10)
    expect(peer.log()).toEqual(['200 100', '210 100'])
    expect(incoming).toHaveLength(1)
    expect(layer.counters.repeatedRequests).toBe(1)
  })

  it('gets its refusal again until the ACK with our tag comes', () => {
    peer.send(message('INVITE', 'z9hG4bKa'))
    clock.advance(0)
    const confirmed: string[] = []
    incoming[0]!.attach({ onConfirmed: () => confirmed.push('confirmed') })
    incoming[0]!.respond(respond(incoming[0]!.request, 486, 'ours'))
    clock.advance(4_000)
    expect(peer.log()).toEqual(['0 486', '500 486', '1500 486', '3500 486'])
    const ack = message('ACK', 'z9hG4bKa')
    // The branch is known to whoever forged the INVITE; the tag is not.
    peer.send(ack)
    clock.advance(0)
    expect(confirmed).toEqual([])
    expect(layer.counters.foreignAcks).toBe(1)
    ack.headers.set('To', '<sip:callee@192.0.2.2>;tag=ours')
    peer.send(ack)
    clock.advance(0)
    expect(confirmed).toEqual(['confirmed'])
    clock.advance(20_000)
    expect(peer.responses(486)).toHaveLength(4)
    expect(layer.count).toBe(0)
  })

  it('reports a refusal that is never acknowledged', () => {
    peer.send(message('INVITE', 'z9hG4bKa'))
    clock.advance(0)
    const ends: string[] = []
    incoming[0]!.attach({ onUnconfirmed: () => ends.push('unconfirmed'), onEnd: () => ends.push('end') })
    incoming[0]!.respond(respond(incoming[0]!.request, 486, 'ours'))
    clock.advance(32_000)
    expect(ends).toEqual(['unconfirmed', 'end'])
    expect(peer.responses(486)).toHaveLength(11)
    expect(layer.counters.unconfirmed).toBe(1)
  })

  it('is absorbed when it comes again after our 2xx, and hands the ACK on', () => {
    peer.send(message('INVITE', 'z9hG4bKa'))
    clock.advance(0)
    incoming[0]!.respond(respond(incoming[0]!.request, 200, 'ours'))
    peer.send(message('INVITE', 'z9hG4bKa'))
    peer.send(message('ACK', 'z9hG4bKb'))
    clock.advance(10)
    expect(peer.responses(200)).toHaveLength(1)
    expect(incoming).toHaveLength(1)
    expect(acks).toHaveLength(1)
  })

  it('is told of its CANCEL, which is answered by the layer', () => {
    peer.send(message('INVITE', 'z9hG4bKa'))
    clock.advance(0)
    incoming[0]!.attach({ onCancel: () => incoming[0]!.respond(respond(incoming[0]!.request, 487, 'ours')) })
    peer.send(message('CANCEL', 'z9hG4bKa'))
    clock.advance(10)
    expect(peer.responses().map(({ status, cseq }) => `${status} ${cseq.method}`)).toEqual([
      '200 CANCEL',
      '487 INVITE',
    ])
  })
})

describe('the layer', () => {
  it('answers a CANCEL for nothing with 481', () => {
    peer.send(message('CANCEL', 'z9hG4bKnothing'))
    clock.advance(0)
    expect(peer.responses(481)).toHaveLength(1)
  })

  it('answers a request that came on a second way with 482', () => {
    peer.send(message('INVITE', 'z9hG4bKa'))
    peer.send(message('INVITE', 'z9hG4bKb'))
    clock.advance(0)
    expect(incoming).toHaveLength(1)
    expect(peer.responses(482)).toHaveLength(1)
    expect(layer.counters.mergedRequests).toBe(1)
  })

  it('answers a repeated request from its transaction, not twice by its user', () => {
    peer.send(message('OPTIONS', 'z9hG4bKa'))
    clock.advance(0)
    incoming[0]!.respond(respond(incoming[0]!.request, 200, 'ours'))
    peer.send(message('OPTIONS', 'z9hG4bKa'))
    clock.advance(0)
    expect(incoming).toHaveLength(1)
    expect(peer.responses(200)).toHaveLength(2)
  })

  it('tells requests of RFC 2543 apart without a branch', () => {
    peer.send(message('INVITE', 'old-style'))
    peer.send(message('INVITE', 'old-style'))
    clock.advance(0)
    expect(incoming).toHaveLength(1)
    const ack = message('ACK', 'old-style')
    incoming[0]!.respond(respond(incoming[0]!.request, 486, 'ours'))
    ack.headers.set('To', '<sip:callee@192.0.2.2>;tag=ours')
    peer.send(ack)
    clock.advance(0)
    expect(incoming[0]!.state).toBe('confirmed')
  })

  it('answers what it cannot understand, with where it came from, and drops the rest', () => {
    const broken = message('INVITE', 'z9hG4bKa;rport')
    broken.headers.set('CSeq', 'none INVITE')
    peer.send(broken)
    peer.send('hello\r\n\r\n')
    clock.advance(0)
    // What is answered lacks a readable CSeq itself.
    expect(peer.garbled).toEqual(['CSeq is malformed'])
    expect(layer.counters).toMatchObject({ malformedAnswered: 1, malformedDropped: 1 })
  })

  it('drops a response that was meant for somebody behind it', () => {
    send('OPTIONS')
    clock.advance(0)
    const response = respond(peer.request('OPTIONS'), 200, 'peer')
    response.headers.append('Via', 'SIP/2.0/UDP 192.0.2.77;branch=z9hG4bKother')
    peer.send(response)
    clock.advance(0)
    expect(seen).toEqual([])
    expect(layer.counters.misroutedResponses).toBe(1)
  })

  it('refuses to hold more than its limit', () => {
    for (let count = 0; count < 25; count++) {
      const request = message('OPTIONS', `z9hG4bK${count}`)
      request.headers.set('Call-ID', `call-${count}`)
      peer.send(request)
    }
    clock.advance(0)
    expect(incoming).toHaveLength(20)
    expect(peer.responses(503)).toHaveLength(5)
    send('INVITE')
    expect(seen).toEqual(['0 overloaded'])
    expect(layer.counters.refusedByLimit).toBe(6)
  })

  it('sends answers back to where a request really came from', () => {
    const behindNat = message('OPTIONS', 'z9hG4bKa')
    behindNat.headers.set('Via', 'SIP/2.0/UDP 10.0.0.9:5060;branch=z9hG4bKa;rport')
    peer.send(behindNat)
    clock.advance(0)
    incoming[0]!.respond(respond(incoming[0]!.request, 200, 'ours'))
    clock.advance(0)
    expect(peer.responses(200)[0]!.headers.get('Via')).toBe(
      'SIP/2.0/UDP 10.0.0.9:5060;branch=z9hG4bKa;rport=5060;received=192.0.2.2',
    )
  })

  it('fails a request over a transport that is not open', () => {
    send('INVITE', 'tls')
    expect(seen).toEqual(['0 unsent'])
    expect(layer.count).toBe(0)
  })
})
