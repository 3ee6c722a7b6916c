// The ledger pages with a closed month, whose entries are in the archive.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../../server/src/platform/system-clock.ts'
import { ManualClock } from '../../../server/test/manual-clock.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { fillDay } from './day-of-calls.ts'
import { lookAt } from './look-at.ts'
import { type Rig, startRig } from './rig.ts'

const patienceMs = 120_000
/** The middle of the month before last: over, and far from the days on which months change. */
const past = new Date()
past.setUTCMonth(past.getUTCMonth() - 2, 15)

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
  await fillDay(rig.folder, rig.firstRun.service_id, past.getTime())
  // The first top-up was made now; entries are closed in their order.
  const database = new DatabaseSync(join(rig.folder, 'ringkey.db'), { timeout: 5_000 })
  database.prepare('UPDATE ledger SET created_at = min(created_at, ?)').run(past.getTime())
  database.close()
  const month = past.toISOString().slice(0, 7)
  const clock = new ManualClock(systemClock.now())
  await ringkey(rig.folder, ['retention', 'trust-clock'], { clock })
  const { code, err } = await ringkey(rig.folder, ['ledger', 'close', month], { clock })
  expect([code, err]).toEqual([0, ''])
}, patienceMs)
afterAll(() => rig?.stop())

it.each([
  ['en-GB', 'Entries up to'],
  ['ru-RU', 'Записи по'],
])(
  'the ledger in %s: says which months are in the archive, for the owner and the operator',
  async (locale, words) => {
    const page = await rig.demoPage('/money/ledger', { locale })
    const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(past)
    const line = page.getByText(`${words} ${month}`).first()
    await line.waitFor()
    await line.scrollIntoViewIfNeeded()
    await lookAt(page, `closed-month-${locale}`)
    await page.goto(`${rig.baseUrl}/cabinet/accounts/1`)
    await page.getByText(`${words} ${month}`).first().waitFor()
    await lookAt(page, `closed-month-operator-${locale}`)
    await page.context().close()
  },
  patienceMs,
)
