import type { Nemesis } from './nemeses/nemesis.ts'
import type { Plan } from './run.ts'

export const isLong = process.env.RINGKEY_TEST_LONG === '1'
/** The short form takes less than a minute on a machine of its own. */
export const patienceMs = isLong ? 3_600_000 : 240_000

/** Another seed is another order of events. A violation is printed with the seed of its run. */
const seed = Number(process.env.RINGKEY_TEST_SEED ?? 1)
/** A part of the long form, such as 0.1 for a tenth of its events and keys. */
const share = Number(process.env.RINGKEY_TEST_SHARE ?? 1)

const both = { slower: 1, asksEveryNode: true }
const long = { ...both, clients: 32, pauseMs: 20, quietMs: 1_000, waitsForHolds: true }
const longEvents = 200
const longKeys = 100_000
const short = { ...both, clients: 8, pauseMs: 150, quietMs: 500, waitsForHolds: false, leastKeys: 0 }

/** The short form has each of its events once. `part` is how much of the long form this installation gets. */
export function plan({ all, few }: Record<'all' | 'few', readonly Nemesis[]>, part = 1): Plan {
  if (!isLong) return { ...short, seed, nemeses: few, events: few.length }
  const events = Math.ceil(longEvents * share * part)
  return { ...long, seed, nemeses: all, events, leastKeys: Math.ceil(longKeys * share * part) }
}
