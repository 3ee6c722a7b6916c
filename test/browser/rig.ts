// The running service and a real browser: what every browser test begins with.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { buildWhenStale } from '../../cabinet/build.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { ManualClock } from '../../server/test/manual-clock.ts'
import { startProcess } from '../../server/test/process.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'

const chromiumFile = '/usr/bin/chromium'
const screenshots = fileURLToPath(new URL('../screenshots', import.meta.url))
/** No sandbox: tests may run as root in a container. The rest keeps it off the network. */
const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const patienceMs = 15_000

export type PersonOptions = Parameters<Browser['newContext']>[0]

export interface Rig {
  readonly baseUrl: string
  /** As in first-run.json. */
  readonly firstRun: {
    readonly email: string
    readonly password: string
    readonly service_id: number
    readonly secret_key: string
  }
  readonly folder: string
  readonly browser: Browser
  /** A new browser context with its own cookies. */
  newPerson(options?: PersonOptions): Promise<BrowserContext>
  /** A fresh one-time link into the demo. */
  demoLink(): Promise<string>
  /** A page of the demo's owner, who is an operator too, by a one-time link. */
  demoPage(path?: string, options?: PersonOptions): Promise<Page>
  stop(): Promise<void>
}

/** The service of `npm start` on free ports, in demo mode, with the built cabinet. */
export async function startRig(settings: Readonly<Record<string, string>> = {}): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-browser-'))
  await buildWhenStale()
  const service = await startProcess({ RINGKEY_DATA: folder, ...settings })
  const browser = await chromium.launch({ executablePath: chromiumFile, args: launchArguments })
  const newPerson: Rig['newPerson'] = async (options = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      timezoneId: 'Europe/Moscow',
      ...options,
    })
    context.setDefaultTimeout(patienceMs)
    return context
  }
  const demoLink = async () => {
    const { json } = await ringkey(folder, ['demo', 'link', '--json'], {
      clock: new ManualClock(systemClock.now()),
    })
    return `${service.baseUrl}/cabinet/${json.link.split('/cabinet/')[1]}`
  }
  return {
    baseUrl: service.baseUrl,
    firstRun: JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8')),
    folder,
    browser,
    newPerson,
    demoLink,
    async demoPage(path = '/', options) {
      const page = await (await newPerson(options)).newPage()
      await page.goto(await demoLink())
      await page.getByRole('button', { name: /Enter the demo|Войти в демо/ }).click()
      // The bar at the top, not the rail: that is a closed drawer on a narrow screen.
      await page.getByRole('banner').waitFor()
      if (path !== '/') await page.goto(`${service.baseUrl}/cabinet${path}`)
      return page
    },
    async stop() {
      await browser.close()
      await service.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Opens a page of the cabinet, or any address, without a session. */
export async function openPage(rig: Rig, path: string, options?: PersonOptions): Promise<Page> {
  const page = await (await rig.newPerson(options)).newPage()
  await page.goto(path.startsWith('http') ? path : `${rig.baseUrl}/cabinet${path}`)
  return page
}

/** Written to test/screenshots, for people to look at. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true, animations: 'disabled' })
}
