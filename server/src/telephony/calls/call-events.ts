import type { AfterEarlyMedia, MediaSign } from '../../storage/queries/trunk-counts.ts'
import type { Ending, Leaving } from './facts.ts'
import type { TimerName } from './timers.ts'
import type { Verdict } from './verdict.ts'

/** Events of one call, as its state machine receives them. */
export type CallEvent =
  /** The INVITE was sent now, after it had waited for the trunk's rate limit. */
  | { readonly kind: 'sent' }
  /** A provisional response; 100 among them. `cause` is the Q.850 cause of its Reason. */
  | { readonly kind: 'provisional'; readonly status: number; readonly cause: number | undefined }
  /** A 200 came, and our ACK was sent. */
  | { readonly kind: 'answered' }
  /** The answer had no audio codec that we support, or no RTP port was free. */
  | { readonly kind: 'no-audio' }
  /** The peer sends its 200 again and again, whichever way our ACK takes. */
  | { readonly kind: 'ack-lost' }
  /** Whoever answered speaks longer than any person does before a pause; `isTone`: it is a facsimile machine. */
  | { readonly kind: 'machine-heard'; readonly isTone: boolean }
  /** The first RTP packet of the peer. */
  | { readonly kind: 'media-heard' }
  /**
   * The code, or the question for a key, was played completely once. `lateMs`: how long the listener has waited for late
   * packets, in sum.
   */
  | { readonly kind: 'code-spoken'; readonly media: MediaSign; readonly lateMs: number }
  /** The person is asked to press a key, presses the right or a wrong one, or has pressed none that is right. */
  | { readonly kind: 'key-asked' }
  | { readonly kind: 'key-pressed'; readonly isRight: boolean }
  | { readonly kind: 'key-missed'; readonly media: MediaSign; readonly lateMs: number }
  /** All speech was played. */
  | { readonly kind: 'speech-over'; readonly media: MediaSign; readonly lateMs: number }
  | { readonly kind: 'timer'; readonly timer: TimerName }
  /** Its time is over (`deadline`) or the service stops (`stopped`). */
  | { readonly kind: 'give-up'; readonly why: 'deadline' | 'stopped' }
  /** The call and its transaction have ended. */
  | { readonly kind: 'ended'; readonly ending: Ending }

/** Effects that the state machine of one call requests. */
export type CallEffect =
  | { readonly kind: 'set-timer'; readonly timer: TimerName; readonly delayMs: number }
  | { readonly kind: 'clear-timer'; readonly timer: TimerName }
  /** CANCEL (as soon as it may be sent) or BYE. */
  | { readonly kind: 'hang-up'; readonly why: Leaving }
  | { readonly kind: 'speak' }
  /** A wrong try, which somebody has to count. */
  | { readonly kind: 'wrong-key' }
  /** The verdict of the call; exactly once. */
  | {
      readonly kind: 'decided'
      readonly verdict: Verdict
      /** What followed a 183; undefined when it shows nothing about the trunk. */
      readonly afterEarlyMedia: AfterEarlyMedia | undefined
      /** What came of the peer's media; undefined when the code was not spoken. */
      readonly mediaSign: MediaSign | undefined
    }
  /** A trunk that was given up because it was silent has rung the phone after all. */
  | { readonly kind: 'rang-after-all' }
  /** The channel is free; exactly once, after `decided`. */
  | { readonly kind: 'released' }
