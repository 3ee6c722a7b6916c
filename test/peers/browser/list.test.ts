import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import { ManualClock } from '../../../server/test/manual-clock.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { seriousFaults } from './accessibility.ts'
import { fillDay } from './day-of-calls.ts'
import { lookAt } from './look-at.ts'
import { type Rig, shoot, startRig } from './rig.ts'

/** A browser beside other suites on two cores is slow at times. */
const patienceMs = 240_000

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
  await fillDay(rig.folder, rig.firstRun.service_id, Date.now())
}, 120_000)
afterEach(({ task }) => rig.closePages(task))
afterAll(() => rig?.stop())

async function initCall(parameters: object): Promise<number> {
  const response = await fetch(`${rig.baseUrl}/v1.0/initCall`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${rig.firstRun.secret_key}.${rig.firstRun.service_id}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(parameters),
  })
  const body = (await response.json()) as { vendor_id: number }
  expect(response.status).toBe(200)
  return body.vendor_id
}

/** Every address that the browser requested, and its own current address. */
function watchAddresses(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  return addresses
}

it(
  'list: shows a new call live, finds it by number, opens it beside the list and exports it',
  async () => {
    const page = await rig.demoPage('/verifications')
    const rows = page.getByRole('table').getByRole('row')
    await rows.nth(10).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()

    // Switched off: the carrier refuses at once, so that both the beginning and the end are seen.
    const id = await initCall({ phone: '79005550300', client: 'live one' })
    const line = page.getByRole('row').filter({ has: page.getByRole('link', { name: String(id) }) })
    await line.waitFor()
    await line.getByText('Failed: unreachable').waitFor()
    expect(await rows.nth(1).textContent()).toContain('live one')

    // While the pointer is on the table nothing moves; what is new is counted.
    await rows.nth(5).hover()
    await initCall({ phone: '79005550301', client: 'waiting one' })
    await page.getByRole('button', { name: '1 new' }).waitFor()
    expect(await rows.nth(1).textContent()).toContain('live one')
    await page.mouse.move(2, 2)
    await page.getByText('waiting one').waitFor()

    const addresses = watchAddresses(page)
    for (const spelling of ['79005550300', '+7 900 555-03-00', '8 (900) 555 03 00']) {
      await page.getByLabel('Search calls and verifications').fill(spelling)
      await page.keyboard.press('Enter')
      await page.getByText('Found by phone 7900***0300').waitFor()
      expect(await page.getByRole('row').count()).toBe(2)
      await shoot(page, 'list-found')
      await page.getByRole('button', { name: 'Back to the list' }).click()
      await rows.nth(10).waitFor()
    }
    const digits = addresses.join(' ').replaceAll(/%20|[^\dA-Za-z/]/g, '')
    expect(digits).not.toContain('9005550300')

    await page.getByLabel('Search calls and verifications').fill('live one')
    await page.keyboard.press('Enter')
    await page.getByText('Found for “live one”').waitFor()
    await page.waitForURL(/\?.*q=live/)
    await page.getByRole('link', { name: String(id) }).click()
    const panel = page.getByRole('dialog', { name: 'Call · 7900***0300' })
    await panel.getByText('The phone is switched off or out of coverage.').waitFor()
    await page.waitForURL(new RegExp(`q=live.*open=${id}`))
    await panel.getByRole('button', { name: 'Show', exact: true }).click()
    await panel.getByRole('list', { name: 'Messages of the call' }).getByText('INVITE').first().waitFor()
    await panel.getByText('Nothing was charged.').waitFor()
    await panel.getByRole('table', { name: 'Requests' }).getByText('initCall').waitFor()
    await shoot(page, 'panel-call')
    expect(await seriousFaults(page)).toEqual([])
    // The address of the panel, and the page that it leads to.
    await page.reload()
    await panel.getByRole('link', { name: 'Open as a page' }).click()
    await page.waitForURL(new RegExp(`/verifications/${id}$`))
    await page.getByRole('heading', { name: 'Call · 7900***0300', level: 1 }).waitFor()

    // An old address leads here with its filters.
    await page.goto(`${rig.baseUrl}/cabinet/calls?state=failed`)
    await page.waitForURL(/\/verifications\?state=failed$/)
    await page.getByText('Failed: unreachable').first().waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^verifications_\d{4}-\d\d-\d\d\.csv$/)
    const file = readFileSync(await (await saved).path(), 'utf8')
    expect(file.startsWith('\uFEFFid,started')).toBe(true)
    expect(file).toContain(`${id},`)
    expect(file).not.toContain(',completed,')
    await page.getByText(/Saved: \d+ lines/).waitFor()
  },
  patienceMs,
)

