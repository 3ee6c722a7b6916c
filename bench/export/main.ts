// npm run bench -- export [--rows 1000000] [--folder /a/place/with/room]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { exportOf } from '../../server/src/cabinet/verifications/export.ts'
import { openForWriting } from '../../server/src/storage/sqlite/connection.ts'
import { openSqliteStore } from '../../server/src/storage/sqlite/store.ts'
import type { Store } from '../../server/src/storage/store.ts'
import { fill, services } from '../../server/test/settled-past.ts'
import { options } from '../../server/test/store-contract/fixture.ts'
import { ownCpuUs } from '../measure/cpu.ts'
import { type BenchResult, type Figures, newResult } from '../measure/figures.ts'
import { interleave, progress } from '../measure/rounds.ts'
import { medianOf, printGoals, printTable, sceneOf } from '../measure/table.ts'

const everything = { mode: null, state: null, test: null, reason: null, from: null, to: null }
/** The export of a million may not need more memory than this above that of a tenth of it. */
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
  const [short, whole, own] = [`the first ${rows / 10}`, `${rows} lines`, `${rows} lines of the installation`]
  try {
    const file = join(folder, 'export.db')
    const database = openForWriting(file)
    fill(database, rows, (done) => progress(`${done} of ${rows} rows`))
    database.close()
    const store = await openSqliteStore({ ...options, file, onCrash: (error) => process.emitWarning(error) })
    await interleave(
      result,
      [
        { name: short, measure: () => save(store, allServices, rows / 10) },
        { name: whole, measure: () => save(store, allServices, rows) },
        { name: own, measure: () => save(store, null, rows) },
      ],
      1,
    )
    await store.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const grownMB = medianOf(sceneOf(result, whole), 'rssMB') - medianOf(sceneOf(result, short), 'rssMB')
  result.goals.push({
    what: 'memory above that of a tenth of the lines, MB',
    measured: grownMB.toFixed(0),
    wanted: `at most ${mostGrowthMB}`,
    isMet: grownMB <= mostGrowthMB,
  })
  printTable(result)
  printGoals(result)
  return result
}

async function save(store: Store, serviceIds: readonly number[] | null, most: number): Promise<Figures> {
  const [begunMs, cpuBefore] = [performance.now(), ownCpuUs()]
  let lines = -1
  let rss = 0
  for await (const part of exportOf(store, { ...everything, serviceIds }, true)) {
    lines += String(part).split('\r\n').length - 1
    rss = Math.max(rss, process.memoryUsage.rss())
    progress(`${lines} lines`)
    if (lines >= most) break
  }
  const seconds = (performance.now() - begunMs) / 1000
  return { perSecond: lines / seconds, cpuUs: (ownCpuUs() - cpuBefore) / lines, rssMB: rss / 1e6 }
}
