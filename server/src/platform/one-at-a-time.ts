/**
 * Runs of the work never overlap: the older one would end with what it read before. Requests that come while one runs
 * share the next one, so each begins after its request.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= last
      .catch(() => {})
      .then(() => {
        next = undefined
        return work()
      })
    last = next
    return next
  }
}
