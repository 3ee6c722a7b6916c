/** Time limits of one call over one trunk; a trunk may set its own. */
export interface CallTimers {
  /** Without any response for this long the trunk counts as unreachable. */
  readonly responseMs: number
  /** From the INVITE to the first 180 or 183. Mobile networks take 3 to 12 s. */
  readonly progressMs: number
  /** How long a flash call rings, from the first 180. */
  readonly flashRingMs: number
  /** How long a flash call waits for a 180 after the first 183. */
  readonly earlyMediaWaitMs: number
  /** How long voice and mix ring. */
  readonly voiceRingMs: number
  /**
   * Speech begins this long after the ACK, or at the first RTP packet: the person has to raise the phone to the ear.
   */
  readonly speechDelayMs: number
  /** Speech that has not ended by then has failed. */
  readonly speechLimitMs: number
  /** How long we wait for an answer to our BYE when nothing else shows that a person heard the code. */
  readonly byeAnswerMs: number
  /** The wait after our CANCEL or BYE; a little over 64*T1 = 32 s, when the transaction has ended by itself. */
  readonly releaseMs: number
}

export const defaultTimers: CallTimers = {
  responseMs: 5_000,
  progressMs: 20_000,
  flashRingMs: 4_000,
  earlyMediaWaitMs: 12_000,
  voiceRingMs: 25_000,
  speechDelayMs: 700,
  speechLimitMs: 30_000,
  byeAnswerMs: 5_000,
  releaseMs: 40_000,
}

/** Names of the timers of one call. */
export type TimerName =
  | 'response'
  | 'progress'
  | 'early-media'
  | 'ring'
  | 'speech-delay'
  | 'speech-limit'
  | 'bye-answer'
  | 'release'
