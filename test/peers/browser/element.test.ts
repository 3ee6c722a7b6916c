// The element, in the page of docs/integrate/element.md, on another origin and under a strict content policy.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { freshPhone } from '../../../server/test/contract/scene.ts'
import { openV2Client, type V2Client } from '../../../server/test/contract/v2-scene.ts'
import { startTestService, type TestService } from '../../../server/test/service.ts'
import { contrastOfRing, faultsIn } from './accessibility.ts'
import { keepEvents, serveElementPage } from './element-page.ts'
import { browserOfWorker, type PersonOptions, shoot } from './rig.ts'

const expiresInMs = 300_000

let service: TestService
let client: V2Client
let shop: Awaited<ReturnType<typeof serveElementPage>>
const people: BrowserContext[] = []
beforeAll(async () => {
  service = await startTestService()
  shop = await serveElementPage(service.baseUrl)
})
afterAll(async () => {
  shop.close()
  await service.stop()
})
beforeEach(async () => {
  client = await openV2Client(service)
  service.telephony.placed.length = 0
  service.telephony.outcome = undefined
})
afterEach(async () => {
  await Promise.all(people.splice(0).map((context) => context.close()))
})

interface Shown {
  readonly page: Page
  readonly id: string
  /** What the page was told by events. */
  readonly events: () => Promise<string[]>
}

/** The page of the document, with a new verification. */
async function show(
  terms: object = {},
  { lang = 'en', dir = 'ltr', ...options }: PersonOptions & { lang?: string; dir?: string } = {},
): Promise<Shown> {
  const { body } = await client.create({ phone: freshPhone(), client_token: true, ...terms })
  shop.write(body.client_token, lang, dir)
  const context = await (await browserOfWorker()).newContext({ reducedMotion: 'reduce', ...options })
  people.push(context)
  const page = await context.newPage()
  await page.clock.setFixedTime(service.clock.now())
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  page.on('pageerror', (error) => refused.push(String(error)))
  await page.addInitScript(keepEvents)
  await page.goto(shop.url)
  await page.getByRole('timer').waitFor()
  expect(refused).toEqual([])
  return { page, id: body.id, events: () => page.evaluate('seenEvents') }
}

const ring = async (reason = 'rang' as const) => {
  service.telephony.placed.at(-1)!.end({ completed: true, reason })
  await service.clock.advance(1_000)
}

it('element: the page of the document approves by the code, on another origin, under a strict content policy', async () => {
  const { page, id, events } = await show({ steps: [{ mode: 'flash' }] })
  await ring()
  await page.getByText('We called you').waitFor()
  await page.getByLabel('Code, 4 digits').fill('0000')
  await page.getByText('This code is wrong.').waitFor()
  await page.getByText('Tries left: 2').waitFor()
  // As people paste it.
  const { code } = service.telephony.placed[0]!
  await page.getByLabel('Code, 4 digits').fill(` ${code.slice(0, 2)} ${code.slice(2)}`)
  await page.getByText('Your phone is confirmed.').waitFor()
  expect(await events()).toEqual(['approved'])
  expect((await client.read(id)).body.status).toBe('approved')
})

