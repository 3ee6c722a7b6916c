/** Trunks and the numbers that may be shown on them, as the store keeps them. */

export const sipTransports = ['udp', 'tcp', 'tls'] as const
/** Headers that can carry the number that calls. */
export const callerPlaces = ['from', 'pai', 'ppi', 'rpid', 'diversion'] as const
/** What the Privacy header of a call says (RFC 3323, RFC 3325 9.3); `unset` sends none. */
export const privacyRequests = ['unset', 'none', 'id'] as const
/** Where an incoming call names the number that was dialled. */
export const calledPlaces = ['request-uri', 'to', 'p-called-party-id'] as const
/** What an operator may say that a status or a Q.850 cause of this carrier means. */
export const overrideMeanings = ['busy', 'unreachable', 'bad-number', 'trunk-fault', 'route-fault'] as const

/** Whether a lasting 183 without 180 shows that the phone rings; `learned` from the trunk's own calls. */
export const earlyMediaMeanings = ['learned', 'yes', 'no'] as const

/**
 * How far the From of an incoming call is trusted when the network asserts no other identity. `screened`: the carrier
 * checks it. `unscreened`: it is the caller's own word. `verified`: only with a `verstat` that says passed.
 */
export const fromTrusts = ['never', 'verified', 'unscreened', 'screened'] as const
/** Whether Remote-Party-ID is read; `screened` only where it says `screen=yes`. */
export const remotePartyTrusts = ['never', 'screened', 'always'] as const

export interface TrunkSettings {
  readonly enabled: boolean
  /** A name (with SRV records or without) or an address. */
  readonly host: string
  /** null looks the port up (SRV), else takes the usual one. */
  readonly port: number | null
  readonly transport: (typeof sipTransports)[number]
  /** Requests above 1,300 bytes go by TCP where the transport is UDP (RFC 3261 18.1.1). */
  readonly tcpForLarge: boolean
  /** Audio is encrypted with keys in the SDP (RFC 4568); only where the signalling is, too: with TLS. */
  readonly srtp: boolean
  /** A PEM file with the authorities that its TLS certificate must be proved by; null: those of the system. */
  readonly caFile: string | null
  /** `host` or `host:port` of an outbound proxy. */
  readonly proxy: string | null
  /** The name in digest answers; one of an IMS has an `@`. */
  readonly authUser: string | null
  /** Who is registered (the public identity of an IMS) where that is not `authUser` up to its `@`. */
  readonly registerUser: string | null
  /** The user of From when the calling number stands elsewhere. */
  readonly fromUser: string | null
  /** null is the host. */
  readonly fromDomain: string | null
  readonly register: boolean
  /** Asked of the registrar. */
  readonly registerSeconds: number
  /** No: the trunk is for outgoing calls alone, and a call that comes over it confirms nothing. */
  readonly incomingCalls: boolean
  /** Besides the addresses of the host: who may bring incoming calls, and where media may come from. */
  readonly trustedSources: readonly string[]
  /** How numbers are written (telephony/trunks/number-format.ts). */
  readonly calledFormat: string
  readonly callerFormat: string
  readonly incomingFormat: string
  readonly callerPlaces: readonly (typeof callerPlaces)[number][]
  /** The carrier believes our identity headers (RFC 3324): P-Asserted-Identity may be sent. */
  readonly trustDomain: boolean
  /** From names nobody; the calling number stands in another header. */
  readonly anonymousFrom: boolean
  readonly privacy: (typeof privacyRequests)[number]
  readonly calledPlace: (typeof calledPlaces)[number]
  readonly fromTrust: (typeof fromTrusts)[number]
  readonly remotePartyTrust: (typeof remotePartyTrusts)[number]
  /** The operator or region, as the numbering registry names it, whose subscribers alone call over this trunk. */
  readonly callersOperator: string | null
  readonly callersRegion: string | null
  /** Offers to acknowledge provisional responses (RFC 3262). */
  readonly reliableProgress: boolean
  /** Seconds between two OPTIONS; 0 asks never. */
  readonly optionsSeconds: number
  /** E.164 prefixes of the destinations that it carries; none is everywhere. */
  readonly prefixes: readonly string[]
  readonly callsPerSecond: number
  readonly callsAtOnce: number
  /** The cheaper of two trunks is tried first. */
  readonly costWeight: number
  /** Calls that nobody is meant to answer (flash, mix) in a clock hour; 0 is no bound. */
  readonly shortCallsPerHour: number
  readonly earlyMediaIsRinging: (typeof earlyMediaMeanings)[number]
  /** An unreachable phone is tried over the next trunk too. */
  readonly unreachableTriesNext: boolean
  /** By status (`603`) or cause (`q21`). */
  readonly overrides: Readonly<Record<string, (typeof overrideMeanings)[number]>>
  readonly responseTimeoutMs: number
  readonly ringingTimeoutMs: number
  readonly flashRingMs: number
  /** How long a flash call waits for a 180 after the first 183. */
  readonly earlyMediaWaitMs: number
  readonly voiceRingMs: number
  readonly speechDelayMs: number
}

/** What a trunk is that only has a host; the times are those of telephony's design. */
export const defaultTrunkSettings: Omit<TrunkSettings, 'host'> = {
  enabled: true,
  port: null,
  transport: 'udp',
  tcpForLarge: true,
  srtp: false,
  caFile: null,
  proxy: null,
  authUser: null,
  registerUser: null,
  fromUser: null,
  fromDomain: null,
  register: false,
  registerSeconds: 3600,
  incomingCalls: true,
  trustedSources: [],
  calledFormat: '+E164',
  callerFormat: '+E164',
  incomingFormat: '+E164',
  callerPlaces: ['from'],
  trustDomain: false,
  anonymousFrom: false,
  privacy: 'unset',
  calledPlace: 'request-uri',
  fromTrust: 'unscreened',
  remotePartyTrust: 'never',
  callersOperator: null,
  callersRegion: null,
  reliableProgress: true,
  optionsSeconds: 5,
  prefixes: [],
  callsPerSecond: 20,
  callsAtOnce: 200,
  costWeight: 1,
  shortCallsPerHour: 0,
  earlyMediaIsRinging: 'learned',
  unreachableTriesNext: false,
  overrides: {},
  responseTimeoutMs: 5_000,
  ringingTimeoutMs: 20_000,
  flashRingMs: 4_000,
  earlyMediaWaitMs: 12_000,
  voiceRingMs: 25_000,
  speechDelayMs: 700,
}

export interface TrunkRecord {
  readonly name: string
  /** The carrier simulator of demo mode. */
  readonly demo: boolean
  readonly settings: TrunkSettings
  /** The password under the sealing key, which is not in the database. */
  readonly sealedPassword: string | null
  readonly updatedAt: number
}

/** Numbers `first` to `last`, digits of one length, that may be shown on a trunk. */
export interface CallerRangeRecord {
  readonly first: string
  readonly last: string
  readonly trunk: string
}

/** A number that people call to confirm their own. */
export interface ConfirmationNumberRecord {
  readonly number: string
  /** Reaches the simulated carrier alone. */
  readonly demo: boolean
  /** The trunks that carry it; none is any trunk that takes incoming calls. */
  readonly trunks: readonly string[]
}

export interface NewConfirmationNumbers {
  readonly numbers: readonly string[]
  readonly demo: boolean
  readonly trunks?: readonly string[]
}
