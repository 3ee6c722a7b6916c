// What a test of a trunk finds. The web app reads the types.
import type { IdentitySource } from '../storage/caller-identity.ts'
import type { TrunkSettings } from '../storage/queries/trunks.ts'
import type { LadderStep } from '../telephony/trunks/ladder-step.ts'

/** In the order in which they are tried. */
export const checkNames = {
  registration: 'registration',
  options: 'OPTIONS',
  ringing: 'ringing call',
  declined: 'declined call',
  voice: 'voice call',
  inbound: 'incoming call',
}
export type TrunkCheck = keyof typeof checkNames

/** In plain words. */
export const findings = {
  registered: 'The registrar accepts our credentials and knows a contact of ours.',
  'not-registered':
    'The registrar accepts our credentials and knows no contact of ours: the service is not registered.',
  'registrar-refuses': 'The registrar does not accept us.',
  'does-not-register': 'This trunk does not register.',
  answers: 'Every server answers.',
  'some-servers-silent': 'Not every server that DNS names answers.',
  silent: 'No server answers.',
  'no-phone': 'No phone was named to be called.',
  'no-number': 'The trunk has no caller number.',
  'call-as-expected': 'The call went as it should.',
  'call-failed': 'The call failed.',
  'network-blocks': 'A network stopped the call and said so.',
  'not-declined': 'The phone rang, and nobody declined the call.',
  'echo-heard': 'The code was spoken, and it came back as an echo: sound passes both ways.',
  'sound-heard': 'The code was spoken, and other sound came back: sound passes both ways.',
  'nothing-heard': 'The code was spoken, and no sound came back: sound may not pass.',
  'call-came': 'A call came in, with both numbers, and our refusal was acknowledged.',
  'call-not-usable': 'A call came in, and could not have confirmed a phone.',
  'no-call-came': 'Nobody called us in time.',
  'incoming-off': 'This trunk takes no incoming calls.',
  'no-service': 'The running service takes incoming calls and could not be asked.',
  'given-up': 'The test was given up before.',
}

/** The result of one check of a trunk. */
export interface TrunkCheckResult {
  /** As `trunk test --all-ways --json` names it. */
  readonly way: TrunkCheck
  readonly result: 'passed' | 'failed' | 'left-out'
  readonly tookMs: number
  readonly finding: keyof typeof findings
  /** The answer of the other end, or the reason word of a call's end; "" when there is neither. */
  readonly said: string
  /** The SIP messages; empty for an incoming call, which the running service handles. */
  readonly steps: readonly LadderStep[]
  /** Milliseconds of sound received from the phone. */
  readonly heardMs?: number
  /** The incoming call that came. */
  readonly incoming?: SeenIncoming
}

export interface SeenIncoming {
  /** Which header named the caller, believed or not. */
  readonly header: IdentitySource
  /** The masked number of the caller; "" where it is not known here. */
  readonly caller: string
  /** With these settings the trunk reads the caller from that header; null when it does already, or nothing helps. */
  readonly accepts: Acceptance | null
}
export type Acceptance = Partial<Pick<TrunkSettings, 'fromTrust' | 'remotePartyTrust'>>

/**
 * Only From was read, and it does not count on this trunk. Whether the carrier vouches for a number that it puts there nobody
 * can see in a call: the operator has to know.
 */
export function acceptanceOf(fate: string, header: IdentitySource): Acceptance | null {
  if (fate !== 'from-not-trusted') return null
  if (header === 'remote-party') return { remotePartyTrust: 'screened' }
  return header === 'from' ? { fromTrust: 'screened' } : null
}

export const headerNames: Readonly<Record<IdentitySource, string>> = {
  asserted: 'P-Asserted-Identity',
  'remote-party': 'Remote-Party-ID',
  from: 'From',
  none: '',
}

/** What the person with the phone has to do for the next check. */
export type TrunkTestRequest = 'let-it-ring' | 'decline' | 'answer' | 'call-us'
