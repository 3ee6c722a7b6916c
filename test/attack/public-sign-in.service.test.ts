// Wrong codes that a stranger types in a browser: on the sign-in page, or with the client tokens of a public form.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshPhone } from '../../server/test/contract/scene.ts'
import { openV2Client, type V2Client } from '../../server/test/contract/v2-scene.ts'
import {
  addClient,
  answersIn,
  Browser,
  begin,
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
