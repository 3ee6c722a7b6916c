/** One SIP message in readable form. Without phone numbers. */
export interface LadderStep {
  /** Milliseconds since the first message. */
  readonly atMs: number
  readonly direction: 'sent' | 'received'
  /** `INVITE`, `180 Ringing to INVITE`. */
  readonly title: string
  /** `203.0.113.7:5060 udp` */
  readonly peer: string
}

/** One line per message; our messages point right, those of the peer left. */
export function ladderLine({ atMs, direction, title, peer }: LadderStep): string {
  const arrow = direction === 'sent' ? `──▶ ${title}` : `◀── ${title}`
  return `${`${atMs} ms`.padStart(9)}  ${arrow.padEnd(44)} ${peer}`
}
