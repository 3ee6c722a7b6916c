// The messages between the main thread and the SIP thread. Both sides send lists: one message per turn of the event loop.

import type { StageOfAttempt } from '../../books/call-details.ts'
import type { AfterEarlyMedia, MediaSign } from '../../storage/queries/trunk-counts.ts'
import type { TrunkSettings } from '../../storage/queries/trunks.ts'
import type { CallMode, Verdict } from '../calls/verdict.ts'
import type { HeldShare } from '../limits/share.ts'
import type { Pieces, VoiceLanguage } from '../prompts/voice.ts'
import type { ServerProbe } from '../routing/trunk-history.ts'
import type { CallerIdentity } from './caller-identity.ts'
import type { KeptMessage } from './message-ring.ts'

/** A trunk with its password in plain text: it never leaves the process. */
export interface SipTrunk {
  readonly name: string
  readonly settings: TrunkSettings
  readonly password: string | undefined
  /** The confirmation numbers that this trunk carries; those of any trunk are not among them. */
  readonly numbers: readonly string[]
  /** The confirmation numbers on which a call over this trunk that confirms is answered with a spoken thank-you. */
  readonly thanked: readonly string[]
}

/** One way to place the call, with the numbers in that trunk's format. */
export interface SipRoute {
  readonly trunk: string
  readonly called: string
  readonly caller: string
  /** Whether a lasting 183 without a 180 means that the phone rings. */
  readonly earlyMediaRings: boolean
  /** Whether RTP or RTCP usually comes in answered calls. */
  readonly sendsMedia: boolean
  /** `progressed` is wanted. */
  readonly reportsProgress?: true
}

export interface PlaceCommand {
  readonly kind: 'place'
  readonly id: number
  readonly mode: CallMode
  readonly code: string
  /** The digits that the person is asked to press, instead of hearing the code. */
  readonly key?: string | undefined
  readonly language: VoiceLanguage
  /** Keys of recordings that come before the built-in voice, the least important first. */
  readonly voices?: readonly string[] | undefined
  readonly routes: readonly SipRoute[]
  /** The time since the admission. */
  readonly ageMs: number
}

export type SipCommand =
  | { readonly kind: 'trunks'; readonly trunks: readonly SipTrunk[] }
  /** This node's part of every trunk's calls per second; all of it unless said otherwise. */
  | { readonly kind: 'share'; readonly held: HeldShare }
  | PlaceCommand
  /** Whether a further trunk has room for this call: the answer to `claim`. */
  | { readonly kind: 'claimed'; readonly id: number; readonly leg: number; readonly granted: boolean }
  /** Asks for the last SIP messages with a trunk, or of these calls. */
  | ({ readonly kind: 'capture'; readonly id: number } & CaptureFilter)
  /** Asks for the same back. */
  | Echo
  /** An incoming call is answered with a thank-you; null: it is refused. */
  | { readonly kind: 'decide-incoming'; readonly id: number; readonly thanks: SpokenThanks | null }
  /** Recordings that calls name by this key; null: none names it any more. */
  | { readonly kind: 'voice'; readonly key: string; readonly pieces: Pieces | null }
  /** The call is no longer wanted: it ends with CANCEL or BYE (RFC 3261), or only with CANCEL. */
  | { readonly kind: 'give-up'; readonly id: number; readonly unlessAnswered: boolean }

export type SpokenThanks = Pick<PlaceCommand, 'language' | 'voices'>

/** Shows how late the SIP thread is. */
export interface Echo {
  readonly kind: 'echo'
  /** By the clock of the main thread. */
  readonly sentMs: number
}

/** Which messages a capture shows. */
export interface CaptureFilter {
  readonly trunk?: string
  /** Those of these calls only. */
  readonly callIds?: readonly string[]
}

export interface CapturedMessage extends KeptMessage {
  /** Our address as the peer knows it. */
  readonly own: { readonly host: string; readonly port: number }
}

