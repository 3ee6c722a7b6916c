import { expect, it } from 'vitest'
import { hourMs } from '../platform/clock.ts'
import { defaultTrunkSettings } from '../storage/queries/trunks.ts'
import { type PlanDeps, planNumbers } from './plan-numbers.ts'

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
  numberRests: async () => [
    {
      ...{ first: '74951230042', last: '74951230042', trunk: 'north', state: 'resting' as const },
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

it('a plan counts load and budget of the busiest hour, and codes by numbers that do not rest', async () => {
  const numbering = { sourceOf: () => 'none' }
  const plan = await planNumbers({ store, numbering, withDemo: false } as unknown as PlanDeps, now)
  const [north, south] = plan.trunks
  expect(north).toMatchObject({ numbers: 100, resting: 1, load: 10, lacking: 66, shortCallShare: 0.9 })
  expect([north!.isBudgetShort, south!.isBudgetShort]).toEqual([true, false])
  expect(south).toMatchObject({ numbers: 50, load: 0, lacking: 0, shortCallShare: null })
  // 0000 is no code; 0042 rests on north, and south shows it alone.
  expect(plan.codes).toEqual([
    {
      prefix: '',
      trunks: ['north', 'south'],
      covered: 99,
      missing: 9_900,
      single: 51,
      oneTrunk: 51,
      thin: [
        { first: '1000', last: '1999', missing: 1_000, single: 0 },
        { first: '2000', last: '2999', missing: 1_000, single: 0 },
        { first: '3000', last: '3999', missing: 1_000, single: 0 },
      ],
    },
  ])
})
