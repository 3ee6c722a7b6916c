// Sign-in by OpenID Connect, driven by `openid-client`.
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Client, freshPhone, isStored, noticed, openClient } from '../../test/contract/scene.ts'
import { ManualClock } from '../../test/manual-clock.ts'
import {
  addClient,
  Browser,
  begin,
  confirm,
  exchange,
  fieldOf,
  operationContextOn,
  redirect,
  relyingParty,
} from '../../test/oidc-scene.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { rotateOidcKeysByAge } from '../app/rotate-oidc-keys.ts'
import { closeAccount } from '../operations/accounts.ts'
import { removeOidcClient, rotateOidcKeys } from '../operations/oidc.ts'
import { perform } from '../operations/perform.ts'
import { dayMs } from '../platform/clock.ts'
import { languages } from '../platform/languages.ts'

/** What was written to standard error while the library was loaded. */
let warnings: unknown[][]
let service: TestService
let shop: Client
let made: Awaited<ReturnType<typeof addClient>>
let config: openid.Configuration
beforeAll(async () => {
  const warned = vi.spyOn(console, 'warn')
  service = await startTestService()
  shop = await openClient(service)
  made = await addClient(service, shop.id)
  config = await relyingParty(service.baseUrl, made)
  warnings = [...warned.mock.calls]
  warned.mockRestore()
})
afterAll(() => service.stop())

const start = (more = {}, browser?: Browser) => begin(service.baseUrl, config, more, browser)
const signIn = async (phone = freshPhone(), more = {}, browser?: Browser) => {
  const flow = await start(more, browser)
  return { flow, phone, returned: await confirm(service, flow, `+${phone}`) }
}
const paramsOf = (url: string) => Object.fromEntries(new URL(url).searchParams)
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => 'served',
    (error: { error?: string; cause?: { error?: string } }) =>
      error.error ?? error.cause?.error ?? String(error),
  )

it('the library is loaded without a warning about the version of Node', () => {
  expect(warnings).toEqual([])
})

it('an installation without a client answers /oidc and /sign-in as unknown paths', async () => {
  const bare = await startTestService()
  for (const path of ['/oidc/.well-known/openid-configuration', '/sign-in/abcdefghijk'])
    expect((await bare.raw(path)).status).toBe((await bare.raw('/nothing')).status)
  await bare.stop()
})

it('the address of the issuer itself is an unknown path, with a query and slashes too', async () => {
  for (const path of ['/oidc', '/oidc?x', '/oidc/?x', '/oidc//', '/oidc//auth', '/oidc/%'])
    expect([path, (await service.raw(path)).status]).toEqual([path, 404])
})

it('a person signs in with a phone, and its client learns the number, by whom and when', async () => {
  const { flow, phone, returned } = await signIn()
  expect(returned).toMatch(/^https:\/\/app\.example\/callback\?/)
  expect(paramsOf(returned)).toMatchObject({ state: flow.state, iss: `${service.baseUrl}/oidc` })
  const tokens = await exchange(flow, returned)
  const claims = tokens.claims()!
  expect(claims).toMatchObject({ amr: ['tel'], auth_time: expect.any(Number), aud: made.id })
  expect(claims.acr).toBeUndefined()
  expect(tokens.refresh_token).toBeUndefined()
  const person = await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
  expect(person).toEqual({ sub: claims.sub, phone_number: `+${phone}`, phone_number_verified: true })
  expect(JSON.stringify(claims)).not.toContain(phone)
})

it('the subject of a phone stays, differs between services and between phones', async () => {
  const phone = freshPhone()
  const subjectOf = async (who = phone, its = config) => {
    // As far apart as calls to one number have to be.
    await service.clock.hasten(16_000)
    const flow = await begin(service.baseUrl, its)
    const tokens = await exchange(flow, await confirm(service, flow, `+${who}`))
    return tokens.claims()!.sub
  }
  const first = await subjectOf()
  expect(await subjectOf()).toBe(first)
  expect(await subjectOf(freshPhone())).not.toBe(first)
  // Another client of the same service is the same sector.
  const second = await addClient(service, shop.id, { redirects: [redirect], public: true })
  expect(await subjectOf(phone, await relyingParty(service.baseUrl, second))).toBe(first)
  const other = await openClient(service)
  const foreign = await addClient(service, other.id, { algorithm: 'ES256' })
  expect(await subjectOf(phone, await relyingParty(service.baseUrl, foreign))).not.toBe(first)
})

