// The circuit breaker of a trunk: closed (in use) -> open (not used) -> probing (one call) -> closed.

/** Results are counted in two halves of the window, so that old ones expire without being stored one by one. */
const halfWindowMs = 30_000
/** One failure never opens it: it takes this many route faults, and half of all calls. */
const faultsToOpen = 5
const shareToOpen = 0.5
const firstPauseMs = 10_000
const longestPauseMs = 300_000
/** A probe without a result (its call was refused after all) makes room for the next after this time. */
const probePatienceMs = 30_000

interface Half {
  readonly startedAtMs: number
  readonly results: number
  readonly faults: number
}

export type Breaker =
  | { readonly kind: 'closed'; readonly now: Half; readonly before: Half }
  | { readonly kind: 'open'; readonly untilMs: number; readonly pauseMs: number }
  | { readonly kind: 'probing'; readonly sinceMs: number; readonly pauseMs: number }

const nothing: Half = { startedAtMs: Number.NEGATIVE_INFINITY, results: 0, faults: 0 }
export const closedBreaker: Breaker = { kind: 'closed', now: nothing, before: nothing }

/** Whether a call is allowed now; does not change the state. */
export function mayPass(breaker: Breaker, nowMs: number): boolean {
  if (breaker.kind === 'closed') return true
  return breaker.kind === 'open' ? nowMs >= breaker.untilMs : nowMs - breaker.sinceMs >= probePatienceMs
}

/** A call is placed: when the breaker is not closed, this call is the probe. */
export function pass(breaker: Breaker, nowMs: number): Breaker {
  return breaker.kind === 'closed' ? breaker : { kind: 'probing', sinceMs: nowMs, pauseMs: breaker.pauseMs }
}

/** A call over the trunk has ended, with a route fault or without. */
export function record(breaker: Breaker, fault: boolean, nowMs: number): Breaker {
  switch (breaker.kind) {
    case 'open':
      // A call that was placed before the breaker opened.
      return breaker
    case 'probing':
      return fault ? open(Math.min(breaker.pauseMs * 2, longestPauseMs), nowMs) : closedBreaker
    case 'closed': {
      const { now, before } = turned(breaker.now, breaker.before, nowMs)
      const counted = { ...now, results: now.results + 1, faults: now.faults + (fault ? 1 : 0) }
      const faults = counted.faults + before.faults
      const results = counted.results + before.results
      if (fault && faults >= faultsToOpen && faults / results >= shareToOpen) return open(firstPauseMs, nowMs)
      return { kind: 'closed', now: counted, before }
    }
  }
}

/** The carrier asks for a pause (Retry-After): it is obeyed, up to the longest one. */
export function leaveAlone(breaker: Breaker, forMs: number, nowMs: number): Breaker {
  const untilMs = nowMs + Math.min(forMs, longestPauseMs)
  if (breaker.kind === 'open') return { ...breaker, untilMs: Math.max(breaker.untilMs, untilMs) }
  return { kind: 'open', untilMs, pauseMs: breaker.kind === 'closed' ? firstPauseMs : breaker.pauseMs }
}

function open(pauseMs: number, nowMs: number): Breaker {
  return { kind: 'open', untilMs: nowMs + pauseMs, pauseMs }
}

function turned(now: Half, before: Half, nowMs: number): { now: Half; before: Half } {
  const ageMs = nowMs - now.startedAtMs
  if (ageMs < halfWindowMs) return { now, before }
  const fresh = { startedAtMs: nowMs, results: 0, faults: 0 }
  return { now: fresh, before: ageMs < 2 * halfWindowMs ? now : nothing }
}
