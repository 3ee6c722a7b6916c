// The first ten minutes: sign-up, a ringing phone, the code, a stored key, a first request, and a list that ticks itself.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lookAt } from './look-at.ts'
import { openPage, type PersonOptions, type Rig, shoot, startRig } from './rig.ts'

const patienceMs = 45_000
let rig: Rig
beforeAll(async () => {
  rig = await startRig()
}, 120_000)
afterAll(() => rig?.stop())

/** What a person reads, in the language of the walk. */
const english = {
  what: /by a call instead of an SMS/,
  create: 'Create an account',
  password: 'Password',
  name: 'Your name',
  finish: 'Create the account',
  list: 'First steps',
  progress: (done: number) => `${done} of 6 done`,
  ring: 'Make it ring',
  site: 'Sign-in form',
  phone: 'Phone number',
  callMe: 'Call me',
  handset: 'Handset',
  lastFour: /Last four digits (\d{4})/,
  code: 'Code, 4 digits',
  wrong: 'Tries left: 2',
  inside: 'You are signed in',
  next: 'On to the next step →',
  createKey: 'Create a key',
  keyName: 'Name',
  testOnly: 'test numbers only',
  make: 'Create',
  once: 'The secret key, shown only once',
  kept: 'I saved it',
  quickStart: 'Open the quick start',
  inbound: 'Inbound',
  iWillCall: 'I will call',
  dial: 'Call it from the demo phone',
  dismiss: 'Dismiss the list',
  email: 'E-mail',
}
const russian: typeof english = {
  what: /звонком вместо SMS/,
  create: 'Создать аккаунт',
  password: 'Пароль',
  name: 'Ваше имя',
  finish: 'Создать аккаунт',
  list: 'Первые шаги',
  progress: (done) => `Сделано: ${done} из 6`,
  ring: 'Позвонить',
  site: 'Форма входа',
  phone: 'Номер телефона',
  callMe: 'Позвоните мне',
  handset: 'Аппарат',
  lastFour: /Последние цифры (\d{4})/,
  code: 'Код, цифр: 4',
  wrong: 'Осталось попыток: 2',
  inside: 'Вы вошли',
  next: 'К следующему шагу →',
  createKey: 'Создать ключ',
  keyName: 'Название',
  testOnly: 'только тестовые номера',
  make: 'Создать',
  once: 'Секретный ключ: показываем один раз',
  kept: 'Ключ сохранён',
  quickStart: 'Открыть быстрый старт',
  inbound: 'Входящий',
  iWillCall: 'Позвоню сам',
  dial: 'Позвонить с демо-телефона',
  dismiss: 'Убрать список',
  email: 'Почта',
}

// Side by side: both wait for phones that ring.
it.concurrent.each([
  ['wide, in English', english, 'wide', {}],
  ['narrow, in Russian', russian, 'narrow', { viewport: { width: 390, height: 844 }, locale: 'ru-RU' }],
] as const)(
  'first ten minutes, %s: sign-up, ring, code, key, request; the list ticks itself',
  {
    timeout: 240_000,
  },
  async (_look, words, look, options) => {
    const page = await openPage(rig, '/', options as PersonOptions)
    page.setDefaultTimeout(patienceMs)
    await signUp(page, words, look)
    const list = page.getByRole('region', { name: words.list })
    await list.getByText(words.progress(0)).waitFor()
    await lookAt(page, `first-steps-${look}`)

    await list.getByRole('link', { name: words.ring, exact: true }).click()
    const site = page.getByRole('region', { name: words.site })
    const handset = page.getByRole('region', { name: words.handset })
    await site.getByRole('button', { name: words.callMe }).click()
    await handset.getByText(words.lastFour).first().waitFor()
    const shown = (await handset.innerText()).replace(/\s+/g, ' ')
    const code = words.lastFour.exec(shown)![1]!
    await lookAt(page, `phone-rings-${look}`)
    await site.getByLabel(words.code, { exact: true }).fill(code === '1111' ? '2222' : '1111')
    await site.getByText(words.wrong).waitFor()
    await site.getByLabel(words.code, { exact: true }).fill(code)
    await site.getByText(words.inside).waitFor()
    await shoot(page, `phone-inside-${look}`)
    await site.getByRole('link', { name: words.next }).click()
    await list.getByText(words.progress(2)).waitFor()

    await list.getByRole('link', { name: words.createKey, exact: true }).click()
    await page.getByRole('button', { name: words.createKey }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(words.keyName, { exact: true }).fill('CI')
    await form.getByLabel(words.testOnly).check()
    await lookAt(page, `key-form-${look}`)
    await form.getByRole('button', { name: words.make, exact: true }).click()
    const shownOnce = page.getByRole('dialog', { name: words.once })
    const curl = (await shownOnce.getByRole('region', { name: 'curl' }).textContent())!
    // Neither Escape nor a click beside it closes the dialog.
    await page.keyboard.press('Escape')
    await lookAt(page, `key-shown-once-${look}`)
    await shownOnce.getByRole('button', { name: words.kept }).click()
    await shownOnce.waitFor({ state: 'hidden' })
    await page.getByRole('cell', { name: words.testOnly }).waitFor()
    await shoot(page, `keys-${look}`)
    await page.goto(`${rig.baseUrl}/cabinet/`)
    await list.getByText(words.progress(3)).waitFor()

    expect(await send(curl)).toMatchObject({ status: 'pending', phone: '7900***0001' })
    const realNumber = curl.replace('79000000001', '79161234567')
    expect(await send(realNumber)).toMatchObject({ status: 403, code: 'key_not_allowed' })
    await list.getByText(words.progress(4)).waitFor()
    await page.goto(`${rig.baseUrl}/cabinet/quick-start`)
    const serviceId = /\.(\d+)'/.exec(curl)![1]!
    await page.getByText(`Bearer YOUR_SECRET_KEY.${serviceId}`).first().waitFor()

    // An inbound call: the person calls, and nothing is typed.
    await page.goto(`${rig.baseUrl}/cabinet/phone`)
    await page.getByText(words.inbound, { exact: true }).click()
    await site.getByRole('button', { name: words.iWillCall }).click()
    await site.getByRole('button', { name: words.dial }).waitFor()
    await lookAt(page, `site-inbound-${look}`)
    await site.getByRole('button', { name: words.dial }).click()
    await site.getByText(words.inside).waitFor()

    await page.goto(`${rig.baseUrl}/cabinet/`)
    await list.getByRole('button', { name: words.dismiss }).click()
    await list.waitFor({ state: 'hidden' })
  },
)

async function signUp(page: Page, words: typeof english, look: string): Promise<void> {
  await page.getByText(words.what).waitFor()
  await lookAt(page, `entrance-${look}`)
  await page.getByRole('link', { name: words.create }).click()
  await page.getByLabel(words.email).fill(`${look}@example.com`)
  await page.getByLabel(words.name).fill('Ann')
  await page.getByLabel(words.password, { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: words.finish }).click()
  await page.getByRole('banner').waitFor()
}

/** Sends the curl line as a program would. */
async function send(curl: string): Promise<unknown> {
  const address = /curl '([^']+)'/.exec(curl)![1]!
  const authorization = /Authorization: ([^']+)'/.exec(curl)![1]!
  const body = /-d '(.+)'$/.exec(curl)![1]!.replace(/'\$\(date \+%s\)'/, '1')
  const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
  return (await fetch(address, { method: 'POST', headers, body })).json()
}
