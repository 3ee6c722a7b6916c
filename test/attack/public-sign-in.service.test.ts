// Wrong codes that a stranger types in a browser: on the sign-in page, or with the client tokens of a public form.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as openid from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshPhone } from '../../server/test/contract/scene.ts'
import { openV2Client, type V2Client } from '../../server/test/contract/v2-scene.ts'
import {
  addClient,
  answersIn,
  Browser,
  begin,
  confirm,
  fieldOf,
  press,
  redirect,
  relyingParty,
  tokenIn,
  typePhone,
  withToken,
} from '../../server/test/oidc-scene.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'

const restMs = 15_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

let service: TestService
let shop: V2Client
let club: V2Client
beforeAll(async () => {
  service = await startTestService({ RINGKEY_TRUST_PROXY: '127.0.0.1' })
  const terms = [{ addressLimits: null }, { roubles: 1_000 }] as const
  shop = await openV2Client(service, ...terms)
  club = await openV2Client(service, ...terms)
})
afterAll(() => service.stop())

let addresses = 0
const freshAddress = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`

/** A form of the page or of an integrator: the token of a new verification, or undefined when it was refused. */
type PublicForm = (phone: string, address?: string) => Promise<string | undefined>

async function pageOf(
  client: V2Client,
  more: Parameters<typeof addClient>[2] = { modes: ['flash', 'voice'] },
): Promise<PublicForm> {
  const config = await relyingParty(service.baseUrl, await addClient(service, client.id, more))
  return async (phone, address = freshAddress()) => {
    const flow = await begin(service.baseUrl, config, {}, new Browser(address))
    if ((await typePhone(flow, `+${phone}`)).status !== 303) return undefined
    return tokenIn((await flow.browser.go(flow.at)).text)
  }
}

const formOf =
  (client: V2Client): PublicForm =>
  async (phone, ip = freshAddress()) => {
    const made = await client.create({ phone, ip, steps: [{ mode: 'flash' }], client_token: true })
    return made.body.client_token
  }

/** Guesses with each call as long as codes are compared; returns how many were. */
async function guess(forms: readonly PublicForm[], phone: string, calls: number, address?: string) {
  let guesses = 0
  for (let call = 0; call < calls; call++) {
    const token = await forms[call % forms.length]!(phone, address)
    await service.clock.advance(restMs)
    for (let tries = 0; token !== undefined && tries < 3; tries++)
      if ((await withToken(service, token, '/check', { code: '0000' })).body.valid === false) guesses++
  }
  return guesses
}

/** The program calls the phone; returns the verification and its code. */
async function called(client: V2Client, phone: string) {
  const { body } = await client.create({ phone, steps: [{ mode: 'flash' }] })
  const { code } = service.telephony.placed.findLast(({ request }) => request.phone.e164 === phone)!
  await service.clock.advance(restMs)
  return { id: body.id as string, code }
}

async function guessesLeaveTheServiceAlone(form: PublicForm) {
  const phone = freshPhone()
  const before = await called(shop, phone)
  // Seven calls used to be enough; with nine the form is out of tries.
  expect(await guess([form], phone, 9)).toBe(20)
  expect((await shop.read(before.id)).body).toMatchObject({ status: 'pending', attempts_left: 3 })
  expect((await shop.check(before.id, before.code)).body).toMatchObject({ valid: true, status: 'approved' })
  const after = await called(shop, phone)
  expect((await shop.ask('/checks', { phone, code: after.code })).body).toMatchObject({ valid: true })
  // A day later the stranger has as many tries again, and no more.
  await service.clock.leap(dayMs)
  expect(await guess([form], phone, 9)).toBe(20)
}

it('[V2-210] twenty wrong codes on the sign-in page block no phone for the programs of its service', async () =>
  guessesLeaveTheServiceAlone(await pageOf(shop)))

it('[V2-211] twenty wrong codes with client tokens block no phone for the key of the service', () =>
  guessesLeaveTheServiceAlone(formOf(shop)))

it('[V2-212] POST /v2/checks does not see the verifications of the sign-in page', async () => {
  const form = await pageOf(shop)
  const phone = freshPhone()
  const { code } = await called(shop, phone)
  const token = (await form(phone))!
  expect((await shop.ask('/checks', { phone, code })).body).toMatchObject({ valid: true, status: 'approved' })
  const placed = service.telephony.placed.findLast(({ request }) => request.phone.e164 === phone)!
  const other = await shop.ask('/checks', { phone: freshPhone(), code: placed.code })
  const ofPage = await shop.ask('/checks', { phone, code: placed.code })
  // Nor can a program be told that the code of the page is right.
  expect([other.body.code, ofPage.body.valid]).toEqual(['verification_not_found', undefined])
  expect((await withToken(service, token)).body).toMatchObject({ status: 'pending', attempts_left: 3 })
})

it('public sign-in: the page itself takes 30 wrong codes for a phone in a day over all its clients', async () => {
  const forms = [await pageOf(shop), await pageOf(club)]
  expect(await guess(forms, freshPhone(), 14)).toBe(30)
})

it('public sign-in: the page takes ten wrong codes for a phone from one address in a day', async () => {
  const phone = freshPhone()
  const form = await pageOf(shop)
  const address = freshAddress()
  expect(await guess([form], phone, 3, address)).toBe(9)
  // After an hour the page asks an address with calls in vain for no work.
  await service.clock.leap(hourMs)
  expect(await guess([form], phone, 1, address)).toBe(1)
  // Others are not blocked by it.
  expect(await guess([form], phone, 1)).toBe(3)
})

it('public sign-in: the page makes 60 calls an hour without an approval for a client, and the service calls on', async () => {
  const form = await pageOf(shop, { modes: ['flash'] })
  const tokens: (string | undefined)[] = []
  for (let call = 0; call < 61; call++) tokens.push(await form(freshPhone()))
  expect(tokens.map((token) => token !== undefined)).toEqual([...Array(60).fill(true), false])
  const phone = freshPhone()
  const { code } = await called(shop, phone)
  expect((await shop.ask('/checks', { phone, code })).body).toMatchObject({ valid: true })
  await service.clock.leap(hourMs)
  expect(await form(freshPhone())).toBeDefined()
})

/** Opens the page and rings a stranger each time, from fresh addresses or from one; what each form demanded. */
async function pump(config: Awaited<ReturnType<typeof relyingParty>>, calls: number, address?: string) {
  const demanded: number[] = []
  for (let call = 0; call < calls; call++) {
    const flow = await begin(service.baseUrl, config, {}, new Browser(address ?? freshAddress()))
    demanded.push(answersIn(flow.html))
    expect((await typePhone(flow, `+${freshPhone()}`)).status).toBe(303)
  }
  return demanded
}

it('[V2-230] after three calls in vain an address has to work for the next one, and more for each three', async () => {
  const config = await relyingParty(service.baseUrl, await addClient(service, shop.id))
  expect(await pump(config, 7, freshAddress())).toEqual([0, 0, 0, 4, 4, 4, 8])
  // Others behind other addresses do not work.
  expect(await pump(config, 1)).toEqual([0])
})

it('[V2-231] the work that the page asks of everybody grows with the calls of its client that nobody approved', async () => {
  const wasting = await addClient(service, shop.id, { modes: ['flash'] })
  const config = await relyingParty(service.baseUrl, wasting)
  const demanded = await pump(config, 60)
  expect(demanded).toEqual([0, 4, 8, 16].flatMap((answers) => Array(15).fill(answers)))
  // Another client has its own share.
  const other = await relyingParty(service.baseUrl, await addClient(service, shop.id))
  expect(await pump(other, 1)).toEqual([0])
  await service.clock.leap(hourMs)
  expect(await pump(config, 1)).toEqual([0])
})

it('[V2-232] while half of the calls that may stay unapproved have, people are asked to call first', async () => {
  const stepsAfter = async (modes: ('flash' | 'inbound')[] | undefined) => {
    const client = await addClient(service, shop.id, modes && { modes })
    const config = await relyingParty(service.baseUrl, client)
    await pump(config, 30)
    const flow = await begin(service.baseUrl, config, {}, new Browser(freshAddress()))
    await typePhone(flow, `+${freshPhone()}`)
    const { body } = await withToken(service, tokenIn((await flow.browser.go(flow.at)).text))
    return body.steps.map(({ mode, status }: { mode: string; status: string }) => `${mode} ${status}`)
  }
  expect(await stepsAfter(undefined)).toEqual(['inbound started', 'flash planned', 'voice planned'])
  expect(await stepsAfter(['flash', 'inbound'])).toEqual(['inbound started', 'flash planned'])
  // A client that allows calls alone keeps to them.
  expect(await stepsAfter(['flash'])).toEqual(['flash started'])
})

const storedRecords = () => {
  const database = new DatabaseSync(join(service.folder, 'ringkey.db'), { readOnly: true })
  const { count } = database.prepare('SELECT count(*) AS count FROM oidc_records').get() as { count: number }
  database.close()
  return count
}

it('[V2-233] whoever opens the sign-in page, cancels or signs out without a call stores nothing', async () => {
  const config = await relyingParty(service.baseUrl, await addClient(service, shop.id))
  const before = storedRecords()
  for (let visit = 0; visit < 5; visit++) {
    const flow = await begin(service.baseUrl, config, { login_hint: `+${freshPhone()}` })
    const again = await press(flow, 'another')
    expect(again.text).toContain('name="phone"')
    const back = new URL((await press(flow, 'cancel')).at)
    expect([back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([
      'access_denied',
      flow.state,
    ])
  }
  const leaver = new Browser()
  const asked = await leaver.go(`${service.baseUrl}/oidc/session/end?state=${'x'.repeat(900)}`)
  expect(storedRecords()).toBe(before)
  const confirmed = { xsrf: fieldOf(asked.text, 'xsrf'), logout: 'yes' }
  const done = await leaver.follow(service.baseUrl, `${service.baseUrl}/oidc/session/end/confirm`, confirmed)
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('You are signed out')])
  expect(storedRecords()).toBe(before)
})

it('[V2-234] a state of 1,024 bytes comes back whole, in a cookie under 3 KB; a longer one and a long request are refused', async () => {
  const config = await relyingParty(service.baseUrl, await addClient(service, shop.id))
  const state = randomBytes(768).toString('base64url')
  const ask = async (more: { state?: string; nonce?: string }) => {
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: 'openid phone',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      login_hint: '+79161234567',
      nonce: 'n'.repeat(43),
      ...more,
    })
    return new Browser().go(url.href)
  }
  const { headers } = await ask({ state })
  const cookie = headers.getSetCookie().find((line) => line.startsWith('oidc_request='))!
  expect(cookie.length).toBeGreaterThan(1_400)
  expect(cookie.length).toBeLessThan(3_072)
  // nginx takes 4 KB of headers from a server, unless it is told otherwise.
  expect([...headers].join('\r\n').length).toBeLessThan(4_096)
  expect(cookie).toMatch(/; Path=\/sign-in\/[\w-]+; Max-Age=1200; HttpOnly; SameSite=Lax$/)
  // It is sealed: neither the number nor the state can be read.
  expect(cookie).not.toContain(Buffer.from(state.slice(0, 30)).toString('base64url'))
  const flow = await begin(service.baseUrl, config, { state })
  expect(new URL((await press(flow, 'cancel')).at).searchParams.get('state')).toBe(state)
  for (const more of [{ state: `${state}x` }, { nonce: 'n'.repeat(14_000) }]) {
    const { location, status } = await ask(more)
    expect([status, new URL(location).searchParams.get('error')]).toEqual([303, 'invalid_request'])
  }
})

it('[V2-235] a login_hint that is a mask and a hash of the store shows no number', async () => {
  const config = await relyingParty(service.baseUrl, await addClient(service, shop.id))
  const phone = freshPhone()
  const { body } = await shop.create({ phone, steps: [{ mode: 'flash' }] })
  const { phoneMask, phoneHash } = (await service.store.verification(body.id))!
  const stolen = `${phoneMask}.${Buffer.from(phoneHash!).toString('base64url')}`
  const { html } = await begin(service.baseUrl, config, { login_hint: stolen })
  expect(fieldOf(html, 'phone')).toBe('+7')
  // Nor once it went through the store.
  const flow = await begin(service.baseUrl, config, { login_hint: stolen })
  await typePhone(flow, `+${freshPhone()}`)
  expect((await press(flow, 'another')).text).not.toContain(phone)
})

it('public sign-in: the cookie of a request that was signed in signs in no second time', async () => {
  const config = await relyingParty(service.baseUrl, await addClient(service, shop.id))
  const browser = new Browser(freshAddress())
  const flow = await begin(service.baseUrl, config, {}, browser)
  const thief = browser.copy()
  const phone = freshPhone()
  const returned = await confirm(service, flow, `+${phone}`)
  expect(returned).toContain('code=')
  const again = { ...flow, browser: thief, html: (await thief.go(flow.at)).text }
  expect((await typePhone(again, `+${phone}`)).status).not.toBe(303)
  expect((await thief.follow(service.baseUrl, flow.at)).at).not.toContain('code=')
})
