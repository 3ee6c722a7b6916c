/** What went wrong on the SIP sockets of this node since the start, for people. */
export interface SipTally {
  /** Messages and connections from addresses that no trunk has. They got no answer. */
  readonly strangers: number
  /** Messages that were sent again because no answer had come. */
  readonly retransmitted: number
  /** Requests of ours that never got a final answer. */
  readonly timedOut: number
  /** Messages that could not be understood. */
  readonly unreadable: number
  /** Answers that belong to no request of ours, or came from an address that no trunk has. */
  readonly droppedAnswers: number
  /** Messages on which our own code failed. The log has each. */
  readonly faults: number
  /** Messages that went over the sockets, to compare with. */
  readonly sent: number
  readonly received: number
}

/** From the counters that the line reports; before its first report everything is 0. */
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
