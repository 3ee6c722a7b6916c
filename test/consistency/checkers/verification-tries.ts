import { isExcused, lockingHarms } from './excuses.ts'
import {
  type Checker,
  groupedBy,
  isCreated,
  type NemesisEvent,
  type Request,
  type Violation,
} from './history.ts'

/** After a harm of this length a node may give up the search for the outcome of its commit (lost-commits.ts). */
const cutOffMs = 400

/**
 * Wrong codes of a call are bounded and counted exactly: each one that was answered as compared is stored, a 503
 * is not. One without an answer may be either, and so may the 503 of a node that was cut off from its database. There are as
 * many tries as were asked for, or fewer when the answer to the creation says so.
 */
export const phoneTriesAreBounded: Checker = ({ requests, phones, events }) => {
  const allowed = new Map(requests.map(({ key, creation }) => [key, creation?.attempts]))
  const told = new Map(
    requests.flatMap((each) => (isCreated(each) ? [[each.key, each.answer!.phone!.attemptsLeft]] : [])),
  )
  const wrong = requests.filter(({ typed }) => typed?.isRight === false)
  const byId = groupedBy(wrong, ({ verificationId }) => verificationId)
  return phones.flatMap((stored): Violation[] => {
    const guesses = byId.get(stored.id) ?? []
    const asked = allowed.get(stored.key)!
    const attempts = Math.min(asked, told.get(stored.key) ?? asked)
    const counted = stored.checks.filter(({ isRight }) => !isRight).length
    const reported = guesses.filter(({ answer }) => answer?.phone?.valid === false).length
    const open = guesses.filter((request) => isOpen(request, events)).length
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
      requests: guesses,
    }))
  })
}

const dayMs = 86_400_000

/**
 * Wrong codes of a phone are bounded over all its verifications: in no day more are compared than that, of those that came
 * after a delivered call.
 */
export const phoneGuessesAreBounded: Checker = ({ requests, phones, terms }) => {
  const asked = requests.filter(({ creation }) => creation !== undefined)
  const phoneOf = new Map(asked.map(({ key, creation }) => [key, creation!.phone]))
  return [...Map.groupBy(phones, ({ key }) => phoneOf.get(key))].flatMap(([phone, its]): Violation[] => {
    const wrong = its.flatMap(({ checks, steps }) => {
      const delivered = steps.filter(({ status }) => status === 'delivered')
      const reachedAt = Math.min(...delivered.map(({ endedAt }) => endedAt ?? Number.POSITIVE_INFINITY))
      return checks.flatMap(({ isRight, at = 0 }) => (!isRight && at > reachedAt ? [at] : []))
    })
    const inOrder = wrong.toSorted((one, other) => one - other)
    const most = terms.wrongCodesPerDay
    const isOver = inOrder.some((at, index) => inOrder[index + most]! - at < dayMs)
    if (!isOver) return []
    const text = `${inOrder.length} wrong codes of ${phone?.slice(-4)} were compared, at most ${most} may be in a day`
    return [{ checker: 'phone-guesses-are-bounded', text, requests: [] }]
  })
}

function isOpen({ answer, node, startMs, endMs }: Request, events: readonly NemesisEvent[]): boolean {
  if (answer === undefined) return true
  const cutOff = { by: ['away', ...lockingHarms] as const, nodes: [node], fromMs: startMs, toMs: endMs }
  const lasting = events.filter((event) => event.endMs - event.beginMs >= cutOffMs)
  return answer.status === 503 && isExcused(lasting, cutOff)
}
