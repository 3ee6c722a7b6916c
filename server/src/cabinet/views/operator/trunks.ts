import { type Static, Type } from 'typebox'
import { schemaOfFields } from '../../../fields/schema.ts'
import { trunkFields } from '../../../fields/trunk-fields.ts'
import type { TrunkCheck, TrunkCheckResult, TrunkTestRequest } from '../../../operations/trunk-check.ts'
import type { CallerSourceCounts, EarlyMediaCounts } from '../../../storage/queries/trunk-counts.ts'
import type { TrunkSettings } from '../../../storage/queries/trunks.ts'
import type { Verdict } from '../../../telephony/calls/verdict.ts'
import type { AssertionTrait, EarlyMediaTrait } from '../../../telephony/routing/learned-traits.ts'
import type {
  OperatorTally,
  Probe,
  ServerState,
  TrunkFault,
} from '../../../telephony/routing/trunk-history.ts'
import type { SipTally } from '../../../telephony/sip-thread/sip-tally.ts'
import type { LadderStep } from '../../../telephony/trunks/ladder-step.ts'
import type { PresetName, TrunkPreset } from '../../../telephony/trunks/trunk-presets.ts'
import { list, orNull, text, time, yes } from '../answer.ts'

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
  readonly callerSources: { readonly trait: AssertionTrait; readonly counts: CallerSourceCounts }
  readonly earlyMedia: { readonly trait: EarlyMediaTrait; readonly counts: EarlyMediaCounts }
}

/** A trunk as the operator sees it: everything but the password. */
const trunkView = Type.Object({
  name: text,
  demo: yes,
  isBuiltIn: Type.Boolean({
    description: 'the carrier that the demo starts itself: nobody changes or removes it by hand',
  }),
  settings: Type.Unsafe<TrunkSettings>(schemaOfFields(trunkFields)),
  hasPassword: yes,
  updatedAt: time,
  numbers: Type.Integer({ description: 'that it may show' }),
  unusable: Type.String({ description: '"" or why it is not used' }),
  live: orNull(
    Type.Unsafe<LiveTrunkView>(
      Type.Object(
        {},
        { description: 'its calls and its registration on this node; null while it is not used' },
      ),
    ),
  ),
})
export type TrunkView = Static<typeof trunkView>

export const trunksView = Type.Object({
  trunks: list(trunkView),
  sip: orNull(
    Type.Unsafe<SipTally>(
      Type.Record(text, Type.Integer(), {
        description: "what went wrong on this node's SIP sockets since the start; null where it has no line",
      }),
    ),
  ),
  defaults: Type.Unsafe<Omit<TrunkSettings, 'host'>>(
    Type.Object({}, { description: 'what a new trunk begins with' }),
  ),
  presets: Type.Unsafe<Readonly<Record<PresetName, TrunkPreset>>>(
    Type.Record(text, Type.Object({}), {
      description: 'what a new trunk takes instead of some defaults, by the kind of system at the other end',
    }),
  ),
})

/** One line of the stream of a test of all ways. */
export type AllWaysLine =
  | { readonly kind: 'begun'; readonly way: TrunkCheck }
  | ({ readonly kind: 'step' } & LadderStep)
  | { readonly kind: 'asks'; readonly request: TrunkTestRequest; readonly numbers: readonly string[] }
  | { readonly kind: 'checked'; readonly checked: Omit<TrunkCheckResult, 'steps'> }
  /** A WAV file in base64. */
  | { readonly kind: 'heard'; readonly wav: string }
  /** What can be sent to the carrier. */
  | { readonly kind: 'report'; readonly text: string }
  | { readonly kind: 'failed' }

interface TestCallView extends Verdict {
  readonly ringMs: number
  readonly answered: boolean
  readonly pddMs: number | null
  readonly code: string
}

/** One line of the stream of a test call. */
export type TestCallLine =
  | ({ readonly kind: 'step' } & LadderStep)
  | ({ readonly kind: 'result' } & TestCallView)
  | { readonly kind: 'failed'; readonly code: 'no-number' | 'broken' }
