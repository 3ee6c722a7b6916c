import { isExcused, nodeHarms } from './excuses.ts'
import { type Checker, groupedBy, type Violation } from './history.ts'
import { isGivenUp, leavesWithinMs } from './invites.ts'

/**
 * An identity server sends a code until it is answered: that rings once and costs once. One that was answered has rung, unless
 * its node was hit before the call could leave; one that was answered with nothing but 503 rang nobody and cost nothing.
 */
export const hooksRingOnce: Checker = (history) => {
  const { requests, calls, invites, events } = history
  const made = Map.groupBy(calls, ({ client }) => client)
  const hooks = requests.filter(({ method }) => method === 'hook')
  return [...groupedBy(hooks, ({ key }) => key)].flatMap(([key, asked]): Violation[] => {
    const records = made.get(key) ?? []
    const dialled = invites.get(asked[0]!.phone!) ?? 0
    const charged = records.filter(({ costUnits, state }) => costUnits > 0 && state !== 'checking').length
    const isServed = asked.some(({ answer }) => answer !== undefined && answer.status < 300)
    const isRefused = asked.every(({ answer }) => answer?.status === 503)
    const fromMs = Math.min(...asked.map(({ startMs }) => startMs))
    const toMs = Math.max(...asked.map(({ endMs }) => endMs)) + leavesWithinMs
    const mayBeLost =
      records.some((record) => isGivenUp(record, history, fromMs, toMs)) ||
      isExcused(events, { by: nodeHarms, nodes: asked.map(({ node }) => node), fromMs, toMs })
    const faults = [
      ...(dialled > 1 || charged > 1 ? [`rang ${dialled} times and was charged ${charged} times`] : []),
      ...(isServed && records.length === 0 ? ['was answered, and has no call'] : []),
      ...(isServed && dialled === 0 && !mayBeLost ? ['was answered, and nobody was dialled'] : []),
      ...(isRefused && (dialled > 0 || charged > 0) ? [`was refused, and rang ${dialled} times`] : []),
    ]
    return faults.map((fault) => ({ checker: 'hooks-ring-once', text: `${key} ${fault}`, requests: asked }))
  })
}
