// Takes the pictures of docs/pictures/ from a folder that `npm run demo:traffic` made: node dev/demo-traffic/pictures.ts FOLDER
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Answer, CallDetail } from '@ringkey/server/cabinet-api'
import type { Page } from 'playwright-core'
import { closeBrowser, type PersonOptions, type Rig, startRig } from '../../test/peers/browser/rig.ts'

const folder = process.argv[2]
if (folder === undefined) throw new Error('usage: node dev/demo-traffic/pictures.ts FOLDER')
const pictures = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
const wide = { viewport: { width: 1280, height: 740 } }
const phone = { viewport: { width: 390, height: 844 } }
const russian = { locale: 'ru-RU' }
const dark = { colorScheme: 'dark' as const }

interface Picture {
  readonly name: string
  readonly path: (page: Page) => Promise<string>
  readonly look: PersonOptions
  readonly prepare?: (page: Page) => Promise<void>
}

const at = (path: string) => async () => path

/** A failed call with SIP messages, to a phone that others rang too. */
async function troubledCall(page: Page): Promise<string> {
  const read = async <T>(path: string): Promise<T> =>
    (await page.request.get(`/cabinet/api${path}`, { headers: { 'X-Ringkey-Cabinet': '1' } })).json()
  const { items } = await read<Answer<'/verifications'>>(
    '/verifications?state=failed&mode=flash&test=no&limit=100',
  )
  const withMessages: string[] = []
  for (const { id } of items.filter((line) => !line.id.startsWith('vf_'))) {
    const { attempts } = await read<CallDetail>(`/verifications/${id}`)
    if (attempts.length === 0) continue
    withMessages.push(id)
    const others = await read<Answer<'/verifications/:id/other-attempts'>>(
      `/verifications/${id}/other-attempts`,
    )
    if (others.items.length >= 4) return `/verifications/${id}`
  }
  return `/verifications/${withMessages[0]}`
}

async function lastVerification(page: Page): Promise<string> {
  await page.getByRole('table').getByRole('link').first().waitFor()
  const href = await page
    .getByRole('row')
    .filter({ hasText: 'Approved' })
    .filter({ has: page.locator('[data-status=undelivered]') })
    .first()
    .getByRole('link')
    .getAttribute('href')
  return href!.replace('/cabinet', '')
}

const wanted: readonly (Picture & { readonly from?: string })[] = [
  {
    name: 'overview',
    path: at('/'),
    look: wide,
    // After three weeks nobody needs the first steps.
    prepare: async (page) => {
      const dismiss = page.getByRole('button', { name: 'Dismiss the list' })
      if (await dismiss.isVisible()) await dismiss.click()
      await dismiss.waitFor({ state: 'detached' })
    },
  },
  {
    name: 'sign-in',
    path: at('/phone'),
    look: { viewport: { width: 1280, height: 840 } },
    prepare: async (page) => {
      await page.getByLabel('Phone number').fill('+7 916 123-45-67')
      await page.getByRole('button', { name: 'Call me' }).click()
      await page.getByRole('region', { name: 'Handset' }).getByText('Incoming call').waitFor()
      await page.getByLabel('Code, 4 digits').waitFor()
      // The browser scrolls to the field that has the focus.
      await page.evaluate('scrollTo(0, 0)')
    },
  },
  {
    name: 'call',
    path: troubledCall,
    look: { ...wide, ...dark },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await page.getByRole('list', { name: 'Messages of the call' }).waitFor()
    },
  },
  { name: 'verification', from: '/verifications?state=completed', path: lastVerification, look: wide },
  {
    name: 'requests',
    path: at('/requests?period=week&outcome=refused'),
    look: wide,
    prepare: async (page) => page.getByRole('img', { name: 'Refused requests by code' }).waitFor(),
  },
  { name: 'phone', path: at('/verifications?test=no'), look: { ...phone, ...russian, ...dark } },
]

async function take(rig: Rig, { name, from, path, look, prepare }: (typeof wanted)[number]): Promise<void> {
  const page = await rig.demoPage(from ?? '/', { ...look, baseURL: rig.baseUrl })
  const address = await path(page)
  await page.goto(`${rig.baseUrl}/cabinet${address}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await prepare?.(page)
  await page.screenshot({ path: `${pictures}${name}.png`, animations: 'disabled' })
  await page.context().close()
}

mkdirSync(pictures, { recursive: true })
const rig = await startRig({ RINGKEY_DATA: folder, RINGKEY_DEMO: 'on' })
for (const picture of wanted) await take(rig, picture)
await rig.stop()
await closeBrowser()
