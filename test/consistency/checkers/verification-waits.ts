import { isExcused, nodeHarms } from './excuses.ts'
import { type Checker, groupedBy, longestLagMs, type Request, type Violation } from './history.ts'

/** How long a change on one node may take to reach those who wait at another. */
const noticedWithinMs = 3_000
/** Until a node knows that the connection on which it listens has gone silent, and listens on another. */
const deafForMs = 6_000
const checker = 'phone-waits-end'

/**
 * Who waits for a change is answered when there is one, whichever node made it, and not before its time without one. A node
 * that stops or loses its database may answer early: the client asks again.
 */
export const phoneWaitsEnd: Checker = ({ requests, events, samples }) => {
  const ofSecond = requests.filter(({ answer }) => answer?.phone?.version !== undefined)
  const byId = groupedBy(ofSecond, ({ verificationId }) => verificationId)
  const isHit = ({ node, endMs }: Request, fromMs: number) =>
    isExcused(events, { by: ['away', ...nodeHarms], nodes: [node], fromMs, toMs: endMs })
  const isLate = (wait: Request, madeMs: number) => {
    const fromMs = Math.max(madeMs, wait.startMs)
    const toMs = wait.endMs
    if (toMs - fromMs - longestLagMs(samples, fromMs, toMs) <= noticedWithinMs) return false
    return !isHit(wait, fromMs - deafForMs)
  }
  return requests.flatMap((wait): Violation[] => {
    const { id, method, awaited, startMs, endMs, answer, verificationId } = wait
    if (method !== 'waitForChange' || answer?.phone === undefined || answer.status !== 200) return []
    const { version = 0, status } = answer.phone
    const isNews = version > awaited!.version || status !== 'pending'
    const isEarly = !isNews && endMs - startMs < awaited!.seconds * 1_000 && !isHit(wait, startMs)
    const missed = (byId.get(verificationId!) ?? []).filter(
      (other) => other.answer!.phone!.version! > awaited!.version && isLate(wait, other.endMs),
    )
    return [
      ...(isEarly ? [{ checker, text: `${id} was answered early and without news`, requests: [wait] }] : []),
      ...(missed.length > 0 ? [{ checker, text: `${id} missed a change`, requests: [wait, ...missed] }] : []),
    ]
  })
}
