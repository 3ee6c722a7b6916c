// The tier that a test file belongs to, and the Vitest project of each tier. CONTRIBUTING.md states the rule in words.
import { matchesGlob } from 'node:path'

/** Where the files of a tier lie. A tier without a place is told by the file's name alone. */
const places = {
  unit: ['{sip,server,element}/src/**/*.test.ts', '{bench,docs}/**/*.test.ts'],
  service: ['server/test/**/*.test.ts'],
  system: ['test/!(peers)/**/*.test.ts', 'sip/test/**/*.test.ts'],
  peers: ['test/peers/**/*.test.ts'],
  'real-files': [],
  loopbacks: [],
  mounts: [],
  namespaces: [],
  long: [],
} as const satisfies Record<string, readonly string[]>

export type Tier = keyof typeof places
export const tiers = Object.keys(places) as Tier[]

/** What Vitest runs apart: the quick answers, what needs Node and npm alone, and what needs programs of others. */
export const projects = {
  unit: ['unit'],
  own: ['service', 'system', 'real-files', 'loopbacks'],
  peers: ['peers', 'mounts', 'namespaces', 'long'],
} as const satisfies Record<string, readonly Tier[]>

const namedAfter = (tier: Tier) => `{sip,server,test,dev}/**/*.${tier}.test.ts`

/** The tier in a file's name (`money.service.test.ts`) goes before the place of the file. */
export function filesOf(wanted: readonly Tier[]): { include: string[]; exclude: string[] } {
  return {
    include: wanted.flatMap((tier) => [...places[tier], namedAfter(tier)]),
    exclude: ['**/node_modules/**', ...tiers.filter((tier) => !wanted.includes(tier)).map(namedAfter)],
  }
}

/** Of a path that starts at the root of the repository. */
export function isIn(tier: Tier, path: string): boolean {
  const { include, exclude } = filesOf([tier])
  const matches = (globs: readonly string[]) => globs.some((glob) => matchesGlob(path, glob))
  return matches(include) && !matches(exclude)
}
