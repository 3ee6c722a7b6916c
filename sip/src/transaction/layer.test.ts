import { beforeEach, describe, expect, it } from 'vitest'
import { LayerRig, messageOf } from '../../test/simulation/layer-rig.ts'
import { respond } from '../message/respond.ts'

let rig: LayerRig

beforeEach(() => {
  rig = new LayerRig()
})

describe('the transaction layer', () => {
  it('answers a CANCEL without a matching INVITE with 481', () => {
    rig.peer.send(messageOf('CANCEL', 'z9hG4bKnothing'))
    rig.clock.advance(0)
    expect(rig.peer.responses(481)).toHaveLength(1)
  })

  it('answers a request that arrived over a second path with 482', () => {
    rig.peer.send(messageOf('INVITE', 'z9hG4bKa'))
    rig.peer.send(messageOf('INVITE', 'z9hG4bKb'))
    rig.clock.advance(0)
    expect(rig.incoming).toHaveLength(1)
    expect(rig.peer.responses(482)).toHaveLength(1)
    expect(rig.layer.counters.mergedRequests).toBe(1)
  })

  it('answers a repeated request from its transaction, and delivers it to the user once', () => {
    rig.peer.send(messageOf('OPTIONS', 'z9hG4bKa'))
    rig.clock.advance(0)
    rig.incoming[0]!.respond(respond(rig.incoming[0]!.request, 200, 'ours'))
    rig.peer.send(messageOf('OPTIONS', 'z9hG4bKa'))
    rig.clock.advance(0)
    expect(rig.incoming).toHaveLength(1)
    expect(rig.peer.responses(200)).toHaveLength(2)
  })

  it('distinguishes requests of RFC 2543 without a branch', () => {
    rig.peer.send(messageOf('INVITE', 'old-style'))
    rig.peer.send(messageOf('INVITE', 'old-style'))
    rig.clock.advance(0)
    expect(rig.incoming).toHaveLength(1)
    const ack = messageOf('ACK', 'old-style')
    rig.incoming[0]!.respond(respond(rig.incoming[0]!.request, 486, 'ours'))
    ack.headers.set('To', '<sip:callee@192.0.2.2>;tag=ours')
    rig.peer.send(ack)
    rig.clock.advance(0)
    expect(rig.incoming[0]!.state).toBe('confirmed')
  })

  it('answers malformed requests, with their source in the Via, and drops the rest', () => {
    const broken = messageOf('INVITE', 'z9hG4bKa;rport')
    broken.headers.set('CSeq', 'none INVITE')
    rig.peer.send(broken)
    rig.peer.send('hello\r\n\r\n')
    rig.clock.advance(0)
    // The answered request itself has no readable CSeq.
    expect(rig.peer.garbled).toEqual(['CSeq is malformed'])
    expect(rig.layer.counters).toMatchObject({ malformedAnswered: 1, malformedDropped: 1 })
  })

  it('drops a response that was meant for another client', () => {
    rig.send('OPTIONS')
    rig.clock.advance(0)
    const response = respond(rig.peer.request('OPTIONS'), 200, 'peer')
    response.headers.append('Via', 'SIP/2.0/UDP 192.0.2.77;branch=z9hG4bKother')
    rig.peer.send(response)
    rig.clock.advance(0)
    expect(rig.seen).toEqual([])
    expect(rig.layer.counters.misroutedResponses).toBe(1)
  })

  it('refuses more transactions than its limit', () => {
    for (let count = 0; count < 25; count++) {
      const request = messageOf('OPTIONS', `z9hG4bK${count}`)
      request.headers.set('Call-ID', `call-${count}`)
      rig.peer.send(request)
    }
    rig.clock.advance(0)
    expect(rig.incoming).toHaveLength(20)
    expect(rig.peer.responses(503)).toHaveLength(5)
    rig.send('INVITE')
    expect(rig.seen).toEqual(['0 overloaded'])
    expect(rig.layer.counters.refusedByLimit).toBe(6)
  })

  it('sends answers back to where a request really came from', () => {
    const behindNat = messageOf('OPTIONS', 'z9hG4bKa')
    behindNat.headers.set('Via', 'SIP/2.0/UDP 10.0.0.9:5060;branch=z9hG4bKa;rport')
    rig.peer.send(behindNat)
    rig.clock.advance(0)
    rig.incoming[0]!.respond(respond(rig.incoming[0]!.request, 200, 'ours'))
    rig.clock.advance(0)
    expect(rig.peer.responses(200)[0]!.headers.get('Via')).toBe(
      'SIP/2.0/UDP 10.0.0.9:5060;branch=z9hG4bKa;rport=5060;received=192.0.2.2',
    )
  })

  it('fails a request over a transport that is not open', () => {
    rig.send('INVITE', 'tls')
    expect(rig.seen).toEqual(['0 unsent'])
    expect(rig.layer.count).toBe(0)
  })
})
