// What pages of the list show beside their first view: open parts, chosen ranges, a service with changed settings.
import type { Page } from 'playwright-core'
import type { FurnishedRig } from './furnished.ts'

export interface PageState {
  /** For files and reports: `quality-24h`. */
  readonly name: string
  readonly path: string
  readonly hasNameAsHeading?: boolean
  /** What a person does there before the page is looked at. */
  readonly arrange?: (page: Page) => Promise<unknown>
}

const drawnPlot = 'svg[role=img]:has(path[d^=M])'
const toCall = 'main a[href*="/verifications/"]'

/** What pages of the list have to show in a furnished installation: an empty page would have no fault either. */
export const contents: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '/': async (page) => {
    await page.locator(drawnPlot).first().waitFor()
    await page.locator(toCall).first().waitFor()
  },
  '/verifications': (page) => page.locator(toCall).nth(10).waitFor(),
  '/console/accounts/:id': (page) => page.getByRole('cell', { name: 'invoice 7' }).waitFor(),
  '/money/ledger': (page) => page.locator('table').getByText('invoice 7').first().waitFor(),
  '/console/alarms': async (page) => {
    await page.getByRole('cell', { name: 'ops@example.com', exact: true }).first().waitFor()
    await page.getByRole('cell', { name: 'works at the carrier' }).waitFor()
  },
  '/console/trunks': (page) => page.getByRole('rowgroup', { name: 'north' }).waitFor(),
  '/console/pools': async (page) => {
    await page.getByText('+74957770000 – +74957770499').first().waitFor()
    await page.getByRole('cell', { name: '7/2026-RU', exact: true }).first().waitFor()
  },
  '/console/caller-id-health': (page) => page.getByText('+7495777xxxx').first().waitFor(),
  '/reference': (page) => page.locator('section#v2').waitFor(),
  '/webhooks': (page) => page.locator('a[href*="/webhooks/"]').first().waitFor(),
}

export const pageStates = ({ shopId }: FurnishedRig): readonly PageState[] => [
  {
    name: 'call-ladder',
    path: '/verifications?state=completed&mode=flash&test=no',
    async arrange(page) {
      await page.locator(toCall).nth(3).click()
      await page.getByRole('list', { name: /Timeline|Ход звонка/ }).waitFor()
      await page.getByRole('button', { name: /^(Show|Показать)$/ }).click()
      await page.getByRole('list', { name: /Messages of the call|Сообщения звонка/ }).waitFor()
    },
  },
  {
    name: 'quality-24h',
    path: '/console/quality?range=24h',
    arrange: (page) => page.locator(drawnPlot).first().waitFor(),
  },
  {
    name: 'quality-own-voice',
    path: '/quality?mode=voice&rate=asr&by=country',
    async arrange(page) {
      await page.locator(drawnPlot).first().waitFor()
      await page.getByText(/^(Show as table|Показать таблицей)$/).click()
    },
  },
  ...['settings', 'workflow', 'limits', 'integrate', 'oidc', 'hooks', 'gateways', 'dialect'].map((part) => ({
    name: `service-${part}`,
    path: `/services/${shopId}?tab=${part}`,
  })),
  {
    name: 'service-keys',
    path: `/services/${shopId}?tab=keys`,
    arrange: (page) => page.getByRole('table', { name: /^(Keys|Ключи)$/ }).waitFor(),
  },
  { name: 'service-archive', path: `/services/${shopId}?tab=archive` },
  { name: 'webhooks-check', path: '/webhooks?tab=check' },
  ...['security', 'team', 'sign-ins', 'history'].map((part) => ({
    name: `account-${part}`,
    path: `/account?part=${part}`,
    arrange: (page: Page) => page.getByRole('tabpanel').waitFor(),
  })),
  {
    name: 'pools-contract',
    path: '/console/pools',
    async arrange(page) {
      await page.getByRole('button', { name: /^(Edit contract|Изменить договор) 7/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'alarms-receiver',
    path: '/console/alarms',
    async arrange(page) {
      await page
        .getByRole('button', { name: /^(Add a|Добавить) / })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
