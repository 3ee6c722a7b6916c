/** Counters since the start; every dropped message is counted in one of them. */
export interface TransactionCounters {
  received: number
  sent: number
  /** Messages retransmitted by timers A, E and G. */
  retransmitted: number
  /** Retransmitted requests, which were absorbed or answered again. */
  repeatedRequests: number
  /** Messages that could not be parsed and were dropped. */
  malformedDropped: number
  /** Messages that could not be parsed and were answered 400 or 505. */
  malformedAnswered: number
  /** Responses that match no transaction. */
  strayResponses: number
  /** Responses with more than one Via: they were meant for another client (RFC 3261 8.1.3.3). */
  misroutedResponses: number
  /** Merged requests: they arrived over two paths and were answered 482. */
  mergedRequests: number
  /** Requests that were refused or dropped because `maxTransactions` was reached. */
  refusedByLimit: number
  /** Messages that the transport could not send. */
  unsent: number
  /** Final responses to an INVITE that were never acknowledged. */
  unconfirmed: number
  /** ACKs with the branch of a transaction of ours, but not with the tag of its response. */
  foreignAcks: number
  /** Messages from sources that are not admitted. */
  unadmitted: number
  /** Answers to our own requests from sources that are not admitted. */
  foreignAnswers: number
  /** Client transactions that ended without a final response. */
  timedOut: number
}

export function newCounters(): TransactionCounters {
  return {
    received: 0,
    sent: 0,
    retransmitted: 0,
    repeatedRequests: 0,
    malformedDropped: 0,
    malformedAnswered: 0,
    strayResponses: 0,
    misroutedResponses: 0,
    mergedRequests: 0,
    refusedByLimit: 0,
    unsent: 0,
    unconfirmed: 0,
    foreignAcks: 0,
    unadmitted: 0,
    foreignAnswers: 0,
    timedOut: 0,
  }
}
