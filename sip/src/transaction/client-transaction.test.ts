import { beforeEach, describe, expect, it } from 'vitest'
import { LayerRig } from '../../test/simulation/layer-rig.ts'

let rig: LayerRig

beforeEach(() => {
  rig = new LayerRig()
})

describe('an INVITE client transaction', () => {
  it('is sent again at doubling intervals and given up after 64*T1', () => {
    rig.send('INVITE')
    rig.clock.advance(40_000)
    expect(rig.peer.log()).toEqual(
      ['0', '500', '1500', '3500', '7500', '15500', '31500'].map((at) => `${at} INVITE`),
    )
    expect(rig.seen).toEqual(['32000 timeout'])
    expect([rig.layer.count, rig.wheel.count, rig.clock.pending]).toEqual([0, 0, 0])
  })

  it('is sent once over TCP', () => {
    rig.send('INVITE', 'tcp')
    rig.clock.advance(40_000)
    expect(rig.peer.log()).toEqual(['0 INVITE'])
    expect(rig.seen).toEqual(['32000 timeout'])
  })

  it('is not sent again after a provisional response, and ends when no further response comes', () => {
    rig.send('INVITE')
    rig.clock.advance(0)
    rig.peer.answer(rig.peer.request('INVITE'), 180)
    rig.clock.advance(180_000)
    expect(rig.seen).toEqual(['0 180'])
    rig.clock.advance(2_000)
    expect(rig.seen).toEqual(['0 180', '181000 timeout'])
    expect(rig.peer.requests('INVITE')).toHaveLength(1)
  })

  it('acknowledges each copy of a refusal with the branch of the INVITE and the To of the response, and reports one', () => {
    rig.send('INVITE')
    rig.clock.advance(10)
    const invite = rig.peer.request('INVITE')
    rig.peer.answer(invite, 486)
    rig.clock.advance(400)
    rig.peer.answer(invite, 486)
    rig.clock.advance(400)
    expect(rig.seen).toEqual(['10 486'])
    const sent = rig.peer.requests('ACK')
    expect(sent).toHaveLength(2)
    expect(sent[0]!.headers.get('Via')).toBe(invite.headers.get('Via'))
    expect(sent[0]!.headers.get('To')).toBe('<sip:callee@192.0.2.2>;tag=peer')
    expect(sent[0]!.headers.get('CSeq')).toBe('1 ACK')
    rig.clock.advance(31_990)
    expect(rig.layer.count).toBe(0)
  })

  it('delivers every 2xx for 64*T1 and acknowledges none by itself', () => {
    rig.send('INVITE')
    rig.clock.advance(10)
    rig.peer.answer(rig.peer.request('INVITE'), 200, { tag: 'one' })
    rig.clock.advance(500)
    rig.peer.answer(rig.peer.request('INVITE'), 200, { tag: 'two' })
    rig.clock.advance(31_000)
    expect(rig.seen).toEqual(['10 200', '510 200'])
    expect(rig.peer.requests('ACK')).toHaveLength(0)
    expect(rig.layer.count).toBe(1)
    rig.clock.advance(1_000)
    expect(rig.layer.count).toBe(0)
  })

  it('is cancelled with its own branch, and ends 64*T1 later when no 487 comes', () => {
    const transaction = rig.send('INVITE')
    rig.clock.advance(10)
    rig.peer.answer(rig.peer.request('INVITE'), 180)
    rig.clock.advance(990)
    rig.layer.cancel(transaction, { onResponse() {}, onFailure() {} })
    rig.clock.advance(10)
    const cancel = rig.peer.request('CANCEL')
    expect(cancel.headers.get('Via')).toBe(rig.peer.request('INVITE').headers.get('Via'))
    expect(cancel.uri).toBe(rig.peer.request('INVITE').uri)
    rig.peer.answer(cancel, 200)
    // A late 180 does not extend the wait.
    rig.clock.advance(20_000)
    rig.peer.answer(rig.peer.request('INVITE'), 180)
    rig.clock.advance(20_000)
    expect(rig.seen).toEqual(['10 180', '21010 180', '33000 timeout'])
    expect(rig.layer.count).toBe(0)
  })

  it('is not cancelled after its final response', () => {
    const transaction = rig.send('INVITE')
    rig.clock.advance(10)
    rig.peer.answer(rig.peer.request('INVITE'), 486)
    rig.clock.advance(10)
    rig.layer.cancel(transaction, { onResponse() {}, onFailure() {} })
    rig.clock.advance(10)
    expect(rig.peer.requests('CANCEL')).toHaveLength(0)
  })
})

describe('a non-INVITE client transaction', () => {
  it('is sent again up to every T2 and given up after 64*T1', () => {
    rig.send('OPTIONS')
    rig.clock.advance(40_000)
    const times = [0, 500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500]
    expect(rig.peer.log()).toEqual(times.map((at) => `${at} OPTIONS`))
    expect(rig.seen).toEqual(['32000 timeout'])
  })

  it('is sent again every T2 after a provisional response', () => {
    rig.send('OPTIONS')
    rig.clock.advance(10)
    rig.peer.answer(rig.peer.request('OPTIONS'), 100)
    rig.clock.advance(9_000)
    expect(rig.peer.log()).toEqual(['0 OPTIONS', '4010 OPTIONS', '8010 OPTIONS'])
  })

  it('absorbs copies of its response for T4', () => {
    rig.send('OPTIONS')
    rig.clock.advance(10)
    rig.peer.answer(rig.peer.request('OPTIONS'), 200)
    rig.peer.answer(rig.peer.request('OPTIONS'), 200)
    rig.clock.advance(4_980)
    expect(rig.seen).toEqual(['10 200'])
    expect(rig.layer.count).toBe(1)
    rig.clock.advance(100)
    rig.peer.answer(rig.peer.request('OPTIONS'), 200)
    rig.clock.advance(10)
    expect(rig.layer.count).toBe(0)
    expect(rig.seen).toEqual(['10 200', 'stray 200'])
    expect(rig.layer.counters.strayResponses).toBe(1)
  })
})
