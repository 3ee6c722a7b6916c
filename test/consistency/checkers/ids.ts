import { type Checker, isDone, type Request } from './history.ts'

/**
 * How old an id may be when a client gets it. A node keeps ids that it drew for refused requests, for a minute
 * (server/src/storage/postgres/vendor-ids.ts); their age counts from the end of the batch, which may have taken a while.
 */
const maxAgeMs = 70_000

/**
 * No id is handed out long after it was drawn: its range could be purged before its call. Ids are drawn in their
 * order, so an id is at least as old as the answer that told a higher one.
 */
export const idsAreFresh: Checker = ({ requests }) => {
  const given = requests.filter(isNew)
  const byAnswer = given.toSorted((one, other) => one.endMs - other.endMs)
  let [seen, highest] = [0, 0]
  return given
    .toSorted((one, other) => one.startMs - other.startMs)
    .flatMap((request) => {
      for (; seen < byAnswer.length && byAnswer[seen]!.endMs < request.startMs - maxAgeMs; seen++) {
        highest = Math.max(highest, byAnswer[seen]!.answer!.vendorId!)
      }
      const { vendorId } = request.answer!
      if (vendorId! >= highest) return []
      const text = `id ${vendorId} was given more than ${maxAgeMs / 1_000} s after ${highest}`
      return [{ checker: 'ids-are-fresh', text, requests: [request] }]
    })
}

/** It was told an id that nobody had before. */
const isNew = (request: Request): boolean =>
  isDone(request) &&
  (request.method === 'initCall' || request.method === 'inboundCallWaiting') &&
  request.purpose !== 'read-again' &&
  request.answer!.exists !== true
