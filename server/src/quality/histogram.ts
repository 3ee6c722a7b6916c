/** The longest time that a call can take: the open bucket ends here. */
const longestMs = 60_000

/**
 * The time below which this share of the calls lies, as if calls were spread evenly within a bucket; null without calls.
 */
export function quantileMs(
  boundsMs: readonly number[],
  buckets: readonly number[],
  share: number,
): number | null {
  const all = buckets.reduce((sum, calls) => sum + calls, 0)
  if (all === 0) return null
  const rank = all * share
  let before = 0
  for (const [bucket, calls] of buckets.entries()) {
    if (calls > 0 && before + calls >= rank) {
      const fromMs = boundsMs[bucket - 1] ?? 0
      const toMs = boundsMs[bucket] ?? longestMs
      return Math.round(fromMs + ((rank - before) / calls) * (toMs - fromMs))
    }
    before += calls
  }
  return longestMs
}
