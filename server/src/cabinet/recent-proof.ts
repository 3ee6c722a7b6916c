import { type Clock, minuteMs } from '../platform/clock.ts'
import { Problem } from './problem.ts'
import type { SignedIn } from './route.ts'

/** So long a password or second factor counts for changes of money and trunks. */
const proofMs = 15 * minuteMs

/** Whoever finds an open browser, or steals its cookie, moves no money with it. */
export function requireRecentProof(clock: Clock, { session }: SignedIn): void {
  if (clock.now() < session.provedAt + proofMs) return
  throw new Problem(403, 'proof-needed', 'give the password again (POST /session/prove), then repeat this')
}
