// npm run bench -- week --networks [--visits 1000]: see networks-week.ts. Otherwise:
// npm run bench -- week [--calls 1000000] [--seed 7] [--from 2026-05-04] [--keep FOLDER]: a simulated week with planted
// faults, stored as the service stores calls, under the eyes of its own watchers. It prints what they found, when, and
// their false alarms. `--from` is the first day of the week. `--keep` leaves a data folder to look at with
// RINGKEY_DATA=FOLDER RINGKEY_DEMO=on npm start; choose a week that has just ended, since pages show the last days.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drawing } from '../../dev/demo-traffic/draw.ts'
import { ActiveAlarms } from '../../server/src/alarms/active-alarms.ts'
import { DirectNotices } from '../../server/src/alarms/direct-notices.ts'
import { shareAlarms } from '../../server/src/alarms/share-alarms.ts'
import { openInstallation } from '../../server/src/app/open-installation.ts'
import { watchNumbers } from '../../server/src/app/watch-numbers.ts'
import { watchQuality } from '../../server/src/app/watch-quality.ts'
import { callerHashes } from '../../server/src/calls/phone-privacy.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { type Clock, hourMs, minuteMs } from '../../server/src/platform/clock.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { systemClock } from '../../server/src/platform/system-clock.ts'
import { NumberQuarantines } from '../../server/src/telephony/pool/number-quarantines.ts'
import { progress } from '../measure/rounds.ts'
import { furnish, owner } from './furnish.ts'
import { type CallMaker, makeCalls } from './make-calls.ts'
import { networksWeek } from './networks-week.ts'
import { Watchbook } from './watchbook.ts'
import { pastHours, Week, weekHours } from './world.ts'

const slicesAnHour = 4
const digestPiece = 5_000

export async function run(flags: readonly string[]): Promise<undefined> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      calls: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '7' },
      from: { type: 'string', default: '2026-05-04' },
      keep: { type: 'string', default: '' },
      networks: { type: 'boolean', default: false },
      visits: { type: 'string', default: '1000' },
    },
  })
  const from = Date.parse(values.from)
  if (Number.isNaN(from)) throw new Error('--from is a date such as 2026-05-04')
  if (values.networks) {
    const asked = { from: new Week(from), visits: Number(values.visits), seed: Number(values.seed) }
    process.stdout.write(`${await networksWeek(asked)}\n`)
    return undefined
  }
  const folder = values.keep === '' ? mkdtempSync(join(tmpdir(), 'ringkey-week-')) : values.keep
  try {
    const begunMs = performance.now()
    const book = await liveThroughIt(folder, new Week(from), Number(values.calls), Number(values.seed))
    progress('')
    process.stdout.write(`${book.report()}\n`)
    process.stdout.write(`It took ${Math.round((performance.now() - begunMs) / 1_000)} s.\n`)
    if (values.keep !== '')
      process.stdout.write(
        `RINGKEY_DATA=${folder} RINGKEY_DEMO=on npm start shows it. The link of the demo is for the operator; the ` +
          `owner of the calls is ${owner.email}, password ${owner.password}.\n`,
      )
  } finally {
    if (values.keep === '') rmSync(folder, { recursive: true, force: true })
  }
  return undefined
}

async function liveThroughIt(folder: string, week: Week, calls: number, seed: number): Promise<Watchbook> {
  const time = { now: week.timeOf(-pastHours) }
  const clock: Clock = { ...systemClock, now: () => time.now, monotonicMs: () => time.now }
  const settings = readSettings({ RINGKEY_DATA: folder })
  const onCrash = (error: Error) => {
    throw error
  }
  const installation = await openInstallation(settings, systemRandom, onCrash, { deadlinesBy: 'callers' })
  const { store, keyring } = installation
  const callerHashOf = callerHashes(keyring.callerHash)
  const owned = await furnish(installation, folder, clock)
  let quarantines = new NumberQuarantines()
  const maker: CallMaker = {
    ...owned,
    store,
    callerHashOf,
    draw: drawing(seed),
    mayShow: (trunk, number) => !quarantines.isQuarantined(Number(number), trunk),
  }

  const alarms = new ActiveAlarms(clock)
  const book = new Watchbook(week)
  const watcher = watchQuality({ store, clock, alarms })
  const share = shareAlarms({
    ...{ store, alarms, clock, direct: new DirectNotices(alarms, clock) },
    outage: { report() {}, answered() {} },
  })
  const lookAtNumbers = watchNumbers({
    store,
    clock,
    log: createLog('silent', { write: () => {} }),
    alarms,
    isOn: () => true,
    callerHashOf,
    numbering: { readE164: () => undefined } as never,
    reload: async () => {
      quarantines = new NumberQuarantines(await store.numberQuarantines())
    },
  })

  for (let hour = -pastHours; hour < weekHours; hour++) {
    const count = week.callsIn(hour, calls)
    for (let slice = 0; slice < slicesAnHour; slice++) {
      const at = week.timeOf(hour) + slice * (hourMs / slicesAnHour)
      const part =
        Math.floor(((slice + 1) * count) / slicesAnHour) - Math.floor((slice * count) / slicesAnHour)
      await makeCalls(maker, hour, at + minuteMs, part)
      time.now = at + hourMs / slicesAnHour - 1
      while ((await store.digest({ limit: digestPiece, now: time.now })) === digestPiece);
      if (hour < 0) continue
      await watcher.look()
      await lookAtNumbers()
      await share()
      book.note(time.now, alarms.current())
    }
    progress(
      `hour ${hour + pastHours + 1} of ${weekHours + pastHours}, ${alarms.current().length} alarms open`,
    )
  }
  await store.recordRequests(owned.serviceIds.map((serviceId) => ({ serviceId, at: time.now })))
  await store.close()
  return book
}
