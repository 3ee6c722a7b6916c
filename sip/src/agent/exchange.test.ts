import { beforeEach, describe, expect, it } from 'vitest'
import { AgentRig, nothingLeft } from '../../test/simulation/agent-rig.ts'
import { Headers } from '../message/headers.ts'

let rig: AgentRig
beforeEach(() => {
  rig = new AgentRig()
})

const credentials = { username: 'caller', password: 'secret' }
const challenge = (line = 'Digest realm="ring", nonce="n1", qop="auth"') => ({
  headers: Headers.of(['Proxy-Authenticate', line]),
})
const toPair = { to: 'sip:callee@pair.test' }

describe('a challenged request', () => {
  it('is sent again with a higher CSeq number on the same call', async () => {
    rig.call({ credentials })
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 407, challenge())
    await rig.pass()
    const [first, second] = rig.peer.requests('INVITE')
    expect(second!.headers.get('CSeq')).toBe('2 INVITE')
    expect(second!.callId).toBe(first!.callId)
    expect(second!.headers.get('From')).toBe(first!.headers.get('From'))
    expect(second!.headers.get('Proxy-Authorization')).toContain('nc=00000001')
    expect(rig.peer.requests('ACK')).toHaveLength(1)
  })

  it('carries its credentials in ACK and BYE too', async () => {
    const call = rig.call({ credentials })
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 407, challenge())
    await rig.pass()
    const contact = Headers.of(['Contact', '<sip:callee@192.0.2.2>'])
    rig.peer.answer(rig.peer.request('INVITE'), 200, { headers: contact })
    await rig.pass()
    expect(rig.peer.request('ACK').headers.get('Proxy-Authorization')).toBe(
      rig.peer.request('INVITE').headers.get('Proxy-Authorization'),
    )
    call.hangUp()
    await rig.pass()
    expect(rig.peer.request('BYE').headers.get('Proxy-Authorization')).toContain('nc=00000002')
  })

  it('is given up when the credentials are refused', async () => {
    const call = rig.call({ credentials })
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 407, challenge())
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 407, challenge('Digest realm="ring", nonce="n2", qop="auth"'))
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'rejected', response: { status: 407 } })
    expect(rig.peer.requests('INVITE')).toHaveLength(2)
  })

  it('is answered again when only the nonce was stale, but a limited number of times', async () => {
    const call = rig.call({ credentials })
    await rig.pass()
    for (let round = 0; round < 6; round++) {
      const line = `Digest realm="ring", nonce="n${round}", qop="auth", stale=true`
      rig.peer.answer(rig.peer.request('INVITE'), 407, challenge(line))
      await rig.pass()
    }
    expect(await call.ended).toMatchObject({ kind: 'rejected', response: { status: 407 } })
    expect(rig.peer.requests('INVITE')).toHaveLength(5)
  })

  it('is answered anew when a server refuses the nonce of an earlier request without a word of stale', async () => {
    const call = rig.call({ credentials })
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 407, challenge())
    await rig.pass()
    const contact = Headers.of(['Contact', '<sip:callee@192.0.2.2>'])
    rig.peer.answer(rig.peer.request('INVITE'), 200, { headers: contact })
    await rig.pass()
    call.hangUp()
    await rig.pass()
    rig.peer.answer(rig.peer.request('BYE'), 407, challenge('Digest realm="ring", nonce="n2", qop="auth"'))
    await rig.pass()
    expect(rig.peer.request('BYE').headers.get('Proxy-Authorization')).toContain('nonce="n2"')
    rig.peer.answer(rig.peer.request('BYE'), 407, challenge('Digest realm="ring", nonce="n3", qop="auth"'))
    await rig.pass()
    expect(rig.peer.requests('BYE')).toHaveLength(2)
    expect(await call.ended).toMatchObject({ kind: 'hung-up', by: 'us', confirmed: false })
  })

  it('is rejected without credentials', async () => {
    const call = rig.call()
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 407, challenge())
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'rejected', response: { status: 407 } })
  })
})

