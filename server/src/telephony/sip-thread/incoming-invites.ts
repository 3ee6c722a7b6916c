import { type IncomingCall, parseNameAddress, parseUri, type SipRequest } from '@ringkey/sip'
import { registeredUser } from '../trunks/registered-user.ts'
import { readCallerIdentity } from './caller-identity.ts'
import type { SipEvent, SipTrunk } from './messages.ts'
import { numberIn } from './number-in-uri.ts'
import { isAtPort } from './trunk-addresses.ts'

/** Refused calls that wait for their ACK, at most 32 s each. */
const maxWaiting = 10_000

/** Incoming calls: never answered, always refused with 486, and reported when they have both numbers. */
export class IncomingInvites {
  readonly #emit: (event: SipEvent) => void
  #lastId = 0
  #waiting = 0

  constructor(emit: (event: SipEvent) => void) {
    this.#emit = emit
  }

  /** `trunks`: those whose carrier sends from the address of this call. */
  take(call: IncomingCall, trunks: readonly SipTrunk[]): void {
    const trunk = trunkOfCall(call, trunks)
    // A 404 would make carriers disable the number, so every number is busy.
    call.reject(486)
    if (trunk === undefined)
      return void this.#emit({ kind: 'refused-incoming', trunk: '', why: 'unknown-trunk' })
    if (!trunk.settings.incomingCalls)
      return void this.#emit({ kind: 'refused-incoming', trunk: trunk.name, why: 'outgoing-only' })
    const called = calledOf(call.request, trunk)
    if (called === undefined)
      return void this.#emit({ kind: 'refused-incoming', trunk: trunk.name, why: 'unreadable' })
    const identity = readCallerIdentity(call.request, trunk.settings)
    if (this.#waiting >= maxWaiting)
      return void this.#emit({ kind: 'refused-incoming', trunk: trunk.name, why: 'too-many' })
    const id = ++this.#lastId
    this.#waiting += 1
    this.#emit({
      kind: 'incoming',
      id,
      trunk: trunk.name,
      called,
      identity,
      attestation: attestationOf(call.request),
    })
    void call.ended.then((end) => {
      this.#waiting -= 1
      // A single datagram with a forged source proves nothing: only the receiver of our 486 knows the 128 bits of its
      // tag.
      const confirmed = end.kind === 'refused' && end.confirmed
      this.#emit({ kind: confirmed ? 'confirmed' : 'unconfirmed', id })
    })
  }
}

/**
 * Several trunks at one address of a carrier are told apart by the contact that was registered, by the number that was
 * called, by the host names of the call, and by the port. Each sign narrows the choice unless it fits none.
 */
function trunkOfCall(
  { request, source }: Pick<IncomingCall, 'request' | 'source'>,
  trunks: readonly SipTrunk[],
): SipTrunk | undefined {
  const uris = [parseUri(request.uri), request.to.uri, request.from.uri].map((uri) =>
    uri !== undefined && 'host' in uri ? uri : undefined,
  )
  const signs: readonly ((trunk: SipTrunk) => boolean)[] = [
    ({ settings }) => registeredUser(settings) === uris[0]?.user,
    (trunk) => trunk.numbers.includes(calledOf(request, trunk) ?? ''),
    ({ settings }) => uris.some((uri) => uri?.host === (settings.fromDomain ?? settings.host).toLowerCase()),
    (trunk) => isAtPort(trunk, source.port),
  ]
  const [trunk] = signs.reduce((left, sign) => {
    const fitting = left.filter(sign)
    return fitting.length === 0 ? left : fitting
  }, trunks)
  return trunk
}

function calledOf(request: SipRequest, trunk: SipTrunk): string | undefined {
  switch (trunk.settings.calledPlace) {
    case 'request-uri':
      return numberIn(parseUri(request.uri), trunk.settings)
    case 'to':
      return numberIn(request.to.uri, trunk.settings)
    // RFC 7315 4.2
    case 'p-called-party-id':
      return numberIn(parseNameAddress(request.headers.get('P-Called-Party-ID') ?? '')?.uri, trunk.settings)
  }
}

/** RFC 8588 4: A, B or C in the PASSporT of the Identity header. Reported, not verified. */
function attestationOf(request: SipRequest): string | undefined {
  const payload = request.headers.get('Identity')?.split(';')[0]?.split('.')[1]
  if (payload === undefined) return undefined
  try {
    const { attest } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { attest?: unknown }
    return typeof attest === 'string' && /^[ABC]$/.test(attest) ? attest : undefined
  } catch {
    return undefined
  }
}
