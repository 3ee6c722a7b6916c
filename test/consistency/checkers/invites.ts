import { isExcused, nodeHarms } from './excuses.ts'
import {
  type Checker,
  groupedBy,
  type History,
  isDone,
  longestMs,
  type Request,
  type StoredCall,
  type Violation,
} from './history.ts'

/** A call leaves at once. On a busy machine it may take this long after the answer. */
export const leavesWithinMs = 3_000
/**
 * The service gives a call up that would leave two seconds after its request, and one that has waited three seconds for
 * its share of the trunk, which a node has only while its heartbeats come back in time. The call fails and its money
 * returns. That excuses it only if something really took so long around that time.
 */
const givenUpAfterMs: Readonly<Record<string, number>> = { 'placed too late': 2_000, 'trunk full': 1_000 }

export function isGivenUp(
  { reason, costUnits }: StoredCall,
  history: History,
  fromMs: number,
  toMs: number,
): boolean {
  const afterMs = givenUpAfterMs[reason ?? '']
  if (afterMs === undefined || costUnits !== 0) return false
  return longestMs(history, fromMs - leavesWithinMs, toMs) >= afterMs
}

/** Every 200 has exactly one INVITE, or its node was hit before the call could leave. No number is dialled twice. */
export const callsAreDialledOnce: Checker = (history) => {
  const { requests, calls, invites, events } = history
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
    const toMs = endMs + leavesWithinMs
    if (isGivenUp(record, history, startMs, toMs)) return []
    const left = { by: nodeHarms, nodes: [maker.node], fromMs: startMs, toMs }
    if (!isDone(maker) || isExcused(events, left)) return []
    return [violation(`${maker.id} was answered 200, and nobody was dialled (${record.reason})`, maker)]
  })
  return [
    ...ghosts.map(([, [first]]) => violation(`${first!.id} was dialled without a record`, first!)),
    ...ofRecords,
  ]
}
