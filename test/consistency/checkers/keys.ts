import { type Checker, groupedBy, isDone, type Violation } from './history.ts'

/** A key is a write-once register: every 200 that was ever given for it names one call and one code. */
export const keysAreWrittenOnce: Checker = ({ requests, calls }) => {
  const violations: Violation[] = []
  const byKey = groupedBy(requests, ({ key }) => key)
  for (const [key, group] of byKey) {
    const done = group.filter(isDone)
    const values = new Set(done.map(({ answer }) => `${answer!.vendorId} ${answer!.code}`))
    if (values.size > 1)
      violations.push({
        checker: 'keys-are-written-once',
        text: `key ${key} has ${values.size} values: ${[...values].join(', ')}`,
        requests: done,
      })
  }
  const stored = Map.groupBy(
    calls.filter(({ unique }) => unique !== null),
    ({ unique }) => unique!,
  )
  for (const [key, records] of stored) {
    if (records.length > 1)
      violations.push({
        checker: 'keys-are-written-once',
        text: `key ${key} is stored ${records.length} times: ${records.map(({ vendorId }) => vendorId).join(', ')}`,
        requests: byKey.get(key) ?? [],
      })
  }
  return violations
}

/** Every id that was ever acknowledged is in the books, and every node answers for it. */
export const idsStayReadable: Checker = ({ requests, calls }) => {
  const checker = 'ids-stay-readable'
  const stored = new Set(calls.map(({ vendorId }) => vendorId))
  const lost = requests.filter((request) => {
    const vendorId = request.answer?.vendorId
    return isDone(request) && vendorId !== undefined && !stored.has(vendorId)
  })
  const unread = requests.filter(({ purpose, answer }) => purpose === 'read-again' && answer?.status !== 200)
  const changed = requests.filter(
    ({ method, answer, uid }) => method === 'getInfo' && answer?.status === 200 && answer.vendorId !== uid,
  )
  const of = (request: (typeof requests)[number], text: string): Violation => ({
    checker,
    text,
    requests: [request],
  })
  return [
    ...lost.map((request) => of(request, `id ${request.answer!.vendorId} is not in the books`)),
    ...unread.map((request) =>
      of(request, `node ${request.node} answers ${request.answer?.status ?? 'nothing'} after the run`),
    ),
    ...changed.map((request) => of(request, `node ${request.node} answers for another id`)),
  ]
}
