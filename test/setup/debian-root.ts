import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** The address that apt is configured with for Debian itself. */
const mirror = 'http://deb.debian.org/debian'

/** Makes a root of Debian with debootstrap. Says why when it cannot. */
export function makeDebianRoot(
  folder: string,
  suite: string,
  packages: readonly string[],
): string | undefined {
  if (process.getuid?.() !== 0) return 'A root of its own needs root, for debootstrap and chroot.'
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  const words = ['--variant=minbase', `--include=${packages.join(',')}`, suite, partial, mirror]
  const { status, stdout, error } = spawnSync('/usr/sbin/debootstrap', words, { encoding: 'utf8' })
  if (status !== 0) {
    const last = error?.message ?? stdout.trim().split('\n').at(-1) ?? ''
    return `debootstrap ${words.join(' ')} failed (exit ${status}): ${last}`
  }
  renameSync(partial, folder)
  return undefined
}
