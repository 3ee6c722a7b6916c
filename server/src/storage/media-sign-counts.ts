import { CountRule, type Counts, type TrunkCounts } from './trunk-counts.ts'

/**
 * What came of the peer's media while the code was spoken. `heard`: RTP or RTCP. `silent`: nothing. `refused`: its port
 * was closed (ICMP), so it did not get our speech either.
 */
const mediaSigns = ['heard', 'silent', 'refused'] as const
export type MediaSign = (typeof mediaSigns)[number]

/** Calls of one trunk in which the code was spoken. */
export type MediaSignCounts = Counts<MediaSign>
export type MediaSignRecord = TrunkCounts<MediaSign>

export const mediaSignRule = new CountRule<MediaSign>(mediaSigns, 400)
