import { type Checker, type History, isDone, type Request, type Violation } from '../history.ts'

const checker = 'refusals-have-no-effect'

/** A request that was answered 503 moved no money for good and dialled nobody. */
export const refusalsHaveNoEffect: Checker = (history) => [
  ...refusedVerifications(history),
  ...chargesOfRefused(history),
]

function refusedVerifications({
  requests,
  verifications,
  entries,
  invites,
  terms,
  endedMs,
}: History): Violation[] {
  const made = new Map(verifications.map((record) => [record.client, record]))
  const entriesOf = Map.groupBy(entries, ({ vendorId }) => vendorId)
  return requests.flatMap((request) => {
    if (request.answer?.status !== 503) return []
    const record = made.get(request.id)
    if (record === undefined) return []
    const wrong = (text: string): Violation[] => [
      { checker, text: `${request.id} was answered 503, and ${text}`, requests: [request] },
    ]
    const dialled = request.method === 'initCall' ? (invites.get(request.phone!) ?? 0) : 0
    if (dialled > 0) return wrong(`its number was dialled`)
    const kinds = (entriesOf.get(record.vendorId) ?? []).map(({ kind }) => kind).join(', ')
    const lifetimeMs = request.method === 'initCall' ? terms.callLifetimeMs : terms.inboundLifetimeMs
    // Its hold may still be there while the deadline has not come.
    if (record.state === 'checking' && endedMs <= request.endMs + lifetimeMs) return []
    if (record.state !== 'failed' || record.costUnits !== 0 || kinds !== 'hold, release')
      return wrong(`its verification is ${record.state}, costs ${record.costUnits}, entries: ${kinds}`)
    return []
  })
}

/** The ledger does not name the request of a charge: an account is charged once for each 200, and never for a 503. */
function chargesOfRefused({ requests, entries }: History): Violation[] {
  const lookups = requests.filter(({ method }) => method === 'checkPhone')
  return [...Map.groupBy(lookups, ({ accountId }) => accountId)].flatMap(([accountId, asked]) => {
    const own = entries.filter((entry) => entry.accountId === accountId)
    const givenBack = own.filter(({ kind, note }) => kind === 'top-up' && note.endsWith('(answer lost)'))
    const charged = own.filter(({ kind }) => kind === 'charge').length - givenBack.length
    const least = asked.filter(isDone).length
    const most = least + asked.filter(({ answer }) => answer === undefined).length
    if (charged >= least && charged <= most) return []
    return [
      {
        checker,
        text: `account ${accountId} has ${charged} charges for ${least} answers with 200 and ${most - least} without any`,
        requests: asked.filter((request: Request) => !isDone(request)),
      },
    ]
  })
}
