// Pages without credentials, their verbs, and the headers of every answer.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, startTestService, type TestService } from '../service.ts'
import { type Client, errorOf, freshPhone, openClient } from './scene.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService({ RINGKEY_LOG_LEVEL: 'debug' })
  client = await openClient(service)
})
afterAll(() => service.stop())

const pages = [
  '/health',
  '/livez',
  '/readyz',
  '/openapi.json',
  '/docs',
  '/docs/ru',
  '/docs.md',
  '/docs/ru.md',
  '/llms.txt',
  '/llms-full.txt',
  '/docs/SKILL.md',
  '/favicon.ico',
  '/robots.txt',
]
const send = (method: string, path: string) => service.raw(path, { method })
const allowOf = ({ headers }: Answer) => headers.get('allow')

it('[D1-50] the service serves an icon to browsers and sends crawlers away, without credentials', async () => {
  const icon = await fetch(`${service.baseUrl}/favicon.ico`)
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/vnd.microsoft.icon'])
  expect(icon.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
  // The signature of an icon file, and of the PNG inside.
  const bytes = Buffer.from(await icon.arrayBuffer())
  expect([...bytes.subarray(0, 4)]).toEqual([0, 0, 1, 0])
  expect(bytes.subarray(22).toString('latin1')).toMatch(/^.PNG/)
  const robots = await service.raw('/robots.txt')
  expect([robots.status, robots.body]).toEqual([200, 'User-agent: *\nDisallow: /\n'])
})

it('[D1-51] HEAD on a page is answered like GET, without a body', async () => {
  for (const page of pages) {
    const [head, get] = [await send('HEAD', page), await send('GET', page)]
    expect([page, head.status]).toEqual([page, 200])
    for (const name of ['content-type', 'content-length'])
      expect([page, head.headers.get(name)]).toEqual([page, get.headers.get(name)])
  }
  const root = await service.raw('/', { method: 'HEAD', headers: { Accept: 'text/html' } })
  expect([root.status, root.headers.get('location')]).toEqual([302, '/cabinet/'])
})

it('[D1-86] an address below /docs without a page is a page with 404 that leads to /docs; elsewhere it is refused', async () => {
  const unknown = await service.raw('/docs/no-such-page')
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(unknown.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(unknown.body).toMatch(/build:docs.*<a href="\/docs">/s)
  expect((await send('POST', '/docs/no-such-page')).status).toBe(405)
  expect((await send('GET', '/docsy')).status).toBe(401)
})

it('[D1-52] Allow names the verbs of a page: to OPTIONS with 204, to other verbs with 405', async () => {
  for (const page of pages) {
    const options = await send('OPTIONS', page)
    expect([page, options.status, allowOf(options)]).toEqual([page, 204, 'GET, HEAD, OPTIONS'])
    for (const verb of ['POST', 'DELETE']) {
      const refused = await send(verb, page)
      expect([page, verb, ...errorOf(refused)]).toEqual([page, verb, 405, 405])
      expect(allowOf(refused)).toBe('GET, HEAD, OPTIONS')
    }
  }
  const root = await send('OPTIONS', '/')
  expect([root.status, allowOf(root)]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
})

it('[D1-53] HEAD on a method gets 405 and places no call, whichever way the key comes', async () => {
  const placed = service.telephony.placed.length
  const query = new URLSearchParams({ phone: freshPhone() })
  const byHeader = await fetch(`${service.baseUrl}/v1.0/initCall?${query}`, {
    method: 'HEAD',
    headers: { Authorization: client.bearer },
  })
  query.set('key', client.key)
  query.set('service_id', String(client.id))
  const byQuery = await fetch(`${service.baseUrl}/v1.0/initCall?${query}`, { method: 'HEAD' })
  for (const { status, headers } of [byHeader, byQuery])
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST'])
  expect(service.telephony.placed.length).toBe(placed)
})

it('[D1-54] Allow is empty for initRepeat while repeats are off, and an unknown method gets 404', async () => {
  const off = await client.get('initRepeat', { uid: '100000' }, { verb: 'DELETE' })
  expect([...errorOf(off), allowOf(off)]).toEqual([405, 405, ''])
  expect(errorOf(await client.get('nothing', {}, { verb: 'DELETE' }))).toEqual([404, 404])
})

it('[D1-55] every answer of the API carries Cache-Control: no-store and an X-Request-Id of its own', async () => {
  const answers = [
    await client.get('getBalance'),
    await client.post('initCall', { phone: freshPhone() }),
    await service.get('getBalance', {}, { authorization: null }),
    await client.get('nothing'),
    await client.get('getBalance', {}, { verb: 'DELETE' }),
    await client.post('initCall', {}),
    await service.raw('/v1.0/initCall', { method: 'POST', body: 'x'.repeat(20_000) }),
  ]
  for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store')
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  for (const id of ids) expect(id).toMatch(/^[\w-]{5,40}$/)
  expect(new Set(ids).size).toBe(answers.length)
})

it('[D1-56] the request id that the client got is in the log: with an internal error and at level debug', async () => {
  const plan = service.telephony.plan
  service.telephony.plan = () => {
    throw new Error('a fault of ours')
  }
  const broken = await client.post('initCall', { phone: freshPhone() })
  service.telephony.plan = plan
  const id = broken.headers.get('x-request-id')!
  expect(broken.body.error).toContain(id)
  const lines = service.logged
    .map((line) => JSON.parse(line) as { msg: string; requestId?: string })
    .filter(({ requestId }) => requestId === id)
  expect(lines.map(({ msg }) => msg)).toEqual(['a request failed', 'answered'])
})

it('[D1-79] /openapi.json and /docs are served compressed, with an ETag that is answered with 304', async () => {
  for (const path of ['/openapi.json', '/docs']) {
    const plain = await send('GET', path)
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'Accept-Encoding': encoding }
      const answer = await fetch(service.baseUrl + path, { headers })
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      const length = Number(answer.headers.get('content-length'))
      const text = await answer.text()
      expect(typeof plain.body === 'string' ? text : JSON.parse(text)).toEqual(plain.body)
      if (encoding !== 'identity') expect(length).toBeLessThan(text.length / 3)
      const known = { ...headers, 'If-None-Match': `"other", W/${answer.headers.get('etag')}` }
      const again = await fetch(service.baseUrl + path, { headers: known })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([
        304,
        '',
        answer.headers.get('etag'),
      ])
    }
  }
})

it('[D1-80] only /openapi.json may be read by pages of any origin', async () => {
  const origin = { headers: { Origin: 'https://editor.example' } }
  const description = await service.raw('/openapi.json', origin)
  expect(description.headers.get('access-control-allow-origin')).toBe('*')
  const preflight = await service.raw('/openapi.json', { method: 'OPTIONS', ...origin })
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'If-None-Match',
  ])
  for (const path of ['/docs', '/health', '/v1.0/getBalance'])
    expect((await service.raw(path, origin)).headers.has('access-control-allow-origin')).toBe(false)
})

it('[D1-81] /docs teaches POST with unique, status before code, and how to build a login safely', async () => {
  const { body } = await send('GET', '/docs')
  expect(body).toContain('id="safety"')
  expect(body).toContain('id="profile"')
  expect(body).toMatch(/curl \S+\/v1\.0\/initCall[\s\S]{0,200} -d [\s\S]{0,100}unique/)
  for (const words of ['three tries', 'five minutes', 'Check <code>status</code> first'])
    expect([words, body.includes(words)]).toEqual([words, true])
})
