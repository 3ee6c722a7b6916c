import type { AfterEarlyMedia } from '../../storage/early-media-counts.ts'
import type { Ending, Leaving } from './facts.ts'
import type { TimerName } from './timers.ts'
import type { Verdict } from './verdict.ts'

/** What can happen to one call, as its machine is told. */
export type CallEvent =
  /** The INVITE has left now, after it had to wait for its turn. */
  | { readonly kind: 'sent' }
  /** A provisional response; 100 among them. `cause` is the Q.850 cause of its Reason. */
  | { readonly kind: 'provisional'; readonly status: number; readonly cause: number | undefined }
  /** 200, and our ACK has left. */
  | { readonly kind: 'answered' }
  /** The answer had no audio that we speak, or there was no port for it. */
  | { readonly kind: 'no-audio' }
  /** The first RTP packet of the peer. */
  | { readonly kind: 'media-heard' }
  /** The code was said once to its end. */
  | { readonly kind: 'code-spoken'; readonly heardBack: boolean }
  /** All was said. `heardBack`: RTP or RTCP of the peer has come since the answer. */
  | { readonly kind: 'speech-over'; readonly heardBack: boolean }
  | { readonly kind: 'timer'; readonly timer: TimerName }
  /** Its time is over (`deadline`) or the service ends (`stopped`). */
  | { readonly kind: 'give-up'; readonly why: 'deadline' | 'stopped' }
  /** The call and its transaction have ended. */
  | { readonly kind: 'ended'; readonly ending: Ending }

/** What the machine of one call wants done. */
export type CallEffect =
  | { readonly kind: 'set-timer'; readonly timer: TimerName; readonly delayMs: number }
  | { readonly kind: 'clear-timer'; readonly timer: TimerName }
  /** CANCEL (as soon as it may be sent) or BYE. */
  | { readonly kind: 'hang-up'; readonly why: Leaving }
  | { readonly kind: 'speak' }
  /** What the call was worth; exactly once. */
  | {
      readonly kind: 'decided'
      readonly verdict: Verdict
      /** What came after a 183; undefined when it teaches nothing about the trunk. */
      readonly afterEarlyMedia: AfterEarlyMedia | undefined
    }
  /** A trunk that was given up for its silence has rung the phone after all. */
  | { readonly kind: 'rang-after-all' }
  /** The channel is free; exactly once, after `decided`. */
  | { readonly kind: 'released' }
