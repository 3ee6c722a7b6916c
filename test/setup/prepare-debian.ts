// The Debian that the long tests install our package into, in a root of its own that is kept.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { makeDebianRoot } from './debian-root.ts'

export const debianRoot = join(homedir(), '.cache', 'ringkey-debian')

/** What the package depends on. systemd brings systemd-notify. */
const packages = ['adduser', 'libatomic1', 'libstdc++6', 'systemd']

/** Makes the root when it is missing: about two minutes and 250 MB. Says why when it cannot. */
export function prepareDebian(): string | undefined {
  if (existsSync(join(debianRoot, 'usr/sbin/adduser'))) return undefined
  return makeDebianRoot(debianRoot, 'bookworm', packages)
}
