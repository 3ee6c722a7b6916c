/** Time limits of one call over one trunk; a trunk may set its own. */
export const defaultTimers = {
  /** Without any response for this long the trunk counts as unreachable. */
  responseMs: 5_000,
  /** From the INVITE to the first 180 or 183. Mobile networks take 3 to 12 s. */
  progressMs: 20_000,
  /** How long a flash call rings, from the first 180. */
  flashRingMs: 4_000,
  /** How long a flash call waits for a 180 after the first 183. */
  earlyMediaWaitMs: 12_000,
  /** How long voice and mix ring. */
  voiceRingMs: 25_000,
  /**
   * Speech begins this long after the ACK, or at the first RTP packet: the person has to raise the phone to the ear.
   */
  speechDelayMs: 700,
  /** Speech that has not ended by then has failed. */
  speechLimitMs: 30_000,
  /** How long we wait for an answer to our BYE when nothing else shows that a person heard the code. */
  byeAnswerMs: 5_000,
  /** The wait after our CANCEL or BYE; a little over 64*T1 = 32 s, when the transaction has ended by itself. */
  releaseMs: 40_000,
}
/** Of the limit of the speech: an assistant or a voicemail is let speak so long after the answer. */
export const longestWaitMs = 8_000
export type CallTimers = Readonly<typeof defaultTimers>

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
