import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the tools of these tests are installed, apart from the repository's own packages. */
export const toolsFolder = fileURLToPath(new URL('.', import.meta.url))
const stamp = `${toolsFolder}node_modules/.installed-lock-file`
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(`${toolsFolder}package-lock.json`))
    .digest('hex')

export const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()

/** Installs what the lock file names, once for each lock file. No package may run a script. */
export function installTools(): void {
  if (isInstalled()) return
  console.error('Installing the tools of test/tools…')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: toolsFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) {
    console.error('npm ci failed in test/tools.')
    process.exit(1)
  }
  writeFileSync(stamp, lockHash())
}
