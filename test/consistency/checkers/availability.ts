import { awayMs, isDisowned, isExcused, nodeHarms } from './excuses.ts'
import {
  type Checker,
  groupedBy,
  longestLagMs,
  type NemesisEvent,
  type Request,
  type Violation,
} from './history.ts'

/** For so long an account may be refused by the nodes that are left when one is lost. */
const refusedAtMostMs = 10_000
/** A machine that is so late may lose a request by its time-out. */
const standstillMs = 1_000
/** The observer, commands and the start of a node have connections too. */
const besideNodes = 20

/** Operators' commands, and reading events, which serves nobody with a call. */
const unjudged: ReadonlySet<Request['purpose']> = new Set(['money', 'events'])

/** No account is refused for longer than ten seconds while the database and one node are well. */
export const accountsAreServed: Checker = ({ requests, events, samples }) => {
  const asked = requests.filter(({ purpose }) => !unjudged.has(purpose) && !purpose.endsWith('-again'))
  return [...groupedBy(asked, ({ accountId }) => accountId)].flatMap(([accountId, group]) => {
    const violations: Violation[] = []
    let refused: Request[] = []
    for (const request of group.toSorted((a, b) => a.endMs - b.endMs)) {
      const { answer } = request
      if (answer !== undefined && answer.status !== 503) refused = []
      else if (answer !== undefined && !isHit(request, events)) refused.push(request)
      const first = refused[0]
      if (first === undefined) continue
      const last = refused.at(-1)!
      // From the end of one request to the start of another, both refused, with nothing served between.
      if (last.startMs - first.endMs <= refusedAtMostMs) continue
      const lagMs = longestLagMs(samples, first.startMs, last.endMs)
      const lastedMs = last.startMs - first.endMs - lagMs - awayMs(events, first.endMs, last.startMs)
      if (lastedMs <= refusedAtMostMs) continue
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
export const answersAreExpected: Checker = (history) => {
  const { requests, phones } = history
  // The number has to rest as if it had been called.
  const disowned = new Set(phones.filter((stored) => isDisowned(history, stored)).map(({ key }) => key))
  const isResting = ({ method, key, answer }: Request) =>
    method === 'createVerification' && answer?.status === 429 && disowned.has(key!)
  return requests
    .filter(({ answer }) => answer !== undefined)
    .filter((request) => !expectedOf(request).includes(request.answer!.status) && !isResting(request))
    .map((request) => ({
      checker: 'answers-are-expected',
      text: `${request.id}: ${request.method} was answered ${request.answer!.status}`,
      requests: [request],
    }))
}

function expectedOf({ purpose, method }: Request): readonly number[] {
  // A phone whose verification has just ended has to rest.
  if (purpose === 'returning' && method === 'createVerification') return [200, 201, 429, 503]
  // Once too many of its codes were wrong, a phone has to rest too.
  if (purpose === 'guessing' && method === 'createVerification') return [201, 429, 503]
  if (purpose === 'capped-phones' && method === 'createVerification') return [201, 402, 503]
  if (method === 'createVerification') return [201, 503]
  if (method === 'hook') return [200, 204, 503]
  // The call may have ended.
  if (method === 'checkCode' || method === 'cancelVerification') return [200, 409, 503]
  // Or the number has to rest.
  if (method === 'startNextStep') return [200, 409, 429, 503]
  if (purpose === 'limited') return [200, 429, 503]
  if (purpose === 'capped') return [200, 402, 503]
  return [200, 503]
}

/** Every request is answered, unless something happened to its node or the machine stood still. */
export const requestsAreAnswered: Checker = ({ requests, events, samples }) =>
  requests
    .filter(({ answer, method }) => answer === undefined && method !== 'top-up' && method !== 'reversal')
    .filter((request) => !isHit(request, events))
    .filter(({ startMs, endMs }) => longestLagMs(samples, startMs, endMs) < standstillMs)
    .map((request) => ({
      checker: 'requests-are-answered',
      text: `${request.id}: ${request.method} was not answered, and nothing happened to node ${request.node}`,
      requests: [request],
    }))

/** An orderly stop ends by itself, also while the database is away. */
export const stopsEnd: Checker = ({ events }) =>
  events
    .filter(({ isStuck }) => isStuck)
    .map(({ name, nodes }) => ({
      checker: 'stops-end',
      text: `${name}: node ${nodes.join()} did not stop`,
      requests: [],
    }))

const isHit = ({ node, startMs, endMs }: Request, events: readonly NemesisEvent[]): boolean =>
  isExcused(events, { by: nodeHarms, nodes: [node], fromMs: startMs, toMs: endMs })
