import type { LadderStep } from '../trunks/ladder-step.ts'

/** In the order in which they are tried. */
export const trunkChecks = ['registration', 'options', 'ringing', 'declined', 'voice', 'inbound'] as const
export type TrunkCheck = (typeof trunkChecks)[number]

/** The finding, as a key that each language translates. */
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

/** The result of one check of a trunk. */
export interface TrunkCheckResult {
  /** As `trunk test --all-ways --json` names it. */
  readonly way: TrunkCheck
  readonly result: 'passed' | 'failed' | 'left-out'
  readonly tookMs: number
  readonly finding: Finding
  /** The answer of the other end, or the reason word of a call's end; "" when there is neither. */
  readonly said: string
  /** The SIP messages; empty for an incoming call, which the running service handles. */
  readonly steps: readonly LadderStep[]
  /** Milliseconds of sound received from the phone. */
  readonly heardMs?: number
}

/** What the person with the phone has to do for the next check. */
export type Request = 'let-it-ring' | 'decline' | 'answer' | 'call-us'
