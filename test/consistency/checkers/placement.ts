import { isExcused, nodeHarms } from './excuses.ts'
import { type History, longestLagMs, type Request, type StoredPhone } from './history.ts'
import { isGivenUp, leavesWithinMs } from './invites.ts'

type Step = StoredPhone['steps'][number]

/** What was sent to a database that was away is carried out when it comes back, and nobody waits for it any more. */
const carriedOutWithinMs = 1_000

/** Its verification ended in the moment in which it was placed: it was not dialled any more. That costs nothing. */
const stopped = 'stopped'

/**
 * Why a started step was never placed; undefined when nothing explains it. Its service gave it up in time, or harm hit the
 * node that had to place it while it was being stored: harm that ended before, or began after it should have left, explains
 * nothing.
 */
export function placementExcuse(
  history: History,
  asked: readonly Request[],
  step: Step,
  index: number,
): 'stopped' | 'given up' | 'harm' | undefined {
  const { events, samples, calls, phones } = history
  const { fromMs, toMs } = storedBetween(history, step)
  const lagMs = longestLagMs(samples, fromMs, toMs + leavesWithinMs)
  const during = { fromMs: fromMs - carriedOutWithinMs - lagMs, toMs: toMs + leavesWithinMs + lagMs }
  const call = calls.find(({ vendorId }) => vendorId === step.vendorId)
  const hasEnded = phones.some(({ id, endedAt }) => id === call?.verificationId && endedAt !== null)
  if (call?.reason === stopped && call.costUnits === 0 && hasEnded) return stopped
  if (call !== undefined && isGivenUp(call, history, fromMs, toMs + leavesWithinMs)) return 'given up'
  // The first step is placed by a node that was asked to create it, a later one by whichever was first.
  const nodes = index === 0 ? { nodes: asked.map(({ node }) => node) } : {}
  return isExcused(events, { by: ['away', ...nodeHarms], ...during, ...nodes }) ? 'harm' : undefined
}

/**
 * When a step was stored: by its record, when that agrees with the looks at the books, one of which was the first to see it.
 * Otherwise the clock of the store was set, and only the looks are known.
 */
function storedBetween({ samples, endedMs }: History, { vendorId, startedMs }: Step) {
  const seen = samples.findIndex(({ newSteps }) => newSteps.includes(vendorId!))
  const found = samples[seen]
  const fromMs = (seen === -1 ? samples.at(-1)?.atMs : samples[seen - 1]?.atMs) ?? 0
  const toMs = found === undefined ? endedMs : found.atMs + found.lagMs
  const isKnown = startedMs != null && startedMs >= fromMs - carriedOutWithinMs && startedMs <= toMs
  return isKnown ? { fromMs: startedMs, toMs: startedMs } : { fromMs, toMs }
}
