// The running service and a real browser: what every browser test begins with.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { buildCabinet } from '../../../cabinet/build.ts'
import type { ServiceDeps } from '../../../server/src/app/foundation.ts'
import { openInstallation } from '../../../server/src/app/open-installation.ts'
import { type RunningService, startService } from '../../../server/src/app/service.ts'
import { readSettings } from '../../../server/src/config/settings.ts'
import { createLog } from '../../../server/src/platform/log.ts'
import { systemRandom } from '../../../server/src/platform/random.ts'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import type { InstallationSettings } from '../../../server/src/storage/queries/installation.ts'
import { cheapPasswords } from '../../../server/test/cheap-passwords.ts'
import { freePort } from '../../../server/test/service.ts'

/** A browser waits for the CPU; a call beside it that waited for a second would rightly be suspect. */
const chromiumFile = fileURLToPath(new URL('patient-chromium.sh', import.meta.url))
const screenshots = fileURLToPath(new URL('../../screenshots', import.meta.url))
const { RINGKEY_TEST_LONG, RINGKEY_TEST_PICTURES } = process.env
/** They take a tenth of the time of these tests, and nobody looks at those of every run. */
const takesPictures = RINGKEY_TEST_LONG === '1' || RINGKEY_TEST_PICTURES === '1'
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
/** The machine of a test run is busy, and its disk too: what is only slow shall not fail. */
const patienceMs = 120_000

export type PersonOptions = Parameters<Browser['newContext']>[0]

/** The task of vitest in `afterEach`. */
interface TestOutcome {
  readonly result?: { readonly state: string }
}

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
  readonly sipPort: number
  /** A new browser context with its own cookies. */
  newPerson(options?: PersonOptions): Promise<BrowserContext>
  /** A fresh one-time link into the demo. */
  demoLink(): Promise<string>
  /** A page of the demo's owner, who is an operator too, by a one-time link. */
  demoPage(path?: string, options?: PersonOptions): Promise<Page>
  /** Closes the pages of all people: one that stays open goes on asking for news. A failed test prints them first. */
  closePages(test?: TestOutcome): Promise<void>
  stop(): Promise<void>
}

interface RigDeps extends Pick<ServiceDeps, 'siteFolder'> {
  /** Stored before the start. */
  readonly installation?: Partial<InstallationSettings>
}

/**
 * A browser and the whole service in this process, in demo mode with the simulated carrier and the built cabinet. A data
 * folder that is given with `RINGKEY_DATA` is kept.
 */
export async function startRig(
  settings: Readonly<Record<string, string>> = {},
  deps: RigDeps = {},
): Promise<Rig> {
  const own =
    settings.RINGKEY_DATA === undefined ? mkdtempSync(join(tmpdir(), 'ringkey-browser-')) : undefined
  const folder = settings.RINGKEY_DATA ?? own!
  await buildCabinet()
  const [service, browser] = await Promise.all([
    serve({ RINGKEY_DATA: folder, ...settings }, deps),
    browserOfWorker(),
  ])
  const people: BrowserContext[] = []
  /** What scripts of the pages threw. */
  const faults: string[] = []
  const newPerson: Rig['newPerson'] = async (options = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      timezoneId: 'Europe/Moscow',
      // Nothing fades or slides: what a test waits for is there at once, in its own colours.
      reducedMotion: 'reduce',
      ...options,
    })
    context.setDefaultTimeout(patienceMs)
    context.on('weberror', (error) => faults.push(String(error.error().stack)))
    people.push(context)
    return context
  }
  const closePages: Rig['closePages'] = async (test) => {
    if (test?.result?.state === 'fail') {
      for (const page of people.flatMap((context) => context.pages())) await printPage(page)
      for (const fault of faults) console.error(fault)
    }
    faults.length = 0
    await Promise.all(people.splice(0).map((context) => context.close()))
  }
  const demoLink = async () => (await service.demoLink())!
  return {
    baseUrl: service.baseUrl,
    firstRun: JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8')),
    folder,
    sipPort: service.sipPort,
    newPerson,
    closePages,
    demoLink,
    async demoPage(path = '/', options) {
      const page = await (await newPerson(options)).newPage()
      // Without the page of the link, which is another load: entrance.test.ts goes that way.
      const entered = await page.request.post(`${service.baseUrl}/cabinet/api/session/demo-link`, {
        headers: { 'X-Ringkey-Cabinet': '1', Origin: service.baseUrl },
        data: { token: (await demoLink()).split('#')[1] },
      })
      if (!entered.ok()) throw new Error(`the demo was not entered: ${await entered.text()}`)
      await page.goto(`${service.baseUrl}/cabinet${path}`)
      // The bar at the top, not the rail: that is a closed drawer on a narrow screen.
      await page.getByRole('banner').waitFor()
      return page
    },
    async stop() {
      await closePages()
      const stopped = service.stop()
      // Nobody waits for calls that still ring.
      service.hurry()
      await stopped
      if (own !== undefined) rmSync(own, { recursive: true, force: true })
    },
  }
}

async function printPage(page: Page): Promise<void> {
  const text = await page.locator('body').innerText({ timeout: 1_000 }).catch(String)
  console.error(`${page.url()} shows:\n${text}`)
}

let launched: Promise<Browser> | undefined

/** One for all rigs of a worker; it ends with the worker. Each person has a context of its own in it. */
export function browserOfWorker(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: chromiumFile, args: launchArguments })
  return launched
}

/** For programs that end by themselves; the worker of a test run is ended from outside. */
export async function closeBrowser(): Promise<void> {
  await (await launched)?.close()
  launched = undefined
}

async function serve(
  settings: Readonly<Record<string, string>>,
  { installation = {}, ...deps }: RigDeps,
): Promise<RunningService> {
  const checked = readSettings({
    RINGKEY_PORT: String(await freePort()),
    RINGKEY_ALT_PORT: '0',
    RINGKEY_METRICS_PORT: '0',
    RINGKEY_SIP_PORT: '0',
    ...settings,
  })
  return startService({
    settings: checked,
    clock: systemClock,
    random: systemRandom,
    passwords: cheapPasswords,
    log: createLog(checked.RINGKEY_LOG_LEVEL, { write: () => {} }),
    onFatal(error) {
      throw error
    },
    async open(...given) {
      const opened = await openInstallation(...given)
      await opened.store.changeInstallation(installation)
      return opened
    },
    ...deps,
  })
}

/** Opens a page of the cabinet, or any address, without a session. */
export async function openPage(rig: Rig, path: string, options?: PersonOptions): Promise<Page> {
  const page = await (await rig.newPerson(options)).newPage()
  await page.goto(path.startsWith('http') ? path : `${rig.baseUrl}/cabinet${path}`)
  return page
}

/** Written to test/screenshots when pictures are wanted, for people to look at. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!takesPictures) return
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true, animations: 'disabled' })
}
