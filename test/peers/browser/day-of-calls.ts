// A day and a half of an account's calls, so that pages have something to show.
import { createHash } from 'node:crypto'
import { openInstallation } from '../../../server/src/app/open-installation.ts'
import { notesOf } from '../../../server/src/books/call.ts'
import { readSettings } from '../../../server/src/config/settings.ts'
import { systemRandom } from '../../../server/src/platform/random.ts'
import type { Store } from '../../../server/src/storage/store.ts'

const hourMs = 3_600_000
const calls = 420
const hours = 37

/** The same numbers every time (Lehmer's generator, modulus 2^31 - 1). */
function drawing(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const networks = [
  ['МТС', 'Москва и Московская область', 'RU', '7916'],
  ['МегаФон', 'Санкт-Петербург и Ленинградская область', 'RU', '7921'],
  ['Билайн', 'Краснодарский край', 'RU', '7961'],
  ['Т2', 'Свердловская область', 'RU', '7952'],
  ['Kcell', '', 'KZ', '7701'],
] as const
const clients = ['anna@example.com', 'user-1042', 'Иван П.', '', 'order 77/2', 'app-ios-2311']
const failures = [
  'busy',
  'unreachable',
  'unreachable',
  'no ringing',
  'bad number',
  'route fault',
  'no response',
  'trunk full',
]

/** Opens the store beside the running service, as the `ringkey` command does, and fills it in the order of time. */
export async function fillDay(folder: string, serviceId: number, now: number): Promise<void> {
  const { store } = await openInstallation(readSettings({ RINGKEY_DATA: folder }), systemRandom, (error) => {
    throw error
  })
  const service = await store.service(serviceId)
  const { accountId } = service!
  await store.topUp({ accountId, amountUnits: 600 * 10_000, note: 'test', at: now - hours * hourMs })
  const draw = drawing(20_261)
  for (let call = 0; call < calls; call++) {
    const share = call / calls
    // More in the evening than at night.
    const startedAt = Math.round(now - hours * hourMs * (1 - share) - draw(200_000)) - 60_000
    await place(store, { accountId, serviceId, startedAt, call, draw })
  }
  await store.close()
}

interface Call {
  readonly accountId: number
  readonly serviceId: number
  readonly startedAt: number
  readonly call: number
  readonly draw: (below: number) => number
}

async function place(store: Store, { accountId, serviceId, startedAt, call, draw }: Call): Promise<void> {
  const [operator, region, country, prefix] = networks[draw(networks.length)]!
  const mode = (['flash', 'flash', 'flash', 'voice', 'mix'] as const)[draw(5)]!
  const test = draw(14) === 0
  const last = String(draw(9_000) + 1_000)
  const admitted = await store.admitCall({
    phoneHash: createHash('sha256').update(`call ${call}`).digest(),
    phoneMask: `${prefix}***${last}`,
    country,
    operator,
    region,
    portedTo: draw(9) === 0 ? 'Т2' : '',
    accountId,
    serviceId,
    test,
    priceUnits: test ? 0 : mode === 'flash' ? 8_000 : mode === 'voice' ? 15_000 : 20_000,
    chargesFailed: false,
    caps: [],
    startedAt,
    deadlineAt: startedAt + 59_000,
    mode,
    code: String(draw(9_000) + 1_000),
    ...notesOf({ client: clients[draw(clients.length)]! }),
    unique: draw(3) === 0 ? `key-${call}` : null,
    refusal: null,
    capacity: 'ok',
  })
  if (admitted.kind !== 'admitted') throw new Error(JSON.stringify(admitted))
  const isCompleted = draw(100) < 83
  const failure = failures[draw(failures.length)]!
  const pddMs = 1_200 + draw(3_500)
  const ringMs = 3_000 + draw(2_000)
  const reason = test ? 'test number' : isCompleted ? (mode === 'voice' ? 'spoken' : 'rang') : failure
  const hasRung = isCompleted && !test
  const ladder = hasRung
    ? [
        '0 > INVITE',
        '18 < 100',
        `${pddMs} < 180`,
        `${pddMs + ringMs} > CANCEL`,
        `${pddMs + ringMs + 20} < 487`,
      ]
    : ['0 > INVITE', '18 < 100', '900 < 480 q20']
  const details = {
    trunk: 'north',
    ...(hasRung ? { pddMs, ringMs } : { ringMs: 0 }),
    attempts: [{ trunk: 'north', reason, placedMs: 14, ladder }],
  }
  await store.settle({
    accountId,
    serviceId,
    vendorId: admitted.vendorId,
    completed: isCompleted || test,
    money: isCompleted || test ? 'capture' : 'release',
    reason,
    settledAt: startedAt + (hasRung ? pddMs + ringMs + 100 : 1_100),
    ...(test ? {} : { details: JSON.stringify(details) }),
  })
}
