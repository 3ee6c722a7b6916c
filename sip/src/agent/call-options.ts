import type { Credentials } from '../auth/digest-client.ts'
import type { SipResponse } from '../message/message.ts'
import type { TransportName } from '../transport/transport.ts'
import type { Body } from './body.ts'
import type { CallEnd } from './call-end.ts'
import type { SessionHandlers } from './in-dialog-answers.ts'

/** What the caller may want to know of a call that it places. */
export interface OutgoingCallHandlers extends SessionHandlers {
  /** A 100: the next hop has the INVITE, and nothing is known of the phone. Copies come too. */
  onTrying?(): void
  /** A provisional response above 100: ringing, early media, a Reason. Copies are left out. */
  onProgress?(response: SipResponse): void
  /** The call was answered and acknowledged; the response holds the SDP answer. */
  onAnswer?(response: SipResponse): void
  /** Our CANCEL has left: when the call was given up, or once the peer had said something. */
  onCancelSent?(): void
  /** The call has ended, however it did. */
  onEnd?(end: CallEnd): void
  /** When the INVITE had no offer: the answer to that of the 2xx, sent in the ACK. */
  answerOffer?(offer: Body): Body | undefined
}

/** A call to be placed. */
export interface CallOptions extends OutgoingCallHandlers {
  /** Who is called: the Request-URI. */
  readonly to: string
  /** Who calls: a URI, or `"Name" <uri>`. */
  readonly from: string
  /** The To header, when it shall not be the Request-URI. */
  readonly toHeader?: string
  /** Where the INVITE is sent instead of to the host of `to`: an outbound proxy (a `sip:` URI). */
  readonly proxy?: string
  /** Route values that follow the proxy: the Service-Route of a registration (RFC 3608). */
  readonly routes?: readonly string[]
  /** How the first hop is reached when its URI does not say so. */
  readonly transport?: TransportName
  readonly credentials?: Credentials
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** The SDP offer. */
  readonly body?: Body
  /** The user part of our Contact; that of `from` when left out. */
  readonly contactUser?: string
  /** Whether we offer to acknowledge provisional responses (RFC 3262); true when left out. */
  readonly reliableProgress?: boolean
  /** The session interval that we ask for, in seconds (RFC 4028); 0 asks for none. 1800 when left out. */
  readonly sessionIntervalS?: number
  /** Keeps an INVITE above 1,300 bytes on UDP, for carriers whose TCP is not for us (RFC 3261 18.1.1 wants TCP). */
  readonly staysOnUdp?: boolean
  /** A server that has said nothing for so long is given up for the next one, if DNS names one. */
  readonly serverPatienceMs?: number
  /** The call is cancelled when it is not answered so long after the first provisional; 180 s when left out. */
  readonly ringLimitMs?: number
}
