// The scan of headers, cookies and odd paths: what any browser gets, with and without TLS.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCabinet } from '../../../cabinet/build.ts'
import { writeSelfSigned } from '../../../sip/test/certificates.ts'
import { type Asked, askRaw, type Question } from '../../test/cabinet-ask.ts'
import { demoToken } from '../../test/cabinet-visitor.ts'
import { startTestService, type TestService } from '../../test/service.ts'

const assets = fileURLToPath(new URL('../../../cabinet/dist/assets', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ringkey-headers-'))
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
const post = { method: 'POST', headers: { 'X-Ringkey-Cabinet': '1' }, body: {} }

let plain: TestService
let secure: TestService
let script: string
beforeAll(async () => {
  await buildCabinet()
  writeSelfSigned({ certFile: files.cert, keyFile: files.key }, { subject: 'localhost' })
  plain = await startTestService()
  secure = await startTestService({ RINGKEY_TLS_CERT: files.cert, RINGKEY_TLS_KEY: files.key })
  script = `/cabinet/assets/${readdirSync(assets).find((name) => /^index-.*\.js$/.test(name))}`
}, 120_000)
afterAll(async () => {
  await plain?.stop()
  await secure?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (question: Question, service = plain) => askRaw(service.baseUrl, question)
const signIn = async (service: TestService) => {
  const body = { token: await demoToken(service) }
  return ask({ ...post, path: '/cabinet/api/session/demo-link', body }, service)
}
const cookieIn = ({ headers }: Asked) => headers['set-cookie']?.[0] ?? ''

describe('security headers', () => {
  it('are on the page, its files, the API and every refusal', async () => {
    const paths = ['/cabinet/', '/cabinet/phone', script, '/cabinet/api/entrance', '/cabinet/api/me']
    for (const path of [...paths, '/cabinet/api/nothing', '/cabinet/assets/nothing.js', '/cabinet']) {
      const { headers } = await ask({ path })
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringMatching(/^camera=\(\), .*microphone=\(\),/),
      })
      const policy = String(headers['content-security-policy'])
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).toContain("frame-ancestors 'none'")
      expect(policy, path).toContain("base-uri 'none'")
      expect(policy, path).not.toMatch(/unsafe|https?:|\*/)
      expect(headers['strict-transport-security'], path).toBeUndefined()
    }
  })

  it('have a new nonce for every page', async () => {
    const nonceIn = ({ headers }: Asked) =>
      /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
    const [one, two] = [await ask({ path: '/cabinet/' }), await ask({ path: '/cabinet/' })]
    expect(nonceIn(one)).toMatch(/^\w{24}$/)
    expect(nonceIn(one)).not.toBe(nonceIn(two))
    expect(one.body).toContain(`content="${nonceIn(one)}"`)
  })

  it('require HTTPS under TLS (HSTS)', async () => {
    for (const path of ['/cabinet/', script, '/cabinet/api/me']) {
      const { headers } = await ask({ path }, secure)
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
    }
  })

  it('grant nothing to other origins', async () => {
    const headers = { Origin: 'https://evil.example' }
    for (const path of ['/cabinet/', '/cabinet/api/entrance', script]) {
      const answer = await ask({ path, headers })
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe('session cookie of the cabinet', () => {
  it('cannot be read by scripts or sent by other sites', async () => {
    const cookie = cookieIn(await signIn(plain))
    expect(cookie).toMatch(/^ringkey=\w+\.\w+; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/)
    const headers = { ...post.headers, Cookie: cookie.split(';')[0]! }
    const gone = await ask({ ...post, headers, path: '/cabinet/api/session/end' })
    expect(cookieIn(gone)).toBe('ringkey=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
  })

  it('is bound to the host and to HTTPS under TLS, where a cookie with the plain name is ignored', async () => {
    const cookie = cookieIn(await signIn(secure))
    expect(cookie).toMatch(/^__Host-ringkey=\w+\.\w+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/)
    const [pair] = cookie.split(';')
    const me = (value: string) => ask({ path: '/cabinet/api/me', headers: { Cookie: value } }, secure)
    expect((await me(pair!)).status).toBe(200)
    expect((await me(pair!.replace('__Host-', ''))).status).toBe(401)
  })
})

describe('caching of the web app', () => {
  it('caches files with hashed names, revalidates the page, and never stores answers of the API', async () => {
    const control = async (path: string) => (await ask({ path })).headers['cache-control']
    expect(await control(script)).toBe('public, max-age=31536000, immutable')
    expect(await control('/cabinet/')).toBe('no-cache')
    for (const path of ['/entrance', '/me', '/nothing']) {
      expect(await control(`/cabinet/api${path}`)).toBe('no-store')
    }
  })

  it('serves the smallest encoding that the browser accepts', async () => {
    const as = async (accepted: string) => {
      const headers = accepted === '' ? {} : { 'Accept-Encoding': accepted }
      const answer = await ask({ path: script, headers })
      expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/)
      expect(answer.headers.vary).toMatch(/accept-encoding/i)
      return { encoding: answer.headers['content-encoding'], bytes: Buffer.from(answer.body, 'latin1') }
    }
    const [brotli, gzip, bare] = [await as('gzip, deflate, br'), await as('gzip'), await as('')]
    expect([brotli.encoding, gzip.encoding, bare.encoding]).toEqual(['br', 'gzip', undefined])
    expect(brotli.bytes.length).toBeLessThan(gzip.bytes.length)
    expect(brotliDecompressSync(brotli.bytes).equals(bare.bytes)).toBe(true)
    expect(gunzipSync(gzip.bytes).equals(bare.bytes)).toBe(true)
  })
})

describe('paths of the web app', () => {
  it('never leave the folder of the web app', async () => {
    const up = ['../', '%2e%2e/', '%2e%2e%2f', '..%2f', '..%5c', '%252e%252e%252f', '....//', './../']
    const secrets = ['package.json', 'server/src/main.ts', 'etc/passwd', 'first-run.json']
    for (const step of up) {
      for (const secret of secrets) {
        for (const place of ['/cabinet/', '/cabinet/assets/', '/cabinet/assets//']) {
          const path = `${place}${step.repeat(6)}${secret}`
          const { status, body } = await ask({ path })
          expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 500)])
          expect(body, path).not.toMatch(/"workspaces"|startService|root:x:|secret_key/)
        }
      }
    }
  })

  it('list no folder, and answer malformed paths without a fault', async () => {
    for (const path of ['/cabinet/assets/', '/cabinet/assets', '/cabinet/assets/.', '/cabinet/assets/%00']) {
      const { status, body } = await ask({ path })
      expect(status, path).toBeLessThan(500)
      expect(body, path).not.toContain(script.split('/').at(-1)!.replace('.js', '.js.br'))
    }
    for (const path of [
      '/cabinet/%',
      '/cabinet/%ff',
      '/cabinet/api/%00',
      '/cabinet/assets/%',
      '/cabinet//x',
    ]) {
      expect((await ask({ path })).status, path).toBeLessThan(500)
    }
    const long = `/cabinet/${'a'.repeat(8_000)}`
    expect((await ask({ path: long })).status).toBeLessThan(500)
  })

  it('answer HEAD without a body and other verbs with a refusal', async () => {
    for (const path of ['/cabinet/', script, '/cabinet/api/entrance']) {
      const head = await ask({ method: 'HEAD', path })
      expect([path, head.body]).toEqual([path, ''])
      expect(head.status).toBeLessThan(500)
      for (const method of ['PUT', 'DELETE', 'TRACE', 'OPTIONS']) {
        const { status } = await ask({ method, path })
        expect([method, path, status]).toEqual([method, path, expect.toSatisfy((code) => code >= 400)])
      }
    }
  })

  it('are not there at the secondary address', async () => {
    for (const path of ['/cabinet', '/cabinet/', '/cabinet/phone', script, '/cabinet/api/entrance']) {
      const { status, body } = await askRaw(plain.altBaseUrl, { path })
      // To the API it is an unknown method, which is reported only with a valid key.
      expect([path, status]).toEqual([path, 401])
      expect(body).not.toContain('<div id="root">')
    }
    const path = '/cabinet/api/session/demo-link'
    const body = { token: await demoToken(plain) }
    const entered = await askRaw(plain.altBaseUrl, { ...post, path, body })
    expect([entered.status, entered.headers['set-cookie']]).toEqual([401, undefined])
  })
})
