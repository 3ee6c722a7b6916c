import type { SipRequest, SipResponse } from '../message/message.ts'
import type { RequestFailure } from './exchange.ts'

/** How a call ended. Every call ends exactly once. */
export type CallEnd =
  /** The peer sent a final response of 300 or more. After our own CANCEL the call ends as `cancelled` instead. */
  | { readonly kind: 'rejected'; readonly response: SipResponse }
  /**
   * Cancelled, by us or (incoming) by the caller. `response` is the final response to our INVITE; undefined
   * when none came within 64*T1, or nothing had been sent. `crossed`: a 200 crossed our CANCEL, so somebody
   * answered; it was acknowledged and hung up.
   */
  | { readonly kind: 'cancelled'; readonly response: SipResponse | undefined; readonly crossed: boolean }
  /** No final response at all. */
  | { readonly kind: 'failed'; readonly failure: RequestFailure }
  /** We refused an incoming call. `confirmed`: the ACK of our refusal came back with our tag. */
  | { readonly kind: 'refused'; readonly status: number; readonly confirmed: boolean }
  /** An answered call was hung up by the peer, with this BYE. */
  | { readonly kind: 'hung-up'; readonly by: 'peer'; readonly request: SipRequest | undefined }
  /**
   * We hung up. `confirmed`: the peer answered our BYE with 2xx or sent its own BYE. Otherwise it may have been gone
   * before.
   */
  | { readonly kind: 'hung-up'; readonly by: 'us'; readonly confirmed: boolean }
  /** The peer of an answered call is gone, or (`agent-closed`) the agent was closed while the call was in progress. */
  | { readonly kind: 'lost'; readonly reason: 'session-expired' | 'no-ack' | 'peer-gone' | 'agent-closed' }
