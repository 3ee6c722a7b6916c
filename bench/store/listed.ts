import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Store } from '../../server/src/storage/store.ts'
import { type Furnished, hashOf } from '../../server/test/store-contract/fixture.ts'
import { prepareInstallation, settingsOf } from '../../test/calls/rig.ts'
import { cpuOf, residentMB } from '../measure/cpu.ts'
import type { Figures } from '../measure/figures.ts'
import { latencyOf, timesOf } from '../measure/statistics.ts'

const ringkey = fileURLToPath(new URL('../../server/src/cli/ringkey.ts', import.meta.url))
const lookEveryMs = 100
const lookups = 2_000

type Measure = (houses: readonly Furnished[], inFlight: number, seconds: number) => Promise<Figures>

/** Lists so many numbers by the command, beside calls that are admitted, and asks whether a number is listed. */
export async function measureListed(
  name: string,
  {
    folder,
    database,
    numbers,
    seconds,
  }: Readonly<Record<'folder', string>> & {
    /** Without it the store is embedded. */
    readonly database?: string
    readonly numbers: number
    readonly seconds: number
  },
  measure: Measure,
  say: (name: string, ...rounds: Figures[]) => void,
): Promise<void> {
  const more: Readonly<Record<string, string>> =
    database === undefined ? {} : { RINGKEY_DATABASE_URL: database }
  const { store, accountId, authorization } = await prepareInstallation(folder, [], more)
  await store.topUp({ accountId, amountUnits: 1e14, note: '', at: 1 })
  const house = { store, accountId, serviceId: Number(authorization.split('.').at(-1)) } as Furnished
  const file = join(folder, 'numbers.csv')
  await writeNumbers(file, numbers)
  say(`${name}, admission, nobody listed`, await measure([house], 1, seconds))
  say(`${name}, look-up, nobody listed`, await lookUp(store))
  const importing = importFile(file, { ...(await settingsOf(folder)), ...more }, numbers)
  await sleep(1_000)
  say(`${name}, admission during the import`, await measure([house], 1, Math.min(seconds, 3)))
  say(`${name}, import, a number`, await importing)
  say(`${name}, admission, all listed`, await measure([house], 1, seconds))
  say(`${name}, look-up, all listed`, await lookUp(store))
  await store.close()
}

const phoneOf = (place: number) => `7999${String(place).padStart(7, '0')}`

async function writeNumbers(file: string, numbers: number): Promise<void> {
  const out = createWriteStream(file)
  out.write('number,reason,date\n')
  for (let place = 0; place < numbers; place++)
    if (!out.write(`+${phoneOf(place)},asked by mail,2026-01-31\n`)) await once(out, 'drain')
  await new Promise<void>((resolve) => out.end(resolve))
}

async function lookUp(store: Store): Promise<Figures> {
  let place = 0
  return latencyOf(await timesOf(lookups, () => store.doNotCallSince(hashOf(String(place++)))))
}

/** As an operator does it. Its peak is the last that was seen. */
async function importFile(
  file: string,
  environment: Readonly<Record<string, string>>,
  numbers: number,
): Promise<Figures> {
  const begunMs = performance.now()
  const words = [ringkey, 'do-not-call', 'import', file, '--json']
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (bytes: Buffer) => {
    printed += bytes.toString()
  })
  let seen = { rssMB: 0, cpuUs: 0 }
  const looking = setInterval(() => {
    try {
      seen = { rssMB: residentMB(child.pid!, 'peak'), cpuUs: cpuOf(child.pid!).cpuUs }
    } catch {
      // It has ended.
    }
  }, lookEveryMs)
  await once(child, 'close')
  clearInterval(looking)
  const { added } = JSON.parse(printed) as { readonly added: number }
  if (added !== numbers) throw new Error(`${added} of ${numbers} numbers were added`)
  const seconds = (performance.now() - begunMs) / 1_000
  return { perSecond: numbers / seconds, cpuUs: seen.cpuUs / numbers, rssMB: seen.rssMB }
}
