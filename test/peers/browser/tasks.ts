// The ten tasks of a new owner and operator, as a person does them: by links and buttons, with stated numbers of clicks.
import type { Page } from 'playwright-core'
import { barTexts } from '../../../cabinet/src/frame/texts.ts'
import { securityTexts } from '../../../cabinet/src/pages/account/security-texts.ts'
import { teamTexts } from '../../../cabinet/src/pages/account/team-texts.ts'
import { accountTexts } from '../../../cabinet/src/pages/account/texts.ts'
import { accountsTexts } from '../../../cabinet/src/pages/accounts/texts.ts'
import { reasonTexts } from '../../../cabinet/src/pages/calls/reasons.ts'
import { siteTexts } from '../../../cabinet/src/pages/phone/site-texts.ts'
import { phoneTexts } from '../../../cabinet/src/pages/phone/texts.ts'
import { keyTexts } from '../../../cabinet/src/pages/services/keys/texts.ts'
import { serviceTexts } from '../../../cabinet/src/pages/services/service-texts.ts'
import { servicesTexts } from '../../../cabinet/src/pages/services/texts.ts'
import { navigationTexts } from '../../../cabinet/src/pages/texts.ts'
import { formTexts } from '../../../cabinet/src/pages/trunks/form-texts.ts'
import { trunksTexts } from '../../../cabinet/src/pages/trunks/texts.ts'
import { codeOfStep, stepAt } from '../../../server/src/cabinet/second-factor/totp.ts'
import { trunkFields } from '../../../server/src/fields/trunk-fields.ts'

type Section = 'services' | 'team' | 'trunksAndNumbers' | 'customers'

export type Language = 'en' | 'ru'

export interface Surroundings {
  readonly language: Language
  readonly isNarrow: boolean
  /** A word that no other run uses, for names of what is made. */
  readonly word: string
  readonly accountEmail: string
  /** The service of the task. */
  readonly serviceName: string
  /** A phone that was called, and the trunk that does not answer. */
  readonly calledPhone: string
  readonly deadTrunk: string
}

export interface Task {
  readonly name: string
  /** On a wide screen. A drawer has to be opened first on a narrow one. */
  readonly clicks: number
  readonly clicksNarrow: number
  /** Signed in as somebody of its own: what it changes would be in the way of the others. */
  readonly asNewcomer?: true
  /** With a service of its own, whose key it changes. */
  readonly hasService?: true
  readonly run: (page: Page, around: Surroundings) => Promise<void>
}

/** By the rail, which is a drawer on a narrow screen. */
async function goTo(page: Page, section: Section, { language, isNarrow }: Surroundings): Promise<void> {
  if (isNarrow) await page.getByRole('button', { name: barTexts[language].menu, exact: true }).click()
  const rail = page.getByRole('navigation', { name: navigationTexts[language].navigation })
  await rail.getByRole('link', { name: navigationTexts[language][section], exact: true }).click()
}

