import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the tools of these tests are installed, apart from the repository's own packages. */
export const toolsFolder = fileURLToPath(new URL('.', import.meta.url))
/** Each with a lock file of its own. The identity libraries need other versions of what the tools depend on. */
export const toolFolders = {
  tools: toolsFolder,
  identity: `${toolsFolder}identity/`,
  packaging: `${toolsFolder}packaging/`,
  runtimes: `${toolsFolder}runtimes/`,
} as const

const stampOf = (folder: string) => `${folder}node_modules/.installed-lock-file`
const lockHash = (folder: string) =>
  createHash('sha256')
    .update(readFileSync(`${folder}package-lock.json`))
    .digest('hex')

export const isInstalled = (folder: string = toolsFolder) =>
  existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === lockHash(folder)

/** Installs what the lock files name, once for each lock file. No package may run a script. */
export function installTools(): void {
  for (const [name, folder] of Object.entries(toolFolders)) {
    if (isInstalled(folder)) continue
    console.error(`Installing the packages of ${folder}…`)
    const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
    // The databases and frameworks that Better Auth could work with are peers of it.
    if (name === 'identity') words.push('--omit=peer', '--omit=optional')
    const { status } = spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) {
      console.error(`npm ci failed in ${folder}.`)
      process.exit(1)
    }
    writeFileSync(stampOf(folder), lockHash(folder))
  }
}
