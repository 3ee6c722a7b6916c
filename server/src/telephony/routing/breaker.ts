// The circuit breaker of a trunk: closed (in use) -> open (not used) -> probing (one call) -> closed.
//
// It closes on proof that the trunk works: the probe rings, or the trunk answers an OPTIONS after it was silent.

/** Results are counted in two halves of the window, so that old ones expire without being stored one by one. */
const halfWindowMs = 30_000
/** One failure never opens it: it takes this many route faults, and half of all calls. */
const faultsToOpen = 5
const shareToOpen = 0.5
/**
 * A refusal takes a moment, and the probe then goes on to another trunk: the first probe is sent at once. Silence costs
 * somebody seconds.
 */
const pauses = {
  refusals: { firstMs: 0, secondMs: 1_000, longestMs: 10_000 },
  silence: { firstMs: 10_000, secondMs: 20_000, longestMs: 300_000 },
} as const
/** A second request for a pause within this time says that the first was no passing burst. */
const insistsWithinMs = 10_000
/** Of what the carrier asks for. */
const longestLeftAloneMs = 300_000
/** A probe without a result (its call was refused after all) makes room for the next after this time. */
const probePatienceMs = 30_000

interface Half {
  readonly startedAtMs: number
  readonly results: number
  readonly faults: number
}

/** How a call over the trunk failed by the route: it was refused, or there was no response at all. */
export type RouteFault = keyof typeof pauses

/** Why the breaker is open, and after which pause the last probe was allowed. */
interface Opened {
  readonly by: RouteFault
  readonly pauseMs: number
  /** An answer to OPTIONS closes it. */
  readonly trustsOptions: boolean
}

export type Breaker =
  | {
      readonly kind: 'closed'
      readonly now: Half
      readonly before: Half
      /** An answer to OPTIONS has closed it, and no call has succeeded since. */
      readonly isByOptions: boolean
    }
  | ({
      readonly kind: 'open'
      readonly untilMs: number
      /** The carrier asks for a pause: when it last did, and whether it did so twice within moments. */
      readonly asked?: { readonly atMs: number; readonly isInsistent: boolean }
    } & Opened)
  | ({ readonly kind: 'probing'; readonly sinceMs: number } & Opened)

const nothing: Half = { startedAtMs: Number.NEGATIVE_INFINITY, results: 0, faults: 0 }
export const closedBreaker = { kind: 'closed', now: nothing, before: nothing, isByOptions: false } as const

/** Whether a call is allowed now; does not change the state. */
export function mayPass(breaker: Breaker, nowMs: number): boolean {
  if (breaker.kind === 'closed') return true
  return breaker.kind === 'open' ? nowMs >= breaker.untilMs : nowMs - breaker.sinceMs >= probePatienceMs
}

/**
 * Whether a call is allowed that no other trunk can carry: one request for a pause is no reason to call nobody, and during
 * an insistent one a call at a time finds out whether it is over.
 */
export function mayPassAlone(breaker: Breaker, inFlight: number): boolean {
  return isAsked(breaker) && (!breaker.asked.isInsistent || inFlight === 0)
}

type AskedBreaker = Extract<Breaker, { kind: 'open' }> &
  Required<Pick<Extract<Breaker, { kind: 'open' }>, 'asked'>>

export const isAsked = (breaker: Breaker): breaker is AskedBreaker =>
  breaker.kind === 'open' && breaker.asked !== undefined

/** A call is placed: when the breaker is not closed, this call is the probe. */
export function pass(breaker: Breaker, nowMs: number): Breaker {
  if (breaker.kind === 'closed' || (isAsked(breaker) && nowMs < breaker.untilMs)) return breaker
  const { by, pauseMs, trustsOptions } = breaker
  return { kind: 'probing', sinceMs: nowMs, by, pauseMs, trustsOptions }
}

/** The probe rings, or has early media. */
export function progressed(breaker: Breaker): Breaker {
  return breaker.kind === 'probing' || isAsked(breaker) ? closedBreaker : breaker
}

/**
 * An OPTIONS was answered, or not. A trunk that answers OPTIONS and yet no call would open and close for ever: when calls
 * are met with silence again, only a call closes it, unless OPTIONS were silent too.
 */
export function noteOptions(breaker: Breaker, answered: boolean): Breaker {
  if (breaker.kind === 'closed' || breaker.by !== 'silence') return breaker
  if (!answered) return { ...breaker, trustsOptions: true }
  return breaker.trustsOptions ? { ...closedBreaker, isByOptions: true } : breaker
}

/** A call over the trunk has ended, with a route fault or without. */
export function record(breaker: Breaker, fault: RouteFault | undefined, nowMs: number): Breaker {
  switch (breaker.kind) {
    case 'open':
      // A call that was placed before the breaker opened.
      return breaker
    case 'probing':
      if (fault === undefined) return closedBreaker
      return open({ ...breaker, by: fault, pauseMs: longerPauseMs(fault, breaker.pauseMs) }, nowMs)
    case 'closed': {
      const { now, before } = turned(breaker.now, breaker.before, nowMs)
      const counted = { ...now, results: now.results + 1, faults: now.faults + (fault === undefined ? 0 : 1) }
      const faults = counted.faults + before.faults
      const results = counted.results + before.results
      if (fault !== undefined && faults >= faultsToOpen && faults / results >= shareToOpen)
        return open({ by: fault, pauseMs: pauses[fault].firstMs, trustsOptions: !breaker.isByOptions }, nowMs)
      return {
        kind: 'closed',
        now: counted,
        before,
        isByOptions: breaker.isByOptions && fault !== undefined,
      }
    }
  }
}

/** The carrier asks for a pause (Retry-After): it is obeyed, up to the longest one. */
export function pauseFor(breaker: Breaker, forMs: number, nowMs: number): Breaker {
  const untilMs = nowMs + Math.min(forMs, longestLeftAloneMs)
  const pauseMs = breaker.kind === 'closed' ? pauses.refusals.firstMs : breaker.pauseMs
  const isInsistent =
    isAsked(breaker) && (breaker.asked.isInsistent || nowMs - breaker.asked.atMs <= insistsWithinMs)
  return {
    asked: { atMs: nowMs, isInsistent },
    kind: 'open',
    untilMs: breaker.kind === 'open' ? Math.max(breaker.untilMs, untilMs) : untilMs,
    by: 'refusals',
    pauseMs,
    trustsOptions: false,
  }
}

function open({ by, pauseMs, trustsOptions }: Opened, nowMs: number): Breaker {
  return { kind: 'open', untilMs: nowMs + pauseMs, by, pauseMs, trustsOptions }
}

function longerPauseMs(fault: RouteFault, pauseMs: number): number {
  const { secondMs, longestMs } = pauses[fault]
  return Math.min(Math.max(pauseMs * 2, secondMs), longestMs)
}

function turned(now: Half, before: Half, nowMs: number): { now: Half; before: Half } {
  const ageMs = nowMs - now.startedAtMs
  if (ageMs < halfWindowMs) return { now, before }
  const fresh = { startedAtMs: nowMs, results: 0, faults: 0 }
  return { now: fresh, before: ageMs < 2 * halfWindowMs ? now : nothing }
}