it(
  'list export: continues on other pages, and can be cancelled',
  async () => {
    const page = await rig.demoPage('/verifications')
    await page.getByRole('table').getByRole('row').nth(10).waitFor()
    // A slow server: the request leaves when the test lets it.
    const held = Promise.withResolvers<void>()
    await page.route(/verifications\/export/, async (route) => {
      await held.promise
      await route.continue().catch(() => {})
    })
    await page.getByRole('button', { name: 'CSV' }).click()
    await page.getByRole('progressbar').waitFor()
    await page.getByRole('link', { name: 'My services' }).click()
    await page.waitForURL(/services/)
    await page.getByText(/\d+ lines so far/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('The export was cancelled; nothing was saved.').waitFor()
    held.resolve()
  },
  patienceMs,
)

it(
  'list: keeps filters, period and service in the address',
  async () => {
    const page = await rig.demoPage('/verifications?mode=voice&state=failed')
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
    for (const row of await page.getByRole('table').getByRole('row').allTextContents()) {
      expect(row).toMatch(/Voice|Calls/)
    }
    await page.getByRole('button', { name: 'Mode: Voice', exact: true }).click()
    await lookAt(page, 'list-filter-choices')
    await page.getByRole('button', { name: 'Flash', exact: true }).click()
    await page.waitForURL(/\?mode=flash&state=failed$/)
    await page.getByRole('button', { name: 'Remove this filter: Outcome: Failed' }).click()
    await page.waitForURL(/\?mode=flash$/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.waitForURL((url) => url.search === '')

    // A period has presets, and the address keeps their names; by keys as by pointer.
    const rows = page.getByRole('table').getByRole('row')
    await page.getByRole('button', { name: 'Period: Any time' }).press('Enter')
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\?period=yesterday$/)
    const period = page.getByRole('button', { name: 'Period: Yesterday' })
    expect(await period.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true)
    await rows.nth(1).waitFor()
    const midnight = (await page.evaluate('new Date().setHours(0, 0, 0, 0)')) as number
    const dates = await page
      .locator('td time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')!))
    for (const at of dates) expect(Date.parse(at)).toBeLessThan(midnight)
    await period.click()
    await page.getByLabel('From', { exact: true }).fill('2020-01-01T10:00')
    await page.getByLabel('Until', { exact: true }).fill('2020-01-02T10:00')
    await page.getByRole('button', { name: 'Period: 1 Jan, 10:00 – 2 Jan, 10:00' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Nothing matches these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await rows.nth(1).waitFor()
    const services = page.getByRole('banner').getByLabel('Service', { exact: true })
    await services.selectOption(String(rig.firstRun.service_id))
    await page.waitForURL(new RegExp(`service=${rig.firstRun.service_id}`))
  },
  patienceMs,
)

it(
  'list: rows are walked and opened by keys, the panel closes to its row, on a narrow screen it is a page',
  async () => {
    const answer = await fetch(`${rig.baseUrl}/v2/verifications`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${rig.firstRun.secret_key}.${rig.firstRun.service_id}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ phone: '+79000000001', code: '4711', client: 'order 18' }),
    })
    const { id } = (await answer.json()) as { id: string }
    const page = await rig.demoPage('/verifications?test=yes')
    const row = page.getByRole('link', { name: id })
    await row.waitFor()
    // Its call is a step of it, and no row of its own.
    expect(await page.getByRole('link', { name: /^7900\*\*\*0001, \d+$/ }).count()).toBe(0)
    const focused = () => page.evaluate('String(document.activeElement.getAttribute("aria-label"))')
    await page.keyboard.press('j')
    expect(await focused()).toContain(id)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Verification · 7900***0001' })
    await panel.getByRole('list', { name: 'What happened' }).waitFor()
    await lookAt(page, 'panel-verification')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await expect.poll(focused).toContain(id)
    expect(new URL(page.url()).search).toBe('?test=yes')

    // The list beside the panel goes on: keys and clicks change the panel, and it stays one step back.
    await page.goto(`${rig.baseUrl}/cabinet/requests`)
    await page.goto(`${rig.baseUrl}/cabinet/verifications?state=failed&test=no`)
    const links = page.getByRole('table').getByRole('link')
    const opened = (place: number) => links.nth(place).and(page.locator('[aria-current=true]'))
    await links.nth(3).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await opened(0).waitFor()
    const beside = page.getByRole('dialog', { name: / · / })
    const asPage = beside.getByRole('link', { name: 'Open as a page' })
    await asPage.waitFor()
    await page.keyboard.press('j')
    await opened(1).waitFor()
    await links.nth(3).click()
    await opened(3).waitFor()
    await asPage.focus()
    await page.keyboard.press('k')
    await opened(2).waitFor()
    await beside.waitFor()
    await lookAt(page, 'panel-beside-list')
    await initCall({ phone: '79005550302', client: 'while it is open' })
    await page.mouse.move(2, 2)
    await page.getByRole('link', { name: /7900\*\*\*0302/ }).waitFor()
    await page.setViewportSize({ width: 1000, height: 800 })
    expect((await beside.boundingBox())!.width).toBe(1000)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.keyboard.press('Escape')
    await beside.waitFor({ state: 'detached' })
    await page.goBack()
    await page.waitForURL(/\/requests/)

    // The same panel from other lists.
    await page.goto(`${rig.baseUrl}/cabinet/requests`)
    await page.locator(`td a[href$="${id}"]`).first().click()
    await panel.getByRole('list', { name: 'What happened' }).waitFor()
    await page.goBack()
    await panel.waitFor({ state: 'detached' })

    const look = { viewport: { width: 390, height: 844 }, locale: 'ru-RU' } as const
    const narrow = await rig.demoPage('/verifications?test=yes', look)
    await narrow.getByRole('link', { name: id }).click()
    await narrow.waitForURL(new RegExp(`/verifications/${id}$`))
    await narrow.getByRole('heading', { name: 'Проверка · 7900***0001' }).waitFor()
    expect(await narrow.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(await seriousFaults(narrow)).toEqual([])
  },
  patienceMs,
)

