import { type Clock, minuteMs } from '../platform/clock.ts'
import { Problem } from './problem.ts'
import type { SignedIn } from './route.ts'

/** Changes of money and trunks need a password or second factor that is not older than this. */
const proofMs = 15 * minuteMs

/** An open browser or a stolen cookie alone cannot move money. */
export function requireRecentProof(clock: Clock, { session }: SignedIn): void {
  if (clock.now() < session.provedAt + proofMs) return
  throw new Problem(403, 'proof-needed', 'give the password again (POST /session/prove), then repeat this')
}
