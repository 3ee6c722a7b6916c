import { beforeEach, describe, expect, it } from 'vitest'
import { AgentRig, nothingLeft } from '../../test/simulation/agent-rig.ts'
import { maxHeaders } from '../message/bounds.ts'
import { Headers } from '../message/headers.ts'
import { respond } from '../message/respond.ts'
import { sdpBody } from './body.ts'

let rig: AgentRig
beforeEach(() => {
  rig = new AgentRig()
})

const contact = Headers.of(['Contact', '<sip:callee@192.0.2.2:5060>'])
const reliable = (rseq: number) => contact.clone().append('Require', '100rel').append('RSeq', String(rseq))

describe('an outgoing call that rings', () => {
  it('is cancelled on the same branch and ends with its 487', async () => {
    const call = rig.call()
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 180)
    await rig.pass(4000)
    call.hangUp()
    await rig.pass()
    const cancel = rig.peer.request('CANCEL')
    expect(cancel.via).toEqual(rig.peer.request('INVITE').via)
    rig.peer.answer(cancel, 200)
    rig.peer.answer(rig.peer.request('INVITE'), 487)
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'cancelled', response: { status: 487 }, crossed: false })
    expect(rig.peer.requests('ACK')).toHaveLength(1)
    expect(rig.seen).toEqual(['10 180', '4020 cancelled'])
    await rig.pass(40_000)
    expect(rig.left).toEqual(nothingLeft)
  })

  it('reports a repeated 180 once, and each different 180', async () => {
    rig.call()
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    rig.peer.answer(invite, 180)
    await rig.pass()
    rig.peer.answer(invite, 180)
    await rig.pass()
    rig.peer.answer(invite, 180, { headers: Headers.of(['Reason', 'Q.850;cause=18']) })
    rig.peer.answer(invite, 180, { tag: 'another' })
    await rig.pass()
    expect(rig.seen).toEqual(['10 180', '30 180', '30 180'])
  })

  it('resolves `ended` also when it is awaited after the end', async () => {
    const call = rig.call()
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 486)
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'rejected', response: { status: 486 } })
    expect(call.ended).toBe(call.ended)
  })

  it('is cancelled only after the first provisional response of the peer', async () => {
    const call = rig.call()
    await rig.pass()
    call.hangUp()
    await rig.pass(400)
    expect(rig.peer.requests('CANCEL')).toHaveLength(0)
    rig.peer.answer(rig.peer.request('INVITE'), 100)
    await rig.pass()
    expect(rig.peer.requests('CANCEL')).toHaveLength(1)
  })

  it('ends 64*T1 after a CANCEL that brings no 487', async () => {
    const call = rig.call()
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 180)
    await rig.pass(90)
    call.hangUp()
    await rig.pass()
    rig.peer.answer(rig.peer.request('CANCEL'), 200)
    await rig.pass(33_000)
    expect(rig.seen.at(-1)).toBe('32100 cancelled')
    expect(await call.ended).toMatchObject({ response: undefined, crossed: false })
    expect(rig.left).toEqual(nothingLeft)
  })

  it('is acknowledged and hung up when the 200 crosses the CANCEL', async () => {
    const call = rig.call()
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    rig.peer.answer(invite, 180)
    await rig.pass()
    call.hangUp()
    rig.peer.answer(invite, 200, { headers: contact })
    await rig.pass()
    expect(rig.seen).toEqual(['10 180'])
    const [ack, bye] = [rig.peer.request('ACK'), rig.peer.request('BYE')]
    expect(ack.headers.get('CSeq')).toBe('1 ACK')
    expect(ack.via.parameters.get('branch')).not.toBe(invite.via.parameters.get('branch'))
    expect(bye.headers.get('To')).toBe('<sip:callee@192.0.2.2>;tag=peer')
    rig.peer.answer(bye, 200)
    rig.peer.answer(invite, 200, { headers: contact })
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'cancelled', crossed: true, response: { status: 200 } })
    expect(rig.peer.requests('ACK')).toHaveLength(2)
    expect(rig.peer.requests('BYE')).toHaveLength(1)
    await rig.pass(60_000)
    expect(rig.left).toEqual(nothingLeft)
  })

  it('is given up when it is not answered within the ring limit', async () => {
    rig.call({ ringLimitMs: 5000 })
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 180)
    await rig.pass(5000)
    expect(rig.peer.requests('CANCEL')).toHaveLength(1)
  })

  it('survives a reliable response with as many headers as a message may have', async () => {
    rig.call()
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    const { headers } = respond(invite, 180, 'peer', { headers: reliable(1) })
    while (headers.count < maxHeaders) headers.append('X-Filler', '1')
    // Without Content-Length, which would be one header more.
    rig.peer.send(`SIP/2.0 180 Ringing\r\n${headers.toText('')}\r\n`)
    rig.peer.answer(invite, 200, { headers: contact })
    await rig.pass()
    expect(rig.seen).toEqual(['10 180', '10 answered'])
  })

  it('acknowledges reliable provisional responses once and reports them once', async () => {
    rig.call()
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    expect(invite.headers.includes('Supported', '100rel')).toBe(true)
    rig.peer.answer(invite, 183, { headers: reliable(100) })
    rig.peer.answer(invite, 183, { headers: reliable(100) })
    rig.peer.answer(invite, 180, { headers: reliable(102) })
    await rig.pass()
    expect(rig.peer.requests('PRACK')).toHaveLength(1)
    const prack = rig.peer.request('PRACK')
    expect(prack.headers.get('RAck')).toBe('100 1 INVITE')
    expect(prack.headers.get('CSeq')).toBe('2 PRACK')
    expect(prack.headers.get('To')).toBe('<sip:callee@192.0.2.2>;tag=peer')
    rig.peer.answer(invite, 180, { headers: reliable(101) })
    rig.peer.answer(invite, 183, { tag: 'fork', headers: reliable(7) })
    await rig.pass()
    expect(rig.peer.requests('PRACK').map((one) => one.headers.get('RAck'))).toEqual([
      '100 1 INVITE',
      '101 1 INVITE',
      '7 1 INVITE',
    ])
    expect(rig.seen).toEqual(['10 183', '20 180', '20 183'])
  })

  it('answers an early offer of the peer with 491 until our own offer was answered', async () => {
    const call = rig.call({ body: sdpBody('offer'), onOffer: () => sdpBody('early answer') })
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    rig.peer.answer(invite, 180, { headers: contact })
    await rig.pass()
    const update = (number: number) =>
      rig.request(
        'UPDATE',
        {
          'Call-ID': call.callId,
          From: '<sip:callee@192.0.2.2>;tag=peer',
          To: invite.headers.get('From')!,
          CSeq: `${number} UPDATE`,
          'Content-Type': 'application/sdp',
        },
        Buffer.from('their offer'),
      )
    rig.peer.send(update(1))
    await rig.pass()
    expect(rig.peer.responses(491)).toHaveLength(1)
    rig.peer.answer(invite, 183, { headers: reliable(1), body: Buffer.from('answer') })
    rig.peer.send(update(2))
    await rig.pass()
    expect(Buffer.from(rig.peer.responses(200)[0]!.body).toString()).toBe('early answer')
  })
})

