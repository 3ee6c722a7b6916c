// npm run bench -- week [--calls 1000000] [--seed 7] [--keep FOLDER]: a simulated week with planted faults, stored as
// the service stores calls, under the eyes of its own watchers. It prints what they found, when, and their false alarms.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ActiveAlarms } from '../../server/src/alarms/active-alarms.ts'
import { ensureTariff } from '../../server/src/app/first-run.ts'
import { openInstallation } from '../../server/src/app/open-installation.ts'
import { watchNumbers } from '../../server/src/app/watch-numbers.ts'
import { watchQuality } from '../../server/src/app/watch-quality.ts'
import { defaultTariff } from '../../server/src/books/tariff.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { type Clock, hourMs, minuteMs, systemClock } from '../../server/src/platform/clock.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import type { AlarmRecord } from '../../server/src/storage/alarm-records.ts'
import type { Store } from '../../server/src/storage/store.ts'
import { defaultTrunkSettings } from '../../server/src/storage/trunk-records.ts'
import { NumberRests } from '../../server/src/telephony/pool/number-rests.ts'
import { callerMarks } from '../../server/src/verification/phone-privacy.ts'
import { addAccount, addService } from '../../server/test/store-contract/fixture.ts'
import { drawing } from '../../test/demo-traffic/draw.ts'
import { progress } from '../measure/rounds.ts'
import { type CallMaker, makeCalls } from './make-calls.ts'
import { Watchbook } from './watchbook.ts'
import { blocks, callsIn, numbersOfBlock, pastHours, timeOf, trunks, week } from './world.ts'

const slicesAnHour = 4
const digestPiece = 5_000

export async function run(flags: readonly string[]): Promise<undefined> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      calls: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '7' },
      keep: { type: 'string', default: '' },
    },
  })
  const folder = values.keep === '' ? mkdtempSync(join(tmpdir(), 'ringkey-week-')) : values.keep
  try {
    const begunMs = performance.now()
    const book = await liveThroughIt(folder, Number(values.calls), Number(values.seed))
    progress('')
    process.stdout.write(`${book.report()}\n`)
    process.stdout.write(`It took ${Math.round((performance.now() - begunMs) / 1_000)} s.\n`)
  } finally {
    if (values.keep === '') rmSync(folder, { recursive: true, force: true })
  }
  return undefined
}

async function liveThroughIt(folder: string, calls: number, seed: number): Promise<Watchbook> {
  const time = { now: timeOf(-pastHours) }
  const clock: Clock = { ...systemClock, now: () => time.now, monotonicMs: () => time.now }
  const settings = readSettings({ RINGKEY_DATA: folder })
  const onCrash = (error: Error) => {
    throw error
  }
  const { store, keyring } = await openInstallation(settings, systemRandom, onCrash, {
    deadlinesBy: 'callers',
  })
  const markOf = callerMarks(keyring.callerMark)
  const owned = await furnish(store, time.now)
  let rests = new NumberRests()
  const maker: CallMaker = {
    ...owned,
    store,
    markOf,
    draw: drawing(seed),
    mayShow: (trunk, number) => !rests.isResting(Number(number), trunk),
  }

  const alarms = new ActiveAlarms(clock)
  const book = new Watchbook()
  const watcher = watchQuality({
    store: {
      cellHours: (query) => store.cellHours(query),
      openAlarms: async () => alarms.current() as unknown as AlarmRecord[],
    },
    clock,
    alarms,
  })
  const lookAtNumbers = watchNumbers({
    store,
    clock,
    log: createLog('silent', { write: () => {} }),
    alarms,
    isOn: true,
    markOf,
    numbering: { readE164: () => undefined } as never,
    reload: async () => {
      rests = new NumberRests(await store.numberRests())
    },
  })

  for (let hour = -pastHours; hour < week.hours; hour++) {
    const count = callsIn(hour, calls)
    for (let slice = 0; slice < slicesAnHour; slice++) {
      const at = timeOf(hour) + slice * (hourMs / slicesAnHour)
      const part =
        Math.floor(((slice + 1) * count) / slicesAnHour) - Math.floor((slice * count) / slicesAnHour)
      await makeCalls(maker, hour, at + minuteMs, part)
      time.now = at + hourMs / slicesAnHour - 1
      while ((await store.digest({ limit: digestPiece, now: time.now })) === digestPiece);
      if (hour < 0) continue
      await watcher.look()
      await lookAtNumbers()
      book.note(time.now, alarms.current())
    }
    progress(
      `hour ${hour + pastHours + 1} of ${week.hours + pastHours}, ${alarms.current().length} alarms open`,
    )
  }
  await store.close()
  return book
}

/** One account with money and a service, and the trunks with their numbers. */
async function furnish(store: Store, at: number) {
  await ensureTariff(store)
  const terms = { tariff: defaultTariff.code, amountUnits: 1e14, at }
  const accountId = await addAccount(store, 'owner@example.com', terms)
  for (const name of trunks) {
    const settings = { ...defaultTrunkSettings, host: '192.0.2.1' }
    await store.saveTrunk({ name, demo: false, settings, sealedPassword: null, updatedAt: at })
    for (const block of blocks[name]) {
      const last = String(numbersOfBlock - 1).padStart(4, '0')
      await store.addCallerRange({ first: `${block}0000`, last: `${block}${last}`, trunk: name })
    }
  }
  return { accountId, serviceId: await addService(store, accountId) }
}
