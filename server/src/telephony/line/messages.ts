// What the main thread and the line say to each other. Both sides send lists: one message a turn of the loop.
import type { AfterEarlyMedia } from '../../storage/early-media-counts.ts'
import type { TrunkSettings } from '../../storage/trunk-records.ts'
import type { CallMode, Verdict } from '../calls/verdict.ts'
import type { HeldShare } from '../limits/share.ts'
import type { VoiceLanguage } from '../prompts/voice.ts'
import type { CallerIdentity } from './caller-identity.ts'

/** A trunk with its password in clear: it never leaves the process. */
export interface LineTrunk {
  readonly name: string
  readonly settings: TrunkSettings
  readonly password: string | undefined
}

/** One way to place the call; numbers as that trunk wants them. */
export interface LineRoute {
  readonly trunk: string
  readonly called: string
  readonly caller: string
  /** Whether a lasting 183 without 180 shows that the phone rings. */
  readonly earlyMediaRings: boolean
}

export interface PlaceOrder {
  readonly kind: 'place'
  readonly id: number
  readonly mode: CallMode
  readonly code: string
  readonly language: VoiceLanguage
  readonly routes: readonly LineRoute[]
  /** How long ago it was admitted. */
  readonly ageMs: number
}

export type LineOrder =
  | { readonly kind: 'trunks'; readonly trunks: readonly LineTrunk[] }
  /** This node's part of every trunk's calls a second; all of it where nobody says otherwise. */
  | { readonly kind: 'share'; readonly held: HeldShare }
  | PlaceOrder
  /** Whether a further trunk has room for this call: the answer to `claim`. */
  | { readonly kind: 'claimed'; readonly id: number; readonly leg: number; readonly granted: boolean }
  /** Nobody wants the call any more: it ends as RFC 3261 has it, with CANCEL or BYE. */
  | { readonly kind: 'give-up'; readonly id: number }

/** One OPTIONS to one of the servers that DNS names for a trunk. */
export interface ServerProbe {
  /** Address and port; "" when no server was found. */
  readonly server: string
  readonly answered: boolean
  readonly tookMs: number
  readonly said: string
}

/** What one call over one trunk was worth. */
export interface LegReport {
  readonly trunk: string
  readonly verdict: Verdict
  /** From the admission to the INVITE. */
  readonly placedMs: number
  /** From the INVITE to the first 180 or 183. */
  readonly pddMs: number | undefined
  readonly ringMs: number
  readonly answered: boolean
  /** What came after a 183; undefined when it teaches nothing about the trunk. */
  readonly afterEarlyMedia: AfterEarlyMedia | undefined
  /** RTP packets from addresses that neither SDP nor the trunk names. */
  readonly strangerPackets: number
  /** The dialogue as lines such as `0 > INVITE`, `35 < 180`; no numbers, bounded. */
  readonly ladder: readonly string[]
}

export interface IncomingReport {
  readonly kind: 'incoming'
  readonly id: number
  readonly trunk: string
  /** E.164 digits. */
  readonly called: string
  readonly identity: CallerIdentity
  /** A, B or C (RFC 8588): told, not verified. */
  readonly attestation: string | undefined
}

export type LineReport =
  | { readonly kind: 'decided'; readonly id: number; readonly leg: number; readonly report: LegReport }
  | { readonly kind: 'settled'; readonly id: number; readonly verdict: Verdict }
  | { readonly kind: 'released'; readonly id: number; readonly leg: number }
  /** A trunk that was given up for its silence has rung the phone after all. */
  | { readonly kind: 'rang-after-all'; readonly id: number; readonly leg: number }
  | { readonly kind: 'claim'; readonly id: number; readonly leg: number }
  /** No INVITE leaves any more by what it was told before. */
  | { readonly kind: 'share-known'; readonly version: number }
  | {
      readonly kind: 'options'
      readonly trunk: string
      /** Any of its servers has answered. */
      readonly answered: boolean
      readonly tookMs: number
      /** `200 OK`, or why nothing came. */
      readonly said: string
      readonly servers: readonly ServerProbe[]
    }
  | { readonly kind: 'registration'; readonly trunk: string; readonly held: boolean; readonly said: string }
  /** An answer to a request over this trunk came from an address that is not of the trunk. It was not used. */
  | { readonly kind: 'foreign-answer'; readonly trunk: string; readonly address: string }
  /** The trunk sees our requests come from here, and not from the address of our socket; "": it no longer does. */
  | { readonly kind: 'public-address'; readonly trunk: string; readonly address: string }
  /** What the SIP layers counted since the start. */
  | { readonly kind: 'counters'; readonly counts: Readonly<Record<string, number>> }
  /** A message made the SIP layers fail; it was lost. */
  | { readonly kind: 'fault'; readonly fault: string }
  | IncomingReport
  /** The ACK of our 486 came back with our tag: the caller has really received it. */
  | { readonly kind: 'confirmed'; readonly id: number }
  /** It never came. */
  | { readonly kind: 'unconfirmed'; readonly id: number }
  | {
      readonly kind: 'refused-incoming'
      /** "" when the call came over none. */
      readonly trunk: string
      readonly why: 'unknown-trunk' | 'outgoing-only' | 'unreadable' | 'too-many'
    }
