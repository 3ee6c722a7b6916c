// From a stranger to a team with second factors, over the running service with a mail server and a messenger.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { codeOfStep, stepAt } from '../../../server/src/cabinet/second-factor/totp.ts'
import { type BotApiServer, startBotApiServer } from '../../../server/test/bot-api-server.ts'
import { linkIn, type MailServer, startMailServer } from '../../../server/test/mail-server.ts'
import { lookAt } from './look-at.ts'
import { openPage, type PersonOptions, type Rig, startRig } from './rig.ts'

const ann = { email: 'ann@example.com', password: 'correct horse battery', telegramId: 4242 }
/** The walk over every page looks at the parts of this page too, as the owner of the demo. */
const looksAtEveryPart = process.env.RINGKEY_TEST_LONG === '1'
let rig: Rig
let mail: MailServer
let bot: BotApiServer
/** Of the authenticator app. */
let secret = ''
let recoveryCodes: string[] = []

beforeAll(async () => {
  mail = await startMailServer()
  bot = await startBotApiServer()
  rig = await startRig(
    {
      RINGKEY_SMTP_URL: `${mail.url}?tls=optional`,
      RINGKEY_MAIL_FROM: 'Ringkey <noreply@example.com>',
      RINGKEY_TELEGRAM_TOKEN: bot.token,
      RINGKEY_TELEGRAM_API: bot.url,
    },
    { installation: { confirmPhone: true } },
  )
}, 120_000)
afterEach(({ task }) => rig.closePages(task))
afterAll(async () => {
  await rig?.stop()
  await mail?.close()
  await bot?.close()
})

