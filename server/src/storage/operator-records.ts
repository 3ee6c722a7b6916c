/** The operators' log, and the lists that only operators look at. */

/** Sign-ins and what belongs to them: lines about a person at the entrance of the cabinet. */
export const signInKinds = [
  'signed-in',
  'signed-out',
  'sign-in-refused',
  'proof-refused',
  'sessions-ended',
  'link-asked',
  'link-used',
  'password-changed',
  'second-factor-changed',
] as const

/** Lines about secret keys that were presented to the interface. */
export const keyKinds = ['key-refused'] as const

/** What a line is about. Everything that is neither a sign-in nor a key is a change. */
export const logGroups = ['changes', 'sign-ins', 'keys'] as const
export type LogGroup = (typeof logGroups)[number]

export const logResults = ['done', 'refused'] as const
export type LogResult = (typeof logResults)[number]

export interface OperatorAction {
  /** Counts up; newer ones are larger. */
  readonly id: number
  readonly personId: number
  /** Whoever it was may be gone later: the address is kept with the action. "" when nobody is known by what was typed. */
  readonly email: string
  /** Its kind; a whole sentence in English when there are no facts, as the first releases stored it. */
  readonly action: string
  /** For a sentence in the reader's language. */
  readonly facts: Readonly<Record<string, unknown>> | null
  readonly ip: string
  readonly userAgent: string
  readonly createdAt: number
  readonly result: LogResult
  /** How often within the minute before `createdAt`: refusals of one kind from one address share a line. */
  readonly times: number
  /** The account whose owner sees the line; 0 for none. */
  readonly accountId: number
}

/** A change of an operator: it was made, once, and only operators read of it. */
export type NewOperatorAction = Omit<OperatorAction, 'id' | 'result' | 'times' | 'accountId'>
export type NewLogLine = Omit<OperatorAction, 'id'>

/** Which lines of the log are wanted; what is not said is any. */
export interface LogFilter {
  readonly group?: LogGroup | undefined
  readonly result?: LogResult | undefined
  /** A part of the e-mail address. */
  readonly who?: string | undefined
  /** The beginning of the client address. */
  readonly ip?: string | undefined
  readonly accountId?: number | undefined
  /** At or after. */
  readonly from?: number | undefined
  /** Before. */
  readonly to?: number | undefined
  /** Lines about changes are not for owners. */
  readonly isAccess?: boolean
}

export interface LogPageRequest extends LogFilter {
  readonly before: number | null
  readonly limit: number
}

/** A number that asked not to be called. Its hash is not told: whoever removes it types the number. */
export interface DoNotCallEntry {
  readonly phoneMask: string
  readonly since: number
}