it(
  'list: a view with its filters is saved, and opened again from the plain list',
  async () => {
    const page = await rig.demoPage('/verifications?state=failed')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Failures')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(`${rig.baseUrl}/cabinet/verifications`)
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Failures', exact: true }).click()
    await page.waitForURL(/\/verifications\?state=failed$/)
  },
  patienceMs,
)

/** Each takes a browser as long as a row of a table. */
const countDateFormats = `
  globalThis.madeFormats = 0
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
    construct(target, options) {
      globalThis.madeFormats += 1
      return Reflect.construct(target, options)
    },
  })`

it(
  'list: is drawn without a set of formats for each row, and without the choices of its closed filters',
  async () => {
    const page = await rig.demoPage('/phone')
    await page.addInitScript(countDateFormats)
    await page.goto(`${rig.baseUrl}/cabinet/verifications`)
    await page.getByRole('table').getByRole('row').nth(50).waitFor()
    expect(await page.evaluate('globalThis.madeFormats')).toBeGreaterThan(0)
    expect(await page.evaluate('globalThis.madeFormats')).toBeLessThan(20)
    expect(await page.locator('[data-choice]').count()).toBe(0)
    await page.getByRole('button', { name: 'Add filter' }).press('Enter')
    await page.getByRole('button', { name: 'Outcome', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Failed', exact: true }).press('Enter')
    await page.waitForURL(/\?state=failed$/)
    await page.getByRole('button', { name: 'Outcome: Failed', exact: true }).waitFor()
  },
  patienceMs,
)

const drawnPlot = 'svg[role=img]:has(path[d^=M])'

it(
  'overview plot: its steps are read by pointer and by keyboard',
  async () => {
    const page = await rig.demoPage()
    const plot = page.locator(drawnPlot).first()
    await plot.waitFor()
    const figures = page.locator('[aria-live]:has(dl)')
    expect(await figures.count()).toBe(0)
    const { width, height } = (await plot.boundingBox())!
    await plot.hover({ position: { x: width / 2, y: height / 2 } })
    expect(await figures.getByText('delivered', { exact: true }).count()).toBe(1)
    await shoot(page, 'plot-pointer')
    await page.mouse.move(2, 2)
    await figures.waitFor({ state: 'detached' })

    await page.keyboard.press('Tab')
    await plot.focus()
    const shown = () => figures.locator('strong').textContent()
    const last = await shown()
    await page.keyboard.press('ArrowLeft')
    const before = await shown()
    expect(before).toMatch(/^\d\d:\d\d$/)
    expect(before).not.toBe(last)
    expect(await figures.getAttribute('aria-live')).toBe('polite')
    await shoot(page, 'plot-keyboard')
    await page.keyboard.press('ArrowRight')
    expect(await shown()).toBe(last)
    await page.keyboard.press('Escape')
    await figures.waitFor({ state: 'detached' })
  },
  patienceMs,
)

it(
  'tables: keep the chosen columns and row height, open rows by any button, stay under their header, and sort',
  async () => {
    const page = await rig.demoPage('/verifications')
    const first = page.getByRole('table').getByRole('row').nth(1)
    await first.waitFor()
    const heightOf = async () => (await first.boundingBox())!.height
    const comfortable = await heightOf()
    await page.getByRole('button', { name: 'Columns and row height' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Client' }).click()
    await page.getByRole('menuitemradio', { name: 'Compact' }).click()
    expect(await seriousFaults(page)).toEqual([])
    await page.reload()
    await page.getByRole('columnheader', { name: 'Phone' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Client' }).count()).toBe(0)
    expect(await heightOf()).toBeLessThan(comfortable)

    const time = first.locator('time')
    expect(await time.innerText()).toMatch(/^\d+ \w+,? (at )?\d\d:\d\d:\d\d$/)
    expect(await time.getAttribute('title')).toMatch(/ago · /)
    // On a time, which has a tooltip of its own, and anywhere else on the row.
    for (const [place, position] of [
      [time, { x: 4, y: 4 }],
      [first, { x: 30, y: 8 }],
    ] as const) {
      const opened = page.context().waitForEvent('page')
      await place.click({ button: 'middle', position })
      const other = await opened
      await other.waitForURL(/\/verifications\/(\d+|vf_\w+)$/)
      await other.close()
    }
    await page.mouse.move(2, 2)
    await page.evaluate('scrollTo(0, 600)')
    const bar = (await page.getByRole('banner').boundingBox())!.height
    const head = page.getByRole('columnheader', { name: 'Phone' })
    await expect.poll(async () => Math.round((await head.boundingBox())!.y)).toBe(Math.round(bar))

    const clock = new ManualClock(systemClock.now())
    for (const name of ['Aa', 'Zz'])
      await ringkey(rig.folder, ['service', 'create', '1', '--name', name], { clock })
    await page.goto(`${rig.baseUrl}/cabinet/services`)
    const sort = page.getByRole('button', { name: 'Name' })
    const names = () => page.getByRole('table').getByRole('row').getByRole('link').allInnerTexts()
    await sort.click()
    expect((await names())[0]).toBe('Aa')
    await sort.click()
    expect((await names())[0]).toBe('Zz')
    await page
      .getByRole('columnheader', { name: 'Name' })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor()
    await page.route(/api\/services$/, (route) => route.abort())
    await page.reload()
    await page.getByRole('alert').getByRole('button', { name: 'Try now' }).waitFor()

    const narrow = await rig.demoPage('/verifications', {
      viewport: { width: 390, height: 844 },
      locale: 'ru-RU',
    })
    const card = narrow.getByRole('table').getByRole('row').nth(1)
    await card.getByRole('link').waitFor()
    expect((await card.boundingBox())!.height).toBeLessThan(130)
    const clipped = `[...document.querySelectorAll('td, td *')].filter((part) =>
      part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible').length`
    expect(await narrow.evaluate(clipped)).toBe(0)
    expect(await narrow.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await narrow.context().close()
    await page.context().close()
  },
  patienceMs,
)
