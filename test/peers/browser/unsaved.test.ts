// What somebody typed and has not saved: asked about before it is lost, kept when the session ends.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
}, 180_000)
afterEach(({ task }) => rig.closePages(task))
afterAll(() => rig?.stop())

it('form with changes: asks before it is left, and not after they are saved', {
  timeout: 120_000,
}, async () => {
  const page = await rig.demoPage(`/services/${rig.firstRun.service_id}?tab=settings`)
  const asked: string[] = []
  let leaves = false
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    return leaves ? dialog.accept() : dialog.dismiss()
  })
  const name = page.getByLabel('Name', { exact: true })
  const quality = page.getByRole('navigation').getByRole('link', { name: 'Quality' })
  await name.fill('Shop')
  await quality.click()
  expect(asked).toEqual(['You have changes that are not saved. Leave without them?'])
  expect(await name.inputValue()).toBe('Shop')
  leaves = true
  await quality.click()
  await page.getByRole('heading', { name: 'Quality', level: 1 }).waitFor()
  await page.goBack()
  await name.fill('Shop')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('Saved. The settings are in effect.').waitFor()
  await quality.click()
  await page.getByRole('heading', { name: 'Quality', level: 1 }).waitFor()
  expect(asked).toHaveLength(2)
})

it('session that ends by itself: the sign-in form says so, and what was typed is there afterwards', {
  timeout: 120_000,
}, async () => {
  const page = await rig.demoPage(`/services/${rig.firstRun.service_id}?tab=settings`)
  const use = page.getByLabel('Where it is used')
  await use.fill('orders')
  // As if another browser of the same person had ended it.
  await page.request.post(`${rig.baseUrl}/cabinet/api/session/end`, {
    headers: { 'X-Ringkey-Cabinet': '1', Origin: rig.baseUrl },
    data: {},
  })
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText(/^Your session has ended/).waitFor()
  await page.getByLabel('E-mail').fill(rig.firstRun.email)
  await page.getByLabel('Password', { exact: true }).fill(rig.firstRun.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => use.inputValue()).toBe('orders')
  await use.waitFor()
  expect(await page.getByText('You were signed out').count()).toBe(0)
})
