/** An operator: what he changes is recorded in the operators' log, and in the history of the account that it concerns. */
export interface Operator {
  readonly role: 'operator'
  /** 0 for the command line, which does not know who types. */
  readonly personId: number
  readonly email: string
  readonly ip: string
  readonly userAgent: string
  /** Stands in the histories of accounts, which do not tell who of the operators it was. */
  readonly historyAgent: string
}

/** A member of an account: what he changes is recorded in the history of his account. */
export interface Member {
  readonly role: 'member'
  readonly ip: string
  readonly userAgent: string
}

/** Who makes a change. */
export type Author = Operator | Member

export const commandLine: Operator = {
  role: 'operator',
  personId: 0,
  email: 'command',
  ip: '',
  userAgent: 'ringkey command',
  historyAgent: 'ringkey command',
}
