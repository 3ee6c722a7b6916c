import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Formatter, finder of dead code and PostgreSQL, installed apart: who only runs the service does not wait for the
 * 140 MB of them.
 */
export const testTools = fileURLToPath(new URL('../tools/', import.meta.url))

const stampOf = (folder: string) => `${folder}node_modules/.installed-lock-file`
const lockHash = (folder: string) =>
  createHash('sha256')
    .update(readFileSync(`${folder}package-lock.json`))
    .digest('hex')

export const isInstalled = (folder: string) =>
  existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === lockHash(folder)

/** Installs what the folder's lock file names, once for each lock file. No package may run a script. */
export function installPackages(folder: string, ...omitted: string[]): void {
  if (isInstalled(folder)) return
  console.error(`Installing the packages of ${folder}…`)
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...omitted]
  const { status } = spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) {
    console.error(`npm ci failed in ${folder}.`)
    process.exit(1)
  }
  writeFileSync(stampOf(folder), lockHash(folder))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installPackages(testTools)
