import { type CallerSourceCounts, callerSourceRule } from '../../storage/queries/trunk-counts.ts'

/** Whether a trunk asserts the identity of callers (P-Asserted-Identity): nearly always, never, or sometimes. */
export type AssertionHabit = 'asserts' | 'never-asserts' | 'mixed' | 'unknown'

/** The number of calls before a habit is known. */
const enoughCalls = 20
/** A trunk that asserts may miss one call in twenty. */
const usualShare = 0.95

export function assertionHabitOf(counts: CallerSourceCounts): AssertionHabit {
  const calls = callerSourceRule.total(counts)
  if (calls < enoughCalls) return 'unknown'
  if (counts.asserted === 0) return 'never-asserts'
  return counts.asserted >= calls * usualShare ? 'asserts' : 'mixed'
}
