// Each task of tasks.ts takes the stated number of clicks, and none by the keyboard alone. The normal run does each one once
// in either way, so that every combination of language and screen is met; the long form does all eighty.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import { goodPassword, signedUp } from '../../../server/test/cabinet-visitor.ts'
import { ManualClock } from '../../../server/test/manual-clock.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { byKeyboard } from './by-keyboard.ts'
import { type Rig, shoot, startRig } from './rig.ts'
import { type Language, type Surroundings, type Task, tasks } from './tasks.ts'

const isLong = process.env.RINGKEY_TEST_LONG === '1'
const screens = {
  wide: { width: 1280, height: 800 },
  narrow: { width: 390, height: 844 },
} as const
const combinations = (['en', 'ru'] as const).flatMap((language) =>
  (['wide', 'narrow'] as const).map((screen) => ({ language, screen })),
)
const runs = (['mouse', 'keyboard'] as const).flatMap((by, way) =>
  tasks.flatMap((task, index) =>
    (isLong ? combinations : [combinations[(index + way) % combinations.length]!]).map((combination) => ({
      task,
      by,
      ...combination,
      word: `${by}-${combination.language}-${combination.screen}-${index}`,
    })),
  ),
)
const locales = { en: 'en-GB', ru: 'ru-RU' }
/** The test number that always fails. */
const calledPhone = '+7 900 000-00-02'
const deadTrunk = 'south'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ RINGKEY_DEMO: 'on' })
  await run('trunk', 'add', deadTrunk, 'host=127.0.0.1', 'port=9')
  for (const { task, word } of runs)
    if (task.hasService) await run('service', 'create', '1', '--name', serviceOf(word))
  const { service_id, secret_key } = rig.firstRun
  await fetch(`${rig.baseUrl}/v1.0/initCall`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret_key}.${service_id}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone: calledPhone.replace(/\D/g, '') }),
  })
}, 120_000)
afterAll(() => rig?.stop())

const serviceOf = (word: string) => `Key ${word}`

async function run(...words: string[]): Promise<void> {
  const { code, err } = await ringkey(rig.folder, words, { clock: new ManualClock(systemClock.now()) })
  if (code !== 0) throw new Error(`ringkey ${words.join(' ')}: ${err}`)
}

describe.each(runs)('task "$task.name", $language, $screen screen, $by', (run) => {
  const { task, by, language, screen, word } = run
  const clicks = by === 'keyboard' ? 0 : screen === 'wide' ? task.clicks : task.clicksNarrow
  it(clicks === 1 ? 'takes one click' : `takes ${clicks} clicks`, { timeout: 60_000 }, async () => {
    const page = await enter(task, language, screen, word)
    // Presses of a mouse or a finger, over all pages of the task.
    await page.evaluate('sessionStorage.setItem("clicks", "0")')
    const around: Surroundings = {
      language,
      isNarrow: screen === 'narrow',
      word,
      accountEmail: rig.firstRun.email,
      serviceName: serviceOf(word),
      calledPhone,
      deadTrunk,
    }
    await task.run(by === 'keyboard' ? byKeyboard(page, page) : page, around)
    expect(Number(await page.evaluate('sessionStorage.getItem("clicks")'))).toBe(clicks)
    await shoot(page, `task-${tasks.indexOf(task) + 1}-${language}-${screen}`)
  })
})

const pages = new Map<string, Page>()

/** One page for each combination, which starts every task at the overview; newcomers have their own. */
async function enter(task: Task, language: Language, screen: 'wide' | 'narrow', word: string): Promise<Page> {
  const options = { locale: locales[language], viewport: screens[screen] }
  const shared = pages.get(`${language} ${screen}`)
  if (task.asNewcomer === undefined && shared !== undefined) {
    await shared.goto(`${rig.baseUrl}/cabinet/`)
    await shared.getByRole('banner').waitFor()
    return shared
  }
  const page =
    task.asNewcomer === undefined
      ? await rig.demoPage('/', options)
      : await newcomerPage(`${word}@newcomer.example`, options)
  const count = `addEventListener('pointerdown', () =>
    sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1)), true)`
  await page.addInitScript(count)
  await page.evaluate(count)
  if (task.asNewcomer === undefined) pages.set(`${language} ${screen}`, page)
  return page
}

async function newcomerPage(email: string, options: Parameters<Rig['newPerson']>[0]): Promise<Page> {
  const raw = async (path: string, init?: RequestInit) => {
    const answer = await fetch(rig.baseUrl + path, init)
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? '' : JSON.parse(text) }
  }
  await signedUp({ raw }, email)
  const page = await (await rig.newPerson(options)).newPage()
  const entered = await page.request.post(`${rig.baseUrl}/cabinet/api/session`, {
    headers: { 'X-Ringkey-Cabinet': '1', Origin: rig.baseUrl },
    data: { email, password: goodPassword },
  })
  if (!entered.ok()) throw new Error(`not signed in: ${await entered.text()}`)
  await page.goto(`${rig.baseUrl}/cabinet/`)
  await page.getByRole('banner').waitFor()
  return page
}
