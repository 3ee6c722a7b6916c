// Protection against misuse of an open browser: the operator's link, repeated password prompts, warnings, the log.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openInstallation } from '../../../server/src/app/open-installation.ts'
import { readSettings } from '../../../server/src/config/settings.ts'
import { systemRandom } from '../../../server/src/platform/random.ts'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import type { Store } from '../../../server/src/storage/store.ts'
import { goodPassword, signedUp } from '../../../server/test/cabinet-visitor.ts'
import { ManualClock } from '../../../server/test/manual-clock.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { changed } from '../../../server/test/store-contract/fixture.ts'
import { lookAt } from './look-at.ts'
import { openPage, type Rig, startRig } from './rig.ts'

const ann = 'ann@example.com'
let rig: Rig
/** Opens the store of the running service a second time. */
let store: Store
beforeAll(async () => {
  rig = await startRig()
  const onFatal = (error: Error) => {
    throw error
  }
  store = (await openInstallation(readSettings({ RINGKEY_DATA: rig.folder }), systemRandom, onFatal)).store
}, 120_000)
afterEach(({ task }) => rig.closePages(task))
afterAll(async () => {
  await store?.close()
  await rig?.stop()
})

const raw = async (path: string, init?: RequestInit) => {
  const { status, headers, ...response } = await fetch(rig.baseUrl + path, init).then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    text: await answer.text(),
  }))
  return { status, headers, body: response.text === '' ? '' : JSON.parse(response.text) }
}
const sessionOf = async (page: Page) => {
  const cookies = await page.context().cookies()
  return cookies.find(({ value }) => /^\w{16}\.\w{32}$/.test(value))!.value.split('.')[0]!
}

it('link of user add-operator: asks the person to sign in, makes that person an operator, and works once', async () => {
  await signedUp({ raw }, ann)
  const clock = new ManualClock(systemClock.now())
  const { json } = await ringkey(rig.folder, ['user', 'add-operator', ann, '--json'], { clock })
  const link = `${rig.baseUrl}/cabinet/${json.link.split('/cabinet/')[1]}`
  const page = await openPage(rig, link)
  await page.getByText(`Sign in as ${ann} to become an operator.`).waitFor()
  await lookAt(page, 'guards-become-operator')
  await page.getByLabel('E-mail').fill(ann)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Become an operator' }).click()
  await page.getByRole('heading', { name: 'You are an operator' }).waitFor()
  const again = await openPage(rig, link)
  await again.getByText(/This link/).waitFor()
})

it('top-up 15 minutes after sign-in: asks for the password, refuses a wrong one, and sends the form after the right one', async () => {
  const page = await rig.demoPage('/console/accounts/1')
  await page.getByRole('button', { name: 'Top up' }).click()
  await page.getByLabel('Amount, ₽').fill('12.34')
  await store.changeSession({ id: await sessionOf(page), provedAt: 0 })
  await page.getByRole('dialog').getByRole('button', { name: 'Top up' }).click()
  const asked = page.getByRole('dialog', { name: 'Is it still you?' })
  await asked.getByLabel('Your password', { exact: true }).fill('a guess')
  await asked.getByRole('button', { name: 'Continue' }).click()
  await asked.getByText(/password is wrong/i).waitFor()
  await lookAt(page, 'guards-proof')
  await asked.getByLabel('Your password', { exact: true }).fill(rig.firstRun.password)
  await asked.getByRole('button', { name: 'Continue' }).click()
  await asked.waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: /^Top up/ }).waitFor({ state: 'detached' })
  const newest = (await store.ledger({ accountId: 1, afterEntry: 0, limit: 100 })).at(-1)
  expect(newest).toMatchObject({ kind: 'top-up', amountUnits: 123_400 })
})

it('the operators’ log: shows sign-ins and refusals, filters them, and offers files', async () => {
  // Refusals are written every few seconds.
  const refused = { result: 'refused', before: null, limit: 1 } as const
  await expect.poll(() => store.operatorActions(refused), { timeout: 15_000 }).toHaveLength(1)
  const page = await rig.demoPage('/console/log')
  const log = page.getByRole('table', { name: 'Operators’ log' })
  await log.getByText('signed in with the password').first().waitFor()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'Result', exact: true }).click()
  await page.getByRole('button', { name: 'refused', exact: true }).click()
  await log.getByText('signed in with the password').first().waitFor({ state: 'detached' })
  await log.getByText('wrong password inside the cabinet').waitFor()
  await lookAt(page, 'guards-log')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('ringkey-log.csv')
})

it('blocking the own address: warns that the cabinet becomes unreachable', async () => {
  const page = await rig.demoPage('/console/protection')
  const addresses = page.getByRole('region', { name: 'Blocked addresses' })
  await addresses.getByLabel('Address or range').fill('127.0.0.0/8')
  await addresses.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByText('This is your own address.').waitFor()
  await lookAt(page, 'guards-own-address')
  expect(await store.blockedAddresses()).toEqual([])
})

it('a paused destination: is shown on the page of the service and can be resumed there', async () => {
  const { service_id: serviceId } = rig.firstRun
  const paused = { reason: 'new-country', calls: 420, expected: 0, pausedAt: systemClock.now() } as const
  await changed(store, 'pausePrefix', { ...paused, serviceId, prefix: 'LV' })
  const page = await rig.demoPage(`/services/${serviceId}`)
  await page.getByText('a new country: 420 calls in an hour, at most 0 before').waitFor()
  await lookAt(page, 'guards-paused')
  await page.getByRole('button', { name: 'Resume Latvia' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
  await page.getByText('a new country').waitFor({ state: 'detached' })
  expect(await store.pausedPrefixes()).toMatchObject([{ prefix: 'LV', allowedUntil: expect.any(Number) }])
  await page.goto(`${rig.baseUrl}/cabinet/account?part=sign-ins`)
  await page.getByRole('table', { name: 'Sign-ins' }).getByText('signed in').first().waitFor()
  await lookAt(page, 'guards-sign-ins')
})

it('sign-out that does not reach the server: says so, and the page stays', async () => {
  const page = await rig.demoPage('/services')
  await page.route('**/session/end', (route) => route.abort())
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const said = page.getByRole('alert').getByText(/^You are still signed in\. The server cannot be reached/)
  await said.waitFor()
  await lookAt(page, 'guards-not-signed-out')
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  await said.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Demo', exact: true }).waitFor()
})

it('two tabs of one person: when one chooses another account, the other shows nothing of the old one', async () => {
  const bob = await signedUp({ raw }, 'bob@example.com')
  const invitation = { email: rig.firstRun.email, role: 'owner', language: 'en' }
  const { body } = await bob.write('/account/invitations', invitation)
  const tab = await rig.demoPage('/account')
  await tab.getByRole('main').getByText(rig.firstRun.email, { exact: true }).waitFor()
  const heard = tab.waitForRequest(/\/events$/)

  const other = await tab.context().newPage()
  await other.goto(`${rig.baseUrl}/cabinet/${body.link.split('/cabinet/')[1]}`)
  await other.getByRole('button', { name: 'Accept the invitation' }).click()
  await other.getByRole('banner').waitFor()
  await tab.getByRole('main').getByText('bob@example.com', { exact: true }).waitFor()
  await heard
})
