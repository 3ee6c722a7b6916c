// Debian 12 has no package of Asterisk. The long tests take it from Debian sid, in a root of its own that is kept.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export const asteriskRoot = join(homedir(), '.cache', 'ringkey-asterisk')
/** The address that apt is configured with for Debian itself. */
const mirror = 'http://deb.debian.org/debian'

/** Makes the root with debootstrap when it is missing: about two minutes and 500 MB. Says why when it cannot. */
export function prepareAsterisk(): string | undefined {
  if (existsSync(join(asteriskRoot, 'usr/sbin/asterisk'))) return undefined
  if (process.getuid?.() !== 0) return 'Asterisk in a root of its own needs root, for debootstrap and chroot.'
  const partial = `${asteriskRoot}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(dirname(asteriskRoot), { recursive: true })
  const words = ['--variant=minbase', '--include=asterisk', 'sid', partial, mirror]
  const { status, stdout, error } = spawnSync('/usr/sbin/debootstrap', words, { encoding: 'utf8' })
  if (status !== 0) {
    const last = error?.message ?? stdout.trim().split('\n').at(-1) ?? ''
    return `debootstrap ${words.join(' ')} failed (exit ${status}): ${last}`
  }
  renameSync(partial, asteriskRoot)
  return undefined
}
