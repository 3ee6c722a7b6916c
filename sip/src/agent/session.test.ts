import { beforeEach, describe, expect, it } from 'vitest'
import { AgentRig, nothingLeft } from '../../test/simulation/agent-rig.ts'
import { Headers } from '../message/headers.ts'
import type { SipRequest } from '../message/message.ts'
import { type Body, sdpBody } from './body.ts'
import type { CallOptions } from './call-options.ts'
import type { OutgoingCall } from './outgoing-call.ts'

let rig: AgentRig
let call: OutgoingCall
let number: number

beforeEach(() => {
  rig = new AgentRig()
  number = 0
})

/** Places a call and has it answered with these headers. */
async function answered(headers: [string, string][] = [], options: Partial<CallOptions> = {}): Promise<void> {
  call = rig.call({ body: sdpBody('ours'), ...options })
  await rig.pass()
  const all = Headers.of(['Contact', '<sip:callee@192.0.2.2:5060>'], ['Allow', 'INVITE, UPDATE'], ...headers)
  rig.peer.answer(rig.peer.request('INVITE'), 200, { headers: all })
  await rig.pass()
}

function theirs(method: string, changes: Record<string, string> = {}, body?: string): SipRequest {
  number++
  return rig.request(
    method,
    {
      From: '<sip:callee@192.0.2.2>;tag=peer',
      To: rig.peer.request('INVITE').headers.get('From')!,
      'Call-ID': call.callId,
      CSeq: `${number} ${method}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/sdp' }),
      ...changes,
    },
    body === undefined ? undefined : Buffer.from(body),
  )
}

describe('a re-INVITE of the peer', () => {
  it('gets its 200 again until its ACK comes', async () => {
    await answered([], { onOffer: () => sdpBody('ours') })
    rig.peer.send(theirs('INVITE', {}, 'theirs'))
    await rig.pass(600)
    expect(rig.peer.responses(200).map(({ body }) => Buffer.from(body).toString())).toEqual(['ours', 'ours'])
    rig.peer.send(theirs('ACK', { CSeq: '1 ACK' }))
    await rig.pass(10_000)
    expect(rig.peer.responses(200)).toHaveLength(2)
    expect(rig.seen).not.toContain('lost')
  })

  it('is passed to the application, which may answer or refuse it', async () => {
    const offers: string[] = []
    const onOffer = (offer: Body): Body | undefined => {
      offers.push(Buffer.from(offer.content).toString())
      return offers.length === 1 ? sdpBody('hold') : undefined
    }
    await answered([], { onOffer })
    rig.peer.send(theirs('INVITE', {}, 'first'))
    await rig.pass()
    rig.peer.send(theirs('ACK', { CSeq: '1 ACK' }))
    rig.peer.send(theirs('INVITE', { CSeq: '3 INVITE' }, 'second'))
    await rig.pass()
    expect(offers).toEqual(['first', 'second'])
    expect(Buffer.from(rig.peer.responses(200)[0]!.body).toString()).toBe('hold')
    expect(rig.peer.responses(488)).toHaveLength(1)
  })

  it('is refused with 488, as is an UPDATE, when the application takes no offers', async () => {
    await answered()
    rig.peer.send(theirs('INVITE', {}, 'theirs'))
    rig.peer.send(theirs('UPDATE', { CSeq: '2 UPDATE' }, 'theirs'))
    await rig.pass()
    expect(rig.peer.responses().map(({ status }) => status)).toEqual([488, 488])
  })

  it('re-INVITE without an offer: gets our offer, and the answer in the ACK is reported', async () => {
    const answers: string[] = []
    await answered([], {
      makeOffer: () => sdpBody('our new offer'),
      onNewAnswer: ({ content }) => answers.push(Buffer.from(content).toString()),
    })
    rig.peer.send(theirs('INVITE'))
    await rig.pass()
    expect(Buffer.from(rig.peer.responses(200)[0]!.body).toString()).toBe('our new offer')
    rig.peer.send(theirs('ACK', { CSeq: '1 ACK' }, 'their answer'))
    rig.peer.send(theirs('ACK', { CSeq: '1 ACK' }, 'their answer'))
    await rig.pass()
    expect(answers).toEqual(['their answer'])
  })

  it('re-INVITE before the ACK of the previous one: 500 with Retry-After; an UPDATE without an offer is answered', async () => {
    await answered([], { onOffer: () => sdpBody('ours') })
    rig.peer.send(theirs('INVITE', {}, 'first'))
    rig.peer.send(theirs('INVITE', {}, 'second'))
    rig.peer.send(theirs('UPDATE'))
    await rig.pass()
    expect(rig.peer.responses().map(({ status }) => status)).toEqual([200, 500, 200])
    expect(Number(rig.peer.responses(500)[0]!.headers.get('Retry-After'))).toBeLessThanOrEqual(10)
  })

  it('changes the target of our requests', async () => {
    await answered()
    rig.peer.send(theirs('UPDATE', { Contact: '<sip:moved@192.0.2.3:5060>' }))
    await rig.pass()
    call.hangUp()
    await rig.pass()
    expect(rig.second.request('BYE').uri).toBe('sip:moved@192.0.2.3:5060')
  })

  it('is answered 491 while our own re-INVITE is open', async () => {
    const answers: string[] = []
    await answered([], { onNewAnswer: ({ content }) => answers.push(Buffer.from(content).toString()) })
    const ours = call.session!.reinvite(sdpBody('again'))
    await rig.pass()
    rig.peer.send(theirs('INVITE', {}, 'theirs'))
    await rig.pass()
    expect(rig.peer.responses(491)).toHaveLength(1)
    rig.peer.answer(rig.peer.request('INVITE'), 200, {
      headers: Headers.of(['Contact', '<sip:callee@192.0.2.2:5060>'], ['Content-Type', 'application/sdp']),
      body: Buffer.from('their answer'),
    })
    await rig.pass()
    expect(answers).toEqual(['their answer'])
    expect(await ours).toMatchObject({ status: 200 })
    expect(rig.peer.request('ACK').headers.get('CSeq')).toBe('2 ACK')
  })

  it('is refused with an old CSeq number', async () => {
    await answered()
    rig.peer.send(theirs('INFO', { CSeq: '9 INFO' }))
    rig.peer.send(theirs('INFO', { CSeq: '8 INFO' }))
    await rig.pass()
    expect(rig.peer.responses().map(({ status }) => status)).toEqual([200, 500])
  })
})

describe('other requests in a call', () => {
  it.each([
    ['OPTIONS', 200],
    ['INFO', 200],
    ['PRACK', 481],
    ['REFER', 405],
  ])('%s is answered %i', async (method, status) => {
    const infos: string[] = []
    await answered([], { onInfo: (request) => infos.push(request.method) })
    rig.peer.send(theirs(method))
    await rig.pass()
    expect(rig.peer.responses().map((response) => response.status)).toEqual([status])
    expect(infos).toEqual(method === 'INFO' ? ['INFO'] : [])
  })

  it('end the call when they are ours and the peer no longer knows the dialog', async () => {
    await answered()
    void call.session!.request('INFO')
    await rig.pass()
    rig.peer.answer(rig.peer.request('INFO'), 481)
    await rig.pass()
    expect(await call.ended).toEqual({ kind: 'lost', reason: 'peer-gone' })
  })
})

describe('a session timer', () => {
  it('is requested, and refreshed by us at half time with UPDATE', async () => {
    await answered([['Session-Expires', '600;refresher=uac']])
    expect(rig.peer.request('INVITE').headers.get('Session-Expires')).toBe('1800')
    await rig.pass(300_000)
    const update = rig.peer.request('UPDATE')
    expect(update.headers.get('Session-Expires')).toBe('600;refresher=uac')
    rig.peer.answer(update, 200, { headers: Headers.of(['Session-Expires', '600;refresher=uac']) })
    await rig.pass(300_010)
    expect(rig.peer.requests('UPDATE').length).toBeGreaterThan(1)
    expect(rig.seen.at(-1)).toContain('answered')
  })

  it('is refreshed by a re-INVITE with the same offer when the peer does not allow UPDATE', async () => {
    rig = new AgentRig()
    call = rig.call({ body: sdpBody('ours') })
    await rig.pass()
    const headers = Headers.of(['Contact', '<sip:callee@192.0.2.2:5060>'], ['Session-Expires', '600'])
    rig.peer.answer(rig.peer.request('INVITE'), 200, { headers })
    await rig.pass(300_010)
    expect(Buffer.from(rig.peer.request('INVITE').body).toString()).toBe('ours')
    expect(rig.peer.request('INVITE').headers.get('CSeq')).toBe('2 INVITE')
  })

  it('is refreshed again when our refresh crossed that of the peer', async () => {
    await answered([['Session-Expires', '600;refresher=uac']])
    await rig.pass(300_000)
    rig.peer.answer(rig.peer.request('UPDATE'), 491)
    await rig.pass(2_000)
    expect(rig.peer.requests('UPDATE')).toHaveLength(1)
    await rig.pass(2_010)
    expect(new Set(rig.peer.requests('UPDATE').map(({ cseq }) => cseq.number))).toEqual(new Set([2, 3]))
  })

  it('ends a call whose peer stops refreshing', async () => {
    await answered([['Session-Expires', '600;refresher=uas']])
    await rig.pass(567_000)
    expect(rig.seen.at(-1)).toContain('answered')
    await rig.pass(2_000)
    expect(await call.ended).toEqual({ kind: 'lost', reason: 'session-expired' })
    rig.peer.answer(rig.peer.request('BYE'), 200)
    await rig.pass(60_000)
    expect(rig.left).toEqual(nothingLeft)
  })

  it('is requested again with the minimum interval of the peer', async () => {
    call = rig.call({ sessionIntervalS: 120 })
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 422, { headers: Headers.of(['Min-SE', '900']) })
    await rig.pass()
    const again = rig.peer.request('INVITE')
    expect([again.headers.get('Session-Expires'), again.headers.get('Min-SE')]).toEqual(['900', '900'])
    expect(again.headers.get('CSeq')).toBe('2 INVITE')
    expect(again.callId).toBe(call.callId)
  })

  it('is refused when it is too short', async () => {
    await answered()
    rig.peer.send(theirs('UPDATE', { 'Session-Expires': '30', Supported: 'timer' }))
    await rig.pass()
    expect(rig.peer.responses(422)[0]!.headers.get('Min-SE')).toBe('90')
  })
})
