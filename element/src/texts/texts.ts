/** What the element says. `{caller}`, `{number}`, `{digits}`, `{count}` and `{time}` are filled in. */
export interface Texts {
  /** A call whose number is the code: while it rings, and afterwards. */
  readonly flash: string
  readonly flashDone: string
  readonly voice: string
  readonly voiceDone: string
  readonly mix: string
  readonly mixDone: string
  readonly message: string
  readonly key: string
  readonly inbound: string
  readonly from: string
  readonly undelivered: string
  readonly waiting: string
  readonly code: string
  readonly check: string
  readonly call: string
  readonly qr: string
  readonly timeLeft: string
  readonly attemptsLeft: string
  readonly wrong: string
  readonly nextFlash: string
  readonly nextVoice: string
  readonly nextMix: string
  readonly nextInbound: string
  readonly nextOther: string
  readonly nextLater: string
  readonly retryIn: string
  readonly refused: string
  readonly offline: string
  readonly loading: string
  readonly approved: string
  readonly failed: string
  readonly expired: string
  readonly canceled: string
  readonly blocked: string
}
