import { beforeEach, describe, expect, it } from 'vitest'
import { AgentRig, nothingLeft } from '../../test/simulation/agent-rig.ts'
import { parseNameAddress } from '../message/name-address.ts'
import { bodyOf, sdpBody } from './body.ts'
import { verstatsOf } from './verstat.ts'

let rig: AgentRig
beforeEach(() => {
  rig = new AgentRig()
})

async function invited(changes: Record<string, string> = {}) {
  const invite = rig.request('INVITE', changes)
  rig.peer.send(invite)
  await rig.pass(0)
  return { invite, call: rig.incoming[0]! }
}

/** The ACK of our final response: with the branch of the INVITE for a refusal, with its own for a 2xx. */
function ackFor(tag: string, branch?: string) {
  const via = branch === undefined ? {} : { Via: branch }
  return rig.request('ACK', { ...via, To: `<sip:us@192.0.2.1>;tag=${tag}`, CSeq: '1 ACK' })
}

describe('an incoming call', () => {
  it('rings, gets its answer retransmitted until the ACK, and is hung up by the peer', async () => {
    const { call } = await invited()
    call.ring()
    await rig.pass(300)
    call.answer({ body: sdpBody('answer') })
    await rig.pass(1600)
    expect(rig.peer.log()).toEqual(['0 180', '300 200', '800 200', '1800 200'])
    const ok = rig.peer.responses(200)[0]!
    expect(ok.headers.get('Contact')).toBe('<sip:us@192.0.2.1:5060>')
    expect(ok.headers.get('To')).toBe(`<sip:us@192.0.2.1>;tag=${call.localTag}`)
    rig.peer.send(ackFor(call.localTag))
    await rig.pass(5000)
    expect(rig.peer.responses(200)).toHaveLength(3)
    rig.peer.send(rig.request('BYE', { To: ok.headers.get('To')!, CSeq: '2 BYE' }))
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'hung-up', by: 'peer' })
    await rig.pass(60_000)
    expect(rig.left).toEqual(nothingLeft)
  })

  it('is hung up when its answer is never acknowledged', async () => {
    const { call } = await invited()
    call.answer()
    await rig.pass(32_100)
    expect(await call.ended).toEqual({ kind: 'lost', reason: 'no-ack' })
    expect(rig.peer.requests('BYE').length).toBeGreaterThan(0)
  })

  it('is hung up by us only after its answer was acknowledged', async () => {
    const { call } = await invited()
    call.answer()
    call.hangUp()
    await rig.pass(100)
    expect(rig.peer.requests('BYE')).toHaveLength(0)
    rig.peer.send(ackFor(call.localTag))
    await rig.pass()
    rig.peer.answer(rig.peer.request('BYE'), 200)
    await rig.pass()
    expect(rig.peer.requests('BYE')).toHaveLength(1)
    expect(await call.ended).toMatchObject({ kind: 'hung-up', by: 'us' })
  })

  it('finds the SDP in a multipart body', async () => {
    const parts = [
      '',
      '--x',
      'Content-Type: application/isup',
      '',
      'isup',
      '--x',
      'Content-Type: application/sdp',
      '',
      'v=0\r\n',
    ]
    const body = Buffer.from(`${parts.join('\r\n')}\r\n--x--\r\n`)
    rig.peer.send(rig.request('INVITE', { 'Content-Type': 'multipart/mixed;boundary="x"' }, body))
    await rig.pass()
    const sdp = bodyOf(rig.incoming[0]!.request)!
    expect([sdp.type, Buffer.from(sdp.content).toString()]).toEqual(['application/sdp', 'v=0\r\n'])
  })

  it('is refused, and only an ACK with our tag confirms the refusal', async () => {
    const { invite, call } = await invited()
    call.reject(486)
    await rig.pass()
    expect(call.localTag).toMatch(/^[0-9a-f]{32}$/)
    rig.peer.send(ackFor('guessed', invite.headers.get('Via')!))
    await rig.pass()
    expect(rig.left.dialogs).toBe(1)
    rig.peer.send(ackFor(call.localTag, invite.headers.get('Via')!))
    await rig.pass()
    expect(await call.ended).toEqual({ kind: 'refused', status: 486, confirmed: true })
    await rig.pass(6000)
    expect(rig.left).toEqual(nothingLeft)
  })

  it.each([
    ['the user', '<sip:us;tag=x@192.0.2.1>'],
    ['a parameter of the URI', '<sip:us@192.0.2.1;tag=x>'],
    ['the name', '"us ;tag=x" <sip:us@192.0.2.1>'],
  ])('is refused with our tag, and confirmed by it alone, when %s in To looks like a tag', async (_, To) => {
    const { invite, call } = await invited({ To })
    call.reject(486)
    await rig.pass()
    expect(rig.peer.responses(486)[0]!.headers.get('To')).toBe(`${To};tag=${call.localTag}`)
    rig.peer.send(rig.request('ACK', { Via: invite.headers.get('Via')!, To, CSeq: '1 ACK' }))
    await rig.pass()
    expect(rig.left.dialogs).toBe(1)
  })

  it('is refused unconfirmed when no ACK comes', async () => {
    const { call } = await invited()
    call.reject(486)
    await rig.pass(33_000)
    expect(await call.ended).toEqual({ kind: 'refused', status: 486, confirmed: false })
    expect(rig.left).toEqual(nothingLeft)
  })

  it('ends with 487 when the caller cancels', async () => {
    const { invite, call } = await invited()
    call.ring()
    rig.peer.send(rig.request('CANCEL', { Via: invite.headers.get('Via')! }))
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'cancelled' })
    expect(rig.peer.log()).toEqual(['0 180', '0 200', '0 487'])
    call.answer()
    await rig.pass()
    expect(rig.peer.responses(200)).toHaveLength(1)
  })

  it('sends ringing every minute, and is refused when it is neither answered nor refused for three minutes', async () => {
    const { call } = await invited()
    call.ring()
    await rig.pass(180_010)
    expect(rig.peer.log()).toEqual(['0 180', '60000 180', '120000 180', '180000 480'])
  })

  it('exposes Identity and verstat to the application', async () => {
    const { call } = await invited({
      Identity: 'eyJ;info=<https://x>;alg=ES256',
      'P-Asserted-Identity': '<sip:+79161234567;verstat=TN-Validation-Passed@192.0.2.2;user=phone>',
    })
    expect(call.request.headers.get('Identity')).toContain('ES256')
    const verstats = (value: string) => verstatsOf(parseNameAddress(value)!)
    expect(verstats(call.request.headers.get('P-Asserted-Identity')!)).toEqual(['TN-Validation-Passed'])
    expect(verstats('<tel:+79161234567;verstat=No-TN-Validation>;tag=x')).toEqual(['No-TN-Validation'])
    expect(verstats('<sip:+7916;verstat=A@192.0.2.2;verstat=B>;verstat=C')).toEqual(['A', 'B', 'C'])
    expect(verstats('<mailto:us@x.example>')).toEqual([])
  })
})

