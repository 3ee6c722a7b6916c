// Numbering next to the libraries a user could pick instead. `npm run bench -- numbering [--quick]`
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openInstallation } from '../../server/src/app/open-installation.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { createNumbering } from '../../server/src/numbering/numbering.ts'
import {
  indexOf,
  registryContent,
  registryStore,
} from '../../server/src/numbering/registry/registry-snapshot.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { median, timesOf } from '../measure/statistics.ts'
import { type Contestant, contestants } from './contestants.ts'
import { foreignNumbers, russianNumbers } from './numbers.ts'
import { measurePortedSet } from './porting.ts'
import { fullRegistry } from './registry.ts'

const quick = process.argv.includes('--quick')
const numbersOfAKind = quick ? 2000 : 10_000
const rounds = quick ? 2 : 5
const portedNumbers = quick ? 1_000_000 : 40_000_000

const say = (line: string) => process.stdout.write(line + '\n')
const perSecond = (value: number) => Math.round(value).toLocaleString('en-US').padStart(11)

function once({ judge }: Contestant, texts: readonly string[]): { rate: number; valid: number } {
  let valid = 0
  const startMs = performance.now()
  for (const text of texts) if (judge(text)) valid += 1
  return { rate: texts.length / ((performance.now() - startMs) / 1000), valid }
}

/** Contestants take turns in every round, so that a busy moment of the machine hits all; the best counts. */
function race(title: string, field: readonly Contestant[], texts: readonly string[]): void {
  const best = field.map(() => ({ rate: 0, valid: 0 }))
  for (let round = 0; round < rounds; round += 1)
    field.forEach((contestant, at) => {
      const result = once(contestant, texts)
      if (result.rate > best[at]!.rate) best[at] = result
    })
  const google = best[field.findIndex(({ name }) => name.startsWith('google'))]!.rate
  const js = best[field.findIndex(({ name }) => name.startsWith('libphonenumber-js'))]!.rate
  say(`\n${title} (${texts.length.toLocaleString('en-US')} numbers)`)
  say(`${''.padEnd(64)}  numbers/s  x google  x lib-js  valid`)
  field.forEach(({ name, work }, at) => {
    const { rate, valid } = best[at]!
    const ratios = [rate / google, rate / js].map((ratio) => ratio.toFixed(2).padStart(8)).join('  ')
    say(`${`${name}: ${work}`.padEnd(62)}  ${perSecond(rate)}  ${ratios}  ${valid}`)
  })
}

/** Memory in use after a garbage collection. */
async function usedBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // Buffers are freed some turns of the event loop after their owners.
  for (let turn = 0; turn < 4; turn += 1) {
    collect()
    await nextTurn()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function measureLoading(index: Awaited<ReturnType<typeof fullRegistry>>['index']): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ringkey-bench-'))
  try {
    const settings = readSettings({ RINGKEY_DATA: folder })
    const { store: database } = await openInstallation(settings, systemRandom, (error) => {
      throw error
    })
    const store = registryStore(database)
    const content = registryContent(index.tables, { importedAt: '', forced: false, files: [] })
    const name = await store.publish(content, undefined, Date.now())
    const beforeBytes = await usedBytes()
    const kept = indexOf(await store.read(name))
    const keptBytes = (await usedBytes()) - beforeBytes
    const timesMs = await timesOf(15, async () => indexOf(await store.read(name)))
    const [{ bytes: size } = { bytes: 0 }] = await store.list()
    await database.close()
    say(
      `\nregistry of ${kept.size.toLocaleString('en-US')} ranges: memory ${(keptBytes / 1e6).toFixed(2)} MB, snapshot ${(size / 1e6).toFixed(2)} MB; ` +
        `load median ${median(timesMs).toFixed(1)} ms, best ${Math.min(...timesMs).toFixed(1)} ms, worst ${Math.max(...timesMs).toFixed(1)} ms`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function run(): Promise<void> {
  const { index, realRanges, readMs } = await fullRegistry()
  say(
    `read ${realRanges.toLocaleString('en-US')} real ranges in ${Math.round(readMs)} ms, filled up to ${index.size}`,
  )
  const numbering = createNumbering({ registry: index })
  const field = contestants(numbering)
  const russian = russianNumbers(index, numbersOfAKind)
  const foreign = foreignNumbers(numbersOfAKind)
  const mixed = russian.flatMap((text, at) => [text, foreign[at]!])

  race('Russian numbers', field, russian)
  race('other countries', field, foreign)
  race('mixed', field, mixed)

  const nationals = russian.map((text) => numbering.readFreeText(text)?.national ?? '9161234567')
  const find = { name: 'index', work: 'find', judge: (national: string) => index.find(national) !== -1 }
  const rates = Array.from({ length: rounds * 4 }, () => once(find, nationals).rate)
  say(`\nindex lookups: ${perSecond(Math.max(...rates)).trim()}/s`)
  await measureLoading(index)

  const ported = measurePortedSet(portedNumbers)
  say(
    `ported set of ${ported.numbers.toLocaleString('en-US')}: ${ported.megabytes.toFixed(1)} MB, ` +
      `${perSecond(ported.lookupsPerSecond).trim()} lookups/s, built in ${(ported.buildMs / 1000).toFixed(1)} s`,
  )
}
