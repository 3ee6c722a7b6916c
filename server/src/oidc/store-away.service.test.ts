// What OpenID Connect answers while the store is away.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { freshPhone, openClient } from '../../test/contract/scene.ts'
import {
  addClient,
  begin,
  confirm,
  fieldOf,
  redirect,
  relyingParty,
  typePhone,
} from '../../test/oidc-scene.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { secondMs } from '../platform/clock.ts'
import { StoreUnavailable } from '../storage/store.ts'

let service: TestService
let made: Awaited<ReturnType<typeof addClient>>
let config: Awaited<ReturnType<typeof relyingParty>>
beforeAll(async () => {
  service = await startTestService()
  made = await addClient(service, (await openClient(service)).id)
  config = await relyingParty(service.baseUrl, made)
})
afterAll(() => service.stop())
afterEach(() => vi.restoreAllMocks())

const away = () => Promise.reject(new StoreUnavailable('the database is away'))
const ofOidc = ['oidcClient', 'oidcRecord', 'oidcSession', 'saveOidcRecord', 'unapprovedPageCalls'] as const
const takeAway = (how: () => Promise<never> = away) => {
  for (const name of ofOidc) vi.spyOn(service.store, name).mockImplementation(how)
}
const html = { Accept: 'text/html' }
const authAddress = () =>
  `${service.baseUrl}/oidc/auth?client_id=${made.id}&redirect_uri=${redirect}&response_type=code&scope=openid`
const factsOf = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get('retry-after'),
  headers.get('x-ringkey-retry'),
]
const tokenRequest = (code: string, verifier = 'v'.repeat(43)) =>
  fetch(`${service.baseUrl}/oidc/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${made.id}:${made.secret!}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      code_verifier: verifier,
    }),
  })

it('while the store is away every address answers 503 temporarily_unavailable, safe to be sent again', async () => {
  const flow = await begin(service.baseUrl, config)
  takeAway()
  for (const address of [authAddress(), flow.at]) {
    const page = await flow.browser.go(address, undefined, html)
    expect([address, ...factsOf(page), page.location]).toEqual([address, 503, '5', 'safe', ''])
    expect(page.text).toContain('does not answer at the moment')
    expect(page.text).toContain('temporarily_unavailable')
  }
  for (const answer of [
    await tokenRequest('unknown'),
    await fetch(`${service.baseUrl}/oidc/me`, { headers: { Authorization: 'Bearer unknown' } }),
  ]) {
    expect(factsOf(answer)).toEqual([503, '5', 'safe'])
    expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' })
  }
  expect(service.logged.filter((line) => line.includes('oidc-failed'))).toEqual([])
  expect(service.logged.join('')).toContain('store-trouble')
  vi.restoreAllMocks()
  // The request waited in the browser.
  expect((await typePhone(flow, `+${freshPhone()}`)).status).toBe(303)
})

it('what may have been stored is not called safe: a form, and tokens that were begun', async () => {
  const flow = await begin(service.baseUrl, config)
  const returned = await confirm(service, flow, `+${freshPhone()}`)
  vi.spyOn(service.store, 'saveOidcRecord').mockImplementation(away)
  const code = new URL(returned).searchParams.get('code')!
  expect(factsOf(await tokenRequest(code, flow.verifier))).toEqual([503, '5', null])
  vi.restoreAllMocks()
  const other = await begin(service.baseUrl, config)
  takeAway()
  const form = { phone: '1', state: fieldOf(other.html, 'state'), work: '' }
  expect(factsOf(await other.browser.go(other.at, form, html))).toEqual([503, '5', null])
})

it('[V2-239] a store that does not answer is waited for less than eight seconds, whatever a request asks of it', async () => {
  const flow = await begin(service.baseUrl, config)
  for (const address of [authAddress(), flow.at]) {
    const asked = Promise.withResolvers<void>()
    takeAway(() => {
      asked.resolve()
      return new Promise<never>(() => {})
    })
    const answering = flow.browser.go(address, undefined, html)
    await asked.promise
    await service.clock.advance(8 * secondMs - 1)
    expect(factsOf(await answering)).toEqual([503, '5', null])
    vi.restoreAllMocks()
  }
})
