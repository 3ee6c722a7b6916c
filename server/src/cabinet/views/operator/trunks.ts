import type { ChoiceReason } from '../../../books/call-details.ts'
import type { CallerSourceCounts, EarlyMediaCounts } from '../../../storage/queries/trunk-counts.ts'
import type { TrunkSettings } from '../../../storage/queries/trunks.ts'
import type { CheckedWay, Request, Way } from '../../../telephony/all-ways/checked-way.ts'
import type { AssertionHabit } from '../../../telephony/routing/assertion-habit.ts'
import type { EarlyMediaHabit } from '../../../telephony/routing/early-media-habit.ts'
import type { ExplainedTrunk } from '../../../telephony/routing/explained-routing.ts'
import type {
  OperatorTally,
  Probe,
  ServerState,
  TrunkFault,
} from '../../../telephony/routing/trunk-history.ts'
import type { SipTally } from '../../../telephony/sip-thread/sip-tally.ts'
import type { LadderStep } from '../../../telephony/trunks/ladder-step.ts'
import type { PresetName, TrunkPreset } from '../../../telephony/trunks/trunk-presets.ts'

/** A trunk as the operator sees it: everything but the password. */
export interface TrunkView {
  readonly name: string
  readonly demo: boolean
  /** The carrier that the demo starts itself: nobody changes or removes it by hand. */
  readonly isBuiltIn: boolean
  readonly settings: TrunkSettings
  readonly hasPassword: boolean
  readonly updatedAt: number
  /** Numbers that it may show. */
  readonly numbers: number
  /** "" or why it is not used. */
  readonly unusable: string
  /** null while this node does not use it. */
  readonly live: LiveTrunkView | null
}

export interface LiveTrunkView {
  readonly inFlight: number
  /** The share of the last 50 calls that did their work; null while there was none. */
  readonly success: number | null
  readonly breaker: 'closed' | 'open' | 'probing'
  readonly leftAloneUntil: number | null
  readonly lastFault: TrunkFault | null
  readonly reachable: boolean
  readonly registration: 'not-needed' | 'wanted' | 'held' | 'elsewhere'
  readonly registrationSaid: string
  /** Oldest first. */
  readonly probes: readonly Probe[]
  /** The servers that DNS names for it, as they answered last. */
  readonly servers: readonly ServerState[]
  /** By which address and port of ours it sees us behind NAT; "" where it sees the address of our socket. */
  readonly publicAddress: string
  /** Addresses that answered for it without being of it; their answers were not used. */
  readonly foreignAddresses: readonly string[]
  /** RTP packets in its calls from addresses that neither SDP nor the trunk names. */
  readonly strangerPackets: number
  readonly operators: readonly OperatorTally[]
  /** What it means by 183, and the calls that this was learned from. */
  readonly callerSources: { readonly habit: AssertionHabit; readonly counts: CallerSourceCounts }
  readonly earlyMedia: { readonly habit: EarlyMediaHabit; readonly counts: EarlyMediaCounts }
}

export interface TrunksView {
  readonly trunks: readonly TrunkView[]
  /** What went wrong on this node's SIP sockets since the start; null where it has no line. */
  readonly sip: SipTally | null
  /** What a new trunk begins with. */
  readonly defaults: Omit<TrunkSettings, 'host'>
  /** What a new trunk takes instead of some defaults, by the kind of system at the other end. */
  readonly presets: Readonly<Record<PresetName, TrunkPreset>>
}

/** What would happen for a number. */
export interface RoutesView {
  readonly kind: 'routed' | 'full' | 'no-way'
  /** Why the first trunk is the first; null without a route. */
  readonly why: ChoiceReason | null
  readonly phoneMask: string
  readonly country: string
  readonly operator: string
  readonly trunks: readonly ExplainedTrunk[]
}

/** One line of the stream of a test of all ways. */
export type AllWaysLine =
  | { readonly kind: 'begun'; readonly way: Way }
  | ({ readonly kind: 'step' } & LadderStep)
  | { readonly kind: 'asks'; readonly request: Request }
  | { readonly kind: 'checked'; readonly checked: Omit<CheckedWay, 'steps'> }
  /** A WAV file in base64. */
  | { readonly kind: 'heard'; readonly wav: string }
  /** What can be sent to the carrier. */
  | { readonly kind: 'report'; readonly text: string }
  | { readonly kind: 'failed' }

/** One line of the stream of a test call. */
export type TestCallLine =
  | ({ readonly kind: 'step' } & LadderStep)
  | {
      readonly kind: 'result'
      readonly completed: boolean
      readonly reason: string
      readonly fault: 'none' | 'trunk' | 'route'
      readonly suspect: boolean
      readonly nextTrunk: boolean
      readonly pddMs: number | null
      readonly ringMs: number
      readonly answered: boolean
      readonly code: string
    }
  | { readonly kind: 'failed'; readonly code: 'no-number' | 'broken' }
