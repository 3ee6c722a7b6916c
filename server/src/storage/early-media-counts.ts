import { CountRule, type Counts, type TrunkCounts } from './trunk-counts.ts'

/** What can follow a 183. `ringing`: a 180 came in the same call. `nothing`: we ended the call first. */
const afterEarlyMediaKinds = ['ringing', 'answer', 'decline', 'failure', 'nothing'] as const
export type AfterEarlyMedia = (typeof afterEarlyMediaKinds)[number]

/** Calls of one trunk in which a 183 came, by what followed it. */
export type EarlyMediaCounts = Counts<AfterEarlyMedia>
export type EarlyMediaRecord = TrunkCounts<AfterEarlyMedia>

export const earlyMediaRule = new CountRule<AfterEarlyMedia>(afterEarlyMediaKinds, 400)
