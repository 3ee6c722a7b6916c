import type { MediaSignCounts } from '../../storage/queries/trunk-counts.ts'

/** This many spoken codes before the habit is known. */
const enoughCalls = 20
/** One call in five may be silent: some phones send nothing while nobody speaks. */
const usualShare = 0.8

/** Whether RTP or RTCP usually comes in answered calls. A closed port shows no habit. */
export function sendsMedia({ heard, silent }: MediaSignCounts): boolean {
  const calls = heard + silent
  return calls >= enoughCalls && heard >= calls * usualShare
}
