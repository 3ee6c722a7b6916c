import { expect, it } from 'vitest'
import { hourMs } from '../platform/clock.ts'
import { defaultTrunkSettings } from '../storage/queries/trunks.ts'
import { type CallerHealthDeps, readCallerHealth } from './read-caller-health.ts'

const trunk = (name: string, shortCallsPerHour = 0) => ({
  name,
  demo: false,
  settings: { ...defaultTrunkSettings, host: '192.0.2.1', shortCallsPerHour },
  sealedPassword: null,
  updatedAt: 0,
})
const range = (first: string, last: string, name: string) => ({
  ...{ first, last, trunk: name },
  ...{ label: '', category: '' },
})
const now = 1_000 * hourMs
/** Calls of two hours over north. */
const attempts: Readonly<Record<string, readonly number[]>> = {
  flash: [800, 100],
  mix: [100, 0],
  voice: [90, 0],
}

const store = {
  trunks: async () => [trunk('north', 1_000), trunk('south')],
  callerRanges: async () => [
    range('74951230000', '74951230099', 'north'),
    range('74991110000', '74991110049', 'south'),
    range('74991120000', '74991120000', 'gone'),
  ],
  numberQuarantines: async () => [
    {
      ...{ first: '74951230042', last: '74951230042', trunk: 'north', state: 'quarantined' as const },
      ...{ strikes: 1, since: 0, until: now + 1, fromDay: 0, before: null },
      finding: { refusal: 'declined' as const, hits: 9, of: 9, usual: 0 },
    },
  ],
  factHours: async ({ only }: { only: { trunk?: string; mode?: string } }) =>
    only.trunk === 'north'
      ? attempts[only.mode!]!.map((count, nth) => ({ at: now - nth * hourMs, amounts: [count] }))
      : [],
  factTotals: async () => [],
}

it('caller health: load and budget of the busiest hour, and codes of one range alone, by numbers that are not paused', async () => {
  const numbering = { sourceOf: () => 'none' }
  const deps = { store, numbering, withDemo: false } as unknown as CallerHealthDeps
  const { blocks } = await readCallerHealth(deps, now)
  const [north, south] = blocks
  expect(north).toMatchObject({
    ...{ trunk: 'north', numbers: 100, quarantinedNumbers: 1 },
    busyHour: {
      ...{ callsPerNumber: 10, lacking: 66 },
      ...{ shortCalls: 900, shortCallsPerHour: 1_000, isBudgetShort: true },
    },
    // South shows 0001 to 0049.
    leastCovered: { codes: 50, thousands: [{ first: '0000', last: '0999', codes: 50 }] },
  })
  expect(south).toMatchObject({
    ...{ trunk: 'south', numbers: 50 },
    busyHour: { callsPerNumber: 0, lacking: 0, shortCallsPerHour: 0, isBudgetShort: false },
    // 0042 is paused on north.
    leastCovered: { codes: 1 },
  })
  expect(blocks).toHaveLength(2)
})
