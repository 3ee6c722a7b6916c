// The tier (Vitest project) that a test file belongs to. CONTRIBUTING.md states the rule in words.

/** Where the files of a tier lie. A tier without a place is told by the file's name alone. */
const places = {
  unit: ['{sip,server}/src/**/*.test.ts'],
  service: ['server/test/**/*.test.ts'],
  system: ['{test,sip/test}/**/*.test.ts'],
  'real-files': [],
  mounts: [],
  namespaces: [],
  long: [],
} as const satisfies Record<string, readonly string[]>

export type Tier = keyof typeof places
export const tiers = Object.keys(places) as Tier[]

const namedAfter = (tier: Tier) => `{sip,server,test}/**/*.${tier}.test.ts`

/** The tier in a file's name (`money.service.test.ts`) goes before the place of the file. */
export function filesOf(tier: Tier): { include: string[]; exclude: string[] } {
  return {
    include: [...places[tier], namedAfter(tier)],
    exclude: ['**/node_modules/**', ...tiers.filter((other) => other !== tier).map(namedAfter)],
  }
}
