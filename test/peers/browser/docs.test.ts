// The page of the interface in a browser: examples in a language, search, Russian, and a request with a test number.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { methods } from '../../../server/src/http/methods/index.ts'
import { v2Methods } from '../../../server/src/http/v2/methods.ts'
import { seriousFaults } from './accessibility.ts'
import { lookAt } from './look-at.ts'
import { type Rig, shoot, startRig } from './rig.ts'

const patience = { timeout: 20_000 }
let rig: Rig
beforeAll(async () => {
  rig = await startRig()
}, 180_000)
afterAll(() => rig?.stop())

/** With what the browser complains of, such as what the policy of the page forbids, and where requests go. */
async function open(path: string, options: Parameters<Rig['newPerson']>[0] = {}) {
  const page: Page = await (await rig.newPerson(options)).newPage()
  const complaints: string[] = []
  const asked: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(rig.baseUrl + path)
  return { page, complaints, asked }
}

it('docs page: shows examples in one language, and its search finds a section', async () => {
  const { page, complaints } = await open('/docs')
  const shown = () => page.locator('#initCall pre[data-language]:visible').allInnerTexts()
  expect((await shown()).map((text) => text.slice(0, 5))).toEqual(['curl '])
  expect((await shown())[0]).toContain(`${rig.baseUrl}/v1.0/initCall`)
  await page.locator('#initCall').getByRole('button', { name: 'Go', exact: true }).click()
  expect((await shown()).map((text) => text.slice(0, 12))).toEqual(['package main'])
  expect(await page.locator('#getInfo pre[data-language]:visible').count()).toBe(1)

  await page.getByLabel('Search').fill('confirmation_number')
  const sections = await page.locator('main section:visible').evaluateAll((all) => all.map(({ id }) => id))
  expect(sections).toEqual(['inboundCallWaiting', 'webhook'])
  await page.getByLabel('Search').fill('xyzzy')
  expect(await page.getByText('Nothing found.').isVisible()).toBe(true)
  await page.getByLabel('Search').fill('')
  expect(await page.locator('main section:visible').count()).toBeGreaterThan(10)
  expect(complaints).toEqual([])
})

it('docs page: sends a request with a test number to its own origin, and stores no key', async () => {
  const { page, complaints, asked } = await open('/docs')
  const trial = page.locator('#initCall form')
  await trial.getByRole('button', { name: 'Send' }).click()
  expect(await trial.locator('output').innerText()).toContain('Enter the key')
  await page.getByLabel('Secret key').fill(rig.firstRun.secret_key)
  await page.getByLabel('Service id').fill(String(rig.firstRun.service_id))
  expect(await trial.getByLabel('phone').locator('option').allInnerTexts()).toEqual([
    '79000000001',
    '79000000002',
  ])
  await trial.getByRole('button', { name: 'Send' }).click()
  await trial.getByText('"phone": "7900***0001"').waitFor()
  const info = page.locator('#getInfo form')
  await info.getByRole('button', { name: 'Send' }).click()
  await info.getByText('"client": "order 1042"').waitFor()
  await shoot(page, 'docs-try')

  expect(asked.every((url) => url.startsWith(rig.baseUrl))).toBe(true)
  expect(asked.some((url) => url.includes(rig.firstRun.secret_key))).toBe(false)
  const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')
  expect(kept).toBe('[{},{},""]')
  await page.reload()
  expect(await page.getByLabel('Secret key').inputValue()).toBe('')
  expect(complaints).toEqual([])
})

it('API reference in the cabinet: shows the section of the address alone, with the address, service and key of the reader', async () => {
  const page = await rig.demoPage('/reference#createVerification', {
    locale: 'ru-RU',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  const section = (id: string) => page.locator(`main section#${id}`)
  const shown = () => page.locator('main section[id]').evaluateAll((all) => all.map(({ id }) => id))
  const contents = page.getByRole('navigation', { name: 'Содержание' })
  // The link of the address leads to its section.
  await expect
    .poll(async () => (await section('createVerification').boundingBox())?.y, patience)
    .toSatisfy((y) => y > 0 && y < 200)
  expect(await shown()).toEqual(['createVerification'])

  const create = section('createVerification').getByRole('region', { name: 'createVerification: Пример' })
  const { service_id: id, secret_key: key } = rig.firstRun
  expect(await create.innerText()).toContain(`curl '${rig.baseUrl}/v2/verifications'`)
  expect(await create.innerText()).toContain(`Bearer YOUR_SECRET_KEY.${id}`)
  await page.getByLabel('Секретный ключ').first().fill(key)
  await expect.poll(() => create.innerText(), patience).toContain(`Bearer ${key}.${id}`)
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(key)
  await section('createVerification').getByText('Python', { exact: true }).click()
  expect(await create.innerText()).toContain('import json')
  await lookAt(page, 'reference')

  // The errors of a method lead to their row in another section.
  await section('createVerification').getByRole('link', { name: 'number_rests' }).click()
  await section('problems').locator('#code-number_rests').waitFor()
  expect(await shown()).toEqual(['problems'])

  await page.getByText('Содержание', { exact: true }).click()
  for (const method of [...v2Methods, ...methods])
    await contents.getByRole('link', { name: method.name, exact: true }).waitFor()
  await contents.getByRole('link', { name: 'initCall', exact: true }).click()
  await section('initCall').waitFor()
  // Key and language of the examples stay chosen.
  expect(await section('initCall').getByRole('region').first().innerText()).toContain('import json')

  await page.getByLabel('Поиск по справочнику').fill('confirmation_number')
  await expect.poll(() => contents.getByRole('link').count(), patience).toBe(2)
  await contents.getByRole('link', { name: 'inboundCallWaiting' }).click()
  await section('inboundCallWaiting').waitFor()
  expect(await shown()).toEqual(['inboundCallWaiting'])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'Быстрый старт' }).last().click()
  await page.getByRole('heading', { name: 'Быстрый старт' }).waitFor()
})

it.each([
  { path: '/docs', width: 1280, scheme: 'light' as const },
  { path: '/docs/ru', width: 390, scheme: 'dark' as const },
])('$path is accessible and fits $width pixels', async ({ path, width, scheme }) => {
  const { page } = await open(path, { viewport: { width, height: 800 }, colorScheme: scheme })
  await shoot(page, `docs-${width}`)
  expect(await seriousFaults(page)).toEqual([])
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  expect(overflow).toBeLessThanOrEqual(0)
})
