// Runs once around all tests: makes the folder that the workers share, and stops the PostgreSQL that they started in it.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const stopPatienceMs = 60_000

/** Compiled modules are kept between runs: every worker, thread and process loads the server again. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/ringkey-tests', import.meta.url))

/** Every project calls it; the first one sets the run up for all. */
export function setup(): (() => Promise<void>) | undefined {
  if (process.env.RINGKEY_TEST_RUN !== undefined) return undefined
  process.env.NODE_COMPILE_CACHE ??= compileCache
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-run-'))
  // The servers in it are run by other users than root.
  chmodSync(folder, 0o755)
  process.env.RINGKEY_TEST_RUN = folder
  return async () => {
    const running = join(folder, 'postgres.json')
    if (existsSync(running)) {
      const { pid } = JSON.parse(readFileSync(running, 'utf8')) as { pid: number }
      await stop(pid, join(folder, 'postgres', 'data', 'postmaster.pid'))
    }
    // Hundreds of databases with 500 files each: nobody has to wait until they are gone.
    spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref()
  }
}

/** SIGQUIT ends PostgreSQL without a last checkpoint: nothing of it is kept. Its pid file goes last. */
async function stop(pid: number, pidFile: string): Promise<void> {
  process.kill(pid, 'SIGQUIT')
  for (const until = performance.now() + stopPatienceMs; existsSync(pidFile); await sleep(50)) {
    if (performance.now() > until) throw new Error(`PostgreSQL (process ${pid}) does not stop`)
  }
}
