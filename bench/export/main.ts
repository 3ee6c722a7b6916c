// npm run bench -- export [--rows 1000000] [--folder /a/place/with/room]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { csvOfItems } from '../../server/src/cabinet/verifications/export.ts'
import { openForWriting } from '../../server/src/storage/sqlite/connection.ts'
import { openSqliteStore } from '../../server/src/storage/sqlite/store.ts'
import type { Store } from '../../server/src/storage/store.ts'
import { fill, services } from '../../server/test/settled-past.ts'
import { options } from '../../server/test/store-contract/fixture.ts'
import { ownCpuUs } from '../measure/cpu.ts'
import { type BenchResult, type Figures, newResult } from '../measure/figures.ts'
import { interleave, progress } from '../measure/rounds.ts'
import { medianOf, printGoals, printTable } from '../measure/table.ts'

const everything = {
  accountId: null,
  mode: null,
  state: null,
  test: null,
  reason: null,
  from: null,
  to: null,
}
/** The second half of an export may not need more memory than this above the first. */
const mostGrowthMB = 30

/** The CSV file of a whole list: its speed, and how much memory the process had at most. */
export async function run(flags: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      rows: { type: 'string', default: '1000000' },
      folder: { type: 'string', default: tmpdir() },
    },
  })
  const rows = Number(values.rows)
  const folder = mkdtempSync(join(values.folder, 'ringkey-bench-'))
  const result = newResult('export', 'one line')
  const allServices = Array.from({ length: services }, (_, index) => index + 1)
  const [whole, own] = [`${rows} lines of 20 services`, `${rows} lines of the installation`]
  try {
    const file = join(folder, 'export.db')
    const database = openForWriting(file)
    fill(database, rows, (done) => progress(`${done} of ${rows} rows`))
    database.close()
    const store = await openSqliteStore({ ...options, file, onCrash: (error) => process.emitWarning(error) })
    await interleave(
      result,
      [
        { name: whole, measure: () => save(store, allServices, rows) },
        { name: own, measure: () => save(store, null, rows) },
      ],
      1,
    )
    await store.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  for (const scene of result.scenes) {
    const grownMB = medianOf(scene, 'grownMB')
    result.goals.push({
      what: `${scene.name}: memory of the second half above the first, MB`,
      measured: grownMB.toFixed(0),
      wanted: `at most ${mostGrowthMB}`,
      isMet: grownMB <= mostGrowthMB,
    })
  }
  printTable(result)
  printGoals(result)
  return result
}

const shown = { isMoneyShown: true, mayShowCode: false }

async function save(store: Store, serviceIds: readonly number[] | null, rows: number): Promise<Figures> {
  const [begunMs, cpuBefore] = [performance.now(), ownCpuUs()]
  let lines = -1
  const mostOfHalf = [0, 0]
  for await (const part of csvOfItems(store, { ...everything, serviceIds }, undefined, shown)) {
    lines += String(part).split('\r\n').length - 1
    const half = lines < rows / 2 ? 0 : 1
    mostOfHalf[half] = Math.max(mostOfHalf[half]!, process.memoryUsage.rss())
    progress(`${lines} lines`)
  }
  const seconds = (performance.now() - begunMs) / 1000
  const [first, second] = mostOfHalf as [number, number]
  return {
    perSecond: lines / seconds,
    cpuUs: (ownCpuUs() - cpuBefore) / lines,
    rssMB: second / 1e6,
    grownMB: Math.max(0, second - first) / 1e6,
  }
}