describe('a request with several servers', () => {
  it('tries the next server when one is unavailable, with the same CSeq number on the same call', async () => {
    rig.call(toPair)
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 503)
    await rig.pass()
    const [first, second] = [rig.peer.request('INVITE'), rig.second.request('INVITE')]
    // The callee detects the second copy (482), so a phone that is reached over both servers rings once.
    expect(second.headers.get('CSeq')).toBe(first.headers.get('CSeq'))
    expect(second.callId).toBe(first.callId)
  })

  it('sends the retry after a challenge to the server that challenged', async () => {
    rig.call({ ...toPair, credentials })
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 503)
    await rig.pass()
    rig.second.answer(rig.second.request('INVITE'), 407, challenge())
    await rig.pass()
    expect(rig.second.requests('INVITE')).toHaveLength(2)
    expect(rig.peer.requests('INVITE')).toHaveLength(1)
  })

  it('tries the next server when one is silent', async () => {
    rig.call(toPair)
    await rig.pass(32_010)
    expect(rig.second.requests('INVITE')).toHaveLength(1)
  })

  it('ends the call with the last refusal when all servers are unavailable', async () => {
    const call = rig.call(toPair)
    await rig.pass()
    rig.peer.answer(rig.peer.request('INVITE'), 503)
    await rig.pass()
    rig.second.answer(rig.second.request('INVITE'), 503)
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'rejected', response: { status: 503 } })
  })

  it('tries no further server once a phone may have rung', async () => {
    const call = rig.call(toPair)
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    rig.peer.answer(invite, 180)
    rig.peer.answer(invite, 503)
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'rejected', response: { status: 503 } })
    expect(rig.second.requests('INVITE')).toHaveLength(0)
  })

  it('gives up a server that is silent too long, and cancels the INVITE there when that server responds after all', async () => {
    const call = rig.call({ ...toPair, serverPatienceMs: 5000 })
    await rig.pass(5010)
    expect(rig.second.requests('INVITE')).toHaveLength(1)
    rig.peer.answer(rig.peer.request('INVITE'), 180)
    await rig.pass()
    expect(rig.peer.requests('CANCEL')).toHaveLength(1)
    expect(rig.seen).toEqual([])
    rig.peer.answer(rig.peer.request('INVITE'), 487)
    rig.second.answer(rig.second.request('INVITE'), 486)
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'rejected', response: { status: 486 } })
    await rig.pass(60_000)
    expect(rig.left).toEqual(nothingLeft)
  })

  it('sends nothing to a further server when the call is given up while DNS is asked for it', async () => {
    const asked = Promise.withResolvers<void>()
    const none = { records: [], ttlSeconds: 60 }
    const records = ['192.0.2.2', '192.0.2.3'].map((name) => ({ priority: 0, weight: 0, port: 5060, name }))
    rig = new AgentRig({
      resolver: {
        naptr: async () => none,
        srv: async (name) => (name === '_sip._udp.slow.test' ? { records, ttlSeconds: 60 } : none),
        async addresses(name) {
          if (rig.peer.requests('INVITE').length > 0) await asked.promise
          return { records: [name], ttlSeconds: 60 }
        },
      },
    })
    const call = rig.call({ to: 'sip:callee@slow.test', serverPatienceMs: 1500 })
    await rig.pass(5000)
    call.hangUp()
    asked.resolve()
    await rig.pass()
    expect(rig.peer.requests('INVITE').length + rig.second.requests('INVITE').length).toBe(4)
  })

  it('hangs up when a server that was given up answers the call after all', async () => {
    const call = rig.call({ ...toPair, serverPatienceMs: 5000 })
    await rig.pass(5010)
    const contact = Headers.of(['Contact', '<sip:callee@192.0.2.2>'])
    rig.peer.answer(rig.peer.request('INVITE'), 200, { headers: contact })
    await rig.pass()
    expect([rig.peer.requests('ACK').length, rig.peer.requests('BYE').length]).toEqual([1, 1])
    expect(rig.seen).toEqual([])
    rig.second.answer(rig.second.request('INVITE'), 200, { tag: 'second', headers: contact })
    await rig.pass()
    expect(call.session?.dialog.remoteTag).toBe('second')
  })

  it('reports once a call that a given-up server answers after all', async () => {
    const call = rig.call({ ...toPair, serverPatienceMs: 5000 })
    await rig.pass(5010)
    rig.second.answer(rig.second.request('INVITE'), 180)
    await rig.pass()
    call.hangUp()
    const contact = Headers.of(['Contact', '<sip:callee@192.0.2.2>'])
    rig.peer.answer(rig.peer.request('INVITE'), 200, { headers: contact })
    await rig.pass()
    rig.second.answer(rig.second.request('INVITE'), 487)
    await rig.pass()
    rig.peer.answer(rig.peer.request('BYE'), 200)
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'cancelled', crossed: true })
    expect(rig.seen.filter((line) => line.endsWith('cancelled'))).toHaveLength(1)
  })

  it('waits for a single silent server as long as RFC 3261 says', async () => {
    const call = rig.call({ serverPatienceMs: 5000 })
    await rig.pass(31_000)
    expect(rig.seen).toEqual([])
    await rig.pass(2_000)
    expect(await call.ended).toEqual({ kind: 'failed', failure: { kind: 'timeout' } })
  })

  it('ends the call when there is no server', async () => {
    const call = rig.call({ to: 'sip:callee@nowhere.test' })
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'failed', failure: { kind: 'unresolved' } })
    expect(await rig.call({ to: 'tel:+79161234567' }).ended).toMatchObject({
      failure: { kind: 'unresolved' },
    })
  })
})

