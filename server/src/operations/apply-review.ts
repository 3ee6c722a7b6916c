import type { NumberRest } from '../storage/queries/number-rests.ts'
import { restNumbers } from './number-rests.ts'
import type { Operating } from './operation.ts'
import { perform } from './perform.ts'
import { keyOf, type Review } from './review-numbers.ts'

/** Stores what a look at the numbers has found. Returns the states that have changed. */
export async function applyReview(operating: Operating, review: Review): Promise<NumberRest[]> {
  const { store } = operating
  const before = new Map((await store.numberRests()).map((rest) => [keyOf(rest), rest]))
  const hasChanged = (rest: NumberRest) => before.get(keyOf(rest))?.state !== rest.state
  const unchanged = review.saved.filter((rest) => !hasChanged(rest))
  if (unchanged.length + review.removed.length > 0)
    await store.changeNumberRests({ saved: unchanged, removed: review.removed })
  const rests = review.saved.filter(hasChanged)
  if (rests.length > 0) await perform(operating, restNumbers, { rests })
  return rests
}
