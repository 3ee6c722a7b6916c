// What is the same on every page: language, theme, keyboard, the drawer of a narrow screen, the size of the first load.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { waitUntilUsable } from './page-list.ts'
import { type Rig, shoot, startRig } from './rig.ts'

const patienceMs = 60_000
/** Of index.html, scripts and styles, as they come over the wire with gzip. */
const maxFirstLoadBytes = { entrance: 152_000, firstPage: 187_000 }

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
}, 180_000)
afterEach(({ task }) => rig.closePages(task))
afterAll(() => rig?.stop())

async function newPage(options?: Parameters<Rig['newPerson']>[0]): Promise<Page> {
  const page = await (await rig.newPerson(options)).newPage()
  page.setDefaultTimeout(patienceMs)
  return page
}

it('cabinet frame: keeps the chosen language and theme after a reload', {
  timeout: 120_000,
}, async () => {
  const page = await rig.demoPage('/services')
  page.setDefaultTimeout(patienceMs)
  const root = page.locator('html')
  await page.getByRole('button', { name: 'RU: Русский' }).click()
  await page.getByRole('heading', { name: 'Мои сервисы' }).waitFor()
  await page.getByRole('button', { name: 'Тема' }).click()
  await page.getByRole('menuitem', { name: 'Тёмная' }).click()
  for (const _ of ['now', 'after a reload']) {
    await page.getByRole('heading', { name: 'Мои сервисы' }).waitFor()
    expect(await root.getAttribute('lang')).toBe('ru')
    expect(await root.getAttribute('data-mantine-color-scheme')).toBe('dark')
    expect(await page.title()).toBe('Мои сервисы · Ringkey')
    await page.reload()
  }
  await page.getByRole('button', { name: 'EN: English' }).click()
  await page.getByRole('heading', { name: 'My services' }).waitFor()
})

it('cabinet frame: axe finds nothing in the menus, and arrow keys move through them', {
  timeout: 120_000,
}, async () => {
  const page = await rig.demoPage('/services')
  page.setDefaultTimeout(patienceMs)
  for (const name of ['Account menu', 'Theme']) {
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    const focused = page.locator('[role=menuitem]:focus')
    await focused.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'hidden' })
  }
})

it('cabinet frame: sign-in and a first call work with the keyboard alone', { timeout: 180_000 }, async () => {
  const page = await newPage()
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
  await page.goto(`${rig.baseUrl}/cabinet/`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await tabTo(page, 'E-mail')
  await page.keyboard.type(rig.firstRun.email)
  await tabTo(page, 'Password')
  await page.keyboard.type(rig.firstRun.password)
  await press('Enter')
  await page.getByRole('navigation').first().waitFor()

  await page.reload()
  await page.getByRole('main').getByRole('link').first().waitFor()
  await press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the page')
  await press('Enter', 'Tab')
  // The bar and the rail are behind.
  expect(await page.evaluate(`document.activeElement.closest('main') !== null`)).toBe(true)

  await press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await help.getByText('Go to Demo phone').waitFor()
  await shoot(page, 'keyboard-help')
  await press('Escape')
  await help.waitFor({ state: 'hidden' })

  await press('g', 's')
  await page.getByRole('heading', { name: 'My services' }).waitFor()
  await press('g', 'p')
  await page.getByRole('heading', { name: 'Demo phone' }).waitFor()
  await tabTo(page, 'Phone number')
  await press('Enter')
  const handset = page.getByRole('region', { name: 'Handset' })
  await handset.getByText('Incoming call').waitFor()
  await handset.getByText('Last call').waitFor()
  expect((await handset.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Last four digits \d{4}/)

  const link = page.getByRole('link', { name: /^call \d+$/ })
  const vendorId = /call (\d+)/.exec(await link.innerText())![1]!
  await tabTo(page, 'Account menu')
  await press('/')
  expect(await focusedName(page)).toBe('Search calls and verifications')
  await page.keyboard.type(`${vendorId} g s`)
  expect(page.url()).toMatch(/\/phone$/)
  await press('Backspace', 'Backspace', 'Backspace', 'Backspace', 'Enter')
  await page.waitForURL(/\/verifications/)
})

it('cabinet frame: finds pages, services and verifications with Ctrl+K, in both languages', {
  timeout: 120_000,
}, async () => {
  const page = await rig.demoPage('/money')
  page.setDefaultTimeout(patienceMs)
  await waitUntilUsable(page)
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  const find = async (typed: string) => {
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill(typed)
  }
  await find('alar')
  await shoot(page, 'palette')
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/alarms$/)

  // Typed at once, while the palette is still on its way.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('rotate')
  await palette.getByRole('option', { name: 'Rotate the key of Demo' }).waitFor()
  expect(await palette.getByRole('combobox').inputValue()).toBe('rotate')
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })

  await find(`demo ${rig.firstRun.service_id}`)
  await palette.getByRole('option', { name: /service$/ }).click()
  await page.waitForURL(new RegExp(`/services/${rig.firstRun.service_id}$`))

  await find('123456')
  await palette.getByRole('option', { name: 'Open call 123456' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/verifications\/123456$/)

  // A phone number is looked for and stands in no address.
  await find('+7 916 123-45-67')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/verifications$/)
  await palette.waitFor({ state: 'detached' })

  await find('рус')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Проверки', level: 1 }).waitFor()
  // As a keyboard with Russian letters sends them.
  const typeAt = (key: string, code: string) =>
    page.evaluate(`dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', code: '${code}' }))`)
  await typeAt('п', 'KeyG')
  await typeAt('ы', 'KeyS')
  await page.waitForURL(/\/services$/)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Найти что угодно' }).getByRole('combobox').fill('ден')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/money$/)
})

