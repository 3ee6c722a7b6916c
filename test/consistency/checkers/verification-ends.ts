import {
  type Checker,
  groupedBy,
  type History,
  isCreated,
  type Request,
  type StoredPhone,
  type Violation,
} from './history.ts'

const checker = 'phone-ends-are-final'

/**
 * A verification of `/v2` ends once: it is approved by one right code, or by the call of its phone, and by nothing else,
 * whatever was seen of its end stays true, its version never goes back, and it does not expire before its time.
 */
export const phoneEndsAreFinal: Checker = (history) => {
  const seen = groupedBy(history.requests, observedId)
  return history.phones.flatMap((stored): Violation[] => {
    const requests = seen.get(stored.id) ?? []
    const faults = [
      ...faultsOfChecks(stored, requests),
      ...faultsOfCall(stored, history),
      ...faultsOfOrder(stored, requests),
      ...(expiredTooSoon(stored, history) ? ['expired before its time'] : []),
    ]
    return faults.map((fault) => ({ checker, text: `${stored.id} ${fault}`, requests }))
  })
}

const observedId = (request: Request) => {
  // The answer to a key is the first one, whatever has become of the call since.
  if (request.answer?.phone?.status === undefined || request.method === 'createVerification') return undefined
  return request.verificationId
}

function faultsOfChecks({ status, checks, steps }: StoredPhone, requests: readonly Request[]): string[] {
  const right = checks.filter(({ isRight }) => isRight).length
  const isLast = checks.at(-1)?.isRight === true
  const hasCalled = right === 0 && steps.some(isCallOfPhone)
  const misjudged = requests.filter(
    ({ answer, typed }) => answer!.phone!.valid !== undefined && answer!.phone!.valid !== typed!.isRight,
  )
  const approved = requests.some(({ answer }) => answer!.phone!.valid === true)
  return [
    ...(status === 'approved' && !hasCalled && !(right === 1 && isLast)
      ? [`is approved after ${right} right codes`]
      : []),
    ...(status !== 'approved' && right > 0 ? [`is ${status} in spite of a right code`] : []),
    ...(approved && status !== 'approved' ? [`was told approved and is ${status}`] : []),
    ...misjudged.map(({ id }) => `misjudged the code of ${id}`),
  ]
}

const isCallOfPhone = ({ mode, status }: StoredPhone['steps'][number]) =>
  mode === 'inbound' && status === 'delivered'

function faultsOfCall({ key: ofIt, status, steps }: StoredPhone, { requests, callers }: History): string[] {
  if (!steps.some(isCallOfPhone)) return []
  const { creation } = requests.find(({ key }) => key === ofIt)!
  return [
    ...(callers.has(creation!.phone) ? [] : ['has a call from a phone that did not call']),
    ...(status === 'approved' ? [] : [`is ${status} in spite of the call of its phone`]),
  ]
}

function faultsOfOrder({ status }: StoredPhone, requests: readonly Request[]): string[] {
  const ends = new Set(
    requests.map(({ answer }) => answer!.phone!.status!).filter((reported) => reported !== 'pending'),
  )
  const byEnd = requests.toSorted((one, other) => one.endMs - other.endMs)
  let [known, isEnded, version] = [0, false, 0]
  const backwards = requests
    .toSorted((one, other) => one.startMs - other.startMs)
    .filter((request) => {
      for (; known < byEnd.length && byEnd[known]!.endMs < request.startMs; known++) {
        const reported = byEnd[known]!.answer!.phone!
        isEnded ||= reported.status !== 'pending'
        version = Math.max(version, reported.version ?? 0)
      }
      const reported = request.answer!.phone!
      return (isEnded && reported.status === 'pending') || (reported.version ?? version) < version
    })
  return [
    ...(ends.size > 1 ? [`ended as ${[...ends].join(' and ')}`] : []),
    ...(ends.size === 1 && !ends.has(status) ? [`was told ${[...ends][0]} and is ${status}`] : []),
    ...backwards.map(({ id }) => `went back in ${id}`),
  ]
}

function expiredTooSoon({ status, key }: StoredPhone, { requests, terms, endedMs }: History): boolean {
  if (status !== 'expired') return false
  const made = requests.find((request) => request.key === key && isCreated(request))
  return made !== undefined && endedMs - made.startMs < terms.phoneLifetimeMs
}
