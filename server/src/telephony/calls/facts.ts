import type { MediaSign } from '../../storage/queries/trunk-counts.ts'
import type { RefusalWords } from './network-block.ts'
import type { CallMode } from './verdict.ts'

/**
 * The furthest stage that the far end has reported, in this order. `progress` is any 1xx that is not ringing: 181, 182,
 * 199, and a 183 with a failure in its Reason.
 */
export type Heard = 'nothing' | 'trying' | 'progress' | 'early' | 'ringing'

/** How the far end, or the connection to it, ended the call. */
export type Ending =
  /** A final response of 300 or more that was not caused by our CANCEL. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly cause: number | undefined
      readonly words?: RefusalWords
    }
  /** An answered call was hung up by the peer. */
  | { readonly kind: 'hung-up' }
  /** The peer of an answered call no longer responds. */
  | { readonly kind: 'lost' }
  /**
   * Our CANCEL or BYE is finished. `crossed`: the call was answered at the same moment. `confirmed`: the peer has
   * answered our BYE.
   */
  | { readonly kind: 'left'; readonly crossed: boolean; readonly confirmed: boolean }
  /** No final response came, or the connection broke. */
  | { readonly kind: 'failed' }
  /** The INVITE was never sent. */
  | { readonly kind: 'unsent'; readonly why: 'transport' | 'full' }

/** Why we ended a call ourselves. */
export type Leaving =
  | 'no response'
  | 'no ringing'
  | 'rung enough'
  | 'answered'
  | 'spoken'
  | 'key pressed'
  | 'no key'
  | 'speech stuck'
  | 'tone'
  | 'no audio'
  | 'deadline'
  | 'stopped'

export type KeyPressed = 'right' | 'wrong' | 'none'

/** The complete input of the outcome table. */
export interface LegFacts {
  readonly mode: CallMode
  readonly heard: Heard
  /** From the first 180 to the end; 0 without one. */
  readonly ringMs: number
  /** From the first 183 without a failure to the answer or the end; undefined without one. */
  readonly earlyMs: number | undefined
  readonly answered: boolean
  /** The code, or the question for a key, was played completely at least once. */
  readonly codeSpoken: boolean
  /** What was pressed in a call that asks for a key; undefined in others. */
  readonly key?: KeyPressed | undefined
  /** What came of the peer's media between the answer and the end of our speech. */
  readonly media: MediaSign
  /** A recording or a facsimile machine answered, or an assistant did. */
  readonly machine: boolean
  /** How long the listener has waited for late packets of the speech, in sum. */
  readonly lateMs: number
  /** The peer went on sending its 200: it never had our ACK. */
  readonly ackLost: boolean
  /** The failure cause that a 183 announced. */
  readonly announcedCause: number | undefined
  readonly end: Ending | { readonly kind: 'leave'; readonly why: Leaving }
}
