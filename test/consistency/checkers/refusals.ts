import { isExcused, nodeHarms } from './excuses.ts'
import {
  type Checker,
  type History,
  isDone,
  type Request,
  type StoredEntry,
  type Violation,
} from './history.ts'

const checker = 'refusals-have-no-effect'

/** A request that was answered 503 moved no money for good and dialled nobody. */
export const refusalsHaveNoEffect: Checker = (history) => [
  ...refusedCalls(history),
  ...chargesOfRefused(history),
]

function refusedCalls({ requests, calls, entries, invites, terms, endedMs }: History): Violation[] {
  const made = new Map(calls.map((record) => [record.client, record]))
  const entriesOf = Map.groupBy(entries, ({ vendorId }) => vendorId)
  const isRefused = ({ answer }: Request) => answer?.status === 503
  // Some numbers are called again and again: the calls of other requests have dialled them rightly.
  const others = Map.groupBy(
    requests.filter((request) => made.has(request.id) && !isRefused(request)),
    ({ phone }) => phone,
  )
  return requests.flatMap((request) => {
    if (!isRefused(request)) return []
    const record = made.get(request.id)
    if (record === undefined) return []
    const wrong = (text: string): Violation[] => [
      { checker, text: `${request.id} was answered 503, and ${text}`, requests: [request] },
    ]
    const dialled = request.method === 'initCall' ? (invites.get(request.phone!) ?? 0) : 0
    if (dialled > (others.get(request.phone)?.length ?? 0)) return wrong(`its number was dialled`)
    const kinds = (entriesOf.get(record.vendorId) ?? []).map(({ kind }) => kind).join(', ')
    const lifetimeMs = request.method === 'initCall' ? terms.callLifetimeMs : terms.inboundLifetimeMs
    // Its hold may still be there while the deadline has not come.
    if (record.state === 'checking' && endedMs <= request.endMs + lifetimeMs) return []
    if (record.state !== 'failed' || record.costUnits !== 0 || kinds !== 'release')
      return wrong(`its call is ${record.state}, costs ${record.costUnits}, entries: ${kinds}`)
    return []
  })
}

/** A look-up is charged after its answer. A node that is hit meanwhile charges nothing, in favour of the client. */
const chargedWithinMs = 1_000

/**
 * The ledger does not name the request of a charge: an account pays once for each 200, and never for a 503. It goes by
 * sums, because money that was returned has an entry too.
 */
function chargesOfRefused({ requests, entries, terms, events }: History): Violation[] {
  const mayBeFree = ({ node, endMs }: Request) =>
    isExcused(events, { by: nodeHarms, nodes: [node], fromMs: endMs, toMs: endMs + chargedWithinMs })

  const lookups = requests.filter(({ method }) => method === 'checkPhone')
  return [...Map.groupBy(lookups, ({ accountId }) => accountId)].flatMap(([accountId, asked]) => {
    // The first entry is the money that the account begins with.
    const own = entries.filter((entry) => entry.accountId === accountId).slice(1)
    const sum = (of: (entry: StoredEntry) => number) => own.reduce((units, entry) => units + of(entry), 0)
    const paid = -sum(({ amountUnits }) => amountUnits) / terms.priceUnits
    const done = asked.filter(isDone)
    const least = done.filter((request) => !mayBeFree(request)).length
    const most = done.length + asked.filter(({ answer }) => answer === undefined).length
    if (paid >= least && paid <= most) return []
    return [
      {
        checker,
        text: `account ${accountId} paid ${paid} times for ${done.length} answers with 200 and ${most - done.length} lost ones`,
        requests: asked.filter((request) => !isDone(request)),
      },
    ]
  })
}
