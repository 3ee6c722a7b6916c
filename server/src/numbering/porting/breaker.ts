// A circuit breaker: stops calling a service that does not answer, and tries it again from time to time.

/** This many failures in a row open the breaker. */
const failuresToOpen = 5
/** After this pause one request is let through. */
const pauseMs = 30_000

export type Breaker =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly untilMs: number }
  | { readonly state: 'probing' }

export const closedBreaker: Breaker = { state: 'closed', failures: 0 }

/** Whether a request may be sent now, and the state of the breaker after it. */
export function ask(breaker: Breaker, nowMs: number): readonly [allowed: boolean, after: Breaker] {
  if (breaker.state === 'closed') return [true, breaker]
  if (breaker.state === 'open' && nowMs >= breaker.untilMs) return [true, { state: 'probing' }]
  return [false, breaker]
}

export function answered(): Breaker {
  return closedBreaker
}

export function failed(breaker: Breaker, nowMs: number): Breaker {
  const failures = breaker.state === 'closed' ? breaker.failures + 1 : failuresToOpen
  return failures < failuresToOpen
    ? { state: 'closed', failures }
    : { state: 'open', untilMs: nowMs + pauseMs }
}
