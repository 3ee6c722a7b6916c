import { type IdentitySource, identitySources } from './caller-identity.ts'
import { CountRule, type Counts, type TrunkCounts } from './trunk-counts.ts'

/** Incoming calls of one trunk by the header that named the caller. */
export type CallerSourceCounts = Counts<IdentitySource>
export type CallerSourceRecord = TrunkCounts<IdentitySource>

export const callerSourceRule = new CountRule<IdentitySource>(identitySources, 400)
