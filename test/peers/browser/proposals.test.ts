// A rule that the page Quality proposes, the templates of a workflow, and what an alarm about a network offers.
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openInstallation } from '../../../server/src/app/open-installation.ts'
import { readSettings } from '../../../server/src/config/settings.ts'
import { systemRandom } from '../../../server/src/platform/random.ts'
import { callTo } from '../../../server/test/store-contract/fixture.ts'
import { seriousFaults } from './accessibility.ts'
import { lookAt } from './look-at.ts'
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

/** Calls that their network stopped, stored as the service stores them. */
async function plantBlocked(operators: readonly string[]): Promise<void> {
  const { store } = await openInstallation(
    readSettings({ RINGKEY_DATA: rig.folder }),
    systemRandom,
    (error) => {
      throw error
    },
  )
  const serviceId = rig.firstRun.service_id
  const { accountId } = (await store.service(serviceId))!
  const startedAt = Date.now() - 40 * 60_000
  for (const [place, operator] of operators.entries()) {
    const call = callTo(
      `796${place}${String(startedAt).slice(-7)}`,
      { accountId, serviceId },
      { operator, startedAt },
    )
    const admitted = await store.admitCall(call)
    if (admitted.kind !== 'admitted') throw new Error(JSON.stringify(admitted))
    const block = { kind: 'blocked', email: 'redress@network.example' }
    const attempt = { trunk: 'north', reason: 'blocked_by_network', stage: 'progress', block }
    await store.settle({
      ...{ accountId, serviceId, vendorId: admitted.vendorId, completed: false, money: 'release' },
      ...{ reason: 'blocked_by_network', settledAt: startedAt + 2_000 },
      details: JSON.stringify({ trunk: 'north', attempts: [{ ...attempt, callerBlock: '7495123' }] }),
    })
  }
  await store.close()
}

it('page Alarms: a network that blocks is one click from inbound first, and one from the CSV for the carrier', async () => {
  await plantBlocked(['Билайн', 'МТС'])
  const [country, operator, trunk] = ['RU', 'Билайн', 'north']
  const at = Math.floor(Date.now() / 3_600_000) * 3_600_000
  const facts = { country, operator, trunk, block: '', calls: 120, blocked: 41, ranges: '7495123', at }
  const alarm = {
    ...{ id: 1, kind: 'network-blocks', subject: `${trunk} / ${operator}`, nodes: ['one'] },
    facts: { ...facts, contact: 'redress@network.example' },
    ...{ since: Date.now() - 60_000, seenAt: Date.now(), endedAt: null, isSilenced: false },
  }
  const view = { open: [alarm], receivers: [], silences: [], hasMail: false, hasTelegram: false }
  const page = await rig.demoPage('/')
  await page.route('**/cabinet/api/operator/alarms', (route) => route.fulfill({ json: view }))
  await page.goto(`${new URL(page.url()).origin}/cabinet/console/alarms`)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: /^CSV for the carrier/ }).click()
  const lines = readFileSync((await (await downloading).path())!, 'utf8')
    .trim()
    .split('\n')
  expect(lines[0]).toContain('started,calling_number,called,trunk')
  // Of this network alone.
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(',redress@network.example,')

  await page.getByRole('button', { name: 'Inbound first: Beeline' }).click()
  await page
    .getByRole('status')
    .getByText(/^People of Beeline now call a confirmation number first/)
    .waitFor()
  const service = await page.request.get(`${rig.baseUrl}/cabinet/api/services/1`, {
    headers: { 'X-Ringkey-Cabinet': '1' },
  })
  const { settings } = await service.json()
  expect(settings.workflow[0]).toMatchObject({
    match: { country, operator },
    steps: [{ mode: 'inbound' }, {}],
  })
  await lookAt(page, 'alarm-of-a-network')
  await page.setViewportSize({ width: 390, height: 844 })
  await lookAt(page, 'alarm-of-a-network-narrow')

  await page.getByRole('button', { name: 'Inbound first: Beeline' }).click()
  await page
    .getByRole('alert')
    .getByText(/^No service begins with flash for this network/)
    .waitFor()
})
