// People whose circumstances change: another address, no team any more. Over the running service with a mail server.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { linkIn, type MailServer, startMailServer } from '../../../server/test/mail-server.ts'
import { ManualClock } from '../../../server/test/manual-clock.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { lookAt } from './look-at.ts'
import { openPage, type PersonOptions, type Rig, startRig } from './rig.ts'

const kim = { email: 'kim@example.com', password: 'correct horse battery' }
const newEmail = 'kim.moved@example.com'
const narrow = { viewport: { width: 390, height: 844 }, locale: 'ru-RU', colorScheme: 'dark' as const }
let rig: Rig
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer()
  rig = await startRig({
    RINGKEY_SMTP_URL: `${mail.url}?tls=optional`,
    RINGKEY_MAIL_FROM: 'Ringkey <noreply@example.com>',
  })
}, 120_000)
afterEach(({ task }) => rig.closePages(task))
afterAll(async () => {
  await rig?.stop()
  await mail?.close()
})

const open = (path: string, options?: PersonOptions) => openPage(rig, path, options)

/** With the link that leads here, in English. */
const finishSignUp = async (page: Page) => {
  await page.getByLabel('Your name').fill('Kim')
  await page.getByLabel('Password', { exact: true }).fill(kim.password)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByRole('navigation').first().waitFor()
}

