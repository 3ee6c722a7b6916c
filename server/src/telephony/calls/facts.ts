import type { CallMode } from './verdict.ts'

/**
 * The furthest that the far end has told us, in this order. `progress` is any 1xx that is not ringing: 181,
 * 182, 199, and a 183 whose Reason names a failure.
 */
export type Heard = 'nothing' | 'trying' | 'progress' | 'early' | 'ringing'

/** How the far end, or the way to it, ended the call. */
export type Ending =
  /** A final response of 300 or more, not asked for by our CANCEL. */
  | { readonly kind: 'refused'; readonly status: number; readonly cause: number | undefined }
  /** An answered call was hung up by the peer. */
  | { readonly kind: 'hung-up' }
  /** The peer of an answered call is gone. */
  | { readonly kind: 'lost' }
  /**
   * Our CANCEL or BYE has done its work. `crossed`: somebody answered in the same moment. `confirmed`: the peer has
   * answered our BYE.
   */
  | { readonly kind: 'left'; readonly crossed: boolean; readonly confirmed: boolean }
  /** No final response came, or the connection broke. */
  | { readonly kind: 'failed' }
  /** The INVITE never left this machine. */
  | { readonly kind: 'unsent'; readonly why: 'transport' | 'full' }

/** Why we ended a call ourselves. */
export type Leaving =
  | 'no response'
  | 'no ringing'
  | 'rung enough'
  | 'answered'
  | 'spoken'
  | 'speech stuck'
  | 'no audio'
  | 'deadline'
  | 'stopped'

/** Everything that the outcome table looks at. */
export interface CallFacts {
  readonly mode: CallMode
  readonly heard: Heard
  /** From the first 180 to the end; 0 without one. */
  readonly ringMs: number
  /** From the first 183 that names no failure to the answer or the end; undefined without one. */
  readonly earlyMs: number | undefined
  readonly answered: boolean
  /** The code was said to the end at least once. */
  readonly codeSpoken: boolean
  /** RTP or RTCP of the peer came after the answer, up to what was said last. */
  readonly heardBack: boolean
  /** A cause of failure that a 183 announced. */
  readonly announcedCause: number | undefined
  readonly end: Ending | { readonly kind: 'leave'; readonly why: Leaving }
}
