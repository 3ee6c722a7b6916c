import type { Books } from './books.ts'
import { conversionOfFeedback, type Feedback } from './conversion.ts'

/** The last feedback replaces earlier ones, in the sums too. */
export function feedback(books: Books, { accountId, ...said }: Feedback): void {
  const { vendorId, approved } = said
  const { counted = 0, approved: wasApproved = false } = books.feedback(vendorId) ?? {}
  const call = books.call(vendorId)
  const now = conversionOfFeedback(approved, call?.state === 'failed')
  books.saveFeedback({ ...said, counted: now.delivered })
  if (call === undefined) return
  books.queueFeedback(call, {
    delivered: now.delivered - counted,
    approved: now.approved - (wasApproved ? counted : 0),
  })
}
