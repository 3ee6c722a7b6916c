import { defineConfig } from 'vitest/config'
import { conditions } from './test/setup/conditions.ts'
import { MixedSequencer } from './test/setup/mixed-sequencer.ts'
import { filesOf, type Tier, tiers } from './test/setup/tiers.ts'

const long = process.env.RINGKEY_TEST_LONG === '1'

/** Most files of the other tiers wait for peers, processes and browsers, so that two workers would leave a core idle. */
const waitingWorkers = 5

const project = (tier: Tier) => ({
  extends: true as const,
  test: {
    name: tier,
    ...filesOf(tier),
    // Files share the modules of their worker, because loading the server takes a second of CPU time.
    isolate: false,
    maxWorkers: tier === 'unit' ? 2 : waitingWorkers,
    // The quick answers come first; then all other tiers run side by side.
    sequence: { groupOrder: tier === 'unit' ? 0 : 1 },
  },
})

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
    // Real peers (SIPp, Kamailio, baresip, killed processes) may be starved on a busy machine; a fault fails twice.
    retry: process.env.CI ? 1 : 0,
    projects: tiers.filter(canRun).map(project),
  },
})

function canRun(tier: Tier): boolean {
  const condition = conditions[tier]
  if (condition === undefined || condition.isMet()) return true
  console.error(condition.leftOut)
  return false
}
