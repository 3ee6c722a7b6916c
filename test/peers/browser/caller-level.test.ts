// An owner demands a level of inbound callers, and reads on the page of a call why a call did not confirm.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import { ManualClock } from '../../../server/test/manual-clock.ts'
import { type Receiver, startReceiver } from '../../../server/test/receiver.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { lookAt } from './look-at.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
let receiver: Receiver
beforeAll(async () => {
  rig = await startRig()
  receiver = await startReceiver()
}, 120_000)
afterAll(async () => {
  await receiver?.close()
  await rig?.stop()
})

async function waitAndCall(phone: string): Promise<number> {
  const { service_id, secret_key } = rig.firstRun
  const response = await fetch(`${rig.baseUrl}/v1.0/inboundCallWaiting`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret_key}.${service_id}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone, callback_url: receiver.url }),
  })
  const { vendor_id, confirmation_number } = (await response.json()) as Record<string, string & number>
  const words = ['dev', 'phone', 'dial', confirmation_number!, '--from', phone]
  await ringkey(rig.folder, words, { clock: new ManualClock(systemClock.now()) })
  return vendor_id!
}

async function demand(page: Page, level: 'medium' | 'high'): Promise<void> {
  await page.goto(`${rig.baseUrl}/cabinet/services/${rig.firstRun.service_id}?tab=settings`)
  await page.getByLabel('How sure the number of an inbound call must be').selectOption(level)
  await page.getByRole('switch', { name: 'Send the level in webhooks' }).click()
  await lookAt(page, `service-caller-level-${level}`)
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved. The settings are in effect.').first().waitFor()
}

it('caller level, call below it: the page of the verification shows the call and why it did not confirm', async () => {
  const page = await rig.demoPage()
  await demand(page, 'high')
  const rejected = await waitAndCall('79005550401')
  await page.goto(`${rig.baseUrl}/cabinet/verifications/${rejected}`)
  await page.getByText('confirmed nothing: the service demands at least high trust').waitFor()
  await page.getByText('The network asserts the number').waitFor()
  await lookAt(page, 'verification-caller-rejected')

  await demand(page, 'medium')
  const confirmed = await waitAndCall('79005550402')
  await page.goto(`${rig.baseUrl}/cabinet/verifications/${confirmed}`)
  await page.getByText('Confirmed', { exact: true }).first().waitFor()
  await page.getByText('medium trust').waitFor()
  await page.getByText('The person called the confirmation number from this phone.').waitFor()
  await lookAt(page, 'verification-caller')
  expect(receiver.received.map(({ body }) => body.callId)).toEqual([String(confirmed)])

  await page.goto(`${rig.baseUrl}/cabinet/trunks`)
  const trunk = page.getByRole('rowgroup', { name: 'simulator' })
  await trunk.getByRole('button', { name: 'Details' }).click()
  await trunk.getByText('P-Asserted-Identity: 2 (100%)').waitFor()
  await lookAt(page, 'trunk-callers')

  const russian = await rig.demoPage(`/verifications/${rejected}`, { locale: 'ru-RU' })
  await russian.getByText('сервису нужна как минимум высокая надёжность').waitFor()
  await lookAt(russian, 'verification-caller-rejected-ru')
}, 240_000)
