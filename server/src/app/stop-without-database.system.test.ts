import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { it } from 'vitest'
import { commitMessage, startCutter } from '../../test/postgres/cutter.ts'
import { freshDatabase } from '../../test/postgres/run-cluster.ts'
import { startProcess } from '../../test/process.ts'

/** A signal that comes sooner counts as a repeat of the first. */
const secondSignalMs = 2_100
/** The bound of service.ts after the second signal is 8 s; the rest is for a busy machine. Without it nothing ends. */
const endsWithinMs = 60_000

async function startBehindCutter() {
  const cutter = await startCutter(await freshDatabase())
  const service = await startProcess({
    RINGKEY_DATA: mkdtempSync(join(tmpdir(), 'ringkey-stop-')),
    RINGKEY_DATABASE_URL: cutter.url,
    RINGKEY_DEMO: 'off',
    RINGKEY_SECRET: 'a secret that the test of the stop uses alone',
  })
  return { cutter, service }
}

it.concurrent('stop: ends in order while PostgreSQL refuses connections, and logs what was not written', async ({
  expect,
}) => {
  const { cutter, service } = await startBehindCutter()
  await cutter.stop()
  const { code, err } = await service.end('SIGTERM')
  expect(code).toBe(0)
  expect(err).toContain('the node stays on the list as lost')
})

it.concurrent('stop: ends within its bound while PostgreSQL does not answer and the outcome of a commit is unknown', async ({
  expect,
}) => {
  const { cutter, service } = await startBehindCutter()
  // Background tasks commit every second. From this commit on no connection carries anything, old or new.
  await cutter.swallowAfter(commitMessage)
  const ended = service.end('SIGTERM')
  await sleep(secondSignalMs)
  const beginMs = performance.now()
  process.kill(service.pid, 'SIGTERM')
  const { code, signal } = await ended
  expect({ code, signal }).toEqual({ code: 0, signal: null })
  expect(performance.now() - beginMs).toBeLessThan(endsWithinMs)
  expect(service.logged()).toContain('"event":"stop-incomplete"')
  await cutter.stop()
})