describe('an outgoing call that is answered', () => {
  it('is acknowledged once for each copy of the 200, with the same ACK', async () => {
    const call = rig.call({ body: sdpBody('offer') })
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    expect(Buffer.from(invite.body).toString()).toBe('offer')
    rig.peer.answer(invite, 200, { headers: contact })
    await rig.pass(500)
    rig.peer.answer(invite, 200, { headers: contact })
    await rig.pass()
    const acks = rig.peer.requests('ACK')
    expect(acks).toHaveLength(2)
    expect(acks[0]!.via).toEqual(acks[1]!.via)
    expect(acks[0]!.uri).toBe('sip:callee@192.0.2.2:5060')
    expect(rig.seen).toEqual(['10 answered'])
    call.hangUp()
    await rig.pass()
    rig.peer.answer(rig.peer.request('BYE'), 200)
    await rig.pass()
    expect(await call.ended).toEqual({ kind: 'hung-up', by: 'us', confirmed: true })
    await rig.pass(60_000)
    expect(rig.left).toEqual(nothingLeft)
  })

  it('is acknowledged before it is hung up, whatever its Contact is', async () => {
    const named = Headers.of(['Contact', '<sip:callee@192.0.2.2:5060;transport=UDP>'])
    const call = rig.call({ onAnswer: () => call.hangUp() })
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 200, { headers: named })
    await rig.pass()
    expect(rig.peer.log().map((line) => line.split(' ')[1])).toEqual(['INVITE', 'ACK', 'BYE'])
  })

  it('ends when the peer hangs up', async () => {
    const call = rig.call()
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    rig.peer.answer(invite, 200, { headers: contact })
    await rig.pass()
    const to = { To: invite.headers.get('From')!, 'Call-ID': call.callId }
    rig.peer.send(rig.request('BYE', { ...to, From: '<sip:callee@192.0.2.2>;tag=peer' }))
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'hung-up', by: 'peer' })
    expect(rig.peer.responses(200)).toHaveLength(1)
  })

  it('keeps the first of two phones that answer, and hangs up the other', async () => {
    const call = rig.call()
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    rig.peer.answer(invite, 180, { tag: 'one', headers: contact })
    rig.peer.answer(invite, 180, { tag: 'two', headers: contact })
    rig.peer.answer(invite, 200, { tag: 'one', headers: contact })
    rig.peer.answer(invite, 200, { tag: 'two', headers: contact })
    await rig.pass()
    expect(rig.peer.requests('ACK').map((ack) => ack.headers.get('To'))).toEqual([
      '<sip:callee@192.0.2.2>;tag=one',
      '<sip:callee@192.0.2.2>;tag=two',
    ])
    expect(rig.peer.requests('BYE').map((bye) => bye.headers.get('To'))).toEqual([
      '<sip:callee@192.0.2.2>;tag=two',
    ])
    expect(call.session?.dialog.remoteTag).toBe('one')
    expect(rig.seen).toEqual(['10 180', '10 180', '10 answered'])
  })

  it('is acknowledged and hung up when there are too many dialogs', async () => {
    rig = new AgentRig({ maxDialogs: 1 })
    const first = rig.call()
    await rig.pass()
    const rings = rig.peer.request('INVITE')
    rig.peer.answer(rings, 180, { headers: contact })
    const second = rig.call({ to: 'sip:callee@192.0.2.3' })
    await rig.pass()
    const invite = rig.second.request('INVITE')
    const headers = Headers.of(['Contact', '<sip:callee@192.0.2.3:5060>'])
    rig.second.answer(invite, 180, { headers })
    rig.second.answer(invite, 200, { headers })
    await rig.pass()
    expect(await second.ended).toEqual({ kind: 'failed', failure: { kind: 'overloaded' } })
    rig.second.answer(rig.second.request('BYE'), 200)
    rig.second.answer(invite, 200, { headers })
    await rig.pass()
    expect(rig.second.log().map((line) => line.split(' ')[1])).toEqual(['INVITE', 'ACK', 'BYE', 'ACK'])
    // The one that rang before keeps its place when it is answered.
    rig.peer.answer(rings, 200, { headers: contact })
    await rig.pass()
    expect(rig.peer.requests('BYE')).toHaveLength(0)
    first.hangUp()
    await rig.pass()
    rig.peer.answer(rig.peer.request('BYE'), 200)
    await rig.pass(60_000)
    expect(rig.left).toEqual(nothingLeft)
  })

  it('follows the route that the proxies recorded', async () => {
    rig.call({ proxy: 'sip:192.0.2.2' })
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    expect(invite.headers.lines('Route')).toEqual(['<sip:192.0.2.2;lr>'])
    const routed = Headers.of(['Contact', '<sip:callee@10.0.0.5>'], ['Record-Route', '<sip:192.0.2.3;lr>'])
    rig.peer.answer(invite, 200, { headers: routed })
    await rig.pass()
    expect(rig.peer.requests('ACK')).toHaveLength(0)
    expect(rig.second.request('ACK').uri).toBe('sip:callee@10.0.0.5')
  })

  it('follows the maddr of a recorded route, also of the proxy that got the INVITE', async () => {
    rig.call({ proxy: 'sip:192.0.2.2' })
    await rig.pass()
    const routed = contact.clone().append('Record-Route', '<sip:192.0.2.2;maddr=192.0.2.3;lr>')
    rig.peer.answer(rig.peer.request('INVITE'), 200, { headers: routed })
    await rig.pass()
    expect(rig.peer.requests('ACK')).toHaveLength(0)
    expect(rig.second.request('ACK').uri).toBe('sip:callee@192.0.2.2:5060')
  })

  it.each([
    [{}, ['<sip:orig@192.0.2.2;lr>', '<sip:192.0.2.9;lr>']],
    [{ proxy: 'sip:192.0.2.2' }, ['<sip:orig@192.0.2.2;lr>', '<sip:192.0.2.9;lr>']],
    [{ proxy: 'sip:192.0.2.3' }, ['<sip:192.0.2.3;lr>', '<sip:orig@192.0.2.2;lr>', '<sip:192.0.2.9;lr>']],
    [{ transport: 'tcp' }, ['<sip:orig@192.0.2.2;lr>', '<sip:192.0.2.9;lr>']],
  ] as const)('follows a service route after %j', async (options, expected) => {
    rig.call({ to: 'sip:callee@far.test', routes: expected.slice(-2), ...options })
    await rig.pass()
    const invite = [rig.peer, rig.second].flatMap((peer) => peer.requests('INVITE'))[0]!
    expect(invite.uri).toBe('sip:callee@far.test')
    expect(invite.headers.lines('Route')).toEqual(expected)
    expect(invite.via.transport).toBe('transport' in options ? 'TCP' : 'UDP')
    expect(rig.second.requests('INVITE')).toHaveLength(expected.length - 2)
  })

  it('answers the offer of the 200 in the ACK when the INVITE had no offer', async () => {
    rig.call({ answerOffer: (offer) => sdpBody(`answer to ${Buffer.from(offer.content)}`) })
    await rig.pass()
    const headers = contact.clone().append('Content-Type', 'application/sdp')
    rig.peer.answer(rig.peer.request('INVITE'), 200, { headers, body: Buffer.from('offer') })
    await rig.pass()
    expect(Buffer.from(rig.peer.request('ACK').body).toString()).toBe('answer to offer')
  })
})
