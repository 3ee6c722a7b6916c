// Around a whole run of the tests: a folder that its workers share, and the end of what they started there.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const stopPatienceMs = 60_000

export function setup(): () => Promise<void> {
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
    rmSync(folder, { recursive: true, force: true })
  }
}

/** SIGQUIT ends PostgreSQL without a last checkpoint: nothing of it is kept. Its pid file goes last. */
async function stop(pid: number, pidFile: string): Promise<void> {
  process.kill(pid, 'SIGQUIT')
  for (const until = performance.now() + stopPatienceMs; existsSync(pidFile); await sleep(50)) {
    if (performance.now() > until) throw new Error(`PostgreSQL (process ${pid}) does not stop`)
  }
}
