// The sign-in page, and what those get who use it to ring strangers or to sign in as them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callArrived } from '../../test/arriving-call.ts'
import { type Client, freshPhone, noticed, openClient } from '../../test/contract/scene.ts'
import {
  addClient,
  answersIn,
  approve,
  Browser,
  begin,
  confirm,
  exchange,
  type Flow,
  fieldOf,
  press,
  redirect,
  relyingParty,
  tokenIn,
  typePhone,
  withToken,
  workFor,
} from '../../test/oidc-scene.ts'
import { eventually, freePort, startTestService, type TestService } from '../../test/service.ts'
import { addTrunk, changed } from '../../test/store-contract/fixture.ts'
import { minuteMs } from '../platform/clock.ts'

let service: TestService
let shop: Client
let config: Awaited<ReturnType<typeof relyingParty>>
beforeAll(async () => {
  service = await startTestService({ RINGKEY_TRUST_PROXY: '127.0.0.1' })
  shop = await openClient(service, {}, { roubles: 1_000 })
  config = await relyingParty(service.baseUrl, await addClient(service, shop.id))
})
afterAll(() => service.stop())

let addresses = 0
const freshAddress = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`
const start = (more = {}, browser = new Browser(freshAddress())) =>
  begin(service.baseUrl, config, more, browser)
const rung = (phone: string) =>
  service.telephony.placed.filter(({ request }) => request.phone.e164 === phone).length

describe('the page', () => {
  it('says whom it signs in, loads nothing from elsewhere, and cannot be framed', async () => {
    const { browser, at } = await start()
    const { text, headers } = await browser.go(at)
    expect(text).toContain('<h1>Sign in to The &#60;app&#62;</h1>')
    expect(text).toContain('app.example will learn your phone number')
    expect(text).not.toMatch(/(?:src|href|action)="(?!\/|data:)/)
    expect(text).not.toMatch(/<style|style="|<script(?! type="module" src="\/)/)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['ru', 'Вход в'],
    ['kk-KZ en', 'сайтына кіру'],
    ['pl pt-BR', 'Entrar em'],
    ['fr de', 'Se connecter à'],
    ['pl cs', 'Sign in to'],
  ])('speaks the first language of ui_locales=%s that it knows', async (locales, title) => {
    expect((await start({ ui_locales: locales })).html).toContain(title)
  })

  it('speaks what the browser prefers when the client asks for nothing', async () => {
    const { browser, at } = await start()
    expect((await browser.go(at, undefined, { 'Accept-Language': 'kk-KZ,en;q=0.8' })).text).toContain(
      'lang="kk"',
    )
  })

  it('is found by the number of its hint once a call was started, and erased with it', async () => {
    const phone = freshPhone()
    const { body } = await service.post('initCall', { phone })
    const { phoneHash } = (await service.store.call(body.vendor_id))!
    const flow = await start({ login_hint: `+${phone}` })
    expect(await service.store.oidcRecordsOf(phoneHash!)).toEqual([])
    await typePhone(flow, `+${freshPhone()}`)
    expect(await service.store.oidcRecordsOf(phoneHash!)).toMatchObject([{ kind: 'Interaction' }])
    await service.store.erasePhone(phoneHash!)
    expect(await service.store.oidcRecordsOf(phoneHash!)).toEqual([])
  })

  it('ends with the number that it has confirmed: an erasure leaves nothing to come back with', async () => {
    const flow = await start()
    await typePhone(flow, `+${freshPhone()}`)
    const token = tokenIn((await flow.browser.go(flow.at)).text)
    await approve(service, flow, service.telephony.placed.at(-1)!.code)
    const { phoneHash } = (await service.store.verification(`vf_${token.slice(3, 35)}`))!
    const { location } = await flow.browser.go(flow.at)
    await service.store.erasePhone(phoneHash!)
    expect((await flow.browser.follow(service.baseUrl, location)).at).toContain('/oidc/auth/')
    expect(await service.store.oidcRecordsOf(phoneHash!)).toEqual([])
  })

  it('fills in the phone of login_hint, and no other text', async () => {
    const phone = freshPhone()
    for (const written of [`+${phone}`, `tel:+${phone}`, `8 (${phone.slice(1, 4)}) ${phone.slice(4)}`])
      expect(fieldOf((await start({ login_hint: written })).html, 'phone')).toBe(`+${phone}`)
    expect(fieldOf((await start({ login_hint: '"><b>ann@example.com' })).html, 'phone')).toBe('+7')
  })

  it('reads a number as it is written in the countries of the service, and refuses other countries', async () => {
    const kazakh = await openClient(service, { allowedCountries: ['KZ'] })
    const its = await relyingParty(service.baseUrl, await addClient(service, kazakh.id))
    const flow = await begin(service.baseUrl, its, {}, new Browser(freshAddress()))
    expect((await typePhone(flow, '+79161234567')).text).toContain('cannot be called here')
    expect((await typePhone(flow, 'ann')).text).toContain('not a phone number')
    expect((await typePhone(flow, '8 (701) 234-56-78')).status).toBe(303)
    expect(rung('77012345678')).toBe(1)
  })

  it('shows the consent text of the service, and keeps it as the proof', async () => {
    const asking = await openClient(service)
    await changed(service.store, 'addConsentText', {
      serviceId: asking.id,
      wording: 'I agree to a <call>.',
      since: service.clock.now(),
    })
    const its = await relyingParty(service.baseUrl, await addClient(service, asking.id))
    const flow = await begin(service.baseUrl, its, {}, new Browser('198.51.100.77'))
    expect(flow.html).toContain('I agree to a &#60;call&#62;.')
    await typePhone(flow, `+${freshPhone()}`)
    const token = tokenIn((await flow.browser.go(flow.at)).text)
    const { consent } = (await service.store.verification(`vf_${token.slice(3, 35)}`))!
    expect(JSON.parse(consent!)).toMatchObject({ ip: '198.51.100.77', text: 'I agree to a <call>.' })
  })

  it('has the name, colour and logo of its client', async () => {
    const logo = 'data:image/png;base64,iVBORw0KGgo='
    const branded = await addClient(service, shop.id, { name: 'Шляпы', colour: '#ffcc00', logo })
    const its = await relyingParty(service.baseUrl, branded)
    const { html } = await begin(service.baseUrl, its)
    expect(html).toContain('<h1>Sign in to Шляпы</h1>')
    expect(html).toContain(`src="${logo}"`)
    const style = /href="(\/sign-in\/style\.css\?colour=ffcc00)"/.exec(html)![1]!
    expect((await service.raw(style)).body).toContain('--accent: #ffcc00; --on-accent: #000')
    expect((await service.raw('/sign-in/style.css?colour=red;}body{')).body).not.toContain('red;')
  })

  it('cancels: the client is told access_denied', async () => {
    const back = await press(await start(), 'cancel')
    expect(back.at.startsWith(redirect)).toBe(true)
    expect(new URL(back.at).searchParams.get('error')).toBe('access_denied')
  })

  it('offers the form again when the number was not confirmed, or another is wanted', async () => {
    const flow = await start()
    await typePhone(flow, `+${freshPhone()}`)
    const token = tokenIn((await flow.browser.go(flow.at)).text)
    for (const code of ['1', '2', '3']) await withToken(service, token, '/check', { code: code.repeat(4) })
    const again = await flow.browser.go(flow.at)
    expect(again.text).toContain('The number was not confirmed')
    const phone = freshPhone()
    await typePhone({ ...flow, html: again.text }, `+${phone}`)
    const { text } = await press(flow, 'another')
    expect(text).toContain('name="phone"')
    expect(service.telephony.placed.findLast(({ request }) => request.phone.e164 === phone)).toBeDefined()
  })
})

it('an inbound call signs in with the level of its caller as acr', async () => {
  const client = await addClient(service, shop.id, { modes: ['inbound'] })
  const its = await relyingParty(service.baseUrl, client)
  const flow = await begin(service.baseUrl, its, {}, new Browser(freshAddress()))
  const phone = freshPhone()
  await typePhone(flow, `+${phone}`)
  const token = tokenIn((await flow.browser.go(flow.at)).text)
  const { body } = await withToken(service, token)
  await addTrunk(service.store, 'simulator', true)
  const call = { callerE164: phone, calledE164: body.inbound.number.slice(1), trunk: 'simulator' }
  const arrived = callArrived(service, call)
  const back = await eventually(
    async () => {
      await service.clock.advance(200)
      return (await flow.browser.follow(service.baseUrl, flow.at)).at
    },
    (at) => at.startsWith(redirect),
  )
  expect(await arrived).toBe('matched')
  const claims = (await exchange(flow, back)).claims()!
  expect(claims).toMatchObject({ amr: ['tel'], acr: 'urn:ringkey:caller:medium' })
})

it('a test number signs in at a test client', async () => {
  const client = await addClient(service, shop.id, { test: true })
  const its = await relyingParty(service.baseUrl, client)
  const flow = await begin(service.baseUrl, its, {}, new Browser(freshAddress()))
  expect((await typePhone(flow, '+79000000001')).status).toBe(303)
})

it('test numbers sign in at a test client alone', async () => {
  const flow = await start()
  for (const phone of ['+79000000001', '+79000000106']) {
    expect((await typePhone(flow, phone)).text).toContain('cannot be called here')
  }
})

describe('pumping', () => {
  /** A client of its own: what one test wastes must not count in another. */
  const freshClient = async () => relyingParty(service.baseUrl, await addClient(service, shop.id))
  let its: Awaited<ReturnType<typeof freshClient>>
  beforeEach(async () => {
    its = await freshClient()
  })
  const startFrom = (address: string) => begin(service.baseUrl, its, {}, new Browser(address))

  it('one address and many phones: the limits of the address end it before anything rings', async () => {
    const limited = await openClient(service, {
      addressLimits: { verifications: 2, phones: 2, countries: 1 },
    })
    its = await relyingParty(service.baseUrl, await addClient(service, limited.id))
    const address = freshAddress()
    const answers: string[] = []
    const phones = [freshPhone(), freshPhone(), freshPhone()]
    for (const phone of phones) {
      const flow = await begin(service.baseUrl, its, {}, new Browser(address))
      answers.push((await typePhone(flow, `+${phone}`)).text)
    }
    expect(phones.map(rung)).toEqual([1, 1, 0])
    expect(answers[2]).toContain('Too many calls')
  })

  it('a service that switched its limits off still has them on this page', async () => {
    const open = await openClient(service, { addressLimits: null }, { roubles: 1_000 })
    its = await relyingParty(service.baseUrl, await addClient(service, open.id))
    const address = freshAddress()
    const abroad = ['77012345679', '4915112345678', '33612345678', '447911123456', '48512345678']
    const statuses: number[] = []
    for (const phone of [freshPhone(), ...abroad]) {
      const { browser, at, html } = await begin(service.baseUrl, its, {}, new Browser(address))
      const form = { phone: `+${phone}`, state: fieldOf(html, 'state'), work: workFor(html) }
      statuses.push((await browser.go(at, form)).status)
    }
    // Five countries an hour.
    expect(statuses).toEqual([303, 303, 303, 303, 303, 422])
  })

  it('one phone and many addresses: the limits of the number end it', async () => {
    const phone = freshPhone()
    const answers: string[] = []
    for (let tries = 0; tries < 3; tries++)
      answers.push((await typePhone(await startFrom(freshAddress()), `+${phone}`)).text)
    expect(rung(phone)).toBe(1)
    for (const answer of answers.slice(1)) expect(answer).toContain('was called a moment ago')
  })

  it('a call without its work, or with the work of another form, rings nobody', async () => {
    const address = freshAddress()
    for (let tries = 0; tries < 3; tries++) await typePhone(await startFrom(address), `+${freshPhone()}`)
    const flow = await startFrom(address)
    const [one = '', ...others] = workFor(flow.html).split(' ')
    const foreign = workFor(flow.html.replace(/data-work="[^"]+"/, 'data-work="another"'))
    const phone = freshPhone()
    for (const work of ['', one, others.join(' '), `${one} ${one} ${one} ${one}`, foreign]) {
      const sent = await flow.browser.go(flow.at, {
        phone: `+${phone}`,
        state: fieldOf(flow.html, 'state'),
        work,
      })
      expect([work, sent.status]).toEqual([work, 422])
      expect(sent.text).toContain('Press the button again')
    }
    expect(rung(phone)).toBe(0)
    expect((await typePhone(flow, `+${phone}`)).status).toBe(303)
    expect(rung(phone)).toBe(1)
  })

  it('calls that are asked for together pay as if one came after the other', async () => {
    const address = freshAddress()
    const flows: Flow[] = []
    for (let tries = 0; tries < 8; tries++) flows.push(await startFrom(address))
    const sent = await Promise.all(flows.map((flow) => typePhone(flow, `+${freshPhone()}`)))
    expect(sent.filter(({ status }) => status === 303)).toHaveLength(3)
  })

  it('an address that takes another /64 for each call pays for its /56 and its /48', async () => {
    const demanded = async (address: string) => {
      const flow = await startFrom(address)
      expect((await typePhone(flow, `+${freshPhone()}`)).status).toBe(303)
      return answersIn(flow.html)
    }
    const ofSite: number[] = []
    for (let call = 0; call < 7; call++) ofSite.push(await demanded(`2001:db8:1:${call}::1`))
    expect(ofSite).toEqual([0, 0, 0, 0, 0, 0, 4])
    its = await freshClient()
    const ofNetwork: number[] = []
    for (let call = 1; call < 14; call++) ofNetwork.push(await demanded(`2001:db8:2:${call}00::1`))
    expect(ofNetwork).toEqual([...Array(12).fill(0), 4])
    expect(await demanded('2001:db8:3::1')).toBe(0)
  })

  it('a call that was approved costs its address nothing, and pays for no other', async () => {
    const address = freshAddress()
    const demanded: number[] = []
    for (let call = 0; call < 6; call++) {
      const flow = await startFrom(address)
      demanded.push(answersIn(flow.html))
      if (call % 2 === 0) await confirm(service, flow, `+${freshPhone()}`)
      else await typePhone(flow, `+${freshPhone()}`)
    }
    expect(demanded).toEqual([0, 0, 0, 0, 0, 0])
    expect(answersIn((await startFrom(address)).html)).toBe(4)
  })

  it('one sign-in starts five calls at most', async () => {
    const flow = await startFrom(freshAddress())
    let html = flow.html
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries++) {
      const form = { phone: `+${freshPhone()}`, state: fieldOf(html, 'state'), work: workFor(html) }
      statuses.push((await flow.browser.go(flow.at, form)).status)
      html = (await press(flow, 'another')).text
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 422])
  })
})

describe('a form', () => {
  const send = (flow: Flow, form: Record<string, string>, headers = {}) =>
    flow.browser.go(flow.at, { phone: `+${freshPhone()}`, work: '', ...form }, headers)

  it('without the page, its cookie or its state rings nobody', async () => {
    const flow = await start()
    const state = fieldOf(flow.html, 'state')
    const before = service.telephony.placed.length
    expect((await send({ ...flow, browser: new Browser() }, { state })).status).toBe(404)
    expect((await send(flow, {})).status).toBe(422)
    const another = await start()
    expect((await send(flow, { state: fieldOf(another.html, 'state') })).status).toBe(422)
    expect((await send(flow, { state }, { Origin: 'https://evil.example' })).status).toBe(403)
    expect(service.telephony.placed.length).toBe(before)
  })

  it.each(['cancel', 'another'] as const)('%s is no link, and no button for another site', async (button) => {
    const flow = await start()
    await typePhone(flow, `+${freshPhone()}`)
    const shown = await flow.browser.go(flow.at)
    const path = `${flow.at}/${button}`
    const state = fieldOf(shown.text, 'state')
    expect((await flow.browser.go(path)).status).toBe(405)
    expect((await flow.browser.go(path, { state }, { Origin: 'https://evil.example' })).status).toBe(403)
    const token = tokenIn(shown.text)
    expect(tokenIn((await flow.browser.go(path, { state: 'x' })).text)).toBe(token)
    expect((await withToken(service, token)).body.status).toBe('pending')
    expect(tokenIn((await press(flow, button)).text)).toBe('')
    expect((await withToken(service, token)).body.status).toBe('canceled')
  })

  it('rings once however often it is sent, and its state is worth nothing afterwards', async () => {
    const flow = await start()
    const phone = freshPhone()
    const twice = await Promise.all([1, 2].map(() => typePhone(flow, `+${phone}`)))
    expect(twice.map(({ status }) => status)).toEqual([303, 303])
    expect(rung(phone)).toBe(1)
    const other = freshPhone()
    expect((await typePhone(flow, `+${other}`)).status).toBe(422)
    expect(rung(other)).toBe(0)
  })
})

describe('signing in as somebody else', () => {
  it('fixation: the address of a sign-in is worth nothing in another browser', async () => {
    const flow = await start()
    await typePhone(flow, `+${freshPhone()}`)
    const victim = new Browser(freshAddress())
    expect((await victim.go(flow.at)).status).toBe(404)
    expect((await victim.go(flow.at.replace('/sign-in/', '/oidc/auth/'))).status).toBe(400)
  })

  it('a browser that claims its approval is not believed: the outcome is read from the store', async () => {
    const flow = await start()
    await typePhone(flow, `+${freshPhone()}`)
    const { text } = await flow.browser.go(flow.at)
    expect(tokenIn(text)).not.toBe('')
    expect(
      (await flow.browser.follow(service.baseUrl, `${flow.at.replace('/sign-in/', '/oidc/auth/')}`)).at,
    ).not.toContain('code=')
  })

  it('the confirmation of one sign-in does not finish another of the same phone', async () => {
    const phone = freshPhone()
    const attacker = await start()
    await typePhone(attacker, `+${phone}`)
    const code = service.telephony.placed.findLast(({ request }) => request.phone.e164 === phone)!.code
    await service.clock.advance(minuteMs)
    const victim = await start()
    await confirm(service, victim, `+${phone}`)
    expect(tokenIn((await attacker.browser.go(attacker.at)).text)).not.toBe('')
    await expect(approve(service, attacker, code === '0001' ? '0002' : '0001')).rejects.toThrow()
  })

  it('a client token that is sent again after the approval starts and signs in nothing', async () => {
    const flow = await start()
    await typePhone(flow, `+${freshPhone()}`)
    const token = tokenIn((await flow.browser.go(flow.at)).text)
    const { code } = service.telephony.placed.at(-1)!
    await approve(service, flow, code)
    const rung = service.telephony.placed.length
    // A check with the right code may be repeated, and is told what it was told.
    const wrong = code === '0001' ? '0002' : '0001'
    expect((await withToken(service, token, '/check', { code: wrong })).body.valid).not.toBe(true)
    for (const method of ['/next', '/cancel'])
      expect((await withToken(service, token, method, {})).status).toBe(409)
    expect((await withToken(service, token)).body.status).toBe('approved')
    expect(service.telephony.placed.length).toBe(rung)
  })

  it('a token of one verification does not touch another, and is dead after its end', async () => {
    const [one, other] = [await start(), await start()]
    await typePhone(one, `+${freshPhone()}`)
    await typePhone(other, `+${freshPhone()}`)
    const [first, second] = [
      tokenIn((await one.browser.go(one.at)).text),
      tokenIn((await other.browser.go(other.at)).text),
    ]
    const foreign = await service.raw(`/v2/verifications/vf_${second.slice(3, 35)}`, {
      headers: { Authorization: `Bearer ${first}` },
    })
    expect([401, 403, 404]).toContain(foreign.status)
    await withToken(service, first, '/cancel', {})
    await service.clock.hasten(11 * minuteMs)
    expect((await withToken(service, first)).status).toBe(401)
  })
})

it('a number that asked not to be called gets the same words as a call that cannot be placed', async () => {
  const phone = freshPhone()
  const { body } = await service.post('initCall', { phone })
  const { phoneHash } = (await service.store.call(body.vendor_id))!
  await changed(service.store, 'addDoNotCall', { phoneHash: phoneHash!, phoneMask: '', at: 1 })
  await service.clock.hasten(minuteMs)
  const { status, text } = await typePhone(await start(), `+${phone}`)
  expect([status, text]).toEqual([422, expect.stringContaining('cannot be placed at the moment')])
  expect(text).not.toContain('cannot be called here')
})

it('over https every answer demands https for a year, and over http none does', async () => {
  const port = String(await freePort())
  const address = { RINGKEY_PUBLIC_URL: 'https://verify.example.com', RINGKEY_PORT: port }
  const secure = { ...(await startTestService(address)), baseUrl: `http://127.0.0.1:${port}` }
  const { id } = await openClient(secure)
  await addClient(secure, id)
  const paths = ['/oidc/.well-known/openid-configuration', '/oidc/auth', '/oidc/nothing', '/oidc/token']
  for (const path of [
    ...paths,
    '/sign-in/style.css',
    '/sign-in/abcdefghijk',
    '/sign-in/abcdefghijk/cancel',
  ]) {
    const said = async ({ baseUrl }: { baseUrl: string }) =>
      (await fetch(baseUrl + path)).headers.get('strict-transport-security')
    expect([path, await said(secure), await said(service)]).toEqual([path, 'max-age=31536000', null])
  }
  await secure.stop()
})

it('a client whose service was switched off, or removed, serves nobody', async () => {
  const closing = await openClient(service)
  const its = await relyingParty(service.baseUrl, await addClient(service, closing.id))
  const flow = await begin(service.baseUrl, its)
  await changed(service.store, 'changeService', { id: closing.id, status: 'off', at: 1 })
  await noticed(service)
  expect((await flow.browser.go(flow.at)).status).toBe(404)
})
