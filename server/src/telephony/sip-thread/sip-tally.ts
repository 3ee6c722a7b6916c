/** Problems on the SIP sockets of this node since the start, for people. */
export interface SipTally {
  /** Messages and connections from addresses of no trunk. They got no answer. */
  readonly strangers: number
  /** Messages that were retransmitted because no answer had come. */
  readonly retransmitted: number
  /** Requests of ours that never got a final response. */
  readonly timedOut: number
  /** Messages that could not be parsed. */
  readonly unreadable: number
  /** Responses that match no request of ours, or came from an address of no trunk. */
  readonly droppedAnswers: number
  /** Messages that caused an error in our own code. Each is in the log. */
  readonly faults: number
  /** All messages on the sockets, for comparison. */
  readonly sent: number
  readonly received: number
}

/** Computed from the counters that the SIP thread reports; all 0 before the first report. */
export function sipTally(counts: Readonly<Record<string, number>>, faults: number): SipTally {
  const sum = (...names: string[]) => names.reduce((total, name) => total + (counts[name] ?? 0), 0)
  return {
    strangers: sum('unadmitted', 'refusedStrangers'),
    retransmitted: sum('retransmitted'),
    timedOut: sum('timedOut'),
    unreadable: sum('malformedDropped', 'malformedAnswered'),
    droppedAnswers: sum('strayResponses', 'misroutedResponses', 'foreignAnswers'),
    faults,
    sent: sum('sent'),
    received: sum('received'),
  }
}