const open = (path: string, options?: PersonOptions) => openPage(rig, path, options)
const signIn = async (page: Page, password = ann.password) => {
  await page.getByLabel('E-mail').fill(ann.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}
const inside = (page: Page) => page.getByRole('navigation').first().waitFor()

it('person: signs up by mail, connects an app and a messenger, and signs in with each', async () => {
  const page = await open('/')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('E-mail').fill(ann.email)
  await lookAt(page, 'people-sign-up')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
  const [message] = await mail.mailsTo(ann.email)
  await page.goto(linkIn(message!))
  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('Password', { exact: true }).fill('qwerty12345')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByText('This password is easy to guess').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(ann.password)
  await page.getByText('Strong').waitFor()
  await lookAt(page, 'people-sign-up-finish')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await inside(page)
  expect(page.url()).not.toContain('#')

  await page.getByRole('link', { name: 'Confirm it now' }).click()
  await page.getByRole('heading', { name: 'First step: confirm your phone' }).waitFor()
  await page.getByRole('textbox', { name: 'Your phone' }).fill('+7 916 123-45-67')
  await page.getByRole('button', { name: 'Call me' }).click()
  await page.getByText('We are calling 7916***4567').waitFor()
  await page.getByLabel('Last four digits').fill('0000')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText('The code is wrong').waitFor()
  await lookAt(page, 'people-profile-phone')

  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Connect an app' }).click()
  await page.getByRole('img', { name: 'The secret as a QR code' }).waitFor()
  secret = (await page.locator('code').first().innerText()).replaceAll(' ', '')
  await lookAt(page, 'people-totp')
  await page.getByLabel('Code of the app').fill(codeOfStep(secret, stepAt(Date.now())))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const codes = page.getByRole('dialog').getByRole('region')
  await codes.waitFor()
  recoveryCodes = (await codes.innerText()).trim().split('\n')
  expect(recoveryCodes).toHaveLength(10)
  await lookAt(page, 'people-recovery-codes')
  await page.getByRole('button', { name: 'I saved them' }).click()

  await page.getByRole('button', { name: 'Connect Telegram' }).click()
  const link = page.getByRole('link', { name: 'Open Telegram' })
  await link.waitFor()
  await lookAt(page, 'people-telegram')
  const token = (await link.getAttribute('href'))!.split('start=')[1]
  bot.says(ann.telegramId, `/start ${token}`)
  // The app is a second factor already: another way in beside it needs the password and a code.
  await page.getByRole('button', { name: 'Confirm sign-ins in the messenger' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(ann.password)
  await dialog.getByLabel('Code of the app or a recovery code').fill(recoveryCodes[9]!)
  await lookAt(page, 'people-factor-proof')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText('Confirm sign-ins in the messenger: on.').waitFor()
  await lookAt(page, 'people-security')

  await signOut(page)
  await signIn(page)
  await page.getByText('Waiting for your answer in Telegram').waitFor()
  await lookAt(page, 'people-second-factor')
  const question = await bot.message(
    ({ chatId, buttons }) => chatId === ann.telegramId && buttons.length === 2,
  )
  bot.presses(ann.telegramId, question.buttons[0]!.data)
  await inside(page)

  await signOut(page)
  await signIn(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]!)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await inside(page)
}, 180_000)

it('new password by mail: the second factor is still required', async () => {
  const page = await open('/')
  await page.getByRole('link', { name: 'Forgotten password?' }).click()
  await page.getByLabel('E-mail').fill(ann.email)
  await lookAt(page, 'people-forgotten')
  await page.getByRole('button', { name: 'Send the link' }).click()
  const message = (await mail.mailsTo(ann.email, 2))[1]!
  await page.goto(linkIn(message))
  ann.password = 'another long password'
  await page.getByLabel('New password', { exact: true }).fill(ann.password)
  await lookAt(page, 'people-new-password')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByText('Waiting for your answer in Telegram').waitFor()
  // “No” in the messenger ends the sign-in.
  const asked = bot.sent.filter(({ buttons }) => buttons.length === 2).length
  await page.getByRole('button', { name: 'Ask again' }).click()
  await bot.message(
    (message) => bot.sent.filter(({ buttons }) => buttons.length === 2).indexOf(message) === asked,
  )
  bot.presses(ann.telegramId, bot.sent.filter(({ buttons }) => buttons.length === 2)[asked]!.buttons[1]!.data)
  await page.getByText('The sign-in was refused').waitFor()
  await page.goto(linkIn(message))
  await page.getByText('This link was already used or has expired').waitFor()
  await lookAt(page, 'people-link-ended')
})

it('team: a developer accepts an invitation on a narrow screen in Russian', async () => {
  const page = await open('/account?part=team')
  await signIn(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCodes[1]!)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByLabel('E-mail').fill('dev@example.com')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByText('The invitation was sent').waitFor()
  await page.getByRole('button', { name: 'Withdraw the invitation of dev@example.com' }).waitFor()
  await lookAt(page, 'people-team')
  const [message] = await mail.mailsTo('dev@example.com')
  expect(message!.subject).toBe('An invitation to ann@example.com at Ringkey')

  const narrow = { viewport: { width: 390, height: 844 }, locale: 'ru-RU', colorScheme: 'dark' as const }
  const phone = await open(linkIn(message!), narrow)
  await phone.getByText('Вас пригласили в аккаунт ann@example.com, роль: разработчик').waitFor()
  await lookAt(phone, 'people-join-narrow-ru-dark')
  await phone.getByLabel('Ваше имя').fill('Денис')
  await phone.getByLabel('Пароль', { exact: true }).fill('три весёлых тигра')
  await phone.getByRole('button', { name: 'Принять приглашение' }).click()
  await phone.getByRole('button', { name: 'Меню', exact: true }).waitFor()
  for (const part of looksAtEveryPart ? ['profile', 'security', 'team', 'history'] : []) {
    await phone.goto(`${rig.baseUrl}/cabinet/account?part=${part}`)
    await phone.getByRole('tabpanel').waitFor()
    await phone.waitForLoadState('networkidle')
    await lookAt(phone, `people-${part}-narrow-ru-dark`)
    expect(await phone.evaluate('document.documentElement.scrollWidth'), part).toBeLessThanOrEqual(390)
  }
  // A developer sees the team and changes nobody.
  await phone.goto(`${rig.baseUrl}/cabinet/account?part=team`)
  await phone.getByText('Роли меняют владельцы').waitFor()
  expect(await phone.getByRole('button', { name: 'Пригласить' }).count()).toBe(0)

  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText('dev@example.com joined as developer').waitFor()
  await lookAt(page, 'people-history')
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const part of looksAtEveryPart ? ['Profile', 'Security', 'Team', 'History'] : []) {
    await page.getByRole('tab', { name: part }).click()
    await page.waitForLoadState('networkidle')
    await lookAt(page, `people-${part.toLowerCase()}-dark`)
  }
})
