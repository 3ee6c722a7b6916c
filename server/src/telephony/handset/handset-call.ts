/**
 * A call as the demo phone shows it. Numbers are shown in full: the phone belongs to the person who tries out Ringkey.
 */
export interface HandsetCall {
  readonly id: number
  readonly direction: 'in' | 'out'
  readonly from: string
  readonly to: string
  /** The demo account that placed or dialled it; undefined for calls of the operator. */
  readonly accountId?: number
  /** Of the call that placed it: where the code is. Undefined for calls that are of none. */
  readonly mode?: 'flash' | 'voice' | 'mix'
  readonly state: 'ringing' | 'dialling' | 'answered' | 'ended'
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt?: number
  /** How the call ended, as text for people. */
  readonly why?: string
  /** Received audio is available for listening. */
  readonly heardMs?: number
}
