import { beforeEach, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../test/simulation/seeded-random.ts'
import { SimulatedClock } from '../../test/simulation/simulated-clock.ts'
import { Headers } from '../message/headers.ts'
import { SipRequest, SipResponse } from '../message/message.ts'
import { DigestClient } from './digest-client.ts'
import { DigestServer, type DigestServerOptions } from './digest-server.ts'

let clock: SimulatedClock
let client: DigestClient
const random = new SeededRandom(3)

beforeEach(() => {
  clock = new SimulatedClock()
  client = new DigestClient({ username: 'alice', password: 'secret' }, random)
})

function server(options: Partial<DigestServerOptions> = {}): DigestServer {
  return new DigestServer({
    realm: 'ring',
    clock,
    random,
    password: (name) => (name === 'alice' ? 'secret' : undefined),
    usernames: () => ['bob', 'alice'],
    ...options,
  })
}

function challenge(status: 401 | 407, lines: readonly string[]): SipResponse {
  const name = status === 401 ? 'WWW-Authenticate' : 'Proxy-Authenticate'
  return new SipResponse(status, '', Headers.of(...lines.map((line) => [name, line] as const)))
}

function request(body = ''): SipRequest {
  const bare = new SipRequest('REGISTER', 'sip:ring', new Headers(), Buffer.from(body))
  return new SipRequest('REGISTER', 'sip:ring', Headers.of(...client.headersFor(bare)), bare.body)
}

describe('digest client and server', () => {
  it.each(['MD5', 'SHA-256', 'SHA-512-256'] as const)('agree over %s', (algorithm) => {
    const sut = server({ algorithms: [algorithm] })
    expect(sut.verify(request())).toEqual({ kind: 'challenge', stale: false })
    expect(client.learn(challenge(401, sut.challenges()), false)).toBe(true)
    const first = request()
    expect(first.headers.get('Authorization')).toContain(`algorithm=${algorithm}`)
    expect(sut.verify(first)).toEqual({ kind: 'accepted', username: 'alice' })
    // The nonce count grows, so the next request needs no new challenge.
    expect(sut.verify(request())).toEqual({ kind: 'accepted', username: 'alice' })
  })

  it('use the first of several challenges that the client supports', () => {
    const sut = server()
    client.learn(
      challenge(401, ['Digest realm="ring", nonce="x", algorithm=SHA3-999', ...sut.challenges()]),
      false,
    )
    expect(request().headers.lines('Authorization')).toHaveLength(1)
    expect(request().headers.get('Authorization')).toContain('algorithm=SHA-512-256')
  })

  it('refuse a wrong password, an unknown user and another URI', () => {
    const sut = server({ password: () => 'other' })
    client.learn(challenge(401, sut.challenges()), false)
    expect(sut.verify(request())).toEqual({ kind: 'refused' })
    const strangers = server({ password: () => undefined })
    client.learn(challenge(401, strangers.challenges()), false)
    expect(strangers.verify(request())).toEqual({ kind: 'refused' })
    const elsewhere = server()
    client.learn(challenge(401, elsewhere.challenges()), false)
    const moved = new SipRequest('REGISTER', 'sip:other', request().headers)
    expect(elsewhere.verify(moved)).toEqual({ kind: 'refused' })
  })

  it('do not accept the same credentials twice', () => {
    const sut = server()
    client.learn(challenge(401, sut.challenges()), false)
    const once = request()
    expect(sut.verify(once).kind).toBe('accepted')
    expect(sut.verify(once)).toEqual({ kind: 'challenge', stale: true })
  })

  it('start again when the nonce has expired, without reporting a wrong password', () => {
    const sut = server({ nonceLifeMs: 1000 })
    client.learn(challenge(401, sut.challenges()), false)
    expect(sut.verify(request()).kind).toBe('accepted')
    clock.advance(1001)
    expect(sut.verify(request())).toEqual({ kind: 'challenge', stale: true })
    expect(client.learn(challenge(401, sut.challenges(true)), true)).toBe(true)
    expect(sut.verify(request()).kind).toBe('accepted')
  })

  it('accept no nonce that the server never issued', () => {
    const sut = server()
    client.learn(
      challenge(401, ['Digest realm="ring", nonce="0.00.forged", algorithm=MD5, qop="auth"']),
      false,
    )
    expect(sut.verify(request())).toEqual({ kind: 'challenge', stale: true })
  })

  it('agree with a hashed user name', () => {
    const sut = server()
    client.learn(
      challenge(
        401,
        sut.challenges().map((line) => `${line}, userhash=true`),
      ),
      false,
    )
    const hidden = request()
    expect(hidden.headers.get('Authorization')).not.toContain('alice')
    expect(sut.verify(hidden)).toEqual({ kind: 'accepted', username: 'alice' })
  })

  it('protect the body with auth-int', () => {
    const sut = server()
    const lines = sut.challenges().map((line) => line.replace('auth,auth-int', 'auth-int'))
    client.learn(challenge(401, lines), false)
    const whole = request('body')
    expect(sut.verify(whole).kind).toBe('accepted')
    const next = request('body')
    expect(sut.verify(new SipRequest('REGISTER', 'sip:ring', next.headers, Buffer.from('b0dy'))).kind).toBe(
      'refused',
    )
  })
})

describe('the digest client', () => {
  it('gives up when its credentials are refused, unless only the nonce was stale', () => {
    const line = 'Digest realm="ring", nonce="n1", qop="auth"'
    expect(client.learn(challenge(401, [line]), false)).toBe(true)
    expect(client.learn(challenge(401, [line.replace('n1', 'n2')]), true)).toBe(false)
    expect(client.learn(challenge(401, [`${line}, stale=TRUE`]), true)).toBe(true)
  })

  it('answers a proxy and a server behind it at once', () => {
    client.learn(challenge(407, ['Digest realm="proxy", nonce="p"']), false)
    client.learn(challenge(401, ['Digest realm="ring", nonce="r", opaque="o"']), false)
    const { headers } = request()
    expect(headers.get('Proxy-Authorization')).toContain('realm="proxy"')
    expect(headers.get('Authorization')).toContain('opaque="o"')
    expect(headers.get('Authorization')).not.toContain('qop')
  })

  it('does not answer a challenge that it does not understand', () => {
    expect(client.learn(challenge(401, ['Basic realm="ring"']), false)).toBe(false)
    expect(client.learn(challenge(401, ['Digest realm="ring", nonce="n", qop="other"']), false)).toBe(false)
    expect(client.learn(challenge(401, []), false)).toBe(false)
    expect(request().headers.count).toBe(0)
  })
})
