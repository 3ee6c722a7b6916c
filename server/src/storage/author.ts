/** An operator, whose changes are recorded in the operators' log and in the history of the account concerned. */
export interface Operator {
  readonly role: 'operator'
  /** 0 for the command line, whose user has no account here. */
  readonly personId: number
  readonly email: string
  readonly ip: string
  readonly userAgent: string
  /** Used in the histories of accounts, which do not name the operator. */
  readonly historyAgent: string
}

/** A member of an account, whose changes are recorded in the history of the account. */
export interface Member {
  readonly role: 'member'
  readonly ip: string
  readonly userAgent: string
}

/** The author of a change. */
export type Author = Operator | Member

export const commandLine: Operator = {
  role: 'operator',
  personId: 0,
  email: 'command',
  ip: '',
  userAgent: 'ringkey command',
  historyAgent: 'ringkey command',
}

/** The command line, used by this person of the operating system; "" when nobody knows. */
export const commandOf = (user: string): Operator =>
  user === '' ? commandLine : { ...commandLine, email: `${user} (${commandLine.email})` }

/** The service itself, by the name of what watches. */
export const watch = (name: string): Operator => ({
  role: 'operator',
  personId: 0,
  email: name,
  ip: '',
  userAgent: '',
  historyAgent: name,
})
