import { defineConfig } from 'vitest/config'
import { conditions } from './test/setup/conditions.ts'
import { MixedSequencer } from './test/setup/mixed-sequencer.ts'
import { filesOf, type Tier, tiers } from './test/setup/tiers.ts'

const long = process.env.RINGKEY_TEST_LONG === '1'

/** Most files of the other tiers wait for peers, processes and browsers, so that two workers would leave a core idle. */
const waitingWorkers = 5

const project = (name: string, ofTiers: readonly Tier[]) => ({
  extends: true as const,
  test: {
    name,
    ...filesOf(ofTiers),
    // Files share the modules of their worker, because loading the server takes a second of CPU time.
    isolate: false,
    setupFiles: name === 'unit' ? [] : ['test/setup/quick-threads.ts'],
    maxWorkers: name === 'unit' ? 2 : waitingWorkers,
    // The quick answers come first; then all other tiers run side by side.
    sequence: { groupOrder: name === 'unit' ? 0 : 1 },
  },
})

/**
 * Vitest ends a worker when the next file belongs to another project. So all tiers beside `unit` are one project, unless
 * somebody asks for a tier by `--project`.
 */
const isTierAsked = process.argv.some((word) => word.startsWith('--project'))
const possible = tiers.filter(canRun)
const others = possible.filter((tier) => tier !== 'unit')

export default defineConfig({
  test: {
    globalSetup: ['test/setup/run.ts'],
    pool: 'forks',
    // Node runs TypeScript itself. Loading the server took a third less CPU time than through Vite.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: MixedSequencer },
    testTimeout: long ? 3_600_000 : 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    // Real peers (SIPp, Kamailio, baresip, Linphone, killed processes) may be starved on a busy machine; a fault fails twice.
    retry: process.env.CI ? 1 : 0,
    projects: isTierAsked
      ? possible.map((tier) => project(tier, [tier]))
      : [project('unit', ['unit']), project('others', others)],
  },
})

function canRun(tier: Tier): boolean {
  const condition = conditions[tier]
  if (condition === undefined || condition.isMet()) return true
  console.error(condition.leftOut)
  return false
}
