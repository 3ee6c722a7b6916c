// The documentation site, built by VitePress and served by an installation: pages, search, Markdown, content policy.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { buildSiteWhenStale, builtSite } from '../../../docs/site/build.ts'
import { freePort } from '../../../server/test/service.ts'
import { lookAt } from './look-at.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  await buildSiteWhenStale()
  const port = String(await freePort())
  const publicUrl = `http://127.0.0.1:${port}`
  rig = await startRig(
    // One reader asks for every page at once.
    { RINGKEY_PORT: port, RINGKEY_PUBLIC_URL: publicUrl, RINGKEY_ADDRESS_LIMIT: 'api:0/s' },
    { siteFolder: builtSite },
  )
})
afterAll(() => rig?.stop())
afterEach(() => rig.closePages())

const looks = {
  wide: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  narrow: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const

/** With what the browser complains of, such as what the content policy forbids, and where requests go. */
async function open(path: string, look: keyof typeof looks) {
  const page: Page = await (await rig.newPerson(looks[look])).newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${rig.baseUrl}/`)) complaints.push(request.url())
  })
  await page.goto(`${rig.baseUrl}${path}`, { waitUntil: 'networkidle' })
  return { page, complaints }
}

const ask = (path: string) => fetch(`${rig.baseUrl}${path}`, { redirect: 'manual' })

it.each([
  ['/docs', 'wide', 'Ringkey', 'light'],
  ['/docs/ru', 'narrow', 'Ringkey', 'dark'],
  ['/docs/api/v2', 'narrow', '/v2: verifications whose code is checked here', 'dark'],
  ['/docs/reference/createVerification', 'wide', 'createVerification', 'light'],
  ['/docs/ru/reference/createVerification', 'narrow', 'createVerification', 'dark'],
  ['/docs/errors/rate_limited', 'wide', 'rate_limited', 'light'],
] as const)(
  'the built site: %s fits a %s screen, and its content policy forbids nothing of it',
  async (path, look, heading, scheme) => {
    const { page, complaints } = await open(path, look)
    expect(await page.locator('h1').first().innerText()).toContain(heading)
    expect(await page.evaluate("document.documentElement.classList.contains('dark')")).toBe(scheme === 'dark')
    await lookAt(page, `site${path.replaceAll('/', '-')}`)
    expect(complaints).toEqual([])
  },
)

it('the built site: a method has its request beside its answer, with the address of the installation', async () => {
  const { page, complaints } = await open('/docs/reference/createVerification', 'wide')
  const [left, right] = await Promise.all(
    ['h2#parameters', '.beside h2'].map((place) => page.locator(place).first().boundingBox()),
  )
  expect(right!.x).toBeGreaterThan(left!.x + 300)
  const shown = page.locator('.beside .vp-code-group .active code')
  expect(await shown.innerText()).toContain(`curl '${rig.baseUrl}/v2/verifications'`)
  await page.getByText('Python', { exact: true }).click()
  expect(await shown.innerText()).toContain('import json')
  await page.getByRole('link', { name: 'По-русски' }).click()
  await page.getByRole('heading', { name: 'Параметры' }).waitFor()
  expect(complaints).toEqual([])
})

it.each([
  ['/docs/', 'Search', 'confirmation_number', '/docs/'],
  ['/docs/ru/', 'Поиск', 'ограничение', '/docs/ru/'],
])('the built site: the search of %s finds without a server', async (path, label, words, below) => {
  const { page, complaints } = await open(path, 'wide')
  await page.getByRole('button', { name: label }).first().click()
  await page.locator('#localsearch-input').fill(words)
  const found = page.locator('#localsearch-list a')
  await found.first().waitFor()
  expect(await found.first().getAttribute('href')).toMatch(new RegExp(`^${below}`))
  await found.first().click()
  await page.locator('h1').first().waitFor()
  expect(complaints).toEqual([])
})

it('the built site: every page is Markdown too and stands in llms.txt; what was served before still is', async () => {
  const llms = await (await ask('/llms.txt')).text()
  const pages = [...llms.split('\n## Pages\n')[1]!.matchAll(/\]\(http:\/\/127\.0\.0\.1:\d+(\S+\.md)\)/g)]
  expect(pages.length).toBeGreaterThan(150)
  for (const [, path] of pages) {
    const twin = await ask(path!)
    expect([path, twin.status, twin.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/markdown; charset=utf-8',
    ])
    expect((await ask(path!.replace(/(?<=\/)index\.md$|\.md$/, ''))).status).toBe(200)
  }
  expect(await (await ask('/docs.md')).text()).toContain('# Ringkey: HTTP API')
  const full = await (await ask('/llms-full.txt')).text()
  expect(full).toContain('# Ringkey: HTTP API')
  expect(full).toContain('<!-- /docs/integrate/element.md -->')
  expect(full).not.toContain('<!-- /docs/reference/')
  expect(await (await ask('/docs/ru.md')).text()).toContain('## createVerification')
  expect((await ask('/docs/ru.json')).status).toBe(200)
  const missing = await ask('/docs/errors/nothing')
  expect([missing.status, await missing.text()]).toEqual([
    404,
    expect.stringContaining('/docs/errors/rate_limited'),
  ])
  const policy = (await ask('/docs/api/v2')).headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^;]*'; style-src 'self';/)
})
