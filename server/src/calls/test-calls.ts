import type { Mode } from '../books/call.ts'
import { stoppedReason } from '../books/settlement.ts'
import { type TestNumber, testNumbers } from '../books/test-numbers.ts'
import type { Clock } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import type { CallOutcome, PlannedCall } from '../telephony/telephony.ts'
import type { PhoneHasher } from './phone-privacy.ts'

const highestCode = 9999

/** A call to a test number: no trunk, no caller number, the outcome of the table in its time. */
export function planTestCall(
  { outcome, afterMs }: TestNumber,
  mode: Mode,
  code: string | undefined,
  { clock, random }: { clock: Clock; random: Random },
): PlannedCall {
  const ended = Promise.withResolvers<CallOutcome>()
  return {
    kind: 'planned',
    codes: null,
    code: code ?? String(random.below(highestCode) + 1).padStart(4, '0'),
    place: () => {
      clock.after(afterMs, () => ended.resolve(outcome(mode)))
      return ended.promise
    },
    callerNumber: null,
    release: () => {},
    // The outcome comes at the ringing, so a call without one has not rung.
    hangUp: () => ended.resolve({ completed: false, reason: stoppedReason }),
  }
}

/** Finds the test number of a record, which has no phone but its hash. */
export function testNumbersByHash(
  hasher: PhoneHasher,
): (phoneHash: Uint8Array | null) => TestNumber | undefined {
  const byHash = new Map(
    [...testNumbers].map(([e164, number]) => [hasher.hash(e164).toString('hex'), number] as const),
  )
  return (phoneHash) => (phoneHash === null ? undefined : byHash.get(Buffer.from(phoneHash).toString('hex')))
}
