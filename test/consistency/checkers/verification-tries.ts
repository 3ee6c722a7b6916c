import { isExcused, lockingHarms } from './excuses.ts'
import { type Checker, groupedBy, type NemesisEvent, type Request, type Violation } from './history.ts'

/** After a harm of this length a node may give up the search for the outcome of its commit (lost-commits.ts). */
const cutOffMs = 400

/**
 * Wrong codes of a call are bounded and counted exactly: each one that was answered as compared is stored, a 503
 * is not. One without an answer may be either, and so may the 503 of a node that was cut off from its database.
 */
export const phoneTriesAreBounded: Checker = ({ requests, phones, events }) => {
  const allowed = new Map(requests.map(({ key, creation }) => [key, creation?.attempts]))
  const wrong = requests.filter(({ typed }) => typed?.isRight === false)
  const byId = groupedBy(wrong, ({ verificationId }) => verificationId)
  return phones.flatMap((stored): Violation[] => {
    const asked = byId.get(stored.id) ?? []
    const attempts = allowed.get(stored.key)!
    const counted = stored.checks.filter(({ isRight }) => !isRight).length
    const reported = asked.filter(({ answer }) => answer?.phone?.valid === false).length
    const open = asked.filter((request) => isOpen(request, events)).length
    const faults = [
      ...(counted > attempts ? [`had ${counted} wrong codes of ${attempts}`] : []),
      ...(reported > counted ? [`told ${reported} wrong codes and counted ${counted}`] : []),
      ...(counted > reported + open
        ? [`counted ${counted} wrong codes, of which ${reported} were told`]
        : []),
      ...(stored.attemptsLeft !== attempts - counted ? [`has ${stored.attemptsLeft} tries left`] : []),
    ]
    return faults.map((fault) => ({
      checker: 'phone-tries-are-bounded',
      text: `${stored.id} ${fault}`,
      requests: asked,
    }))
  })
}

function isOpen({ answer, node, startMs, endMs }: Request, events: readonly NemesisEvent[]): boolean {
  if (answer === undefined) return true
  const cutOff = { by: ['away', ...lockingHarms] as const, nodes: [node], fromMs: startMs, toMs: endMs }
  const lasting = events.filter((event) => event.endMs - event.beginMs >= cutOffMs)
  return answer.status === 503 && isExcused(lasting, cutOff)
}
