import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { openPage, type Rig, shoot, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
}, 120_000)
afterAll(() => rig?.stop())

it('entrance: one click enters the demo and shows its service', async () => {
  const page = await openPage(rig, await rig.demoLink())
  await page.getByRole('button', { name: 'Enter the demo' }).click()
  await page.getByRole('link', { name: 'My services' }).click()
  await page.getByRole('cell', { name: 'Demo', exact: true }).waitFor()
  expect(await page.title()).toBe('My services · Ringkey')
  await shoot(page, 'services-list')
  const log = await page.request.get(`${rig.baseUrl}/cabinet/api/operator/actions`)
  expect(await log.text()).toContain('signed-in')
  expect(await log.text()).not.toContain('sign-in-refused')
  expect(await seriousFaults(page)).toEqual([])
})

it('entrance: explains a wrong password, and accepts the right one', async () => {
  const page = await (await rig.newPerson()).newPage()
  await page.goto(`${rig.baseUrl}/cabinet/`)
  await page.getByLabel('E-mail').fill(rig.firstRun.email)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('The e-mail or the password is wrong').waitFor()
  await shoot(page, 'entrance')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill(rig.firstRun.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation').first().waitFor()
})
