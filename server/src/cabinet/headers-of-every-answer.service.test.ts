// Headers and cookies of every kind of page and answer, as one table: over plain HTTP, and where the public address is
// HTTPS and a proxy that says nothing of it stands before the service.

import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCabinet } from '../../../cabinet/build.ts'
import { type Asked, askRaw, type Question } from '../../test/cabinet-ask.ts'
import { demoToken } from '../../test/cabinet-visitor.ts'
import { freePort, startTestService, type TestService } from '../../test/service.ts'

const assets = fileURLToPath(new URL('../../../cabinet/dist/assets', import.meta.url))
const own = { 'X-Ringkey-Cabinet': '1' }

type Kind =
  | 'page'
  | 'file'
  | 'cabinet-answer'
  | 'interface-answer'
  | 'interface-description'
  | 'interface-page'
  | 'public-file'

interface Row {
  readonly question: Question
  readonly status: number
  readonly kind: Kind
  /** The purpose of the cookie in the answer; when absent, the answer must set no cookie. */
  readonly cookie?: 'set' | 'cleared'
  readonly isSignedIn?: true
}

const get = (path: string, status: number, kind: Kind, more: Partial<Row> = {}): Row => ({
  question: { path },
  status,
  kind,
  ...more,
})
const post = (
  path: string,
  status: number,
  kind: Kind,
  more: Partial<Row> = {},
  body: unknown = {},
): Row => ({
  question: { method: 'POST', path, headers: own, body },
  status,
  kind,
  ...more,
})

const table: readonly Row[] = [
  get('/cabinet/', 200, 'page'),
  get('/cabinet/trunks', 200, 'page'),
  get('/cabinet/become-operator', 200, 'page'),
  get('/cabinet/assets/SCRIPT', 200, 'file'),
  get('/cabinet/assets/nothing.js', 404, 'cabinet-answer'),
  get('/cabinet/api/entrance', 200, 'cabinet-answer'),
  get('/cabinet/api/me', 401, 'cabinet-answer'),
  get('/cabinet/api/me', 200, 'cabinet-answer', { isSignedIn: true }),
  get('/cabinet/api/services', 200, 'cabinet-answer', { isSignedIn: true }),
  get('/cabinet/api/operator/trunks', 200, 'cabinet-answer', { isSignedIn: true }),
  get('/cabinet/api/events', 200, 'cabinet-answer', { isSignedIn: true }),
  get('/cabinet/api/phone/events', 404, 'cabinet-answer', { isSignedIn: true }),
  get('/cabinet/api/quality/export', 400, 'cabinet-answer', { isSignedIn: true }),
  get('/cabinet/api/nothing', 404, 'cabinet-answer'),
  post('/cabinet/api/session', 401, 'cabinet-answer', {}, { email: 'a@example.com', password: 'a guess' }),
  post('/cabinet/api/session', 400, 'cabinet-answer'),
  post('/cabinet/api/session/demo-link', 200, 'cabinet-answer', { cookie: 'set' }, { token: 'DEMO' }),
  post('/cabinet/api/session/demo-link', 410, 'cabinet-answer', {}, { token: 'unknown' }),
  post('/cabinet/api/session/end', 200, 'cabinet-answer', { cookie: 'cleared', isSignedIn: true }),
  {
    ...post('/cabinet/api/session', 403, 'cabinet-answer'),
    question: { method: 'POST', path: '/cabinet/api/session' },
  },
  get('/', 401, 'interface-answer'),
  get('/v1.0/getBalance', 401, 'interface-answer'),
  get('/v1.0/nothing', 401, 'interface-answer'),
  post('/v1.0/initCall', 401, 'interface-answer'),
  get('/health', 200, 'interface-answer'),
  get('/livez', 200, 'interface-answer'),
  get('/openapi.json', 200, 'interface-description'),
  get('/docs', 200, 'interface-page'),
  get('/favicon.ico', 200, 'public-file'),
  get('/robots.txt', 200, 'public-file'),
]

const guarded = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}
const ofCabinet = {
  ...guarded,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
}
const expected: Readonly<Record<Kind, object>> = {
  page: { ...ofCabinet, 'cache-control': 'no-cache' },
  file: { ...ofCabinet, 'cache-control': 'public, max-age=31536000, immutable' },
  'cabinet-answer': { ...ofCabinet, 'cache-control': 'no-store' },
  'interface-answer': { 'cache-control': 'no-store', 'x-request-id': expect.any(String) },
  'interface-description': { 'cache-control': 'no-cache', etag: expect.any(String) },
  'interface-page': {
    ...guarded,
    'cache-control': 'no-cache',
    etag: expect.any(String),
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
  },
  'public-file': { 'cache-control': expect.stringMatching(/^public, max-age=\d+$/) },
}

let script: string
const services: Partial<Record<'http' | 'https', TestService>> = {}
beforeAll(async () => {
  await buildCabinet()
  script = readdirSync(assets).find((name) => /^index-.*\.js$/.test(name))!
  services.http = await startTestService()
  const port = String(await freePort())
  services.https = {
    ...(await startTestService({ RINGKEY_PUBLIC_URL: 'https://verify.example.com', RINGKEY_PORT: port })),
    // As the proxy reaches it.
    baseUrl: `http://127.0.0.1:${port}`,
  }
}, 120_000)
afterAll(() => Promise.all(Object.values(services).map((service) => service.stop())))

const cookiesIn = ({ headers }: Asked) => headers['set-cookie'] ?? []

async function enter(service: TestService): Promise<string> {
  const question = post(
    '/cabinet/api/session/demo-link',
    200,
    'cabinet-answer',
    {},
    await token(service),
  ).question
  return cookiesIn(await askRaw(service.baseUrl, question))[0]!.split(';')[0]!
}
const token = async (service: TestService) => ({ token: await demoToken(service) })

async function ask(service: TestService, { question, isSignedIn }: Row): Promise<Asked> {
  const cookie = isSignedIn ? { Cookie: await enter(service) } : {}
  const isDemo = (question.body as { token?: string } | undefined)?.token === 'DEMO'
  return askRaw(service.baseUrl, {
    ...question,
    path: question.path.replace('SCRIPT', script),
    headers: { ...question.headers, ...cookie },
    ...(isDemo ? { body: await token(service) } : {}),
  })
}

describe.each([
  ['http', undefined, /^ringkey(?:-device)?=[\w.-]*; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/],
  [
    'https',
    'max-age=31536000',
    /^__Host-ringkey(?:-device)?=[\w.-]*; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
  ],
] as const)('headers and cookies, public address by %s', (scheme, strictTransport, cookie) => {
  it.each(
    table.map((row) => [`${row.question.method ?? 'GET'} ${row.question.path}`, row.status, row] as const),
  )('%s answers %i with the headers of its kind', async (_name, status, row) => {
    const answer = await ask(services[scheme]!, row)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(expected[row.kind])
    expect(answer.headers['strict-transport-security']).toBe(strictTransport)
    expect(answer.headers).not.toHaveProperty('x-powered-by')
    expect(answer.headers).not.toHaveProperty('server')
    if (row.cookie === undefined) expect(cookiesIn(answer)).toEqual([])
    else {
      // A session, and the device that it was opened on.
      expect(cookiesIn(answer)).toHaveLength(row.cookie === 'set' ? 2 : 1)
      for (const each of cookiesIn(answer)) expect(each).toMatch(cookie)
      expect(cookiesIn(answer)[0]!.includes('Max-Age=0;')).toBe(row.cookie === 'cleared')
    }
  })
})
