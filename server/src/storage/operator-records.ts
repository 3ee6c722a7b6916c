/** The operators' log, and the lists that only operators see. */

/** Log lines about sign-ins to the cabinet and what belongs to them. */
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

/** Log lines about secret keys that were presented to the interface. */
export const keyKinds = ['key-refused'] as const

/** The groups of log lines. Everything that is neither a sign-in nor a key is a change. */
export const logGroups = ['changes', 'sign-ins', 'keys'] as const
export type LogGroup = (typeof logGroups)[number]

export const logResults = ['done', 'refused'] as const
export type LogResult = (typeof logResults)[number]

export interface OperatorAction {
  /** Grows: newer lines have larger ids. */
  readonly id: number
  readonly personId: number
  /**
   * The address is stored with the action, because the person may be deleted later. "" when the typed address is
   * unknown.
   */
  readonly email: string
  /** The kind of action. Without facts it is a whole English sentence, as the first releases stored it. */
  readonly action: string
  /** The facts for a sentence in the reader's language. */
  readonly facts: Readonly<Record<string, unknown>> | null
  readonly ip: string
  readonly userAgent: string
  readonly createdAt: number
  readonly result: LogResult
  /**
   * How many times it happened in the minute before `createdAt`: refusals of one kind from one address share a line.
   */
  readonly times: number
  /** The account whose owner sees the line; 0 for none. */
  readonly accountId: number
}

/** A change by an operator: it happened once, and only operators can read about it. */
export type NewOperatorAction = Omit<OperatorAction, 'id' | 'result' | 'times' | 'accountId'>
export type NewLogLine = Omit<OperatorAction, 'id'>

/** Which log lines to return; a field that is left out matches all. */
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
  /** True excludes changes, which owners may not see. */
  readonly isAccess?: boolean
}

export interface LogPageRequest extends LogFilter {
  readonly before: number | null
  readonly limit: number
}

/** A number whose owner asked not to be called. Its hash is not shown: to remove it, the number has to be typed. */
export interface DoNotCallEntry {
  readonly phoneMask: string
  readonly since: number
}