/** Operators have a console of their own. */
async function goInConsole(page: Page, section: Section, around: Surroundings): Promise<void> {
  const { language, isNarrow } = around
  if (isNarrow) await page.getByRole('button', { name: barTexts[language].menu, exact: true }).click()
  await page.locator('nav a[href$="/console"]').click()
  await page.getByRole('heading', { name: navigationTexts[language].alarms, level: 1 }).waitFor()
  await goTo(page, section, around)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export const tasks: readonly Task[] = [
  {
    name: 'first ring',
    clicks: 2,
    clicksNarrow: 2,
    async run(page, { language }) {
      await page.getByRole('banner').locator('a[href$="/phone"]').click()
      await button(page, siteTexts[language].callMe).click()
      await page.getByText(phoneTexts[language].incoming).first().waitFor()
    },
  },
  {
    name: 'key and curl',
    clicks: 3,
    clicksNarrow: 4,
    async run(page, around) {
      const text = servicesTexts[around.language]
      await goTo(page, 'services', around)
      await button(page, text.create).click()
      await page.getByLabel(text.name, { exact: true }).fill(`Shop ${around.word}`)
      await button(page, text.makeIt).click()
      const curl = page.getByRole('region', { name: 'curl' }).first()
      await curl.getByText(/Bearer \w{32}\.\d+/).waitFor()
    },
  },
  {
    name: 'why did it fail',
    clicks: 1,
    clicksNarrow: 1,
    async run(page, { language }) {
      const reason = reasonTexts[language]['test number, unreachable']!
      await page.getByRole('row').filter({ hasText: reason.name }).first().click()
      await page.getByText(reason.sentence({ rang: null })).waitFor()
    },
  },
  {
    name: 'bad route',
    clicks: 2,
    clicksNarrow: 4,
    async run(page, around) {
      await goInConsole(page, 'trunksAndNumbers', around)
      const trunk = page.getByRole('rowgroup', { name: around.deadTrunk })
      await trunk.getByText(trunksTexts[around.language].states.unreachable, { exact: true }).waitFor()
    },
  },
  {
    name: 'add a trunk',
    clicks: 4,
    clicksNarrow: 6,
    async run(page, around) {
      const text = formTexts[around.language]
      await goInConsole(page, 'trunksAndNumbers', around)
      await button(page, trunksTexts[around.language].add).click()
      await page.getByRole('textbox', { name: text.name }).fill(`trunk-${around.word}`)
      await page.getByLabel(trunkFields.host[around.language][0]).fill('127.0.0.1')
      await button(page, text.save).click()
      await page.getByRole('rowgroup', { name: `trunk-${around.word}` }).waitFor()
    },
  },
  {
    name: 'top up',
    clicks: 5,
    clicksNarrow: 7,
    async run(page, around) {
      const text = accountsTexts[around.language]
      await goInConsole(page, 'customers', around)
      await page.getByRole('link', { name: around.accountEmail }).click()
      await button(page, text.topUp).click()
      await page.getByLabel(text.amount('₽')).fill('100')
      await page.getByLabel(text.note).fill(`invoice ${around.word}`)
      await page.getByRole('dialog').getByRole('button', { name: text.topUp }).click()
      await page.getByRole('cell', { name: `invoice ${around.word}` }).waitFor()
    },
  },
  {
    name: 'second factor',
    clicks: 5,
    clicksNarrow: 6,
    asNewcomer: true,
    async run(page, around) {
      const text = securityTexts[around.language]
      await goTo(page, 'team', around)
      await page.getByRole('tab', { name: accountTexts[around.language].parts.security }).click()
      await button(page, text.setUp).click()
      const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '')
      await page.getByLabel(text.code).fill(codeOfStep(secret, stepAt(Date.now())))
      await button(page, text.confirm).click()
      await button(page, text.kept).click()
      await page.getByText(text.totpOn).waitFor()
    },
  },
  {
    name: 'rotate a key',
    clicks: 5,
    clicksNarrow: 6,
    hasService: true,
    async run(page, around) {
      const text = serviceTexts[around.language]
      await goTo(page, 'services', around)
      await page.getByRole('link', { name: around.serviceName, exact: true }).click()
      const keys = keyTexts[around.language]
      await page.getByRole('link', { name: `${text.setUp}: ${text.tabs.keys}` }).click()
      await button(page, keys.rotate).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(keys.typeName(around.serviceName)).fill(around.serviceName)
      await dialog.getByRole('button', { name: keys.rotate }).click()
      await page
        .getByRole('region', { name: 'curl' })
        .first()
        .getByText(/Bearer \w{32}\.\d+/)
        .waitFor()
    },
  },
  {
    name: 'find by phone',
    clicks: 1,
    clicksNarrow: 1,
    async run(page, { language, isNarrow, calledPhone }) {
      const text = barTexts[language]
      if (isNarrow) await button(page, text.find).click()
      else await page.getByRole('textbox', { name: text.search }).click()
      await page.keyboard.type(calledPhone)
      await page.keyboard.press('Enter')
      const reason = reasonTexts[language]['test number, unreachable']!
      await page.getByRole('row').filter({ hasText: reason.name }).first().waitFor()
    },
  },
  {
    name: 'invite',
    clicks: 3,
    clicksNarrow: 4,
    async run(page, around) {
      const text = teamTexts[around.language]
      const email = `${around.word}@example.com`
      await goTo(page, 'team', around)
      await page.getByRole('tab', { name: accountTexts[around.language].parts.team }).click()
      await page.getByLabel(text.email).fill(email)
      await button(page, text.send).click()
      await button(page, text.withdrawWho(email)).waitFor()
    },
  },
]
