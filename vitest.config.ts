import { defineConfig } from 'vitest/config'

const long = process.env.RINGKEY_TEST_LONG === '1'

// Suites that start real processes and peers share two cores, so at most two files run side by side.
export default defineConfig({
  test: {
    include: ['{sip,server,client,test}/**/*.test.ts'],
    globalSetup: ['test/setup/run.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: long ? 3_600_000 : 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    // Real peers (SIPp, Kamailio, baresip, killed processes) may be starved on a busy machine; a fault fails twice.
    retry: process.env.CI ? 1 : 0,
  },
})
