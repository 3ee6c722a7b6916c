// The element in Debian's Firefox.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freshPhone } from '../../../server/test/contract/scene.ts'
import { openV2Client, type V2Client } from '../../../server/test/contract/v2-scene.ts'
import { startTestService, type TestService } from '../../../server/test/service.ts'
import { faultsIn } from './accessibility.ts'
import { keepEvents, serveElementPage } from './element-page.ts'
import { startFirefox } from './firefox.ts'

const tab = '\uE004'

let service: TestService
let client: V2Client
let shop: Awaited<ReturnType<typeof serveElementPage>>
let firefox: Awaited<ReturnType<typeof startFirefox>>
beforeAll(async () => {
  service = await startTestService()
  shop = await serveElementPage(service.baseUrl)
  firefox = await startFirefox()
  await firefox.beforeScripts(keepEvents)
})
afterAll(async () => {
  await firefox?.stop()
  shop?.close()
  await service?.stop()
})
beforeEach(async () => {
  client = await openV2Client(service)
})

const inside = "document.querySelector('ringkey-verify').shadowRoot"
const says = (text: string) => firefox.waitFor(`${inside}.textContent.includes('${text}')`)
const focused = () => firefox.evaluate(`${inside}.activeElement?.part.value ?? ''`)
const code = () => service.telephony.placed.at(-1)!.code

async function show(lang = 'en', dir = 'ltr'): Promise<string> {
  const { body } = await client.create({
    phone: freshPhone(),
    client_token: true,
    steps: [{ mode: 'flash', seconds: 120 }, { mode: 'voice' }],
  })
  shop.write(body.client_token, lang, dir)
  await firefox.goto(shop.url)
  await firefox.waitFor(`${inside}.querySelector('input').offsetWidth > 0`)
  return body.id
}

it('element in Firefox: keyboard alone, on another origin, under a strict content policy', async () => {
  const id = await show()
  await firefox.press(tab)
  expect(await focused()).toBe('input')
  await firefox.press('0000')
  await says('This code is wrong.')
  expect(await focused()).toBe('input')
  await firefox.press(code())
  await says('Your phone is confirmed.')
  expect(await firefox.evaluate('seenEvents')).toEqual(['approved'])
  expect(await focused()).toBe('end')
  expect((await client.read(id)).body.status).toBe('approved')
})

it('element in Firefox: axe finds nothing and nothing is cut off at 320 px, from right to left', async () => {
  await firefox.resize(320, 640)
  await show('kk', 'rtl')
  const look = async () => {
    expect(await faultsIn(firefox, 'ringkey-verify')).toEqual([])
    expect(await firefox.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  }
  await look()
  await firefox.press(`${tab}${code()}`)
  await firefox.waitFor(`${inside}.querySelector('.approved') !== null`)
  await look()
})