it('cabinet frame: has its menu in a drawer on a narrow screen', { timeout: 120_000 }, async () => {
  const page = await rig.demoPage('/phone', { viewport: { width: 390, height: 844 } })
  page.setDefaultTimeout(patienceMs)
  await waitUntilUsable(page)
  const link = page.getByRole('link', { name: 'My services' })
  expect(await link.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await link.waitFor()
  await shoot(page, 'drawer')
  await link.click()
  await page.getByRole('heading', { name: 'My services' }).waitFor()
  await link.waitFor({ state: 'hidden' })
})

it('cabinet frame: the entrance and the first page stay within their size limit', {
  timeout: 180_000,
}, async () => {
  const entrance = await newPage()
  const atEntrance = await firstLoadOf(entrance, async () => {
    await entrance.getByRole('button', { name: 'Sign in' }).waitFor()
  })
  await entrance.goto(await rig.demoLink())
  await entrance.getByRole('button', { name: 'Enter the demo' }).click()
  await entrance.getByRole('navigation').first().waitFor()
  // Another browser with the same cookie: nothing is in its cache.
  const storageState = await entrance.context().storageState()
  const first = await newPage({ storageState })
  const atFirstPage = await firstLoadOf(first, () => waitUntilUsable(first))
  // The arrow of a list has the styles of a component that the first page does not load.
  const arrow = first.locator('select').first().locator('xpath=../..').locator('svg')
  expect((await arrow.boundingBox())!.width).toBe(14)
  // Less would mean that something was not counted: it is 148 and 180 kB when this is written.
  expect(Math.min(atEntrance, atFirstPage)).toBeGreaterThan(100_000)
  expect(atEntrance).toBeLessThan(maxFirstLoadBytes.entrance)
  expect(atFirstPage).toBeLessThan(maxFirstLoadBytes.firstPage)
})

/** Bytes over the wire of the page, its scripts and styles, told by the browser itself. */
async function firstLoadOf(page: Page, isThere: () => Promise<void>): Promise<number> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } })
  const counted = new Set<string>()
  let bytes = 0
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Document' && type !== 'Script' && type !== 'Stylesheet') return
    counted.add(requestId)
    const encoding = response.headers['content-encoding'] ?? response.headers['Content-Encoding']
    if (type !== 'Document') expect([response.url, encoding]).toEqual([response.url, 'gzip'])
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(`${rig.baseUrl}/cabinet/`)
  await isThere()
  return bytes
}

const maxTabs = 60

/** Presses Tab until the control of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < maxTabs; pressed++) {
    if ((await focusedName(page)) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`"${name}" cannot be reached with Tab`)
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(
    "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.labels?.[0]?.textContent ?? ''",
  )
}

it('a page whose files the network breaks off is loaded again; when that fails too, the menu stays', async () => {
  const page = await rig.demoPage('/services')
  let asked = 0
  await page.route('**/assets/money-page-*.js', (route) => (++asked === 1 ? route.abort() : route.continue()))
  await page.getByRole('link', { name: 'Money' }).click()
  await page.getByRole('heading', { name: 'Money', level: 1 }).waitFor()
  expect(asked).toBe(2)

  await page.route('**/assets/requests-page-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Developers' }).click()
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByText('This page cannot be loaded now').waitFor()
  await shoot(page, 'page-failed')
  await page.getByRole('link', { name: 'Money' }).click()
  await page.getByRole('heading', { name: 'Money', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Developers' }).click()
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('button', { name: 'Load again' }).waitFor()
  await page.unroute('**/assets/requests-page-*.js')
  // The network is back: nobody has to press the button.
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
}, 60_000)

it('overview: nothing is pushed about while it loads', { timeout: 120_000 }, async () => {
  const page = await rig.demoPage('/services')
  await page.addInitScript(`
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  // Answers that come one after the other, as over a slow network.
  const delays: Record<string, number> = { overview: 300, 'first-steps': 900, calls: 1_500 }
  for (const [name, ms] of Object.entries(delays)) {
    await page.route(`**/cabinet/api/${name}?(\\?*)`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      await route.continue()
    })
  }
  await page.goto(`${rig.baseUrl}/cabinet/`)
  await page.getByRole('heading', { name: 'Latest calls' }).waitFor()
  await page.getByRole('heading', { name: 'Last 24 hours' }).waitFor()
  expect(await page.evaluate('window.shifted')).toBeLessThan(0.05)
})

it('cabinet frame: owners and operators have at most seven entries, and old addresses lead into the console', {
  timeout: 120_000,
}, async () => {
  const page = await rig.demoPage('/')
  const rail = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  const ofOwner = 'Overview, Verifications, Quality, Money, My services, Developers, Team and account'
  expect((await rail.allInnerTexts()).slice(0, -1).join(', ')).toBe(ofOwner)
  await page.getByRole('link', { name: 'Developers' }).click()
  const tabs = page.getByRole('navigation', { name: 'Parts of this section' }).getByRole('link')
  const ofDevelopers = ['Quick start', 'Try it', 'API reference', 'Webhooks', 'Requests']
  expect(await tabs.allInnerTexts()).toEqual(ofDevelopers)
  await page.goto(`${rig.baseUrl}/cabinet/accounts/1?x=1`)
  await page.waitForURL(/\/cabinet\/console\/accounts\/1\?x=1$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const ofConsole = ['Health', 'Trunks and numbers', 'Customers', 'Numbering', 'Protection', 'Log']
  const named = (await rail.allInnerTexts()).map((text) => text.split('\n')[0])
  expect(named.slice(0, -1)).toEqual(ofConsole)
  expect(await rail.filter({ hasText: 'Customers' }).getAttribute('aria-current')).toBe('page')
  await page.getByRole('link', { name: 'My cabinet' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
})
