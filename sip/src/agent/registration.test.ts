import { beforeEach, describe, expect, it } from 'vitest'
import { AgentRig, nothingLeft } from '../../test/simulation/agent-rig.ts'
import { Headers } from '../message/headers.ts'
import type { Registration, RegistrationOptions, RegistrationState } from './registration.ts'

let rig: AgentRig
let states: RegistrationState[]

beforeEach(() => {
  rig = new AgentRig()
  states = []
})

async function registering(options: Partial<RegistrationOptions> = {}): Promise<Registration> {
  const registration = rig.agent.register({
    aor: 'sip:us@192.0.2.2',
    onChange: (state) => states.push(state),
    ...options,
  })
  await rig.pass()
  return registration
}

const granted = (seconds: number) => ({
  headers: Headers.of([
    'Contact',
    `<sip:other@192.0.2.50>;expires=7, <sip:us@192.0.2.1:5060>;expires=${seconds}`,
  ]),
})

describe('a registration', () => {
  it('sends our Contact to the domain and is refreshed before it expires', async () => {
    await registering()
    const first = rig.peer.request('REGISTER')
    expect(first.uri).toBe('sip:192.0.2.2')
    expect(first.headers.get('To')).toBe('<sip:us@192.0.2.2>')
    expect(first.headers.get('Contact')).toBe('<sip:us@192.0.2.1:5060>;expires=3600')
    rig.peer.answer(first, 200, granted(100))
    await rig.pass()
    expect(states.at(-1)).toMatchObject({ kind: 'registered', expiresS: 100 })
    await rig.pass(74_000)
    expect(rig.peer.requests('REGISTER')).toHaveLength(1)
    await rig.pass(16_100)
    const second = rig.peer.request('REGISTER')
    expect(second.callId).toBe(first.callId)
    expect(second.cseq.number).toBe(2)
  })

  it('is refreshed every five minutes at the latest, for any granted time', async () => {
    await registering()
    rig.peer.answer(rig.peer.request('REGISTER'), 200, granted(3600))
    await rig.pass(224_000)
    expect(rig.peer.requests('REGISTER')).toHaveLength(1)
    await rig.pass(46_100)
    expect(rig.peer.request('REGISTER').cseq.number).toBe(2)
  })

  it('is renewed at once on request, with new credentials and the same Call-ID', async () => {
    const registration = await registering()
    const first = rig.peer.request('REGISTER')
    registration.refresh({ expiresS: 60 })
    await rig.pass()
    expect(rig.peer.requests('REGISTER')).toHaveLength(1)
    rig.peer.answer(first, 403)
    await rig.pass()
    const second = rig.peer.request('REGISTER')
    expect([second.callId, second.cseq.number, second.headers.get('Expires')]).toEqual([
      first.callId,
      2,
      '60',
    ])
    expect(states).toEqual([])
    rig.peer.answer(second, 403)
    await rig.pass()
    registration.refresh()
    await rig.pass()
    expect(rig.peer.request('REGISTER').cseq.number).toBe(3)
  })

  it('answers a challenge, and sends its credentials with the next refresh', async () => {
    await registering({ credentials: { username: 'us', password: 'secret' } })
    rig.peer.answer(rig.peer.request('REGISTER'), 401, {
      headers: Headers.of([
        'WWW-Authenticate',
        'Digest realm="ring", nonce="n", algorithm=SHA-256, qop="auth"',
      ]),
    })
    await rig.pass()
    expect(rig.peer.request('REGISTER').headers.get('Authorization')).toContain('nc=00000001')
    rig.peer.answer(rig.peer.request('REGISTER'), 200, granted(100))
    await rig.pass(95_000)
    expect(rig.peer.request('REGISTER').headers.get('Authorization')).toContain('nc=00000002')
  })

  it('is kept at a registrar that gives a new nonce for each request and never says stale', async () => {
    await registering({ credentials: { username: 'us', password: 'secret' } })
    for (let round = 0; round < 3; round++) {
      const headers = Headers.of(['WWW-Authenticate', `Digest realm="ring", nonce="n${round}", qop="auth"`])
      rig.peer.answer(rig.peer.request('REGISTER'), 401, { headers })
      await rig.pass()
      expect(rig.peer.request('REGISTER').headers.get('Authorization')).toContain(`nonce="n${round}"`)
      rig.peer.answer(rig.peer.request('REGISTER'), 200, granted(100))
      await rig.pass(95_000)
    }
    expect(states.every(({ kind }) => kind === 'registered')).toBe(true)
  })

  it('sends a refused password once with each try, because registrars count them', async () => {
    await registering({ credentials: { username: 'us', password: 'wrong' } })
    const refuse = async (round: number) => {
      const headers = Headers.of(['WWW-Authenticate', `Digest realm="ring", nonce="n${round}", qop="auth"`])
      rig.peer.answer(rig.peer.request('REGISTER'), 401, { headers })
      await rig.pass()
    }
    await refuse(1)
    await refuse(2)
    expect(states.at(-1)).toMatchObject({ kind: 'failed' })
    await rig.pass(30_000)
    await refuse(3)
    await refuse(4)
    const sent = rig.peer.requests('REGISTER')
    const byNumber = new Map(sent.map(({ cseq, headers }) => [cseq.number, headers.has('Authorization')]))
    expect([...byNumber.values()]).toEqual([false, true, false, true])
  })

  it('announces support of Path, and reports the newest service route', async () => {
    const registration = await registering()
    const first = rig.peer.request('REGISTER')
    expect(first.headers.includes('Supported', 'path')).toBe(true)
    const routes = ['<sip:one@192.0.2.3;lr>', '<sip:two@192.0.2.4;lr>']
    const headers = Headers.of(['Service-Route', `${routes[0]}, nonsense`], ['Service-Route', routes[1]!])
    rig.peer.answer(first, 200, { headers })
    await rig.pass()
    expect(states.at(-1)).toMatchObject({ kind: 'registered', serviceRoute: routes })
    registration.refresh()
    await rig.pass()
    rig.peer.answer(rig.peer.request('REGISTER'), 200)
    await rig.pass()
    expect(states.at(-1)).toMatchObject({ kind: 'registered', serviceRoute: [] })
  })

  it('requests the minimum time of the registrar after a 423', async () => {
    await registering({ expiresS: 60 })
    rig.peer.answer(rig.peer.request('REGISTER'), 423, { headers: Headers.of(['Min-Expires', '300']) })
    await rig.pass()
    expect(rig.peer.request('REGISTER').headers.get('Expires')).toBe('300')
    expect(states).toEqual([])
  })

  it('is retried after failures, with growing randomised pauses', async () => {
    await registering()
    const pauses: number[] = []
    for (let round = 0; round < 9; round++) {
      rig.peer.answer(rig.peer.request('REGISTER'), 403)
      await rig.pass()
      const state = states.at(-1)!
      if (state.kind === 'failed') pauses.push(state.retryMs)
      await rig.pass((pauses.at(-1) ?? 0) + 10)
    }
    expect(rig.peer.requests('REGISTER')).toHaveLength(10)
    pauses.forEach((pauseMs, round) => {
      const ceilingMs = Math.min(1_800_000, 30_000 * 2 ** round)
      expect(pauseMs).toBeGreaterThanOrEqual(ceilingMs / 2)
      expect(pauseMs).toBeLessThanOrEqual(ceilingMs)
    })
    // A success resets the pauses.
    rig.peer.answer(rig.peer.request('REGISTER'), 200, granted(100))
    await rig.pass(95_000)
    rig.peer.answer(rig.peer.request('REGISTER'), 500)
    await rig.pass()
    expect(states.at(-1)).toMatchObject({ kind: 'failed' })
    expect((states.at(-1) as { retryMs: number }).retryMs).toBeLessThanOrEqual(30_000)
  })

  it('waits as long as the registrar requests', async () => {
    await registering()
    rig.peer.answer(rig.peer.request('REGISTER'), 503, {
      headers: Headers.of(['Retry-After', '120 (later)']),
    })
    await rig.pass()
    expect(states.at(-1)).toMatchObject({ kind: 'failed', retryMs: 120_000 })
  })

  it('fails when no server answers', async () => {
    await registering({ aor: 'sip:us@192.0.2.99' })
    await rig.pass(33_000)
    expect(states.at(-1)).toMatchObject({ kind: 'failed', cause: { kind: 'timeout' } })
  })

  it('is removed after the answer to a REGISTER that was in progress', async () => {
    const registration = await registering()
    const stopped = registration.stop()
    rig.peer.answer(rig.peer.request('REGISTER'), 200, granted(100))
    await rig.pass()
    expect(rig.peer.request('REGISTER').headers.get('Expires')).toBe('0')
    rig.peer.answer(rig.peer.request('REGISTER'), 200)
    await rig.pass()
    await stopped
    expect(states).toEqual([{ kind: 'stopped' }])
  })

  it('is removed by stop', async () => {
    const registration = await registering()
    rig.peer.answer(rig.peer.request('REGISTER'), 200, granted(100))
    await rig.pass()
    const stopped = registration.stop()
    await rig.pass()
    expect(rig.peer.request('REGISTER').headers.get('Expires')).toBe('0')
    rig.peer.answer(rig.peer.request('REGISTER'), 200)
    await rig.pass()
    await stopped
    expect(registration.state).toEqual({ kind: 'stopped' })
    await rig.pass(6000)
    expect(rig.left).toEqual(nothingLeft)
  })

  it('is removed by stop when its last refresh was refused, because the binding lives on', async () => {
    const registration = await registering()
    rig.peer.answer(rig.peer.request('REGISTER'), 200, granted(3600))
    await rig.pass()
    registration.refresh()
    await rig.pass()
    rig.peer.answer(rig.peer.request('REGISTER'), 503)
    await rig.pass()
    expect(states.at(-1)).toMatchObject({ kind: 'failed' })
    const stopped = registration.stop()
    await rig.pass()
    expect(rig.peer.request('REGISTER').headers.get('Expires')).toBe('0')
    rig.peer.answer(rig.peer.request('REGISTER'), 200)
    await rig.pass()
    await stopped
  })

  it('is renewed with the address that the registrar sees, and both bindings are removed at the end', async () => {
    rig = new AgentRig({ learnsAddress: true })
    const registration = await registering()
    rig.peer.answer(seenFrom('203.0.113.9', 40123), 200)
    await rig.pass()
    const second = rig.peer.request('REGISTER')
    expect(second.cseq.number).toBe(2)
    expect(second.headers.lines('Contact')).toEqual([
      '<sip:us@203.0.113.9:40123>;expires=3600',
      '<sip:us@192.0.2.1:5060>;expires=0',
    ])
    expect(second.via.host).toBe('203.0.113.9')
    expect(states).toEqual([])
    // A NAT that uses another port for each request must not cause endless renewals.
    rig.peer.answer(seenFrom('203.0.113.9', 40124), 200)
    await rig.pass()
    expect(rig.peer.requests('REGISTER')).toHaveLength(2)
    expect(states.at(-1)).toMatchObject({
      kind: 'registered',
      publicAddress: { host: '203.0.113.9', port: 40124 },
    })
    void registration.stop()
    await rig.pass()
    expect(rig.peer.request('REGISTER').headers.lines('Contact')).toEqual([
      '<sip:us@203.0.113.9:40124>;expires=0',
      '<sip:us@203.0.113.9:40123>;expires=0',
    ])
  })

  it.each([
    ['nonsense', 1],
    ['0.0.0.0', 1],
    ['2001:db8::1', 1],
    ['203.0.113.9', 0],
    ['192.0.2.1', 5060],
  ])('keeps its address when the registrar reports %s:%i', async (address, port) => {
    rig = new AgentRig({ learnsAddress: true })
    await registering()
    rig.peer.answer(seenFrom(address, port), 200)
    await rig.pass()
    expect(states.at(-1)).toMatchObject({ kind: 'registered', publicAddress: undefined })
    expect(rig.peer.requests('REGISTER')).toHaveLength(1)
  })

  /** The last REGISTER, as stamped by a registrar that sees it come from this address. */
  function seenFrom(address: string, port: number) {
    const request = rig.peer.request('REGISTER')
    const via = request.headers.get('Via')!
    request.headers.set('Via', via.replace(';rport', `;rport=${port};received=${address}`))
    return request
  }
})