it('the number is stored nowhere: not in sessions, grants, codes, nor as a hint', async () => {
  const phone = freshPhone()
  const { flow, returned } = await signIn(phone, { login_hint: `+${phone}` })
  await exchange(flow, returned)
  expect(isStored(service, phone)).toBe(false)
  expect(service.logged.join('')).not.toContain(phone)
  expect(isStored(service, made.secret!)).toBe(false)
  expect(isStored(service, paramsOf(returned).code!)).toBe(false)
})

describe('the authorization endpoint', () => {
  const ask = async (change: Record<string, string | undefined>) => {
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: 'openid phone',
      code_challenge: await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    })
    for (const [name, value] of Object.entries(change))
      value === undefined ? url.searchParams.delete(name) : url.searchParams.set(name, value)
    return new Browser().go(url.href)
  }

  it.each([
    ['PKCE is missing', { code_challenge: undefined, code_challenge_method: undefined }],
    ['PKCE is plain', { code_challenge_method: 'plain' }],
    ['the flow is implicit', { response_type: 'id_token', nonce: 'n' }],
  ])('returns an error to the client when %s', async (_, change) => {
    const { status, location } = await ask(change)
    expect(status).toBe(303)
    expect(location.startsWith(redirect)).toBe(true)
    expect(location).toMatch(/error=/)
  })

  it.each([
    'https://app.example/callback/',
    'https://app.example/callback?next=1',
    'https://app.example.evil.example/callback',
    'http://app.example/callback',
    'https://evil.example/',
  ])('shows its own page, and sends nobody to %s, which is not registered', async (uri) => {
    const { status, location, text } = await ask({ redirect_uri: uri })
    expect([status, location]).toEqual([400, ''])
    expect(text).toContain('invalid_redirect_uri')
    expect(text).not.toMatch(/https?:\/\/(?!127|localhost)/)
  })

  it('offers what it serves, and nothing else', async () => {
    const { body } = await service.raw('/oidc/.well-known/openid-configuration')
    expect(body).toMatchObject({
      issuer: `${service.baseUrl}/oidc`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['S256'],
      subject_types_supported: ['pairwise'],
      scopes_supported: ['openid', 'phone'],
      ui_locales_supported: [...languages],
      end_session_endpoint: `${service.baseUrl}/oidc/session/end`,
    })
    expect(body.id_token_signing_alg_values_supported.sort()).toEqual(['ES256', 'RS256'])
    for (const absent of ['registration_endpoint', 'device_authorization_endpoint', 'introspection_endpoint'])
      expect(body[absent]).toBeUndefined()
    for (const absent of ['pushed_authorization_request_endpoint', 'revocation_endpoint'])
      expect(body[absent]).toBeUndefined()
  })

  it('takes a request that is posted', async () => {
    const asked = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: 'openid phone',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      login_hint: '+79161234567',
    })
    const form = Object.fromEntries(asked.searchParams)
    const shown = await new Browser().follow(service.baseUrl, `${service.baseUrl}/oidc/auth`, form)
    expect([shown.status, fieldOf(shown.text, 'phone')]).toEqual([200, '+79161234567'])
  })

  it('names the issuer whatever host a request names', async () => {
    const { body } = await service.raw('/oidc/.well-known/openid-configuration', {
      headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
    })
    expect(body.authorization_endpoint).toBe(`${service.baseUrl}/oidc/auth`)
  })
})

