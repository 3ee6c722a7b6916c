/** Trunks and the numbers that may be shown on them, as the store keeps them. */

export const sipTransports = ['udp', 'tcp', 'tls'] as const
/** Headers that can carry the calling number. */
export const callerPlaces = ['from', 'pai', 'ppi', 'rpid', 'diversion'] as const
/** What the Privacy header of a call says (RFC 3323, RFC 3325 9.3); `unset` sends none. */
export const privacyRequests = ['unset', 'none', 'id'] as const
/** Where an incoming call carries the dialled number. */
export const calledPlaces = ['request-uri', 'to', 'p-called-party-id'] as const
/** The meanings that an operator may give to a status or a Q.850 cause of this carrier. */
export const overrideMeanings = ['busy', 'unreachable', 'bad-number', 'trunk-fault', 'route-fault'] as const

/** Whether a lasting 183 without 180 means that the phone rings; `learned` decides from the trunk's own calls. */
export const earlyMediaMeanings = ['learned', 'yes', 'no'] as const

/**
 * How far the From of an incoming call is trusted when the network asserts no other identity. `screened`: the carrier
 * checks it. `unscreened`: only the caller says so. `verified`: only with a `verstat` that says passed.
 */
export const fromTrusts = ['never', 'verified', 'unscreened', 'screened'] as const
/** Whether Remote-Party-ID is read; `screened` only where it says `screen=yes`. */
export const remotePartyTrusts = ['never', 'screened', 'always'] as const

export interface TrunkSettings {
  readonly enabled: boolean
  /** A name (with SRV records or without) or an address. */
  readonly host: string
  /** null uses SRV records, else the default port. */
  readonly port: number | null
  readonly transport: (typeof sipTransports)[number]
  /** Requests above 1,300 bytes are sent over TCP when the transport is UDP (RFC 3261 18.1.1). */
  readonly tcpForLarge: boolean
  /** Encrypts audio with keys in the SDP (RFC 4568); only with TLS, because the signalling carries the keys. */
  readonly srtp: boolean
  /** A PEM file with the authorities for its TLS certificate; null uses those of the system. */
  readonly caFile: string | null
  /** `host` or `host:port` of an outbound proxy. */
  readonly proxy: string | null
  /** The user name of digest authentication; in an IMS it has an `@`. */
  readonly authUser: string | null
  /** The user to register (the public identity of an IMS), if it is not the part of `authUser` before the `@`. */
  readonly registerUser: string | null
  /** The user of From when the calling number is in another header. */
  readonly fromUser: string | null
  /** null uses the host. */
  readonly fromDomain: string | null
  readonly register: boolean
  /** The registration interval that is requested from the registrar. */
  readonly registerSeconds: number
  /** False: the trunk is for outgoing calls only, and an incoming call over it confirms nothing. */
  readonly incomingCalls: boolean
  /** Further addresses, besides those of the host, from which incoming calls and media may come. */
  readonly trustedSources: readonly string[]
  /** How numbers are written (telephony/trunks/number-format.ts). */
  readonly calledFormat: string
  readonly callerFormat: string
  readonly incomingFormat: string
  readonly callerPlaces: readonly (typeof callerPlaces)[number][]
  /** The carrier trusts our identity headers (RFC 3324): P-Asserted-Identity may be sent. */
  readonly trustDomain: boolean
  /** From is anonymous; the calling number is in another header. */
  readonly anonymousFrom: boolean
  readonly privacy: (typeof privacyRequests)[number]
  readonly calledPlace: (typeof calledPlaces)[number]
  readonly fromTrust: (typeof fromTrusts)[number]
  readonly remotePartyTrust: (typeof remotePartyTrusts)[number]
  /** The operator or region, as the numbering registry names it, if only its subscribers call over this trunk. */
  readonly callersOperator: string | null
  readonly callersRegion: string | null
  /** Offers reliable provisional responses (RFC 3262). */
  readonly reliableProgress: boolean
  /** Seconds between two OPTIONS; 0 sends none. */
  readonly optionsSeconds: number
  /** Operators whose numbers the trunk may show, as the numbering registry names them; empty is not checked. */
  readonly numberOperators: readonly string[]
  /** E.164 prefixes of the destinations that it carries; an empty list means all. */
  readonly prefixes: readonly string[]
  readonly callsPerSecond: number
  readonly callsAtOnce: number
  /** What the carrier charges, by destination prefix (telephony/trunks/trunk-price.ts). */
  readonly prices: Readonly<Record<string, string>>
  /** Of two trunks that are equally good and cost the same, the one with the lower weight is tried first. */
  readonly costWeight: number
  /** Rules of the operator by destination (telephony/trunks/destination-rule.ts). */
  readonly routing: Readonly<Record<string, string>>
  /** The most calls that nobody is meant to answer (flash, mix) in a clock hour; 0 means no limit. */
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
  numberOperators: [],
  prefixes: [],
  callsPerSecond: 20,
  callsAtOnce: 200,
  prices: {},
  costWeight: 1,
  routing: {},
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
  /** The password, encrypted with a key that is not in the database. */
  readonly sealedPassword: string | null
  readonly updatedAt: number
}

/** Numbers `first` to `last`, digits of one length, that may be shown on a trunk. */
export interface CallerRangeKey {
  readonly first: string
  readonly last: string
  readonly trunk: string
}

export interface CallerRangeRecord extends CallerRangeKey {
  /** What phones show beside these numbers, as agreed with the network; "" when nothing is known. */
  readonly label: string
  /** The category of calls that networks keep for these numbers. */
  readonly category: string
}

/** A number that people call to confirm their own. */
export interface ConfirmationNumberRecord {
  readonly number: string
  /** Reachable only through the simulated carrier. */
  readonly demo: boolean
  /** The trunks that carry it; an empty list means any trunk that takes incoming calls. */
  readonly trunks: readonly string[]
}

export interface NewConfirmationNumbers {
  readonly numbers: readonly string[]
  readonly demo: boolean
  readonly trunks?: readonly string[]
}