it('e-mail change: is confirmed on another device', async () => {
  const page = await open('/sign-up')
  await page.getByLabel('E-mail').fill(kim.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.goto(linkIn((await mail.mailsTo(kim.email))[0]!))
  await finishSignUp(page)

  await page.goto(`${rig.baseUrl}/cabinet/account?part=security`)
  await page.getByRole('button', { name: 'Change the e-mail' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New e-mail').fill(newEmail)
  await dialog.getByLabel('Your password').fill('a wrong guess')
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await dialog.getByText('The password is wrong').waitFor()
  await lookAt(page, 'new-email-asked')
  await dialog.getByLabel('Your password').fill(kim.password)
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText(`If ${newEmail} can be used`).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await lookAt(page, 'new-email-sent')

  const [message] = await mail.mailsTo(newEmail)
  const phone = await open(linkIn(message!), narrow)
  await phone.getByText(`Войдите с прежней почтой, чтобы подтвердить ${newEmail}`).waitFor()
  await lookAt(phone, 'new-email-sign-in-narrow-ru-dark')
  await phone.getByLabel('Почта').fill(kim.email)
  await phone.getByLabel('Пароль', { exact: true }).fill(kim.password)
  await phone.getByRole('button', { name: 'Вход' }).click()
  await phone.getByRole('button', { name: /Confirm the e-mail|Подтвердить почту/ }).waitFor()
  await lookAt(phone, 'new-email-confirm-narrow-dark')
  await phone.getByRole('button', { name: /Confirm the e-mail|Подтвердить почту/ }).click()
  await phone.getByRole('heading', { name: /E-mail changed|Почта изменена/ }).waitFor()
  await lookAt(phone, 'new-email-changed-narrow-dark')
  await phone.getByRole('link', { name: /To the cabinet|В кабинет/ }).click()
  await phone.getByText(newEmail).first().waitFor()
  await mail.mailsTo(kim.email, 2)

  await page.goto(linkIn(message!))
  await page.getByText('This link was already used or has expired').waitFor()
  await page.getByRole('link', { name: 'To the cabinet' }).click()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText(`e-mail of ${kim.email} changed to ${newEmail}`).waitFor()
}, 120_000)

it('person who left a team: opens a new account, or chooses another one', async () => {
  const owner = await rig.demoPage('/account?part=team')
  let invitations = 0
  const invite = async () => {
    await owner.getByLabel('E-mail').fill('dev@example.com')
    await owner.getByRole('button', { name: 'Invite' }).click()
    return linkIn((await mail.mailsTo('dev@example.com', ++invitations)).at(-1)!)
  }
  const page = await open(await invite())
  await page.getByLabel('Your name').fill('Dev')
  await page.getByLabel('Password', { exact: true }).fill('three happy tigers')
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.goto(`${rig.baseUrl}/cabinet/account?part=team`)
  await page.getByRole('button', { name: 'Leave the team' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click()
  await page.getByRole('heading', { name: 'No account' }).waitFor()
  await page.getByRole('button', { name: 'Create the account' }).waitFor()
  await lookAt(page, 'no-account')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'RU' }).click()
  await page.setViewportSize(narrow.viewport)
  await page.getByRole('button', { name: 'Создать аккаунт' }).waitFor()
  await lookAt(page, 'no-account-narrow-ru-dark')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'EN' }).click()
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.goto(`${rig.baseUrl}/cabinet/account`)
  await page.getByRole('heading', { name: 'Close the account' }).waitFor()

  // After the removal from the current team, the person finds the own account in the menu.
  await page.goto(await invite())
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByRole('navigation').first().waitFor()
  await owner.reload()
  await owner.getByRole('button', { name: 'Remove dev@example.com' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await owner.getByRole('button', { name: 'Remove dev@example.com' }).waitFor({ state: 'detached' })
  await page.goto(`${rig.baseUrl}/cabinet/`)
  await page.getByText('Choose another one in the menu at the top right').waitFor()
  await lookAt(page, 'no-account-choose')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: /dev@example.com/ }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
}, 120_000)

it('accounts by invitation: the page says whom to ask, and the operator’s link opens an account', async () => {
  const house = await startRig({}, { installation: { signUp: 'invite' } })
  const command = (...words: string[]) => ringkey(house.folder, words, { clock: new ManualClock(Date.now()) })
  const linkOf = async (...words: string[]) => {
    const { json } = await command(...words, '--json')
    return json.link.replace(/^.*\/cabinet/, `${house.baseUrl}/cabinet`) as string
  }
  try {
    const page = await (await house.newPerson()).newPage()
    await page.goto(await linkOf('user', 'add-operator', 'pat@example.com'))
    await page.getByLabel('New password', { exact: true }).fill('three happy tigers')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('navigation').first().waitFor()
    await command('user', 'remove-operator', 'pat@example.com')
    await page.goto(`${house.baseUrl}/cabinet/`)
    await page
      .getByText('Ask the operator for an invitation and open its link while you are signed in')
      .waitFor()
    await lookAt(page, 'no-account-by-invitation')
    await page.goto(await linkOf('user', 'change-email', 'pat@example.com', 'pat.new@example.com'))
    await page.getByRole('button', { name: 'Confirm the e-mail' }).click()
    await page.getByRole('heading', { name: 'E-mail changed' }).waitFor()
    await page.goto(await linkOf('user', 'add', 'pat.new@example.com'))
    await page.getByText('You are signed in as pat.new@example.com').waitFor()
    await lookAt(page, 'open-account-by-invitation')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  } finally {
    await house.stop()
  }
}, 120_000)

it('read-only member: no page leads to one that the role does not show', { timeout: 120_000 }, async () => {
  const owner = await rig.demoPage('/account')
  await owner.request.post(`${rig.baseUrl}/cabinet/api/account/invitations`, {
    headers: { 'X-Ringkey-Cabinet': '1', Origin: rig.baseUrl },
    data: { email: 'rita@example.com', role: 'read-only', language: 'en' },
  })
  const page = await (await rig.newPerson()).newPage()
  await page.goto(linkIn((await mail.mailsTo('rita@example.com'))[0]!))
  await page.getByLabel('Your name').fill('Rita')
  await page.getByLabel('Password', { exact: true }).fill('three happy tigers')
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByText('has never called the API').waitFor()
  expect(await page.getByRole('link', { name: 'Try it' }).count()).toBe(0)
  await page.goto(`${rig.baseUrl}/cabinet/quick-start`)
  await page.getByRole('heading', { name: '2. Is the key right?' }).waitFor()
  expect(await page.getByRole('link', { name: 'Create a key' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Add an address' }).count()).toBe(0)
  await page.goto(`${rig.baseUrl}/cabinet/webhooks`)
  await page.getByText('No webhook endpoint yet').waitFor()
  expect(await page.getByRole('button', { name: /^(Add an endpoint|Send many again)$/ }).count()).toBe(0)
  // What the role may not change can be read, and a switch has one box.
  await page.goto(`${rig.baseUrl}/cabinet/services/${rig.firstRun.service_id}?tab=settings`)
  await page.getByLabel('Countries').first().waitFor()
  const opacities = `(selector) => [...new Set([...document.querySelectorAll('main fieldset ' + selector)]
    .map((field) => getComputedStyle(field).opacity))]`
  expect(await page.evaluate(`(${opacities})('select')`)).toEqual(['1'])
  expect(await page.evaluate(`(${opacities})('[type=checkbox]')`)).toEqual(['0'])
  await page.goto(`${rig.baseUrl}/cabinet/money`)
  await page.getByText('Your role does not show this page').waitFor()
  await page.goto(`${rig.baseUrl}/cabinet/console/money`)
  await page.getByText('There is no such page').waitFor()
})
