import { type Mode, noteNames } from './call.ts'

/** A verification of `/v2`: one phone, one or more steps, each of which is one call. */

export const verificationStatuses = [
  'pending',
  'approved',
  'failed',
  'expired',
  'canceled',
  'blocked',
] as const
export type VerificationStatus = (typeof verificationStatuses)[number]

/** Why a verification ended. */
export const endReasons = [
  'max_attempts',
  'not_reached',
  'bad_number',
  'do_not_call',
  'prefix_paused',
  'expired',
  'canceled',
  'not_acknowledged',
  'phone_blocked',
  'source_blocked',
] as const
export type EndReason = (typeof endReasons)[number]

/** Why a step was not started. The last five are the status of a verification that ended before. */
export const skipReasons = [
  'country_not_allowed',
  'number_not_served',
  'no_route',
  'max_cost',
  'own_code_not_served',
  'no_gateway',
  'insufficient_funds',
  'spend_cap',
  'expires_first',
  'approved',
  'failed',
  'expired',
  'canceled',
  'blocked',
] as const
export type SkipReason = (typeof skipReasons)[number]

export type StepStatus = 'planned' | 'started' | 'delivered' | 'undelivered' | 'skipped'

/** One call of a verification, planned or made. */
export interface Step {
  readonly mode: Mode
  /** Of a gateway; only for the mode http. */
  readonly channel?: string
  /** What the gateway says that it costs; shown, not charged. */
  readonly gatewayPrice?: string
  /** With the mode voice: the call itself confirms, by a key that the person presses. */
  readonly confirm?: 'key'
  /** The digits to press; once the step has started. */
  readonly key?: string
  /** How long a delivered step waits for an approval before the next one starts. */
  readonly seconds: number
  readonly status: StepStatus
  /** The outcome of a call, or why a step was skipped; null until then. */
  readonly reason: string | null
  readonly vendorId: number | null
  readonly startedAt: number | null
  readonly endedAt: number | null
  /** The held price while the step runs, its charge or 0 afterwards; null for a step that was not started. */
  readonly costUnits: number | null
  /** The calling number as the hint shows it; for flash and mix without the digits of the code. */
  readonly caller: string | null
  /** The number to call; only for an inbound step. */
  readonly confirmationNumber: string | null
  /** The latest time at which its call is over. */
  readonly deadlineAt: number | null
  /** The price is held until the verification ends: it is charged if the verification is approved, else returned. */
  readonly isKept: boolean
  /** The person typed its code while its call was under way: its call is then charged, however it ends. */
  readonly isTyped: boolean
  /** It comes first because flash calls do not serve this phone. */
  readonly reach?: 'poor'
  /** The integrator chose the code and could type it without the person. */
  readonly hasOwnCode?: true
  /** The verification has one code for its steps, but for those whose calling number shows it; it is kept until the end. */
  readonly reusesCode?: true
  /** The voice, or of a gateway the text, that was found for it; once it has started. */
  readonly language?: string
}

/** A code that a person typed and that was compared. The code itself is stored nowhere. */
export interface Check {
  readonly at: number
  readonly isRight: boolean
  /** Of a wrong code that was typed from a calling number: a keyed hash of the day, until the verification has settled. */
  readonly mark?: string
}

/** The part of a verification that changes: the state of the machine (step-machine.ts). */
export interface VerificationState {
  readonly status: VerificationStatus
  readonly reason: EndReason | null
  /** Grows with every change of the status or of a step. */
  readonly version: number
  readonly expiresAt: number
  readonly endedAt: number | null
  readonly attemptsLeft: number
  /** In the order of time. */
  readonly checks: readonly Check[]
  readonly steps: readonly Step[]
  /** When the first planned step is due, unless a call is under way; null when it depends on an outcome. */
  readonly nextStepAt: number | null
  /** Whether the store knows that its creation was answered. Without it no further step starts. */
  readonly isAcknowledged: boolean
  /** Further requests that were answered with it, by the ids that they would have given: each may have got 503 in the end. */
  readonly answeredTo: readonly string[]
}

/**
 * What the integrator says in words of a verification: the notes of a call, and others in a line here. Storing, the answer, the
 * CSV and the privacy export follow.
 */
export const saidNames = [...noteNames] as const
export type Said = Readonly<Record<(typeof saidNames)[number], string>>

/** "" for what was not said. */
export const saidOf = (given: Partial<Record<keyof Said, string | undefined>>): Said =>
  Object.fromEntries(saidNames.map((name) => [name, (given[name] ?? '').toWellFormed()])) as Said

/** Set at the start and never changed. */
export interface VerificationFacts extends Said {
  /** `vf_` and 32 hexadecimal digits, which sort by time. */
  readonly id: string
  readonly accountId: number
  readonly serviceId: number
  readonly test: boolean
  /** Made by the sign-in page: the programs of the service neither find it by its phone nor are blocked with it. */
  readonly isOfPage: boolean
  readonly phoneMask: string
  readonly country: string
  readonly operator: string
  readonly region: string
  readonly portedTo: string
  /** JSON of an object with string values. */
  readonly metadata: string
  /** The address of the end user; "" when it was not passed. */
  readonly ip: string
  /** JSON; null when it was not passed. */
  readonly consent: string | null
  /** null uses the language of the service or of the called country. */
  readonly language: string | null
  readonly codeLength: number
  /** null when the request names no limit; 0 allows no charge at all. */
  readonly maxCostUnits: number | null
  readonly inboundSeconds: number
  readonly createdAt: number
}

export interface Verification extends VerificationFacts, VerificationState {
  /** null once the number was erased. */
  readonly phoneHash: Uint8Array | null
  /** A code for further steps, encrypted: the integrator's own, or one that is reused; null when no step may need it. */
  readonly sealedCode: Uint8Array | null
}

const timeDigits = 12
const randomDigits = 20

/** The id sorts before every id of a later time. `random` makes it unguessable. */
export function verificationIdAt(timeMs: number, random = '0'.repeat(randomDigits)): string {
  return `vf_${timeMs.toString(16).padStart(timeDigits, '0')}${random}`
}

/** When a verification was created, as its id says. */
export const verificationTimeOf = (id: string) => Number.parseInt(id.slice(3, 3 + timeDigits), 16)

/** Bytes of randomness in an id. */
export const verificationIdRandomBytes = randomDigits / 2

export const verificationIdPattern = /^vf_[0-9a-f]{32}$/

/** Whether its call brings a code that somebody types. The others are an approval by themselves. */
export const bringsCode = ({ mode, confirm }: Pick<Step, 'mode' | 'confirm'>) =>
  mode !== 'inbound' && confirm === undefined

export function plannedStep(mode: Mode, seconds: number, how: Pick<Step, 'channel' | 'confirm'> = {}): Step {
  return {
    mode,
    ...how,
    seconds,
    status: 'planned',
    reason: null,
    vendorId: null,
    startedAt: null,
    endedAt: null,
    costUnits: null,
    caller: null,
    confirmationNumber: null,
    deadlineAt: null,
    isKept: false,
    isTyped: false,
  }
}
