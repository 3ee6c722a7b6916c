import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GrownInstallation, growInstallation } from '../../server/test/grown-installation.ts'
import { ask } from '../../server/test/postgres/cluster.ts'
import { freshDatabase } from '../../server/test/postgres/run-cluster.ts'

const long = process.env.RINGKEY_TEST_LONG === '1'
const kills = long ? 60 : 5
const movingProcess = fileURLToPath(new URL('./moving-process.ts', import.meta.url))
const pollMs = 2

let grown: GrownInstallation
let url: string
beforeAll(async () => {
  grown = await growInstallation()
  url = await freshDatabase()
})
afterAll(() => grown?.remove())

async function rowsCarried(): Promise<number> {
  const [there] = await ask(url, "SELECT to_regclass('ringkey_move') IS NOT NULL AS there")
  if (there!.there !== true) return 0
  return Number((await ask(url, 'SELECT sum(row_count) AS n FROM ringkey_move'))[0]!.n)
}

it('ringkey move, killed repeatedly: copies every row once', async () => {
  const source = new DatabaseSync(grown.databaseFile, { readOnly: true })
  const fingerprint = String(
    source.prepare("SELECT value FROM meta WHERE name = 'secret_fingerprint'").get()!.value,
  )
  const start = () =>
    spawn(process.execPath, [movingProcess, grown.folder, url, fingerprint], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const total = Number(source.prepare('SELECT count(*) AS n FROM ledger').get()!.n)
  const step = Math.floor(total / (kills + 1))
  let killed = 0
  for (let kill = 1; kill <= kills; kill++) {
    const child = start()
    const ended = once(child, 'exit')
    // At another row each time, wherever in its statements the process is then.
    while ((await rowsCarried()) < kill * step + kill && child.exitCode === null) await sleep(pollMs)
    child.kill('SIGKILL')
    const [, signal] = await ended
    if (signal === 'SIGKILL') killed += 1
  }
  expect(killed).toBe(kills)
  const before = await rowsCarried()
  expect(before).toBeGreaterThan(0)

  const last = start()
  let said = ''
  last.stdout.on('data', (chunk: Buffer) => {
    said += chunk
  })
  await once(last, 'close')
  expect(JSON.parse(said)).toEqual({ kind: 'complete' })
  for (const table of ['ledger', 'calls', 'number_limits', 'accounts', 'spend', 'deliveries']) {
    const count = `SELECT count(*) AS n FROM ${table}`
    expect([table, Number((await ask(url, count))[0]!.n)]).toEqual([table, source.prepare(count).get()!.n])
  }
  source.close()
}, 600_000)
