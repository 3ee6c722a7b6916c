import {
  type Checker,
  groupedBy,
  isDone,
  longestLagMs,
  type NemesisEvent,
  type Request,
  type Violation,
} from '../history.ts'

/** For so long an account may be refused by the nodes that are left when one is lost. */
const refusedAtMostMs = 10_000
/** The observer, commands and the start of a node have connections too. */
const besideNodes = 20

/** No account is refused for longer than ten seconds while the database and one node are well. */
export const accountsAreServed: Checker = ({ requests, events, samples }) => {
  const asked = requests.filter(({ purpose }) => purpose === 'keyed' || purpose === 'lookup')
  const away = events.filter(({ isStoreAway }) => isStoreAway)
  return [...groupedBy(asked, ({ accountId }) => accountId)].flatMap(([accountId, group]) => {
    const violations: Violation[] = []
    let refused: Request[] = []
    for (const request of group.toSorted((a, b) => a.endMs - b.endMs)) {
      if (isDone(request)) refused = []
      else if (!isHit(request, events) && request.answer?.status === 503) refused.push(request)
      const first = refused[0]
      if (first === undefined) continue
      const last = refused.at(-1)!
      // From the end of one request to the start of another, both refused, with nothing served between.
      if (last.startMs - first.endMs <= refusedAtMostMs) continue
      const lastedMs = last.startMs - first.endMs - longestLagMs(samples, first.startMs, last.endMs)
      const isExcused = away.some((event) => overlaps(event, first.startMs, last.endMs))
      if (lastedMs <= refusedAtMostMs || isExcused) continue
      violations.push({
        checker: 'accounts-are-served',
        text: `account ${accountId} was refused for ${Math.round(lastedMs)} ms`,
        requests: refused,
      })
      refused = []
    }
    return violations
  })
}

/** The connections of the nodes stay bounded, so that the server always has one left. */
export const connectionsAreBounded: Checker = ({ samples, terms }) => {
  // A node that is restarted may have the connections of two processes for a moment.
  const most = (terms.nodes + 1) * terms.maxConnections + besideNodes
  return samples
    .filter(({ connections = 0 }) => connections > most)
    .map(({ atMs, connections }) => ({
      checker: 'connections-are-bounded',
      text: `${connections} connections at ${Math.round(atMs)} ms, at most ${most} are expected`,
      requests: [],
    }))
}

/** No answer is an internal error or a refusal that nothing explains. */
export const answersAreExpected: Checker = ({ requests }) =>
  requests
    .filter((request) => request.answer !== undefined && !expectedOf(request).includes(request.answer.status))
    .map((request) => ({
      checker: 'answers-are-expected',
      text: `${request.id}: ${request.method} was answered ${request.answer!.status}`,
      requests: [request],
    }))

function expectedOf({ purpose, method }: Request): readonly number[] {
  if (method === 'createVerification') return [201, 503]
  // The call may have ended.
  if (method === 'checkCode' || method === 'cancelVerification') return [200, 409, 503]
  if (purpose === 'limited') return [200, 429, 503]
  if (purpose === 'capped') return [200, 402, 503]
  return [200, 503]
}

const overlaps = ({ beginMs, endMs }: NemesisEvent, fromMs: number, toMs: number): boolean =>
  beginMs <= toMs && endMs + refusedAtMostMs >= fromMs

const isHit = ({ node, startMs, endMs }: Request, events: readonly NemesisEvent[]): boolean =>
  events.some((event) => event.nodes.includes(node) && event.beginMs <= endMs && event.endMs >= startMs)