describe('an incoming call that requires reliable provisional responses', () => {
  const prack = (tag: string, rseq: string, number = 2) =>
    rig.request('PRACK', {
      To: `<sip:us@192.0.2.1>;tag=${tag}`,
      CSeq: `${number} PRACK`,
      RAck: `${rseq} 1 INVITE`,
    })

  it('gets the provisional response again until the PRACK, and the final answer only after it', async () => {
    const { call } = await invited({ Require: '100rel' })
    call.ring(183, { body: sdpBody('early') })
    await rig.pass(600)
    expect(rig.peer.log()).toEqual(['0 183', '500 183'])
    call.answer()
    await rig.pass()
    expect(rig.peer.responses(200)).toHaveLength(0)
    const rseq = rig.peer.responses(183)[0]!.headers.get('RSeq')!
    rig.peer.send(prack(call.localTag, String(Number(rseq) + 1)))
    await rig.pass()
    expect(rig.peer.responses(481)).toHaveLength(1)
    rig.peer.send(prack(call.localTag, rseq, 3))
    await rig.pass()
    expect(rig.peer.responses(200).map(({ cseq }) => cseq.method)).toEqual(['PRACK', 'INVITE'])
  })

  it('is refused when the provisional response is never acknowledged', async () => {
    const { call } = await invited({ Require: '100rel' })
    call.ring()
    await rig.pass(32_100)
    expect(rig.peer.responses(504).length).toBeGreaterThan(0)
  })
})

describe('a SIP agent', () => {
  it.each([
    ['OPTIONS', {}, 200],
    ['MESSAGE', {}, 405],
    ['FROBNICATE', {}, 501],
    ['BYE', { To: '<sip:us@192.0.2.1>;tag=unknown' }, 481],
    ['INVITE', { To: '<sip:us@192.0.2.1>;tag=unknown' }, 481],
    ['INVITE', { Require: 'gruu' }, 420],
    ['INVITE', { Accept: 'text/plain' }, 406],
    ['CANCEL', {}, 481],
    ['INVITE', { 'Session-Expires': '30', Supported: 'timer' }, 422],
  ])('answers %s %j with %i', async (method, changes, status) => {
    rig.peer.send(rig.request(method, changes))
    await rig.pass()
    expect(rig.peer.responses().map((response) => response.status)).toEqual([status])
  })

  it('answers OPTIONS with its capabilities', async () => {
    rig.peer.send(rig.request('OPTIONS'))
    await rig.pass()
    const { headers } = rig.peer.responses(200)[0]!
    expect(headers.get('Allow')).toBe('INVITE, ACK, CANCEL, BYE, OPTIONS, PRACK, UPDATE, INFO')
    expect(headers.get('Supported')).toBe('100rel, timer')
    expect(headers.get('Accept')).toBe('application/sdp')
  })

  it('does not answer sources that are not admitted', async () => {
    rig = new AgentRig({ admits: (source) => source.address !== '192.0.2.2' })
    rig.peer.send(rig.request('INVITE'))
    rig.peer.send('rubbish\r\n\r\n')
    await rig.pass(1000)
    expect(rig.peer.received).toEqual([])
    expect(rig.agent.counters).toMatchObject({ unadmitted: 2, transactions: 0 })
  })

  it('accepts no more dialogs than its limit', async () => {
    rig = new AgentRig({ maxDialogs: 1 })
    await invited()
    rig.peer.send(rig.request('INVITE', { 'Call-ID': 'another' }))
    await rig.pass()
    expect(rig.peer.responses(503)).toHaveLength(1)
    expect(rig.agent.counters.refusedDialogs).toBe(1)
  })

  it('lets the application answer other methods', async () => {
    const seen: string[] = []
    rig = new AgentRig({ otherMethods: ['REGISTER'], onRequest: ({ request }) => seen.push(request.method) })
    rig.peer.send(rig.request('REGISTER'))
    await rig.pass()
    expect(seen).toEqual(['REGISTER'])
    // Even when the application never answers, the transaction ends with that of the client.
    await rig.pass(32_000)
    expect(rig.left).toEqual(nothingLeft)
  })

  it('traces every message sent and received', async () => {
    const ladder: string[] = []
    rig = new AgentRig({ trace: ({ direction, peer }) => ladder.push(`${direction} ${peer.address}`) })
    rig.peer.send(rig.request('OPTIONS'))
    await rig.pass()
    expect(ladder).toEqual(['received 192.0.2.2', 'sent 192.0.2.2'])
  })
})
