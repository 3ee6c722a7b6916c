import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/service.ts'
import type { Rig } from './rig.ts'

/** Read as text: the list itself is code of the browser. */
const listFile = new URL('../../../cabinet/src/pages/entries.ts', import.meta.url)

export interface ListedPage {
  /** For files and reports: `services-id`. */
  readonly name: string
  /** As in the list, such as `/services/:id`. */
  readonly pattern: string
  readonly path: string
  readonly hasNameAsHeading: boolean
}

interface Things {
  readonly serviceId: number
  readonly vendorId: number
  /** Of `/v2`, approved after a wrong code. */
  readonly verificationId: string
}

type Listed = Things & { readonly noticeId: number }

const thisMonth = () => new Date().toISOString().slice(0, 'yyyy-mm'.length)

/** What stands in a page's address; a page with a parameter that is not here fails its tests. */
const parameters: Readonly<Record<string, (things: Listed) => number | string>> = {
  // The demo's own: the first account of a new installation.
  '/console/accounts/:id': () => 1,
  '/money/statements/:month': thisMonth,
  '/console/statements/:number': () => `1-${thisMonth()}`,
  '/services/:id': ({ serviceId }) => serviceId,
  '/console/verifications/:id': ({ vendorId }) => vendorId,
  '/verifications/:id': ({ verificationId }) => verificationId,
  // The webhook of the one inbound call is the first in the outbox.
  '/webhooks/:id': () => 1,
  '/console/notices/:id': ({ noticeId }) => noticeId,
}

/** Their heading is what somebody called the thing, in whatever language. */
const namedAfterThings: readonly string[] = [
  '/console/accounts/:id',
  '/console/statements/:number',
  '/money/statements/:month',
  '/services/:id',
]

/** Every page of the cabinet, with something to show on it: these things, or some that are made for it. */
export async function listPages(rig: Rig, given?: Things): Promise<ListedPage[]> {
  const things = { ...(given ?? (await makeThings(rig))), noticeId: plantNotice(rig.folder) }
  const patterns = [...readFileSync(listFile, 'utf8').matchAll(/\b(?:tab|page)\(\s*'([^']+)'/g)].map(
    ([, path]) => path!,
  )
  if (patterns.length === 0) throw new Error('no page was found in cabinet/src/pages/entries.ts')
  return patterns.map((pattern) => ({
    hasNameAsHeading: namedAfterThings.includes(pattern),
    name: pattern.replaceAll(/\W+/g, '-').replace(/^-/, '') || 'home',
    pattern,
    path: pattern.replace(/:\w+/, () => {
      const value = parameters[pattern]
      if (value === undefined) throw new Error(`give ${pattern} a line in test/peers/browser/page-list.ts`)
      return String(value(things))
    }),
  }))
}

/** Calls that end by themselves, without a call. */
async function makeThings({ baseUrl, firstRun }: Rig): Promise<Things> {
  const { service_id: serviceId, secret_key: key } = firstRun
  const ask = async (method: string, query: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${baseUrl}/v1.0/${method}?${new URLSearchParams(query)}`, {
      headers: { Authorization: `Bearer ${key}.${serviceId}` },
    })
    const { vendor_id: vendorId } = (await answer.json()) as { vendor_id?: number }
    if (vendorId === undefined) throw new Error(`${method} was refused`)
    return vendorId
  }
  const vendorId = await ask('initCall', { phone: '79000000001', client: 'order 17' })
  // Nobody has to call for this number, and nobody listens at that address: there is a webhook that fails.
  const hook = { phone: '79000000001', callback_url: 'http://127.0.0.1:9/hook' }
  const inboundVendorId = await ask('inboundCallWaiting', hook)
  const headers = { Authorization: `Bearer ${key}.${serviceId}` }
  const verificationId = await makeCall(baseUrl, headers)
  const isCompleted = async () => {
    // Thirty requests per second are the limit of an address.
    await sleep(250)
    const answer = await fetch(`${baseUrl}/v1.0/getInfo?uid=${inboundVendorId}`, { headers })
    return ((await answer.json()) as { call_status?: number }).call_status === 1
  }
  await eventually(isCompleted, (done) => done, 30_000)
  return { serviceId, vendorId, verificationId }
}

/** To the first person, of the balance. */
function plantNotice(folder: string): number {
  const database = new DatabaseSync(join(folder, 'ringkey.db'), { timeout: 5_000 })
  const row = database
    .prepare(`INSERT INTO deliveries
        (service_id, webhook_id, receiver, state, due_at, created_at, ended_at, type, data, person_id)
      VALUES (0, 'msg_planted_' || random(), 'mail', 'delivered', 0, $now, $now, 'balance.low',
        '{"balance":"12.50","threshold":"50.00"}', 1) RETURNING id`)
    .get({ $now: Date.now() })
  database.close()
  return Number(row!.id)
}

async function makeCall(baseUrl: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${baseUrl}/v2/verifications${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`/v2/verifications${path} was refused: ${await answer.text()}`)
    return (await answer.json()) as { id: string }
  }
  const { id } = await ask('', { phone: '+79000000001', code: '4711', client: 'order 18' })
  await ask(`/${id}/check`, { code: '1111' })
  await ask(`/${id}/check`, { code: '4711' })
  return id
}

/** A page is usable when it has its name and nothing grey stands where content will be. */
export async function waitUntilUsable(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.locator('main .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}

/**
 * Moves inside the app, as a click on a link does. To load it again for each page takes three times as long.
 * The page that does not exist stands between two pages, so that none is taken for the one before it.
 */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate("history.pushState(null, '', '/cabinet/nowhere')")
  await page.getByText(/There is no such page|Такой страницы нет/).waitFor()
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/cabinet${path}`)})`)
  await waitUntilUsable(page)
}
