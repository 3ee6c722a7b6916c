import { parseArgs } from 'node:util'
import { configDefaults, defineConfig } from 'vitest/config'
import { conditions } from './test/setup/conditions.ts'
import { MixedSequencer } from './test/setup/mixed-sequencer.ts'
import { RepeatedTests } from './test/setup/repeated-tests.ts'
import { filesOf, projects, type Tier } from './test/setup/tiers.ts'

const long = process.env.RINGKEY_TEST_LONG === '1'

/** Most files wait for calls, processes and browsers, so that two workers would leave a core idle. */
const workers: Readonly<Record<string, number>> = { unit: 2, own: 6, peers: 5 }

const project = (name: string, ofTiers: readonly Tier[]) => ({
  extends: true as const,
  test: {
    name,
    ...filesOf(ofTiers),
    // Files share the modules of their worker, because loading the server takes a second of CPU time.
    isolate: false,
    setupFiles: ['test/setup/properties.ts', ...(name === 'unit' ? [] : ['test/setup/quick-threads.ts'])],
    maxWorkers: workers[name]!,
    // Phones and nodes live in real time, so that a machine that stalls for a second may fail a test of them: it is repeated
    // once, and the run lists it.
    retry: name === 'unit' ? 0 : 1,
    // The quick answers come first; then all others run side by side.
    sequence: { groupOrder: name === 'unit' ? 0 : 1 },
  },
})

/** Vitest ends a worker when the next file belongs to another project, so most tiers share one. */
const { project: asked = [] } = parseArgs({
  options: { project: { type: 'string', multiple: true } },
  strict: false,
}).values as { project?: string[] }
const wanted = Object.entries(projects).filter(([name]) => asked.length === 0 || asked.includes(name))

export default defineConfig({
  test: {
    globalSetup: ['test/setup/run.ts'],
    reporters: [...configDefaults.reporters, new RepeatedTests()],
    pool: 'forks',
    // Node runs TypeScript itself. Loading the server took a third less CPU time than through Vite.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: MixedSequencer },
    // They end what hangs. Nothing that a test shows depends on them, since the machine may be busy with other work.
    testTimeout: long ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    projects: wanted.map(([name, ofTiers]) => project(name, ofTiers.filter(canRun))),
  },
})

function canRun(tier: Tier): boolean {
  const condition = conditions[tier]
  if (condition === undefined || condition.isMet()) return true
  console.error(condition.leftOut)
  return false
}
