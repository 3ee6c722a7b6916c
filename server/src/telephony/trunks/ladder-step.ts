/** One message of a SIP dialogue as people read it. No numbers. */
export interface LadderStep {
  /** Since the first message. */
  readonly atMs: number
  readonly direction: 'sent' | 'received'
  /** `INVITE`, `180 Ringing to INVITE`. */
  readonly title: string
  /** `203.0.113.7:5060 udp` */
  readonly peer: string
}
