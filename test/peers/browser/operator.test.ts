import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import { type SimulatedCarrier, startCarrier } from '../../../server/src/telephony/simulator/start-carrier.ts'
import { mobileFile } from '../../../server/test/numbering/sample-registry.ts'
import { plantFault } from '../../../server/test/planted-facts.ts'
import { seriousFaults } from './accessibility.ts'
import { lookAt } from './look-at.ts'
import { type Rig, shoot, startRig } from './rig.ts'

let rig: Rig
let carrier: SimulatedCarrier
let page: Page
beforeAll(async () => {
  carrier = await startCarrier({ onEvent: () => {} })
  rig = await startRig()
  page = await rig.demoPage('/console/trunks')
}, 120_000)
afterAll(async () => {
  await rig?.stop()
  await carrier?.close()
})

const open = async (name: string) => {
  await page.goto(`${rig.baseUrl}/cabinet/${name}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}

it('operator pages: add a trunk that answers but has no numbers', async () => {
  await page.getByRole('button', { name: 'Add a trunk' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('north')
  await page.getByLabel('Preset').selectOption('Carrier with registration')
  expect(await page.getByRole('switch', { name: 'Register' }).isChecked()).toBe(true)
  await shoot(page, 'operator-trunk-preset')
  await page.getByLabel('Preset').selectOption('Carrier that knows our address')
  expect(await page.getByRole('switch', { name: 'Register' }).isChecked()).toBe(false)
  await page.getByLabel('Host').fill('203.0.113.7')
  await page.getByRole('textbox', { name: 'Port', exact: true }).fill(String(carrier.port))
  await page.getByLabel('Password', { exact: true }).fill('hush-hush')
  await page.getByRole('tab', { name: 'Prices' }).click()
  await page.getByLabel('Prefix: everywhere').fill('7')
  await page.getByLabel('Attempt: 7').fill('0,30')
  await page.getByRole('button', { name: 'Add a destination' }).click()
  // A prefix has one price.
  await page.getByLabel('Prefix: everywhere').fill('+7')
  await page.getByText('Is above already').waitFor()
  await lookAt(page, 'operator-trunk-prices-repeated')
  await page.getByLabel('Prefix: +7').fill('')
  await page.getByText('Is above already').waitFor({ state: 'detached' })
  await page.getByLabel('Minute: everywhere').fill('1.20')
  await page.getByLabel('Rounding: everywhere').selectOption('30/6')
  await lookAt(page, 'operator-trunk-prices')
  await page.getByRole('tab', { name: 'Advanced' }).click()
  await page.getByLabel('Flash rings for, ms').fill('1500')
  await page.getByRole('button', { name: 'Save' }).click()
  // The service listens on loopback only: the error beside the field says so.
  await page
    .getByText(/This trunk cannot be reached: RINGKEY_SIP_HOST/)
    .first()
    .waitFor()
  await shoot(page, 'operator-trunk-form')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('Host').fill('127.0.0.1')
  await page.getByRole('button', { name: 'Save' }).click()
  // What is saved can be tested at once.
  await page.getByText('Saved. Now try it.').waitFor()
  await lookAt(page, 'operator-trunk-test')
  await page.getByRole('button', { name: 'Done' }).click()
  const trunk = page.getByRole('rowgroup', { name: 'north' })
  await trunk.getByText('no numbers', { exact: true }).waitFor()
  await trunk.getByText('no calls', { exact: true }).waitFor()
  await trunk.getByRole('img', { name: /1 of 1 probes answered; the last: 200 OK/ }).waitFor()
})

it('operator pages: add numbers to a trunk and draw the messages of a test call', async () => {
  await open('console/pools')
  await page.getByLabel('Number or range').first().fill('74957770000-74957770499')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await page.getByText('+74957770000 – +74957770499').first().waitFor()
  await page.getByText('499 of 9,999 codes').waitFor()
  await page.getByText('Few: codes can be guessed. Add numbers with other endings.').waitFor()
  await shoot(page, 'operator-pools-few')

  await open('console/trunks')
  const trunk = page.getByRole('rowgroup', { name: 'north' })
  await trunk.getByText('healthy').waitFor()
  await trunk.getByRole('button', { name: 'Test call' }).click()
  await page.getByLabel('Phone number').last().fill('+7 916 123-45-67')
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await page.getByText('It works: the phone rang').waitFor()
  const ladder = await page.getByRole('list', { name: 'Messages of the call' }).innerText()
  for (const message of ['INVITE', '180 Ringing', 'CANCEL', '487', 'ACK']) expect(ladder).toContain(message)
  await shoot(page, 'operator-test-call')
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')

  await trunk.getByRole('button', { name: 'Details' }).click()
  await trunk.getByRole('button', { name: 'Test all ways' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await dialog.getByText('Every server answers.').waitFor()
  await dialog.getByText('Call a confirmation number of this trunk').waitFor()
  await dialog.getByRole('button', { name: 'SIP messages' }).click()
  await shoot(page, 'operator-all-ways')
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByText('SIP on this node since its start').scrollIntoViewIfNeeded()
  await shoot(page, 'operator-sip-tally')

  await page.getByLabel('Phone number').fill('89161234567')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('The call would be placed.').waitFor()
  await page.getByText('1. north').waitFor()
  await shoot(page, 'operator-routes')
  expect(await seriousFaults(page)).toEqual([])
})

it('operator pages: import a registry and answer from it', async () => {
  await open('console/numbering')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a file' }).first().click()
  await (await chooser).setFiles({
    name: 'DEF-9xx.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(mobileFile),
  })
  await page.getByText('DEF-9xx.csv is in use: 6 entries.').waitFor()
  await page.getByLabel('Phone number').fill('8 916 123-45-67')
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByText('imported registry').waitFor()
  await shoot(page, 'operator-numbering-imported')
  expect(await seriousFaults(page)).toEqual([])
})

it('operator pages: a top-up is shown in the balance, the ledger and the operators’ log', async () => {
  await open('console/accounts')
  await page.getByLabel('Search by e-mail or number').fill('demo')
  await page.waitForURL(/q=demo/)
  await page.getByRole('link', { name: rig.firstRun.email }).click()
  await page.getByRole('button', { name: 'Top up' }).click()
  await page.getByLabel('Amount, ₽').fill('1234,50')
  await page.getByLabel('Note for the ledger').fill('invoice 7')
  await shoot(page, 'operator-top-up')
  await page.getByRole('dialog').getByRole('button', { name: 'Top up' }).dblclick()
  await page.getByRole('cell', { name: 'invoice 7' }).waitFor()
  expect(await page.getByRole('cell', { name: 'invoice 7' }).count()).toBe(1)
  await page.getByText('account 1 topped up', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Quality of its calls' }).click()
  await page.getByText('Account 1', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/cabinet/console/quality')
  await open('console/log')
  const line = page.getByText('account 1 topped up by ₽1,234.50: invoice 7')
  await line.waitFor()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'E-mail', exact: true }).click()
  await page.getByLabel('E-mail', { exact: true }).fill('nobody@')
  await page.keyboard.press('Enter')
  await page.getByText('No matching lines.').waitFor()
  await page.getByRole('button', { name: 'Remove this filter: E-mail: nobody@' }).click()
  await line.waitFor()

  await page.evaluate("localStorage.setItem('ringkey-language', 'ru')")
  await open('console/log')
  await page.getByText(/^счёт аккаунта 1 пополнен на 1\s234,50\s₽: invoice 7$/).waitFor()
  await page.getByText('загрузка реестра нумерации: DEF-9xx.csv').waitFor()
  await page.getByText('добавлен транк north').waitFor()
  await open('console/alarms')
  await page.getByText('Можно показать только 499 кодов, их можно угадать.').waitFor()
  await page
    .getByRole('navigation')
    .getByLabel(/открытых оповещений$/)
    .waitFor()
  await page.evaluate("localStorage.setItem('ringkey-language', 'en')")
})

it('alarms: a receiver is added, tested and removed, and an alarm is silenced', async () => {
  await open('console/alarms')
  await page.getByRole('button', { name: 'Add a receiver' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'How' }).click()
  await page.getByRole('option', { name: 'Signed webhook' }).click()
  // Nothing listens there.
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/alarms')
  await lookAt(page, 'alarms-receiver')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText(/^whsec_/).waitFor()
  await page.getByRole('button', { name: 'I saved it' }).click()
  await page.getByRole('button', { name: 'Send a test to http://127.0.0.1:9/alarms' }).click()
  await page
    .getByRole('status')
    .getByText(/^A test for http:\/\/127\.0\.0\.1:9\/alarms is sent/)
    .waitFor()
  await page.getByRole('link', { name: 'Has it arrived?' }).click()
  await page.getByRole('heading', { name: 'A test', level: 1 }).waitFor()
  await page.getByText('ECONNREFUSED').first().waitFor()
  await lookAt(page, 'notice')
  await page.getByRole('link', { name: '← Alarms' }).click()
  await page.getByRole('button', { name: /^Silence: Only 499 codes/ }).click()
  await dialog.getByLabel('Reason').fill('numbers are on their way')
  await dialog.getByRole('button', { name: 'Silence', exact: true }).click()
  await page.getByText('silenced', { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'numbers are on their way' }).waitFor()
  await lookAt(page, 'alarms')
  await page.getByRole('button', { name: 'End the silence: Few numbers' }).click()
  await page.getByText('No active silences').waitFor()
  await page.getByRole('button', { name: 'Remove http://127.0.0.1:9/alarms' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No receivers', { exact: true }).waitFor()
})

it('nodes: a token of the admin API is added, shown once and removed', async () => {
  await open('console/nodes')
  await page.getByText('There is no token, so the admin API is closed.').waitFor()
  await page.getByRole('button', { name: 'Add a token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Terra form')
  await dialog.getByLabel('change trunks and numbers').check()
  await dialog.getByRole('button', { name: 'Add a token' }).click()
  await dialog.getByText(/^Expected a name of 1 to 32 small Latin letters/).waitFor()
  await dialog.getByLabel('Name').fill('terraform')
  await lookAt(page, 'nodes-token')
  await dialog.getByRole('button', { name: 'Add a token' }).click()
  await page.getByText(/^rka_\w{40}$/).waitFor()
  await lookAt(page, 'nodes-token-shown')
  await page.getByRole('button', { name: 'I saved it' }).click()
  await page.getByRole('cell', { name: 'read what operators see; change trunks and numbers' }).waitFor()
  await page.evaluate("localStorage.setItem('ringkey-language', 'ru')")
  await open('console/nodes')
  await page.getByRole('cell', { name: 'менять транки и номера' }).waitFor()
  await lookAt(page, 'nodes-tokens-ru')
  await page.evaluate("localStorage.setItem('ringkey-language', 'en')")
  await open('console/nodes')
  await page.getByRole('button', { name: 'Remove the token terraform' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('There is no token, so the admin API is closed.').waitFor()
})

it('what is confirmed twice in a row is sent once, and its error is shown in no other dialog', async () => {
  await open('console/protection')
  for (const address of ['203.0.113.7', '203.0.113.8']) {
    const addresses = page.getByRole('region', { name: 'Blocked addresses' })
    await addresses.getByLabel('Address or range').fill(address)
    await addresses.getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByRole('button', { name: `Unblock ${address}` }).waitFor()
  }
  let asked = 0
  await page.route('**/addresses/remove', async (route) => {
    asked += 1
    await (asked === 1 ? route.abort() : route.continue())
  })
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Unblock' })
  await page.getByRole('button', { name: 'Unblock 203.0.113.7' }).click()
  await confirm.click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Unblock 203.0.113.8' }).click()
  await confirm.waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(0)
  await confirm.dblclick()
  await page.getByRole('button', { name: 'Unblock 203.0.113.8' }).waitFor({ state: 'detached' })
  expect(asked).toBe(2)
  await page.unroute('**/addresses/remove')
})

it('quality: a fault of one operator over one trunk is found in two clicks, with the hour it began', async () => {
  const now = systemClock.now()
  const began = plantFault(join(rig.folder, 'ringkey.db'), rig.firstRun.service_id, now)
  await open('console')
  await page.getByRole('navigation').getByRole('link', { name: 'Quality' }).click()
  const cell = page.getByRole('button', { name: /^MegaFon, south: .* clearly lower/ })
  await cell.waitFor()
  await lookAt(page, 'quality-installation')
  await cell.click()
  const sentence = await page
    .getByText(/^Delivered fell from 8\d(\.\d)?% to 4\d(\.\d)?%, since about /)
    .innerText()
  const found = new Date(sentence.replace(/.*since about (.*)\.$/, '$1').replace(' at ', ' ')).getTime()
  expect(Math.abs(found - began)).toBeLessThanOrEqual(2 * 3_600_000)
  expect(await page.getByRole('button', { name: /clearly lower/ }).count()).toBe(1)
  await lookAt(page, 'quality-fault')

  // The address holds what was chosen: from the calls and back again.
  const chosen = page.url()
  await page.getByRole('link', { name: 'See these calls' }).click()
  await page.getByRole('heading', { name: 'Verifications of customers' }).waitFor()
  await page.getByRole('button', { name: 'Trunk: south', exact: true }).waitFor()
  await page.goBack()
  await page.getByText(/since about /).waitFor()
  expect(page.url()).toBe(chosen)

  const plot = page.getByRole('img', { name: 'Delivered over time' })
  await plot.scrollIntoViewIfNeeded()
  const box = (await plot.boundingBox())!
  const middle = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.5, middle)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.8, middle + 5, { steps: 4 })
  await page.mouse.up()
  await page.waitForURL(/range=custom/)
  await page.getByRole('radio', { name: 'Hours', checked: true }).waitFor({ state: 'attached' })
})
