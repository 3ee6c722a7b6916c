// Runs once around all tests: makes the folder that the workers share, and stops the PostgreSQL that they started in it.
import { spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bundlePrograms } from './bundle-programs.ts'
import { installPackages, testTools } from './packages.ts'

const stopPatienceMs = 60_000

/** Compiled modules are kept between runs: every worker, thread and process loads the server again. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/ringkey-tests', import.meta.url))

/** What the databases and stores of a run need at most, with a margin. */
const neededBytes = 6 * 2 ** 30

/** A file system in memory, where a commit does not wait for a disk; undefined where there is none with enough room. */
function memoryFolder(): string | undefined {
  const folder = '/dev/shm'
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, process.availableMemory()) >= neededBytes ? folder : undefined
  } catch {
    return undefined
  }
}

/** Every project calls it; the first one sets the run up for all. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.RINGKEY_TEST_RUN !== undefined) return undefined
  installPackages(testTools)
  process.env.NODE_COMPILE_CACHE ??= compileCache
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'ringkey-run-'))
  // The servers in it are run by other users than root.
  chmodSync(folder, 0o1777)
  process.env.RINGKEY_TEST_RUN = folder
  // Every temporary folder of a test lies in the folder of the run, and is removed with it.
  process.env.TMPDIR = folder
  process.env.TEST_PROGRAMS = await bundlePrograms()
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
