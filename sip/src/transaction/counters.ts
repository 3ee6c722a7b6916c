/** What happened since the start; everything that was dropped is in one of these. */
export interface TransactionCounters {
  received: number
  sent: number
  /** Sent again by timers A, E and G. */
  retransmitted: number
  /** Requests that were here before; absorbed or answered again. */
  repeatedRequests: number
  /** Messages that could not be understood and were dropped. */
  malformedDropped: number
  /** Messages that could not be understood and were answered 400 or 505. */
  malformedAnswered: number
  /** Responses that belong to no transaction. */
  strayResponses: number
  /** Responses with more than one Via: they were meant for somebody else (RFC 3261 8.1.3.3). */
  misroutedResponses: number
  /** Requests that came on two ways and were answered 482. */
  mergedRequests: number
  /** Requests that were refused or dropped because `maxTransactions` was reached. */
  refusedByLimit: number
  /** Messages that the transport could not send. */
  unsent: number
  /** Final responses to an INVITE that were never acknowledged. */
  unconfirmed: number
  /** ACKs with the branch of a transaction of ours, but not with the tag of its response. */
  foreignAcks: number
  /** Messages of sources that are not listened to. */
  unadmitted: number
  /** Answers to our own requests that came from sources that are not listened to. */
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
