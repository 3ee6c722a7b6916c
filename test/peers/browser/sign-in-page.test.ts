// A person signs in to a program by OpenID Connect, in Chromium. `openid-client` is the program.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as openid from 'openid-client'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { callArrived } from '../../../server/test/arriving-call.ts'
import { freshPhone, openClient } from '../../../server/test/contract/scene.ts'
import { addClient, relyingParty } from '../../../server/test/oidc-scene.ts'
import { eventually, startTestService, type TestService } from '../../../server/test/service.ts'
import { addTrunk } from '../../../server/test/store-contract/fixture.ts'
import { contrastOfRing, seriousFaults } from './accessibility.ts'
import { browserOfWorker, type PersonOptions, shoot } from './rig.ts'

let service: TestService
let shop: number
let app: Server
let redirect: string
const people: BrowserContext[] = []
beforeAll(async () => {
  // The work costs what it costs people.
  service = await startTestService({}, { signInWork: undefined })
  shop = (await openClient(service, {}, { roubles: 1_000 })).id
  app = createServer((_, response) => response.end('back')).listen(0, '127.0.0.1')
  await once(app, 'listening')
  redirect = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`
})
afterAll(async () => {
  app.close()
  await service.stop()
})
afterEach(async () => {
  await Promise.all(people.splice(0).map((context) => context.close()))
})

/** From the program to the sign-in page. */
async function begin(
  mode: 'flash' | 'voice' | 'inbound',
  options: PersonOptions = {},
  more = {},
  settings: Partial<Parameters<typeof addClient>[2]> = {},
) {
  const client = await addClient(service, shop, {
    name: 'Hats',
    redirects: [redirect],
    modes: [mode],
    ...settings,
  })
  const config = await relyingParty(service.baseUrl, client)
  const [verifier, nonce] = [openid.randomPKCECodeVerifier(), openid.randomNonce()]
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope: 'openid phone',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    ...more,
  })
  const context = await (await browserOfWorker()).newContext({ reducedMotion: 'reduce', ...options })
  people.push(context)
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('favicon')) refused.push(message.text())
  })
  await page.goto(url.href)
  const signedIn = async () => {
    await page.waitForURL(`${redirect}?**`)
    const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce }
    const tokens = await openid.authorizationCodeGrant(config, new URL(page.url()), checks)
    expect(refused).toEqual([])
    return openid.fetchUserInfo(config, tokens.access_token, tokens.claims()!.sub)
  }
  return { page, signedIn }
}

async function typePhone(page: Page, phone: string) {
  await page.getByLabel('Phone number').fill(`+${phone}`)
  await page.getByRole('button', { name: 'Confirm by a call' }).click()
}

it.each(['flash', 'voice'] as const)('sign-in page: a person signs in by a %s call', async (mode) => {
  const phone = freshPhone()
  const { page, signedIn } = await begin(mode)
  await page.getByRole('heading', { name: 'Sign in to Hats' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await shoot(page, `sign-in-${mode}`)
  await typePhone(page, phone)
  const field = page.getByLabel('Code, 4 digits')
  await field.waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await shoot(page, `sign-in-${mode}-code`)
  const call = service.telephony.placed.findLast(({ request }) => request.phone.e164 === phone)!
  await field.fill(call.code)
  expect(await signedIn()).toMatchObject({ phone_number: `+${phone}`, phone_number_verified: true })
})

it.each(['light', 'dark'] as const)(
  '[V2-248] sign-in page: the keyboard alone is enough, and focus is seen at 3:1 with any colour: %s',
  async (colorScheme) => {
    for (const colour of ['000000', '1a5fb4', 'ffcc00', 'ffffff']) {
      const phone = freshPhone()
      const { page, signedIn } = await begin('flash', { colorScheme }, {}, { colour: `#${colour}` })
      await page.getByRole('heading', { name: 'Sign in to Hats' }).waitFor()
      await page.locator('#phone:focus').waitFor()
      expect(await contrastOfRing(page), colour).toBeGreaterThan(3)
      // The field begins with +7, and what is typed comes after it.
      await page.keyboard.type(phone.slice(1))
      await page.keyboard.press('Tab')
      expect(await contrastOfRing(page), colour).toBeGreaterThan(3)
      await shoot(page, `sign-in-ring-${colorScheme}-${colour}`)
      await page.keyboard.press('Enter')
      await page.getByLabel('Code, 4 digits').and(page.locator(':focus')).waitFor()
      expect(await contrastOfRing(page), colour).toBeGreaterThan(3)
      await shoot(page, `sign-in-ring-code-${colorScheme}-${colour}`)
      const call = service.telephony.placed.findLast(({ request }) => request.phone.e164 === phone)!
      await page.keyboard.type(call.code)
      expect(await signedIn()).toMatchObject({ phone_number: `+${phone}` })
    }
  },
)

// Before an approval of this address, which forgives it the calls in vain.
it('sign-in page: another number may be typed, and who cancels is back at the program', async () => {
  const { page } = await begin('flash')
  await typePhone(page, freshPhone())
  await page.getByRole('button', { name: 'Another number' }).click()
  await typePhone(page, freshPhone())
  await page.getByLabel('Code, 4 digits').waitFor()
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await page.waitForURL(`${redirect}?**`)
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
})

it('sign-in page: a person signs in by calling the number that it shows', async () => {
  const phone = freshPhone()
  const { page, signedIn } = await begin('inbound')
  await typePhone(page, phone)
  await page.getByRole('link', { name: /^Call \+7/ }).waitFor()
  await addTrunk(service.store, 'simulator', true)
  const [waiting] = await eventually(
    async () => service.store.verificationPage({ ...newest, serviceId: shop }),
    (found) => found[0]?.steps[0]?.confirmationNumber != null,
  )
  const called = waiting!.steps[0]!.confirmationNumber!
  const arrived = callArrived(service, { callerE164: phone, calledE164: called, trunk: 'simulator' })
  const person = signedIn()
  const isBack = () => page.url().startsWith(redirect)
  await eventually(
    async () => {
      await service.clock.advance(200)
      return isBack()
    },
    (back) => back,
  )
  expect(await arrived).toBe('matched')
  expect(await person).toMatchObject({ phone_number: `+${phone}` })
})

const newest = { status: null, client: null, before: null, limit: 1, phoneHash: null }

it('sign-in page: is whole on a phone of 390 px, in Russian', async () => {
  const narrow = { viewport: { width: 390, height: 844 } }
  const { page } = await begin('flash', narrow, { ui_locales: 'ru' })
  await page.getByLabel('Номер телефона').fill(`+${freshPhone()}`)
  await shoot(page, 'sign-in-ru')
  await page.getByRole('button', { name: 'Подтвердить звонком' }).click()
  await page.getByText('Никому не сообщайте код').waitFor()
  await shoot(page, 'sign-in-ru-code')
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(390)
})

it('sign-in page: an address that rang in vain works in the browser, and is served', async () => {
  const openForm = async () => (await begin('flash')).page
  const isWork = async (page: Page) => (await page.locator('form[data-work]').count()) > 0
  let page = await openForm()
  for (let tries = 0; tries < 3 && !(await isWork(page)); tries++) {
    await typePhone(page, freshPhone())
    await page.getByLabel('Code, 4 digits').waitFor()
    page = await openForm()
  }
  expect(await isWork(page)).toBe(true)
  await typePhone(page, freshPhone())
  await page.getByRole('status').getByText('Your browser is working for this call').waitFor()
  await page.getByLabel('Code, 4 digits').waitFor()
})
