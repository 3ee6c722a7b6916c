import { type NameAddress, parseNameAddress, type SipRequest, type Uri, verstatsOf } from '@ringkey/sip'
import type {
  IdentitySource,
  ReasonToBelieve,
  ReasonToDoubt,
  VerstatLevel,
} from '../../storage/caller-identity.ts'
import type { TrunkSettings } from '../../storage/queries/trunks.ts'
import { isCountryGuessed, parseNumberFormat, readNumber } from '../trunks/number-format.ts'

/** The caller, as far as the INVITE names it. Numbers are E.164 digits. */
export interface CallerIdentity {
  /** The number that is trusted. */
  readonly believed: string | undefined
  /** A number from any header, for the record of a call whose number was not trusted. */
  readonly claimed: string | undefined
  readonly source: IdentitySource
  /** The header that names the caller best, also one that this trunk does not read or believe. */
  readonly namedIn: IdentitySource
  readonly verstat: VerstatLevel
  readonly why: ReasonToBelieve | ReasonToDoubt
  /** From contained `verstat=TN-Validation-Passed`, but the carrier is not known to check From. */
  readonly verstatFromCaller: boolean
}

export type IdentityTrust = Pick<TrunkSettings, 'fromTrust' | 'remotePartyTrust' | 'incomingFormat'>

/**
 * RFC 3325 9.1: the identity that the network asserts ranks above the one that the caller states. From is used only
 * when the network asserts nothing: it never replaces an asserted identity that is not a number, a withheld identity or
 * a failed check.
 */
export function readCallerIdentity(request: SipRequest, trust: IdentityTrust): CallerIdentity {
  const { headers } = request
  const { read: asserted } = addresses(request, 'P-Asserted-Identity')
  const remote = addresses(request, 'Remote-Party-ID')
  const parties = remote.read.filter(isCallingParty)
  const isRemotePartyRead = trust.remotePartyTrust !== 'never' && (parties.length > 0 || remote.isBroken)
  const numberOf = (address: NameAddress) => numberIn(address.uri, trust)
  const numbers = (of: readonly NameAddress[]) => [
    ...new Set(of.map(numberOf).filter((number) => number !== undefined)),
  ]
  const assertedNumbers = numbers(asserted)
  const partyNumbers = numbers(parties)
  const fromNumber = numberOf(request.from)
  const claimed = assertedNumbers[0] ?? (isRemotePartyRead ? partyNumbers[0] : undefined) ?? fromNumber
  const isScreened = parties.every((party) => parameterOf(party, 'screen') === 'yes')
  const mayNameParty = partyNumbers.length === 1 && (isRemotePartyRead || isScreened)
  const ofCaller = fromNumber === undefined ? 'none' : 'from'
  const namedIn = assertedNumbers.length > 0 ? 'asserted' : mayNameParty ? 'remote-party' : ofCaller
  const nobody = (why: ReasonToDoubt, verstat: VerstatLevel = 'none'): CallerIdentity => ({
    believed: undefined,
    claimed,
    source: 'none',
    namedIn,
    verstat,
    why,
    verstatFromCaller: false,
  })
  // A failed check counts in any header: a caller gains nothing by adding it.
  if ([...asserted, ...parties, request.from].some((address) => levelIn(address) === 'failed'))
    return nobody('verstat-failed', 'failed')

  if (headers.has('P-Asserted-Identity')) {
    if (assertedNumbers.length > 1) return nobody('asserted-two-numbers')
    if (assertedNumbers.length === 0)
      return nobody(isWithheld(request, parties) ? 'withheld' : 'asserted-no-number')
    return identity(assertedNumbers[0]!, 'asserted', 'asserted', bestOf(asserted))
  }
  if (isRemotePartyRead) {
    if (partyNumbers.length !== 1) return nobody('remote-party-no-number')
    if (!isScreened && trust.remotePartyTrust === 'screened') return nobody('remote-party-not-screened')
    const why = isScreened ? 'remote-party-screened' : 'remote-party-unscreened'
    return identity(partyNumbers[0]!, 'remote-party', why, isScreened ? bestOf(parties) : 'none')
  }
  if (isWithheld(request, parties)) return nobody('withheld')
  if (fromNumber === undefined) return nobody('no-number')
  const verstat = levelIn(request.from)
  if (lacksCountry(request.from.uri, trust)) return nobody('from-without-country', verstat)
  switch (trust.fromTrust) {
    case 'screened':
      return identity(fromNumber, 'from', 'from-screened', verstat)
    case 'verified':
      return verstat === 'passed'
        ? identity(fromNumber, 'from', 'from-verified', verstat)
        : nobody('from-not-trusted', verstat)
    case 'unscreened': {
      const verstatFromCaller = verstat === 'passed'
      const believed = verstatFromCaller ? 'none' : verstat
      return { ...identity(fromNumber, 'from', 'from-unscreened', believed), verstatFromCaller }
    }
    case 'never':
      return nobody('from-not-trusted', verstat)
  }
}

