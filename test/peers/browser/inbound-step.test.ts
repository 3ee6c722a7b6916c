// The form of a trunk: the operator calls a number of it, sees which header named the caller, and accepts it.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Answer } from '../../../server/src/cabinet/api.ts'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import { type SimulatedCarrier, startCarrier } from '../../../server/src/telephony/simulator/start-carrier.ts'
import { ManualClock } from '../../../server/test/manual-clock.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { type Caller, openCaller } from '../../phones/caller.ts'
import { lookAt } from './look-at.ts'
import { type Rig, startRig } from './rig.ts'

const number = '74957770009'
let rig: Rig
let carrier: SimulatedCarrier
let caller: Caller
beforeAll(async () => {
  carrier = await startCarrier({ onEvent: () => {} })
  // Without it the demo, and its way in, end with the first real trunk.
  rig = await startRig({ RINGKEY_DEMO: 'on' })
  caller = await openCaller('127.0.0.1', rig.sipPort)
  await run('trunk', 'add', 'north', 'host=127.0.0.1', `port=${carrier.port}`)
  await run('confirm-pool', 'add', number, '--trunk', 'north')
}, 120_000)
afterAll(async () => {
  caller?.close()
  await rig?.stop()
  await carrier?.close()
})
afterEach(({ task }) => rig.closePages(task))

const run = async (...words: string[]) => {
  const outcome = await ringkey(rig.folder, words, { clock: new ManualClock(systemClock.now()) })
  expect(outcome).toMatchObject({ code: 0 })
  return outcome
}
const callWithFromAlone = (person: string) =>
  caller.dial({ called: number, from: `<sip:+${person}@127.0.0.1>` })

const trunkOf = async (page: Page) => {
  const answer = await page.request.get(`${rig.baseUrl}/cabinet/api/operator/trunks`)
  const { trunks } = (await answer.json()) as Answer<'/operator/trunks'>
  return trunks.find(({ name }) => name === 'north')!
}

it('trunk form in Russian, on a phone: a call of the operator shows its header, and nothing is accepted by itself', async () => {
  const page = await rig.demoPage('/console/trunks', {
    locale: 'ru-RU',
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('rowgroup', { name: 'north' }).getByRole('button', { name: 'Изменить' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Проверка' }).click()
  await dialog.getByRole('button', { name: 'Ждать звонка' }).click()
  await dialog
    .getByText(`Позвоните со своего телефона в течение минуты на один из номеров: +${number}.`)
    .waitFor()
  expect(await callWithFromAlone('79165550009')).toBe(486)
  await dialog.getByText('Номер звонящего пришёл в From: 7916***0009.').waitFor()
  await dialog.getByRole('button', { name: 'Принимать From этого транка' }).waitFor()
  await lookAt(page, 'trunk-inbound-from-ru')
}, 240_000)

it('trunk form: a call of the operator shows that From alone names the caller, and From is accepted with a click', async () => {
  const page = await rig.demoPage('/console/trunks')
  await page.getByRole('rowgroup', { name: 'north' }).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Test' }).click()
  await dialog.getByRole('button', { name: 'Wait for a call' }).click()
  await dialog.getByText(`Call one of these numbers from your phone within a minute: +${number}.`).waitFor()
  expect(await callWithFromAlone('79165550007')).toBe(486)
  await dialog.getByText('From named the caller: 7916***0007.').waitFor()
  await dialog.getByText('This trunk does not believe From').waitFor()
  await lookAt(page, 'trunk-inbound-from')

  await dialog.getByRole('button', { name: 'Accept From of this trunk' }).click()
  await dialog.getByText('From of this trunk is accepted. Call again to see it.').waitFor()
  await dialog.getByRole('tab', { name: 'Advanced' }).click()
  expect(await dialog.getByLabel('From of incoming calls').inputValue()).toBe('screened')
  await lookAt(page, 'trunk-inbound-accepted')
  await dialog.getByRole('tab', { name: 'Test' }).click()
  // The service follows within two seconds.
  await expect
    .poll(async () => (await trunkOf(page)).settings.fromTrust, { timeout: 30_000 })
    .toBe('screened')

  await dialog.getByRole('button', { name: 'Wait for a call' }).click()
  await dialog.getByText('Call one of these numbers').waitFor()
  expect(await callWithFromAlone('79165550008')).toBe(486)
  await dialog.getByText('A call came in with both numbers').waitFor()
  await dialog.getByText('From named the caller: 7916***0008.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Accept From' }).count()).toBe(0)
}, 240_000)
