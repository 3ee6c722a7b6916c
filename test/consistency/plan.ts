import type { Nemesis } from './nemeses/nemesis.ts'
import type { Plan } from './run.ts'

export const isLong = process.env.RINGKEY_TEST_LONG === '1'
/** The short form takes less than a minute on a machine of its own. */
export const patienceMs = isLong ? 3_600_000 : 240_000

/** Another seed is another order of events. A violation is printed with the seed of its run. */
const seed = Number(process.env.RINGKEY_TEST_SEED ?? 1)
/** Shares the long form out, such as 0.1 for a tenth of its events and keys. */
const share = Number(process.env.RINGKEY_TEST_SHARE ?? 1)

/** The short form has some of the events: the seed says which. */
export function plan(nemeses: readonly Nemesis[]): Plan {
  return isLong
    ? {
        seed,
        nemeses,
        events: Math.ceil(200 * share),
        keys: Math.ceil(100_000 * share),
        clients: 32,
        pauseMs: 20,
        quietMs: 1_000,
        waitsForHolds: true,
      }
    : { seed, nemeses, events: 4, keys: 2_000, clients: 8, pauseMs: 150, quietMs: 500, waitsForHolds: false }
}
