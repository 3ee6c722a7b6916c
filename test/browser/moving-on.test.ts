// People whose circumstances change: another address. Over the running service with a mail server.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkIn, type MailServer, startMailServer } from '../../server/test/mail-server.ts'
import { seriousFaults } from './accessibility.ts'
import { type Rig, shoot, startRig } from './rig.ts'

const kim = { email: 'kim@example.com', password: 'correct horse battery' }
const newEmail = 'kim.moved@example.com'
const narrow = { viewport: { width: 390, height: 844 }, locale: 'ru-RU', colorScheme: 'dark' as const }
let rig: Rig
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer()
  rig = await startRig({
    RINGKEY_SMTP_URL: mail.url,
    RINGKEY_MAIL_FROM: 'Ringkey <noreply@example.com>',
  })
}, 120_000)
afterAll(async () => {
  await rig?.stop()
  await mail?.close()
})

const open = async (path: string, options?: Parameters<Rig['newPerson']>[0]) => {
  const page = await (await rig.newPerson(options)).newPage()
  await page.goto(path.startsWith('http') ? path : `${rig.baseUrl}/cabinet${path}`)
  return page
}
const lookAt = async (page: Page, name: string) => {
  await shoot(page, name)
  expect(await seriousFaults(page), name).toEqual([])
  const beyond = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  expect(beyond, name).toBeLessThanOrEqual(0)
}

/** With the link that leads here, in English. */
const finishSignUp = async (page: Page) => {
  await page.getByLabel('Your name').fill('Kim')
  await page.getByLabel('Password', { exact: true }).fill(kim.password)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByRole('navigation').first().waitFor()
}

it('moves a person to a new e-mail, confirmed on another device', async () => {
  const page = await open('/sign-up')
  await page.getByLabel('E-mail').fill(kim.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.goto(linkIn((await mail.lettersTo(kim.email))[0]!))
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

  const [letter] = await mail.lettersTo(newEmail)
  const phone = await open(linkIn(letter!), narrow)
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
  await mail.lettersTo(kim.email, 2)

  await page.goto(linkIn(letter!))
  await page.getByText('This link was used or has ended').waitFor()
  await page.getByRole('link', { name: 'To the cabinet' }).click()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText(`e-mail of ${kim.email} changed to ${newEmail}`).waitFor()
})
