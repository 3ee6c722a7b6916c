// A rule that the page Quality proposes, and the templates of a workflow.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { seriousFaults } from './accessibility.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
}, 120_000)
afterEach(({ task }) => rig.closePages(task))
afterAll(() => rig?.stop())

const blocked = {
  serviceId: 1,
  service: 'Demo',
  country: 'RU',
  operator: 'МегаФон',
  why: 'undelivered',
  counted: { hits: 12, of: 240 },
  isProposed: true,
}

it('page Quality: one click on a proposed rule puts it in front of the rules of the service', async () => {
  const page = await rig.demoPage('/')
  await page.route('**/cabinet/api/quality/poor-networks', (route) =>
    route.fulfill({ json: { items: [blocked] } }),
  )
  const origin = new URL(page.url()).origin
  await page.goto(`${origin}/cabinet/services/1?tab=workflow`)
  await page.getByRole('button', { name: 'Flash first' }).click()
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.getByText('Saved. The next verification uses it.').waitFor()

  await page.goto(`${origin}/cabinet/quality`)
  const proposal = page.getByRole('region', { name: 'MegaFon: flash calls do not arrive' })
  await proposal.waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await proposal.getByRole('button', { name: 'Accept the rule' }).click()
  const { settings } = await (await saved).json()
  expect(settings.workflow).toMatchObject([
    { match: { country: 'RU', operator: 'МегаФон' }, steps: [{ mode: 'inbound' }, { mode: 'voice' }] },
    { match: {}, steps: [{ mode: 'flash' }, { mode: 'voice' }] },
  ])
})