it('element: an answer from before a wrong code does not give its try back', async () => {
  const { page, id } = await show({ steps: [{ mode: 'flash', seconds: 120 }, { mode: 'voice' }] })
  const answered = Promise.withResolvers<void>()
  const shown = Promise.withResolvers<void>()
  await page.route(/\?wait=/, async (route) => {
    const response = await route.fetch()
    answered.resolve()
    await shown.promise
    await route.fulfill({ response })
  })
  await ring()
  await page.getByText('We called you').waitFor()
  await service.clock.advance(15_000)
  await client.ask(`/verifications/${id}/next`, {})
  await answered.promise
  await page.getByLabel('Code, 4 digits').fill('0000')
  await page.getByText('Tries left: 2').waitFor()
  shown.resolve()
  await page.getByText('We are calling you').waitFor()
  expect(await page.getByText('Tries left: 2').isVisible()).toBe(true)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

it('[V2-246] element: that a code was wrong is said until something is typed or another call begins', async () => {
  const { page, id } = await show({ steps: [{ mode: 'flash', seconds: 120 }, { mode: 'voice' }] })
  const [field, wrong] = [page.getByLabel('Code, 4 digits'), page.getByText('This code is wrong.')]
  await field.fill('0000')
  await wrong.waitFor()
  // The same call goes on: its ringing is over.
  await ring()
  await page.getByText('We called you').waitFor()
  expect([await wrong.isVisible(), await field.getAttribute('aria-invalid')]).toEqual([true, 'true'])
  await field.pressSequentially('1')
  expect([await wrong.isVisible(), await field.getAttribute('aria-invalid')]).toEqual([false, null])
  await field.fill('0000')
  await wrong.waitFor()
  await service.clock.advance(15_000)
  await client.ask(`/verifications/${id}/next`, {})
  await page.getByText('a robot will tell you the code').waitFor()
  expect([await wrong.isVisible(), await field.getAttribute('aria-invalid')]).toEqual([false, null])
})

it('[V2-247] element: with submit, an approval sends the form around it, and nothing else does', async () => {
  const { page } = await show({ steps: [{ mode: 'flash' }] })
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/signed-in'),
  )
  await page.evaluate("document.querySelector('ringkey-verify').setAttribute('submit', '')")
  await page.getByLabel('Code, 4 digits').fill('0000')
  await page.getByText('This code is wrong.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.getByLabel('Code, 4 digits').fill(service.telephony.placed[0]!.code)
  await sent
})

it.each(['light', 'dark'] as const)(
  '[V2-248] element: the focus ring is seen at 3:1 with any accent of the page: %s',
  async (colorScheme) => {
    const { page } = await show({ steps: [{ mode: 'flash' }] }, { colorScheme })
    await page.evaluate(`
      document.documentElement.style.colorScheme = 'light dark'
      document.body.style.background = 'Canvas'
    `)
    for (const accent of ['#000000', '#1756c4', '#ffcc00', '#ffffff']) {
      await page.evaluate(
        `document.querySelector('ringkey-verify').style.setProperty('--ringkey-accent', '${accent}')`,
      )
      await page.getByRole('textbox').focus()
      expect(await contrastOfRing(page), accent).toBeGreaterThan(3)
      await page.keyboard.press('Tab')
      expect(await contrastOfRing(page), accent).toBeGreaterThan(3)
      await shoot(page, `element-ring-${colorScheme}-${accent.slice(1)}`)
    }
  },
)

it('element: keyboard alone is enough, from the field to the next way and to the outcome', async () => {
  const { page } = await show({ steps: [{ mode: 'flash', seconds: 120 }, { mode: 'voice' }] })
  await ring()
  await page.getByText('We called you').waitFor()
  await service.clock.advance(15_000)
  const focused = () => page.evaluate("document.activeElement.shadowRoot?.activeElement?.part.value ?? ''")
  const reached: unknown[] = []
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press('Tab')
    reached.push(await focused())
  }
  expect(reached).toEqual(['input', 'check', 'next'])
  await page.keyboard.press('Enter')
  await page.getByText('a robot will tell you the code').waitFor()
  expect(service.telephony.placed.at(-1)!.request.mode).toBe('voice')
  // No trap: the next stop is the button of the page.
  await page.getByLabel('Code, 4 digits').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Continue')
  await page.getByLabel('Code, 4 digits').focus()
  await page.keyboard.type(service.telephony.placed.at(-1)!.code)
  await page.getByText('Your phone is confirmed.').waitFor()
  expect(await focused()).toBe('end')
})

it('element: assistive technology gets the label, the purpose, the state and the time', async () => {
  const { page } = await show({ steps: [{ mode: 'flash', seconds: 120 }, { mode: 'voice' }] })
  const tree = await page.locator('ringkey-verify').ariaSnapshot()
  expect(tree).toBe(
    [
      '- status:',
      '  - paragraph: We are calling you from +7 495 123-…; type the last 4 digits of the number that calls. You need not answer.',
      '- text: Code, 4 digits',
      '- textbox "Code, 4 digits"',
      '- button "Confirm"',
      '- paragraph: "Tries left: 3"',
      '- timer: "Time left: 5:00"',
      `- 'button "Another way: a robot tells me the code" [disabled]'`,
      '- paragraph: You can choose it when this call has ended.',
    ].join('\n'),
  )
  const field = page.getByRole('textbox')
  expect([await field.getAttribute('inputmode'), await field.getAttribute('autocomplete')]).toEqual([
    'numeric',
    'one-time-code',
  ])
  await field.fill('0000')
  await page.getByText('This code is wrong.').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('status').innerText()).toContain('This code is wrong.')
})

