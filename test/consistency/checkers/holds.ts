import { lockingHarms } from './excuses.ts'
import { type Checker, isDone, longestLagMs, type NemesisEvent, type Violation } from './history.ts'

/** How long the end of a call may take after its deadline. */
const toleratedMs = 1_000
/** How long the installation may need to work again: after the loss of a node, or when the database is back. */
const recoveryMs = 10_000

/**
 * No hold outlives its deadline by more than a second of real time. While a nemesis keeps the database or an account
 * from the nodes, nobody can end it: then it counts from the recovery.
 */
export const holdsEndInTime: Checker = ({ samples, requests, events, calls, terms }) => {
  const { approvalsAccountId, slowestMessageMs = 0 } = terms
  const patienceMs = toleratedMs + slowestMessageMs
  const kept = new Set(
    calls.flatMap(({ accountId, vendorId }) => (accountId === approvalsAccountId ? [vendorId] : [])),
  )
  const seen = new Map<number, { firstMs: number; lastMs: number }>()
  for (const { atMs, open } of samples) {
    for (const vendorId of open) {
      const known = seen.get(vendorId)
      if (known === undefined) seen.set(vendorId, { firstMs: atMs, lastMs: atMs })
      else known.lastMs = atMs
    }
  }
  const makers = new Map(
    requests
      .filter(({ answer, purpose }) => answer?.vendorId !== undefined && purpose !== 'read-again')
      .map((request) => [request.answer!.vendorId!, request]),
  )
  return [...seen].flatMap(([vendorId, { firstMs, lastMs }]): Violation[] => {
    const maker = makers.get(vendorId)
    const ofCallMs = maker?.method === 'inboundCallWaiting' ? terms.inboundLifetimeMs : terms.callLifetimeMs
    const lifetimeMs = kept.has(vendorId) ? terms.phoneLifetimeMs : ofCallMs
    const dueMs = Math.min(firstMs, maker?.endMs ?? firstMs) + lifetimeMs
    if (lastMs - dueMs <= patienceMs) return []
    const lateMs = lastMs - excusedUntil(dueMs, events) - longestLagMs(samples, dueMs, lastMs)
    if (lateMs <= patienceMs) return []
    return [
      {
        checker: 'holds-end-in-time',
        text: `call ${vendorId} still holds money ${Math.round(lateMs)} ms after its deadline`,
        requests: maker === undefined ? [] : [maker],
      },
    ]
  })
}

/** A request for a call from a person waits as long as it was promised, whatever is killed or set meanwhile. */
export const waitsLast: Checker = ({ samples, requests, terms }) =>
  requests
    .filter((request) => request.method === 'inboundCallWaiting' && isDone(request))
    .flatMap((request): Violation[] => {
      const { startMs, endMs, answer } = request
      const ended = samples.find(
        ({ atMs, open }) =>
          atMs > endMs && atMs < startMs + terms.inboundLifetimeMs && !open.includes(answer!.vendorId!),
      )
      if (ended === undefined) return []
      const text = `call ${answer!.vendorId} had ended ${Math.round(ended.atMs - startMs)} ms after its request`
      return [{ checker: 'waits-last', text, requests: [request] }]
    })

/** Harm that begins while the end may still take its time excuses it. Events that overlap excuse each other's recovery. */
function excusedUntil(dueMs: number, events: readonly NemesisEvent[]): number {
  let untilMs = dueMs
  for (const { harm, beginMs, endMs, isStoreAway } of events.toSorted((a, b) => a.beginMs - b.beginMs)) {
    // A node that is killed or stopped leaves the sweep to the others; the locks of a frozen one stay for a while.
    if (!isStoreAway && (harm === null || !lockingHarms.includes(harm))) continue
    const recoveredMs = (isStoreAway ? endMs : beginMs) + recoveryMs
    if (beginMs <= untilMs + toleratedMs && recoveredMs > untilMs) untilMs = recoveredMs
  }
  return untilMs
}
