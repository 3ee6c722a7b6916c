// Three weeks of a service in use. Requests come over HTTP, operators' changes by the command, calls by a drawn network.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Passwords } from '../../server/src/accounts/passwords.ts'
import { openInstallation } from '../../server/src/app/open-installation.ts'
import { startService } from '../../server/src/app/service.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { ensureDemoTrunk } from '../../server/src/telephony/demo-trunk.ts'
import { callArrived } from '../../server/test/arriving-call.ts'
import { ManualClock } from '../../server/test/manual-clock.ts'
import { answer, startReceiver } from '../../server/test/receiver.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { busyness, type Human, makeHumans, registryFile } from './country.ts'
import { drawing } from './draw.ts'
import { DrawnTelephony, type RingingCall } from './drawn-telephony.ts'
import { LeapingClock } from './leaping-clock.ts'
import { Programs } from './programs.ts'
import { Schedule } from './schedule.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export interface TrafficOptions {
  /** A new data folder. */
  readonly folder: string
  readonly days: number
  /** People who want to sign in, about. */
  readonly visits: number
  /** The moment at which the traffic ends. */
  readonly endsAt: number
  readonly seed?: number
  /** Of a lower cost in tests. */
  readonly passwords?: Passwords
  readonly report?: (progress: {
    readonly day: number
    readonly visits: number
    readonly calls: number
  }) => void
}

export interface MadeTraffic {
  readonly visits: number
  readonly calls: number
  readonly refused: number
  /** Inbound calls that confirmed their number. */
  readonly confirmed: number
}

export async function makeTraffic(options: TrafficOptions): Promise<MadeTraffic> {
  const { folder, days, endsAt } = options
  const startsAt = endsAt - days * dayMs
  const { seed = 20_261 } = options
  const draw = drawing(seed)
  const clock = new LeapingClock(startsAt)
  const schedule = new Schedule(clock)
  const reached = new Map<string, Human>()
  const counted = { visits: 0, calls: 0 }
  // For an afternoon of the last week one trunk loses the calls to one network, as happens.
  const trouble = { from: endsAt - 4.4 * dayMs, to: endsAt - 4 * dayMs }
  const isTrouble = () => clock.now() > trouble.from && clock.now() < trouble.to
  const onRinging = (call: RingingCall) => {
    counted.calls += 1
    schedule.after(call.endsAfterMs, async () => {
      call.end()
      programs.callEnded(call)
    })
  }
  const telephony = new DrawnTelephony(
    draw,
    (phone, trunk) => {
      const human = reached.get(phone)
      const isLost = isTrouble() && trunk === 'south' && human?.network.includes('ВымпелКом')
      return isLost ? 0.12 : (human?.reached ?? 0.9)
    },
    onRinging,
  )
  // Webhooks arrive when the machine has time for them: drawn from the others, they would change what comes after.
  const refusals = drawing(seed + 1)
  const receiver = await startReceiver((response, request, socket) =>
    answer(refusals.chance(0.04) ? 503 : 200, 'ok')(response, request, socket),
  )
  const settings = readSettings({
    RINGKEY_DATA: folder,
    RINGKEY_DEMO: 'on',
    RINGKEY_PORT: '0',
    RINGKEY_ALT_PORT: '0',
    RINGKEY_METRICS_PORT: '0',
    RINGKEY_ADDRESS_LIMIT: 'api:0/s',
    RINGKEY_SERVICE_LIMIT: '0/s',
    RINGKEY_TRUST_PROXY: '127.0.0.1',
    RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8',
  })
  const service = await startService({
    settings,
    clock,
    random: systemRandom,
    log: createLog('error'),
    telephony,
    ...(options.passwords === undefined ? {} : { passwords: options.passwords }),
    open: async (...words) => {
      // Deadlines go by the clock that leaps, not by that of the machine.
      const opened = await openInstallation(words[0], words[1], words[2], { deadlinesBy: 'callers' })
      // Over it people call the confirmation numbers.
      await ensureDemoTrunk(opened.store, startsAt)
      return opened
    },
    onFatal(error) {
      throw error
    },
  })
  const run = async (...words: string[]) => {
    const { code, out, err, json } = await ringkey(folder, [...words, '--json'], {
      clock: new ManualClock(clock.now()),
      environment: { RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' },
    })
    if (code !== 0) throw new Error(`ringkey ${words.join(' ')}: ${err}${out}`)
    return json
  }
  const registry = join(folder, 'DEF-9xx.csv')
  writeFileSync(registry, registryFile)
  await run('registry', 'import', registry)
  await run('account', 'topup', '1', '3000', '--note', 'invoice 2041')
  const shops = []
  for (const [name, use] of [
    ['Shop', 'Sign-in on shop.example'],
    ['Taxi app', 'Confirm the phone of a rider'],
  ] as const) {
    const { id, key, secret_key } = await run('service', 'create', '1', '--name', name, '--use', use)
    shops.push({ id: Number(id), key: String(key ?? secret_key) })
  }
  await run('endpoint', 'add', String(shops[1]!.id), `${receiver.url}/events`, '--description', 'Dispatch')
  await run('consent', 'wording', String(shops[1]!.id), '--text', 'I agree to be called with a code.')
  await clock.runTasks()
  const programs = new Programs({
    baseUrl: service.baseUrl,
    services: shops,
    callbackUrl: `${receiver.url}/confirmed`,
    now: () => clock.now(),
    draw,
    schedule,
    runTasks: () => clock.runTasks(),
    arrive: (call) => callArrived(service, call),
  })
  const humans = makeHumans(draw, Math.ceil(options.visits * 0.7))
  for (const human of humans) reached.set(human.phone, human)

  const minutes = days * 24 * 60
  const rateAt = (minute: number) =>
    busyness(startsAt + minute * minuteMs) * (0.75 + (0.5 * minute) / minutes)
  const sum = Array.from({ length: minutes }, (_, minute) => rateAt(minute)).reduce((a, b) => a + b, 0)
  for (let minute = 0; minute < minutes; minute++) {
    const at = startsAt + minute * minuteMs
    if (minute % (24 * 60) === 0) {
      const day = minute / (24 * 60)
      options.report?.({ day, ...counted })
      if (day > 0 && day % 7 === 0) {
        await schedule.runUntil(at)
        await run('account', 'topup', '1', '1500', '--note', `invoice ${2041 + day}`)
      }
    }
    let expected = (options.visits * rateAt(minute)) / sum
    while (draw.chance(Math.min(1, expected))) {
      await schedule.runUntil(at + draw.below(minuteMs))
      counted.visits += 1
      // Those who came before come again: one visitor of three.
      const human = draw.chance(0.33) ? draw.one(humans.slice(0, 60)) : draw.one(humans)
      await programs.visit(human)
      expected -= 1
    }
  }
  await schedule.runUntil(endsAt)
  await clock.runTasks()
  options.report?.({ day: days, ...counted })
  const stopped = service.stop()
  service.hurry()
  // Not faster, or the time in which a service has to stop would be over before it did.
  const moving = setInterval(() => void clock.leapTo(clock.now() + 20), 10)
  await stopped
  clearInterval(moving)
  await receiver.close()
  return { ...counted, refused: programs.refused, confirmed: programs.confirmed }
}
