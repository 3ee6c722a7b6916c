import type { BlockKind, NetworkBlock } from '../../books/call-details.ts'
import {
  badNumberReason,
  blockedReason,
  machineReason,
  noKeyReason,
  rightKeyReason,
  stoppedReason,
  unwantedReason,
  wrongKeyReason,
} from '../../books/settlement.ts'
import type { TrunkSettings } from '../../storage/queries/trunks.ts'

/** How an outgoing call verifies: by its calling number, by speech, or by both. */
export type CallMode = 'flash' | 'voice' | 'mix'

/** Every reason that a call can end with; stored with the record and counted. */
export const callReasons = [
  // completed
  'rang',
  'declined',
  'answered',
  'answered without ringing',
  'spoken',
  machineReason,
  rightKeyReason,
  // failed (`no audio`: of a suspect whose code was spoken, completed)
  'not answered',
  'early media only',
  'busy',
  'unreachable',
  badNumberReason,
  blockedReason,
  unwantedReason,
  'no ringing',
  'no audio',
  'hung up before the code',
  wrongKeyReason,
  noKeyReason,
  'no response',
  'trunk fault',
  'route fault',
  'redirected',
  'trunk full',
  stoppedReason,
  'placed too late',
  'no result in time',
] as const
export type CallReason = (typeof callReasons)[number]

/** `trunk`: an operator has to act (credentials, balance). `route`: counts towards the circuit breaker. */
export type Fault = 'none' | 'trunk' | 'route'

export interface Verdict {
  readonly completed: boolean
  readonly reason: CallReason
  /** Another trunk may be tried: there is no sign that a phone rang. */
  readonly nextTrunk: boolean
  readonly fault: Fault
  /** Perhaps a voicemail or a false answer completed it. For voice: it was spoken without a sign that a person heard it. */
  readonly suspect: boolean
  /** A network stopped the call; beside `rang` where the phone had rung before. */
  readonly block?: NetworkBlock
}

export function completed(reason: CallReason): Verdict {
  return { completed: true, reason, nextTrunk: false, fault: 'none', suspect: false }
}

export function failed(reason: CallReason, fault: Fault = 'none'): Verdict {
  return { completed: false, reason, nextTrunk: false, fault, suspect: false }
}

/** Rows of the outcome table that a status or a cause leads to. */
export type Row =
  | 'busy'
  | 'unreachable'
  | 'bad number'
  | BlockKind
  | 'trunk fault'
  | 'route fault'
  | 'redirected'

/** The meaning of an answer on one trunk, where it differs from the standard. */
export type Override =
  | { readonly by: 'status' | 'cause'; readonly code: number; readonly row: Row }
  /** In the reason phrase or a text of Reason, in any case. */
  | { readonly by: 'text'; readonly text: string; readonly row: Row }

export interface TrunkRules {
  /** This trunk never sends 180: a lasting 183 alone shows that the phone rings. */
  readonly earlyMediaRings: boolean
  /** Whether we wait for whoever answered to leave room for us. */
  readonly listensFirst: TrunkSettings['listensFirst']
  /** RTP or RTCP usually comes in answered calls of this trunk: its absence is a fault. */
  readonly sendsMedia: boolean
  /** Whether an unreachable phone is tried over another trunk. */
  readonly retryUnreachable: boolean
  readonly overrides: readonly Override[]
}

export const defaultRules: TrunkRules = {
  earlyMediaRings: false,
  listensFirst: 'auto',
  sendsMedia: false,
  retryUnreachable: false,
  overrides: [],
}
