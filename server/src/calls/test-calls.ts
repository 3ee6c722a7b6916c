import type { TestBehaviour } from '../books/test-numbers.ts'
import type { Clock } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import type { CallOutcome, PlannedCall } from '../telephony/telephony.ts'

const outcomeAfterMs = 1_000
const highestCode = 9999

const outcomes: Readonly<Record<TestBehaviour, CallOutcome>> = {
  succeeds: { completed: true, reason: 'test number' },
  fails: { completed: false, reason: 'test number, unreachable' },
}

/** A call to a test number: no trunk, no caller number, the outcome of the contract after a second. */
export function planTestCall(
  behaviour: TestBehaviour,
  code: string | undefined,
  { clock, random }: { clock: Clock; random: Random },
): PlannedCall {
  return {
    kind: 'planned',
    codes: null,
    code: code ?? String(random.below(highestCode) + 1).padStart(4, '0'),
    place: () => new Promise((resolve) => clock.after(outcomeAfterMs, () => resolve(outcomes[behaviour]))),
    callerNumber: null,
    giveBack: () => {},
    hangUp: () => {},
  }
}
