import { type Checker, groupedBy, isDone, longestLagMs, type Request, type Violation } from '../history.ts'
import { isExcused, nodeHarms } from './excuses.ts'

/** A call leaves at once. On a busy machine it may take this long after the answer. */
export const leavesWithinMs = 3_000
/**
 * The service gives a call up that would leave so long after its request: it fails, and its money returns. That excuses
 * only a client who really waited so long for its answer, or a machine that was as busy.
 */
export const givenUp = 'placed too late'
export const givenUpAfterMs = 2_000

/** Every 200 has exactly one INVITE, or its node was hit before the call could leave. No number is dialled twice. */
export const callsAreDialledOnce: Checker = ({ requests, calls, invites, events, samples }) => {
  const byId = new Map(requests.map((request) => [request.id, request]))
  const violation = (text: string, request: Request): Violation => ({
    checker: 'calls-are-dialled-once',
    text,
    requests: [request],
  })
  const recorded = new Set(calls.map(({ client }) => byId.get(client)?.phone))
  const keyed = requests.filter(({ purpose, method }) => purpose === 'keyed' && method === 'initCall')
  const ghosts = [...groupedBy(keyed, ({ phone }) => phone)].filter(
    ([phone]) => invites.has(phone) && !recorded.has(phone),
  )
  const ofRecords = calls.flatMap((record): Violation[] => {
    const maker = byId.get(record.client)
    if (maker === undefined || maker.purpose !== 'keyed' || maker.method !== 'initCall') return []
    const dialled = invites.get(maker.phone!) ?? 0
    if (dialled > 1) return [violation(`${maker.id} was dialled ${dialled} times`, maker)]
    if (dialled === 1) return []
    if (record.state === 'completed')
      return [violation(`${maker.id} is completed, and nobody was dialled`, maker)]
    const { startMs, endMs } = maker
    const tookMs = endMs - startMs + longestLagMs(samples, startMs, endMs + leavesWithinMs)
    if (record.reason === givenUp && record.costUnits === 0 && tookMs >= givenUpAfterMs) return []
    const left = { by: nodeHarms, nodes: [maker.node], fromMs: startMs, toMs: endMs + leavesWithinMs }
    if (!isDone(maker) || isExcused(events, left)) return []
    return [violation(`${maker.id} was answered 200, and nobody was dialled (${record.reason})`, maker)]
  })
  return [
    ...ghosts.map(([, [first]]) => violation(`${first!.id} was dialled without a record`, first!)),
    ...ofRecords,
  ]
}
