import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import type { Tier } from './tiers.ts'

/** The real numbering files: they are too large for the repository and lie beside it on machines that have them. */
export const realRegistry = new URL('../../../shared/data/registry/', import.meta.url)

/** Tiers that not every machine can run, with the sentence that is printed when one is left out. */
export const conditions: Partial<Record<Tier, { readonly isMet: () => boolean; readonly leftOut: string }>> =
  {
    'real-files': {
      isMet: () => existsSync(realRegistry),
      leftOut: 'Left out: tests named *.real-files.test.ts, because ../shared/data/registry is not here.',
    },
    loopbacks: {
      // Linux answers at all of 127.0.0.0/8, macOS at 127.0.0.1 alone.
      isMet: () => process.platform === 'linux' || isOurs('127.0.0.2'),
      leftOut:
        'Left out: tests named *.loopbacks.test.ts, because 127.0.0.2 is not an address of this machine (CONTRIBUTING.md).',
    },
    mounts: {
      // A container may forbid the name spaces in which a test mounts a small or read-only disk for one process.
      isMet: () => spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
      leftOut: 'Left out: tests named *.mounts.test.ts, because "unshare -rm" may not mount a disk here.',
    },
    namespaces: {
      isMet: mayMakeNetworks,
      leftOut:
        'Left out: tests named *.namespaces.test.ts, because "ip netns add" may not make a network here.',
    },
    long: {
      isMet: () => process.env.RINGKEY_TEST_LONG === '1',
      leftOut: 'Left out: tests named *.long.test.ts, which npm run test:long runs.',
    },
  }

const isOurs = (address: string) =>
  Object.values(networkInterfaces()).some((of) => of?.some((one) => one.address === address))

/** Only root may, and not in every container. */
export function mayMakeNetworks(): boolean {
  const name = `ringkey-probe-${process.pid}`
  const isMade = spawnSync('ip', ['netns', 'add', name]).status === 0
  if (isMade) spawnSync('ip', ['netns', 'del', name])
  return isMade
}
