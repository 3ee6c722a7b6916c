import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshPhone, openClient } from '../../server/test/contract/scene.ts'
import { addClient, Browser, confirm, type Flow } from '../../server/test/oidc-scene.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'
import { startRelyingParty } from './relying-party.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('ringkey demo sign-in: a person signs in to the demo shop, which shows the number', async () => {
  const shop = await startRelyingParty(0)
  const { id } = await openClient(service)
  const made = await addClient(service, id, { redirects: [shop.redirect], public: true })
  shop.use({ issuer: `${service.baseUrl}/oidc`, id: made.id })
  const browser = new Browser()
  const { location } = await browser.go(`${shop.url}/sign-in`)
  const { at, text: html } = await browser.follow(service.baseUrl, location)
  const phone = freshPhone()
  const returned = await confirm(service, { browser, at, html } as Flow, `+${phone}`)
  expect((await browser.go(returned)).text).toContain(`Signed in as +${phone}`)
  expect(await shop.signedIn).toBe(`+${phone}`)
  expect((await browser.go(`${shop.redirect}?code=x&state=forged`)).text).toContain('Nobody signed in')
  shop.close()
})