/** The verdict of one call over one trunk. */
export interface LegResult {
  readonly trunk: string
  readonly verdict: Verdict
  /** From the admission to the INVITE. */
  readonly placedMs: number
  /** From the INVITE to the first 180 or 183. */
  readonly pddMs: number | undefined
  readonly ringMs: number
  /** How far the call came before it was answered or ended. */
  readonly stage: StageOfAttempt
  readonly answered: boolean
  /** From the answer to the end; 0 without an answer. */
  readonly talkMs: number
  /** What followed a 183; undefined when it shows nothing about the trunk. */
  readonly afterEarlyMedia: AfterEarlyMedia | undefined
  /** What came of the peer's media; undefined when the code was not spoken. */
  readonly mediaSign: MediaSign | undefined
  /** How long the listener has waited for late packets of our speech, in sum; 0 without speech. */
  readonly lateMs: number
  /** How long the trunk asked to be left alone (Retry-After of a 503); 0: it did not. */
  readonly retryAfterMs: number
  /** RTP packets from addresses that neither SDP nor the trunk names. */
  readonly strangerPackets: number
  /** The Call-ID of its INVITE; "" when none was sent. */
  readonly callId: string
  /** The SIP messages as lines such as `0 > INVITE`, `35 < 180`; without numbers, limited in length. */
  readonly ladder: readonly string[]
}

export interface IncomingEvent {
  readonly kind: 'incoming'
  readonly id: number
  readonly trunk: string
  /** E.164 digits. */
  readonly called: string
  readonly identity: CallerIdentity
  /** A, B or C (RFC 8588): reported, not verified. */
  readonly attestation: string | undefined
  /** It is neither refused nor answered until `decide-incoming`. */
  readonly awaitsDecision: boolean
}

export type SipEvent =
  | Echo
  | { readonly kind: 'decided'; readonly id: number; readonly leg: number; readonly result: LegResult }
  /** The first 180 or 183 of a route that reports it. */
  | { readonly kind: 'progressed'; readonly id: number; readonly leg: number }
  | { readonly kind: 'settled'; readonly id: number; readonly verdict: Verdict }
  | { readonly kind: 'released'; readonly id: number; readonly leg: number }
  /** A trunk that was given up because it was silent has rung the phone after all. */
  | { readonly kind: 'rang-after-all'; readonly id: number; readonly leg: number }
  /** The person has pressed other digits than those that were asked for. */
  | { readonly kind: 'wrong-key'; readonly id: number }
  | { readonly kind: 'claim'; readonly id: number; readonly leg: number }
  /**
   * From now on no INVITE is sent under an earlier grant. `isWithin`: those of the last second are no more than this one
   * allows.
   */
  | { readonly kind: 'share-known'; readonly version: number; readonly isWithin: boolean }
  | {
      readonly kind: 'options'
      readonly trunk: string
      /** At least one of its servers has answered. */
      readonly answered: boolean
      readonly tookMs: number
      /** `200 OK`, or why there was no response. */
      readonly said: string
      readonly servers: readonly ServerProbe[]
    }
  | { readonly kind: 'registration'; readonly trunk: string; readonly held: boolean; readonly said: string }
  /** A response to a request over this trunk came from an address that is not of the trunk. It was not used. */
  | { readonly kind: 'foreign-answer'; readonly trunk: string; readonly address: string }
  /** Nobody answers at the Contact of a 200; `contact` is its host. */
  | { readonly kind: 'contact-unreachable'; readonly trunk: string; readonly contact: string }
  /**
   * The address from which the trunk sees our requests, when it differs from that of our socket; "": it no longer
   * differs.
   */
  | { readonly kind: 'public-address'; readonly trunk: string; readonly address: string }
  /** The counters of the SIP layers since the start. */
  | { readonly kind: 'counters'; readonly counts: Readonly<Record<string, number>> }
  /** The answer to `capture`, oldest first. */
  | {
      readonly kind: 'captured'
      readonly id: number
      readonly messages: readonly CapturedMessage[]
    }
  /** A message caused an error in the SIP layers and was lost. */
  | { readonly kind: 'fault'; readonly fault: string }
  | IncomingEvent
  /** The ACK of our final response came back with our tag: the caller has really received it. */
  | { readonly kind: 'confirmed'; readonly id: number }
  /** That ACK never came. */
  | { readonly kind: 'unconfirmed'; readonly id: number }
  | {
      readonly kind: 'refused-incoming'
      /** "" when the call came over no trunk. */
      readonly trunk: string
      readonly why: 'unknown-trunk' | 'outgoing-only' | 'unreadable' | 'too-many'
    }
