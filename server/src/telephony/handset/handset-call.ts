/** A call as the demo phone shows it. Numbers are in full: this is the phone of whoever tries Ringkey out. */
export interface HandsetCall {
  readonly id: number
  readonly direction: 'in' | 'out'
  readonly from: string
  readonly to: string
  /** The demo account that placed or dialled it; undefined for calls of the operator. */
  readonly accountId?: number
  readonly state: 'ringing' | 'dialling' | 'answered' | 'ended'
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt?: number
  /** How it ended, for people. */
  readonly why?: string
  /** Audio that arrived and can be listened to. */
  readonly heardMs?: number
}
