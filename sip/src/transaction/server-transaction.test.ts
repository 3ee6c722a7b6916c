import { beforeEach, describe, expect, it } from 'vitest'
import { LayerRig, messageOf } from '../../test/simulation/layer-rig.ts'
import { respond } from '../message/respond.ts'

let rig: LayerRig

beforeEach(() => {
  rig = new LayerRig()
})

describe('an INVITE server transaction', () => {
  it('is answered 100 after 200 ms of silence, and again when it is repeated', () => {
    rig.peer.send(messageOf('INVITE', 'z9hG4bKa'))
    rig.clock.advance(199)
    expect(rig.peer.log()).toEqual([])
    rig.clock.advance(11)
    rig.peer.send(messageOf('INVITE', 'z9hG4bKa'))
    rig.clock.advance(10)
    expect(rig.peer.log()).toEqual(['200 100', '210 100'])
    expect(rig.incoming).toHaveLength(1)
    expect(rig.layer.counters.repeatedRequests).toBe(1)
  })

  it('repeats its refusal until the ACK with our tag comes', () => {
    rig.peer.send(messageOf('INVITE', 'z9hG4bKa'))
    rig.clock.advance(0)
    const confirmed: string[] = []
    rig.incoming[0]!.attach({ onConfirmed: () => confirmed.push('confirmed') })
    rig.incoming[0]!.respond(respond(rig.incoming[0]!.request, 486, 'ours'))
    rig.clock.advance(4_000)
    expect(rig.peer.log()).toEqual(['0 486', '500 486', '1500 486', '3500 486'])
    const ack = messageOf('ACK', 'z9hG4bKa')
    // The sender of a forged INVITE knows the branch, but not our tag.
    rig.peer.send(ack)
    rig.clock.advance(0)
    expect(confirmed).toEqual([])
    expect(rig.layer.counters.foreignAcks).toBe(1)
    ack.headers.set('To', '<sip:callee@192.0.2.2>;tag=ours')
    rig.peer.send(ack)
    rig.clock.advance(0)
    expect(confirmed).toEqual(['confirmed'])
    rig.clock.advance(20_000)
    expect(rig.peer.responses(486)).toHaveLength(4)
    expect(rig.layer.count).toBe(0)
  })

  it('reports a refusal that is never acknowledged', () => {
    rig.peer.send(messageOf('INVITE', 'z9hG4bKa'))
    rig.clock.advance(0)
    const ends: string[] = []
    rig.incoming[0]!.attach({ onUnconfirmed: () => ends.push('unconfirmed'), onEnd: () => ends.push('end') })
    rig.incoming[0]!.respond(respond(rig.incoming[0]!.request, 486, 'ours'))
    rig.clock.advance(32_000)
    expect(ends).toEqual(['unconfirmed', 'end'])
    expect(rig.peer.responses(486)).toHaveLength(11)
    expect(rig.layer.counters.unconfirmed).toBe(1)
  })

  it('absorbs a copy of the INVITE after our 2xx, and delivers the ACK', () => {
    rig.peer.send(messageOf('INVITE', 'z9hG4bKa'))
    rig.clock.advance(0)
    rig.incoming[0]!.respond(respond(rig.incoming[0]!.request, 200, 'ours'))
    rig.peer.send(messageOf('INVITE', 'z9hG4bKa'))
    rig.peer.send(messageOf('ACK', 'z9hG4bKb'))
    rig.clock.advance(10)
    expect(rig.peer.responses(200)).toHaveLength(1)
    expect(rig.incoming).toHaveLength(1)
    expect(rig.acks).toHaveLength(1)
  })

  it('reports the CANCEL, which the layer answers', () => {
    rig.peer.send(messageOf('INVITE', 'z9hG4bKa'))
    rig.clock.advance(0)
    rig.incoming[0]!.attach({
      onCancel: () => rig.incoming[0]!.respond(respond(rig.incoming[0]!.request, 487, 'ours')),
    })
    rig.peer.send(messageOf('CANCEL', 'z9hG4bKa'))
    rig.clock.advance(10)
    expect(rig.peer.responses().map(({ status, cseq }) => `${status} ${cseq.method}`)).toEqual([
      '200 CANCEL',
      '487 INVITE',
    ])
  })
})
