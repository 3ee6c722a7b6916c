import type { Credentials } from '../auth/digest-client.ts'
import type { SipResponse } from '../message/message.ts'
import type { Destination, TransportName } from '../transport/transport.ts'
import type { Body } from './body.ts'
import type { CallEnd } from './call-end.ts'
import type { SessionHandlers } from './in-dialog-answers.ts'

/** Events of a call that we place. */
export interface OutgoingCallHandlers extends SessionHandlers {
  /** A server has sent a response to the INVITE, whatever it says: the server is alive. */
  onHeard?(server: Destination): void
  /** A 100 came: the next hop has the INVITE, but nothing is known about the phone yet. Copies are reported too. */
  onTrying?(): void
  /** A provisional response above 100: ringing, early media, a Reason. Copies are not reported. */
  onProgress?(response: SipResponse): void
  /** The call was answered and acknowledged; the response holds the SDP answer. */
  onAnswer?(response: SipResponse): void
  /**
   * Our CANCEL was sent: at once when the call was given up, or later, when the peer's first provisional response came.
   */
  onCancelSent?(): void
  /** The call has ended, for any reason. */
  onEnd?(end: CallEnd): void
  /** Used when the INVITE had no offer: returns our answer to the offer in the 2xx. The answer is sent in the ACK. */
  answerOffer?(offer: Body): Body | undefined
}

/** A call to be placed. */
export interface CallOptions extends OutgoingCallHandlers {
  /** The callee: the Request-URI. */
  readonly to: string
  /** The caller: a URI, or `"Name" <uri>`. */
  readonly from: string
  /** The To header, when it differs from the Request-URI. */
  readonly toHeader?: string
  /** Where the INVITE is sent instead of to the host of `to`: an outbound proxy (a `sip:` URI). */
  readonly proxy?: string
  /** Route values that follow the proxy: the Service-Route of a registration (RFC 3608). */
  readonly routes?: readonly string[]
  /** The transport to the first hop when its URI does not name one. */
  readonly transport?: TransportName
  readonly credentials?: Credentials
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** The SDP offer. */
  readonly body?: Body
  /** The user part of our Contact; the user part of `from` when left out. */
  readonly contactUser?: string
  /** Whether we offer to acknowledge provisional responses (RFC 3262); true when left out. */
  readonly reliableProgress?: boolean
  /** The session interval that we request, in seconds (RFC 4028); 0 requests none. 1800 when left out. */
  readonly sessionIntervalS?: number
  /**
   * Keeps an INVITE above 1,300 bytes on UDP, for carriers that do not accept our TCP (RFC 3261 18.1.1 requires TCP).
   */
  readonly staysOnUdp?: boolean
  /** When a server sends nothing for this long, the next server is tried, if DNS names one. */
  readonly serverPatienceMs?: number
  /**
   * The call is cancelled when it is not answered within this time after the first provisional response; 180 s when
   * left out.
   */
  readonly ringLimitMs?: number
}
