import type { LadderStep } from '../trunks/ladder-step.ts'

/** In the order in which they are tried. */
export const ways = ['registration', 'options', 'ringing', 'declined', 'voice', 'inbound'] as const
export type Way = (typeof ways)[number]

/** What was found out, as a word that each language explains. */
export type Finding =
  | 'registered'
  | 'not-registered'
  | 'registrar-refuses'
  | 'does-not-register'
  | 'answers'
  | 'some-servers-silent'
  | 'silent'
  | 'no-phone'
  | 'no-number'
  | 'call-as-expected'
  | 'call-failed'
  | 'not-declined'
  | 'echo-heard'
  | 'sound-heard'
  | 'nothing-heard'
  | 'call-came'
  | 'call-not-usable'
  | 'no-call-came'
  | 'incoming-off'
  | 'no-service'
  | 'given-up'

/** One way over a trunk, tried. */
export interface CheckedWay {
  readonly way: Way
  readonly result: 'passed' | 'failed' | 'left-out'
  readonly tookMs: number
  readonly finding: Finding
  /** What the other end said, or the word for how a call ended; "" when neither is there. */
  readonly said: string
  /** Its messages; none for an incoming call, which the running service takes. */
  readonly steps: readonly LadderStep[]
  /** Milliseconds of sound that came from the phone. */
  readonly heardMs?: number
}

/** What the person with the phone has to do for the next way. */
export type Request = 'let-it-ring' | 'decline' | 'answer' | 'call-us'
