import { fileURLToPath } from 'node:url'
import { installPackages } from '../../setup/packages.ts'

/** Where the tools of these tests are installed, apart from the repository's own packages. */
export const toolsFolder = fileURLToPath(new URL('.', import.meta.url))
/** Each with a lock file of its own. The identity libraries need other versions of what the tools depend on. */
export const toolFolders = {
  tools: toolsFolder,
  identity: `${toolsFolder}identity/`,
  makers: `${toolsFolder}makers/`,
  packaging: `${toolsFolder}packaging/`,
  runtimes: `${toolsFolder}runtimes/`,
} as const

export function installTools(): void {
  const { identity, ...others } = toolFolders
  for (const folder of Object.values(others)) installPackages(folder)
  // The databases and frameworks that Better Auth could work with are peers of it.
  installPackages(identity, '--omit=peer', '--omit=optional')
}
