/** Which counters of the SIP thread make each figure. */
const counters = {
  /** Messages and connections from addresses of no trunk. They got no answer. */
  strangers: ['unadmitted', 'refusedStrangers'],
  /** Messages that were retransmitted because no answer had come. */
  retransmitted: ['retransmitted'],
  /** Requests of ours that never got a final response. */
  timedOut: ['timedOut'],
  /** Messages that could not be parsed. */
  unreadable: ['malformedDropped', 'malformedAnswered'],
  /** Responses that match no request of ours, or came from an address of no trunk. */
  droppedAnswers: ['strayResponses', 'misroutedResponses', 'foreignAnswers'],
  /** All messages on the sockets, for comparison. */
  sent: ['sent'],
  received: ['received'],
}

/** Problems on the SIP sockets of this node since the start, for people. Each of `faults` in our own code is in the log. */
export type SipTally = Readonly<Record<keyof typeof counters | 'faults', number>>

/** All 0 before the first report of the SIP thread. */
export function sipTally(counts: Readonly<Record<string, number>>, faults: number): SipTally {
  const sums = Object.entries(counters).map(([figure, names]) => [
    figure,
    names.reduce((sum, name) => sum + (counts[name] ?? 0), 0),
  ])
  return { ...Object.fromEntries(sums), faults }
}