function identity(
  number: string,
  source: IdentitySource,
  why: ReasonToBelieve,
  verstat: VerstatLevel,
): CallerIdentity {
  return {
    believed: number,
    claimed: number,
    source,
    namedIn: source,
    verstat,
    why,
    verstatFromCaller: false,
  }
}

/** The values of a header that can be parsed, and whether some cannot. */
function addresses({ headers }: SipRequest, name: string): { read: NameAddress[]; isBroken: boolean } {
  const values = headers.list(name)
  const read = (values ?? []).map(parseNameAddress).filter((address) => address !== undefined)
  return { read, isBroken: values === undefined || read.length < values.length }
}

const parameterOf = ({ parameters }: NameAddress, name: string) =>
  parameters.get(name)?.replaceAll('"', '').toLowerCase()

/** draft-ietf-sip-privacy-04 6.1: the defaults are `calling` for `party` and `subscriber` for `id-type`. */
function isCallingParty(address: NameAddress): boolean {
  const party = parameterOf(address, 'party') ?? 'calling'
  const type = parameterOf(address, 'id-type') ?? 'subscriber'
  return party === 'calling' && (type === 'subscriber' || type === 'user')
}

/**
 * RFC 3323 4.2 and RFC 3325 9.3: the caller requested to be withheld. A request to be withheld needs no trust. RFC 3323
 * 4.1.1.3: From is then `sip:anonymous@anonymous.invalid`.
 */
function isWithheld({ headers, from }: SipRequest, parties: readonly NameAddress[]): boolean {
  const privacy = headers
    .lines('Privacy')
    .flatMap((line) => line.split(/[;,]/))
    .map((value) => value.trim().toLowerCase())
  if (privacy.includes('id') || privacy.includes('user')) return true
  if ('user' in from.uri && from.uri.user?.toLowerCase() === 'anonymous') return true
  return parties.some((party) => /(^|,)(full|uri)(-|,|$)/.test(parameterOf(party, 'privacy') ?? ''))
}

const verstatOrder: readonly VerstatLevel[] = ['failed', 'not-validated', 'passed']

/** The worst value within one header, then the best of several headers: a failed check was handled before. */
function levelIn(address: NameAddress): VerstatLevel {
  const levels = verstatsOf(address).map(levelOf)
  return verstatOrder.find((level) => levels.includes(level)) ?? 'none'
}

// ATIS-1000074: the attestation may follow, as in TN-Validation-Passed-A.
function levelOf(verstat: string): VerstatLevel {
  const outcome = /^TN-Validation-(Passed|Failed)(?:-|$)/i.exec(verstat)?.[1]?.toLowerCase()
  return outcome === 'passed' || outcome === 'failed' ? outcome : 'not-validated'
}

function bestOf(all: readonly NameAddress[]): VerstatLevel {
  const levels = all.map(levelIn)
  return verstatOrder.findLast((level) => levels.includes(level)) ?? 'none'
}

type Written = Pick<TrunkSettings, 'incomingFormat'>

/** The number in a URI, as E.164 digits. */
export function numberIn(uri: Uri | undefined, { incomingFormat }: Written): string | undefined {
  return readNumber(parseNumberFormat(incomingFormat)!, writtenIn(uri))
}

/** See `isCountryGuessed`. */
function lacksCountry(uri: Uri, { incomingFormat }: Written): boolean {
  return isCountryGuessed(parseNumberFormat(incomingFormat)!, writtenIn(uri))
}

/** The number as it is written; "" when there is none. */
function writtenIn(uri: Uri | undefined): string {
  if (uri === undefined || uri.scheme === 'other') return ''
  // RFC 3966 in a user part: parameters follow the number after a semicolon.
  const written = uri.scheme === 'tel' ? `${uri.number}${uri.parameters}` : (uri.user ?? '')
  const number = written.split(';')[0]!
  // RFC 3966 5.1.5: a local number belongs to the country of its context, not to ours.
  const context = number.startsWith('+') ? undefined : /;phone-context=(\+\d+)/i.exec(written)?.[1]
  return `${context ?? ''}${number}`
}
