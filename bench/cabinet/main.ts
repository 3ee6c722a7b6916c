// Time from navigation to a usable page, for every page of the cabinet, in the system's Chromium over loopback.
import type { Page } from 'playwright-core'
import { listPages, waitUntilUsable } from '../../test/peers/browser/page-list.ts'
import { closeBrowser, startRig } from '../../test/peers/browser/rig.ts'
import { median, timesOf } from '../measure/statistics.ts'

const rounds = 5
const patienceMs = 60_000
/** The limit for a warm server. */
const goalMs = 1_000

/** The first round fills caches. */
async function medianOf(round: () => Promise<unknown>): Promise<number> {
  await round()
  return median(await timesOf(rounds, round))
}

export async function run(): Promise<void> {
  const rig = await startRig()
  try {
    const pages = await listPages(rig)
    const page = await rig.demoPage('/')
    page.setDefaultTimeout(patienceMs)
    const icon = await iconOf(page)
    const bareMs = await medianOf(() => page.goto(icon, { waitUntil: 'load' }))
    process.stdout.write(`median of ${rounds}, warm server and browser cache; goal ${goalMs} ms\n`)
    process.stdout.write(
      `${'a bare file of the same server'.padEnd(32)} ${bareMs.toFixed(0).padStart(6)} ms\n`,
    )
    for (const { path, pattern } of pages) {
      const takenMs = await medianOf(async () => {
        await page.goto(`${rig.baseUrl}/cabinet${path}`, { waitUntil: 'commit' })
        await waitUntilUsable(page)
      })
      const ratio = (takenMs / bareMs).toFixed(1)
      const verdict = takenMs <= goalMs ? '' : '  over the goal'
      process.stdout.write(
        `${pattern.padEnd(32)} ${takenMs.toFixed(0).padStart(6)} ms  ${ratio} x${verdict}\n`,
      )
    }
  } finally {
    await rig.stop()
    await closeBrowser()
  }
}

async function iconOf(page: Page): Promise<string> {
  return new URL((await page.locator('link[rel=icon]').getAttribute('href'))!, page.url()).href
}