describe('the token endpoint', () => {
  it('takes a code once, and ends what it gave when it comes again', async () => {
    const { flow, returned } = await signIn()
    const { access_token: token } = await exchange(flow, returned)
    const askedWithIt = () => service.raw('/oidc/me', { headers: { Authorization: `Bearer ${token}` } })
    expect((await askedWithIt()).status).toBe(200)
    expect(await refused(exchange(flow, returned))).toBe('invalid_grant')
    expect((await askedWithIt()).status).toBe(401)
  })

  it('gives one of two requests its tokens, when both have found the code unused', async () => {
    const { flow, returned } = await signIn()
    const { store } = service
    const consume = store.consumeOidcRecord.bind(store)
    const haveBoth = Promise.withResolvers<void>()
    let arrived = 0
    vi.spyOn(store, 'consumeOidcRecord').mockImplementation(async (record) => {
      if (++arrived === 2) haveBoth.resolve()
      await haveBoth.promise
      return consume(record)
    })
    const both = await Promise.all([1, 2].map(() => refused(exchange(flow, returned))))
    expect(both.sort()).toEqual(['invalid_grant', 'served'])
  })

  it('refuses another client and a wrong secret', async () => {
    const { flow, returned } = await signIn()
    const grant = (change: Record<string, string>, secret = made.secret!) =>
      service.raw('/oidc/token', {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${made.id}:${secret}`)}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: paramsOf(returned).code!,
          redirect_uri: redirect,
          code_verifier: flow.verifier,
          ...change,
        }),
      })
    const hash = Buffer.from((await service.store.oidcClient(made.id))!.secretHash!).toString('hex')
    expect((await grant({}, 'x'.repeat(40))).body.error).toBe('invalid_client')
    expect((await grant({}, hash)).body.error).toBe('invalid_client')
    const other = await addClient(service, shop.id)
    const thief = { ...flow, config: await relyingParty(service.baseUrl, other) }
    expect(await refused(exchange(thief, returned))).toBe('invalid_grant')
    // Strangers end nothing with all that.
    expect(await refused(exchange(flow, returned))).toBe('served')
  })

  it.each([
    ['another verifier', () => ({ code_verifier: openid.randomPKCECodeVerifier() })],
    ['another redirect', () => ({ redirect_uri: 'https://app.example/other' })],
  ])('[V2-238] refuses %s, and the code dies with it', async (_, change) => {
    const { flow, returned } = await signIn()
    const grant = (more: Record<string, string>) =>
      service.raw('/oidc/token', {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${made.id}:${made.secret!}`)}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: paramsOf(returned).code!,
          redirect_uri: redirect,
          code_verifier: flow.verifier,
          ...more,
        }),
      })
    expect((await grant(change())).body.error).toBe('invalid_grant')
    expect((await grant({})).body.error).toBe('invalid_grant')
  })

  it('refuses a code that is older than a minute', async () => {
    const { flow, returned } = await signIn()
    await service.clock.hasten(61_000)
    expect(await refused(exchange(flow, returned))).toBe('invalid_grant')
  })

  it('answers no client that was removed', async () => {
    const gone = await addClient(service, shop.id)
    const its = await relyingParty(service.baseUrl, gone)
    const flow = await begin(service.baseUrl, its)
    const returned = await confirm(service, flow, `+${freshPhone()}`)
    const { access_token: token } = await exchange(flow, returned)
    await perform(operationContextOn(service), removeOidcClient, { client: gone.id })
    expect((await service.raw('/oidc/me', { headers: { Authorization: `Bearer ${token}` } })).status).toBe(
      401,
    )
    expect((await begin(service.baseUrl, its)).html).toContain('invalid_client')
  })
})

it('nonce and state come back unchanged, and a client that expects others refuses the answer', async () => {
  const { flow, returned } = await signIn()
  await expect(exchange(flow, returned, { expectedState: 'another' })).rejects.toThrow()
  await expect(exchange(flow, returned, { expectedNonce: 'another' })).rejects.toThrow()
})

