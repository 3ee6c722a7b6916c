import {
  type Clock,
  type IncomingCall,
  parseNameAddress,
  parseUri,
  type SipRequest,
  type Timer,
} from '@ringkey/sip'
import { registeredUser } from '../trunks/registered-user.ts'
import { answerWithThankYou, type ThankYou } from './answer-with-thank-you.ts'
import { numberIn, readCallerIdentity } from './caller-identity.ts'
import type { SipEvent, SipTrunk, SpokenThanks } from './messages.ts'
import { isAtPort } from './trunk-addresses.ts'

/** Refused calls that wait for their ACK, at most 32 s each. */
const maxWaiting = 10_000

/** A call to a number that may be answered is refused as any other when the main thread does not decide in this time. */
const decideMs = 2_000

type Refusal = Extract<SipEvent, { kind: 'refused-incoming' }>['why']

interface Undecided {
  readonly call: IncomingCall
  readonly trunk: SipTrunk
  readonly patience: Timer
}

export interface IncomingInvitesDeps {
  readonly clock: Clock
  emit(event: SipEvent): void
  /** undefined: nothing can be said in this voice. */
  thanksFor(trunk: SipTrunk, thanks: SpokenThanks): ThankYou | undefined
}

/**
 * Incoming calls: refused with 486 and reported when they have both numbers. Only a call that confirms, to a toll-free
 * number that the operator has marked for it, is answered.
 */
export class IncomingInvites {
  readonly #deps: IncomingInvitesDeps
  readonly #undecided = new Map<number, Undecided>()
  #lastId = 0
  #waiting = 0

  constructor(deps: IncomingInvitesDeps) {
    this.#deps = deps
  }

  /** `trunks`: those whose carrier sends from the address of this call. */
  take(call: IncomingCall, trunks: readonly SipTrunk[]): void {
    const { clock, emit } = this.#deps
    const trunk = trunkOfCall(call, trunks)
    const refused = (why: Refusal) => emit({ kind: 'refused-incoming', trunk: trunk?.name ?? '', why })
    const called = trunk === undefined ? undefined : calledOf(call.request, trunk)
    const awaitsDecision =
      trunk !== undefined &&
      called !== undefined &&
      trunk.settings.incomingCalls &&
      trunk.thanked.includes(called) &&
      this.#waiting < maxWaiting
    // A 404 would make carriers disable the number, so every number is busy.
    if (!awaitsDecision) call.reject(486)
    if (trunk === undefined) return void refused('unknown-trunk')
    if (!trunk.settings.incomingCalls) return void refused('outgoing-only')
    if (called === undefined) return void refused('unreadable')
    const identity = readCallerIdentity(call.request, trunk.settings)
    if (this.#waiting >= maxWaiting) return void refused('too-many')
    const id = ++this.#lastId
    this.#waiting += 1
    if (awaitsDecision) {
      const patience = clock.after(decideMs, () => this.decide(id, null))
      this.#undecided.set(id, { call, trunk, patience })
    }
    let isConfirmed = false
    call.handlers = {
      onAcknowledged: () => {
        isConfirmed = true
        emit({ kind: 'confirmed', id })
      },
    }
    emit({
      kind: 'incoming',
      id,
      trunk: trunk.name,
      called,
      identity,
      attestation: attestationOf(call.request),
      awaitsDecision,
    })
    void call.ended.then((end) => {
      this.#waiting -= 1
      this.decide(id, null)
      if (isConfirmed) return
      // A single datagram with a forged source proves nothing: only the receiver of our 486 knows the 128 bits of its
      // tag.
      const confirmed = end.kind === 'refused' && end.confirmed
      emit({ kind: confirmed ? 'confirmed' : 'unconfirmed', id })
    })
  }

  /** Whether a call that awaits it is answered with a thank-you, and how; null: it is refused. */
  decide(id: number, spoken: SpokenThanks | null): void {
    const undecided = this.#undecided.get(id)
    if (undecided === undefined) return
    const { call, trunk, patience } = undecided
    this.#undecided.delete(id)
    patience.clear()
    const thanks = spoken === null ? undefined : this.#deps.thanksFor(trunk, spoken)
    if (thanks === undefined) call.reject(486)
    else void answerWithThankYou(call, thanks)
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