it('element: a call from the person has a link to tap and, on a computer, a QR code', async () => {
  const { page, events } = await show({ steps: [{ mode: 'inbound' }] })
  const link = page.getByRole('link', { name: /^Call \+7 / })
  expect(await link.getAttribute('href')).toMatch(/^tel:\+7\d{10}$/)
  const drawn = page.getByRole('img', { name: /^QR code that dials/ })
  expect(await drawn.locator('path').getAttribute('d')).toMatch(/^M[\d.]/)
  expect(await page.getByRole('textbox').count()).toBe(0)
  expect(await faultsIn(page, 'ringkey-verify')).toEqual([])
  await shoot(page, 'element-inbound')
  await service.clock.advance(expiresInMs)
  await page.getByText(/could not be confirmed|time is over/).waitFor()
  expect(await events()).toHaveLength(1)
})

it.each([
  ['light', 'en', 'ltr', 1280],
  ['dark', 'ru', 'ltr', 320],
  ['light', 'kk', 'rtl', 320],
  ['dark', 'en', 'rtl', 1280],
] as const)(
  'element: axe finds nothing and nothing is cut off: %s, %s, %s, %i px',
  async (colorScheme, lang, dir, width) => {
    const { page } = await show(
      { steps: [{ mode: 'flash', seconds: 120 }, { mode: 'voice' }] },
      { lang, dir, colorScheme, viewport: { width, height: 640 } },
    )
    // The page follows the system. axe takes a page without a background for a white one.
    await page.evaluate(`
      document.documentElement.style.colorScheme = 'light dark'
      document.body.style.background = 'Canvas'
    `)
    const look = async (name: string) => {
      await shoot(page, `element-${name}-${colorScheme}-${lang}-${width}`)
      expect(await faultsIn(page, 'ringkey-verify')).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    }
    await look('ringing')
    await page.getByRole('textbox').fill('0000')
    await page.locator('[aria-invalid=true]').waitFor()
    await look('wrong')
    await page.getByRole('textbox').fill(service.telephony.placed[0]!.code)
    await page.locator('.approved').waitFor()
    await look('approved')
  },
)

it('element: own words and colours replace those of the element, and a token that is over is said', async () => {
  const { page, id } = await show({ steps: [{ mode: 'flash' }] })
  await page.evaluate(`
    const element = document.querySelector('ringkey-verify')
    element.texts = { check: 'Let me in' }
    // The page has a name of its own for the colour, which the element might use inside too.
    document.body.style.setProperty('--accent', 'rgb(1, 2, 3)')
    element.style.setProperty('--ringkey-accent', 'var(--accent)')
  `)
  const button = page.getByRole('button', { name: 'Let me in' })
  const colour =
    "getComputedStyle(document.querySelector('ringkey-verify').shadowRoot.querySelector('.main[type]'))"
  expect([await button.count(), await page.evaluate(`${colour}.backgroundColor`)]).toEqual([
    1,
    'rgb(1, 2, 3)',
  ])
  await page.evaluate("document.querySelector('ringkey-verify').cancel()")
  await page.getByText('The confirmation was canceled.').waitFor()
  expect((await client.read(id)).body.status).toBe('canceled')
  await page.evaluate(
    "document.querySelector('ringkey-verify').setAttribute('token', 'vt_' + '0'.repeat(64))",
  )
  await page.getByText('The time is over.').waitFor()
})
