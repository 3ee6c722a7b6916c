import type { SipMessage } from '../message/message.ts'
import type { Destination } from '../transport/transport.ts'

/** One message on the wire, as shown in a SIP ladder diagram. */
export interface TraceEvent {
  readonly direction: 'sent' | 'received'
  readonly atMs: number
  readonly peer: Destination
  readonly bytes: Uint8Array
  /** Undefined for a message that could not be parsed. */
  readonly message: SipMessage | undefined
  /** An answer to our request from a source that is not admitted: shown, but not used. */
  readonly ignored?: boolean
}

export type Trace = (event: TraceEvent) => void
