import type { SipMessage } from '../message/message.ts'
import type { Destination } from '../transport/transport.ts'

/** One message on the wire, as a SIP ladder shows it. */
export interface TraceEvent {
  readonly direction: 'sent' | 'received'
  readonly atMs: number
  readonly peer: Destination
  readonly bytes: Uint8Array
  /** Undefined for what could not be understood. */
  readonly message: SipMessage | undefined
  /** An answer of ours from a source that is not listened to: seen, and not used. */
  readonly ignored?: boolean
}

export type Trace = (event: TraceEvent) => void
