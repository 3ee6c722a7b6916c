import { describe, expect, it } from 'vitest'
import { algorithmNamed, type DigestInput, digestResponse, hashedUsername } from './digest.ts'

const nobody = new Uint8Array(0)

function response(algorithm: string, changes: Partial<DigestInput>): string {
  return digestResponse({
    algorithm: algorithmNamed(algorithm)!,
    username: 'Mufasa',
    realm: 'http-auth@example.org',
    password: 'Circle of Life',
    method: 'GET',
    uri: '/dir/index.html',
    nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
    qop: 'auth',
    nonceCount: '00000001',
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
    body: nobody,
    ...changes,
  })
}

describe('the digest response', () => {
  it('is that of RFC 7616 3.9.1 with MD5 and SHA-256', () => {
    expect(response('MD5', {})).toBe('8ca523f5e9506fed4657c9700eebdbec')
    expect(response('SHA-256', {})).toBe('753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1')
  })

  it('is that of RFC 2617 3.5', () => {
    const example = {
      realm: 'testrealm@host.com',
      password: 'Circle Of Life',
      nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
      cnonce: '0a4f113b',
    }
    expect(response('MD5', example)).toBe('6629fae49393a05397450978507c4ef1')
  })

  it('is that of RFC 2069 2.4, as corrected, without qop', () => {
    const example = {
      realm: 'testrealm@host.com',
      password: 'CircleOfLife',
      nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
      qop: undefined,
    }
    expect(response('MD5', example)).toBe('1949323746fe6a43ef61f9606e7febea')
  })

  it('takes SHA-512/256, not SHA-512 cut short', () => {
    // The hash of the empty text by FIPS 180-4.
    expect(algorithmNamed('SHA-512-256')!.hash('')).toBe(
      'c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a',
    )
  })

  it('covers the body with auth-int, and the nonces with -sess', () => {
    const withBody = response('MD5', { qop: 'auth-int', body: Buffer.from('a') })
    expect(withBody).not.toBe(response('MD5', { qop: 'auth-int', body: Buffer.from('b') }))
    const session = algorithmNamed('SHA-256-sess')!
    expect(session.session).toBe(true)
    expect(response('SHA-256-sess', {})).not.toBe(response('SHA-256', {}))
  })

  it('knows no other algorithm', () => {
    expect(algorithmNamed('SHA-1')).toBeUndefined()
    expect(algorithmNamed(undefined)?.name).toBe('MD5')
    expect(hashedUsername(algorithmNamed('MD5')!, 'a', 'b')).toBe(algorithmNamed('MD5')!.hash('a:b'))
  })
})