describe('sessions', () => {
  const remembering = async () => {
    const client = await addClient(service, shop.id, { rememberDays: 30 })
    const its = await relyingParty(service.baseUrl, client)
    const browser = new Browser()
    const first = await begin(service.baseUrl, its, {}, browser)
    await confirm(service, first, `+${freshPhone()}`)
    return { its, browser }
  }

  it('ends with the account that was closed, and with what it knew of people', async () => {
    const other = await openClient(service)
    const its = await relyingParty(service.baseUrl, await addClient(service, other.id, { rememberDays: 30 }))
    await confirm(service, await begin(service.baseUrl, its), `+${freshPhone()}`)
    const { items } = await service.store.callPage({ serviceIds: [other.id], before: null, limit: 1 })
    const stored = () => service.store.oidcRecordsOf(items[0]!.phoneHash!)
    expect((await stored()).map(({ kind }) => kind)).toContain('Session')
    await service.clock.hasten(61_000)
    const { email } = (await service.store.account(other.accountId))!
    const closing = {
      ...operationContextOn(service),
      accountId: other.accountId,
      demo: { isOn: false, isOwn: () => false },
    }
    await perform(closing, closeAccount, { email, giveUpMoney: true })
    expect(await stored()).toEqual([])
  })

  it('asks a browser every time when the client does not remember', async () => {
    const browser = new Browser()
    await signIn(freshPhone(), {}, browser)
    expect((await start({}, browser)).at).toContain('/sign-in/')
    expect(paramsOf((await start({ prompt: 'none' }, browser)).at).error).toBe('login_required')
  })

  it('prompt=none without a session is login_required', async () => {
    const { at } = await start({ prompt: 'none' })
    expect(at.startsWith(redirect)).toBe(true)
    expect(paramsOf(at).error).toBe('login_required')
  })

  it('a client that remembers is answered without a call, until prompt=login or max_age', async () => {
    const { its, browser } = await remembering()
    const calls = service.telephony.placed.length
    const flow = await begin(service.baseUrl, its, { prompt: 'none' }, browser)
    expect((await exchange(flow, flow.at)).claims()!.amr).toEqual(['tel'])
    expect(service.telephony.placed.length).toBe(calls)
    expect((await begin(service.baseUrl, its, { prompt: 'login' }, browser)).at).toContain('/sign-in/')
    expect((await begin(service.baseUrl, its, { max_age: '0' }, browser)).at).toContain('/sign-in/')
    // The session is of one client: another is not told who uses the browser.
    expect((await start({}, browser)).at).toContain('/sign-in/')
  })

  it('is over after the days of the client', async () => {
    const { its, browser } = await remembering()
    // The library goes by the clock of the machine.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * dayMs + 1_000 })
    const { at } = await begin(service.baseUrl, its, {}, browser)
    vi.useRealTimers()
    expect(at).toContain('/sign-in/')
  })

  it('signs out at the request of a client, and returns to a registered address alone', async () => {
    const after = 'https://app.example/bye'
    const client = await addClient(service, shop.id, { rememberDays: 1, logoutRedirects: [after] })
    const its = await relyingParty(service.baseUrl, client)
    const browser = new Browser()
    const flow = await begin(service.baseUrl, its, {}, browser)
    const tokens = await exchange(flow, await confirm(service, flow, `+${freshPhone()}`))
    const end = (to: string) =>
      openid.buildEndSessionUrl(its, { id_token_hint: tokens.id_token!, post_logout_redirect_uri: to }).href
    expect((await browser.go(end('https://evil.example/'))).status).toBe(400)
    const page = await browser.go(end(after))
    expect(page.text).toContain('Sign out of The &#60;app&#62;?')
    const xsrf = fieldOf(page.text, 'xsrf')
    const done = await browser.go(`${service.baseUrl}/oidc/session/end/confirm`, { xsrf, logout: 'yes' })
    expect(done.location.startsWith(after)).toBe(true)
    expect((await begin(service.baseUrl, its, {}, browser)).at).toContain('/sign-in/')
  })
})

it('a rotation of the keys during a flow breaks nothing: the old key stays published', async () => {
  const { flow, returned } = await signIn()
  const begun = [await signIn(), await signIn()] as const
  const before = await exchange(flow, returned)
  await perform(operationContextOn(service), rotateOidcKeys, {})
  await noticed(service)
  const body = JSON.parse((await service.raw('/oidc/jwks')).body)
  expect(body.keys.map(({ alg }: { alg: string }) => alg).sort()).toEqual([
    'ES256',
    'ES256',
    'RS256',
    'RS256',
  ])
  expect(JSON.stringify(body)).not.toContain('"d"')
  const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid
  // Another node may not have read the new keys yet, and would not show them.
  const [meanwhile, later] = begun
  const soon = await exchange(meanwhile.flow, meanwhile.returned)
  expect(kidOf(soon.id_token!)).toBe(kidOf(before.id_token!))
  await service.clock.advance(10_000)
  const after = await exchange(later.flow, later.returned)
  expect(kidOf(after.id_token!)).not.toBe(kidOf(before.id_token!))
  const published = body.keys.map(({ kid }: { kid: string }) => kid)
  expect(published).toEqual(expect.arrayContaining([kidOf(before.id_token!), kidOf(after.id_token!)]))
})

it('a second phone in the same browser signs in as itself', async () => {
  const browser = new Browser()
  const first = await signIn(freshPhone(), {}, browser)
  await exchange(first.flow, first.returned)
  const second = await signIn(freshPhone(), {}, browser)
  const { access_token, claims } = await exchange(second.flow, second.returned)
  expect(await openid.fetchUserInfo(config, access_token, claims()!.sub)).toMatchObject({
    phone_number: `+${second.phone}`,
  })
})

it('the keys are replaced after ninety days, and not before', async () => {
  const { store } = service
  const [newest] = (await store.oidcKeys()).filter(({ endsAt }) => endsAt === 0)
  const lookAfter = (ms: number) =>
    rotateOidcKeysByAge({
      ...operationContextOn(service),
      clock: new ManualClock(newest!.createdAt + ms),
    }).look()
  const signing = async () =>
    (await store.oidcKeys())
      .filter(({ algorithm, endsAt }) => algorithm !== 'subject' && endsAt === 0)
      .map(({ id }) => id)
  const before = await signing()
  await lookAfter(90 * dayMs - 1)
  expect(await signing()).toEqual(before)
  await lookAfter(90 * dayMs)
  const after = await signing()
  expect(after).toHaveLength(2)
  for (const id of before) expect(after).not.toContain(id)
})