describe('an address that cannot be written into a request', () => {
  it.each([
    { to: 'sip:callee@192.0.2.2\r\nX-Evil: 1' },
    { to: 'callee' },
    { from: 'nobody' },
    { from: '"open <sip:a@b>' },
    { proxy: 'sip:192.0.2.2', to: 'sip:a b@192.0.2.2' },
  ])('fails the call before anything is sent: %j', async (options) => {
    const call = rig.call(options)
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'failed', failure: { kind: 'unresolved' } })
    expect([rig.peer.received, rig.peer.garbled]).toEqual([[], []])
  })

  it('cannot inject a header with a line break', async () => {
    rig.call({ headers: [['X-Note', 'a\r\nX-Evil: 1']] })
    await rig.pass()
    const { headers } = rig.peer.request('INVITE')
    expect([headers.get('X-Note'), headers.has('X-Evil')]).toEqual(['a X-Evil: 1', false])
  })
})

describe('a request over TCP', () => {
  it('fails when nobody listens', async () => {
    const call = rig.call({ to: 'sip:callee@192.0.2.99;transport=tcp' })
    await rig.pass()
    expect(await call.ended).toMatchObject({ kind: 'failed', failure: { kind: 'unsent' } })
  })

  it('names TCP in Via and Contact', async () => {
    rig.call({ to: 'sip:callee@192.0.2.2;transport=tcp' })
    await rig.pass()
    const invite = rig.peer.request('INVITE')
    expect(invite.via.transport).toBe('TCP')
    expect(invite.headers.get('Contact')).toBe('<sip:caller@192.0.2.1:5060;transport=tcp>')
  })
})

describe('a request outside of calls', () => {
  it('brings its final response', async () => {
    const asked = rig.agent.options({ to: 'sip:192.0.2.2', from: 'sip:us@192.0.2.1' })
    await rig.pass()
    rig.peer.answer(rig.peer.request('OPTIONS'), 200)
    await rig.pass()
    expect(await asked).toMatchObject({ kind: 'response', status: 200 })
  })

  it('brings its failure', async () => {
    const asked = rig.agent.options({ to: 'sip:192.0.2.99', from: 'sip:us@192.0.2.1' })
    await rig.pass(33_000)
    expect(await asked).toEqual({ kind: 'timeout' })
  })
})
