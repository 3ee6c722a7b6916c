/** What operators did, and the lists that only they look at. */

export interface OperatorAction {
  /** Counts up; newer ones are larger. */
  readonly id: number
  readonly personId: number
  /** Whoever it was may be gone later: the address is kept with the action. */
  readonly email: string
  /** Its kind; a whole sentence in English when there are no facts, as the first releases stored it. */
  readonly action: string
  /** For a sentence in the reader's language. */
  readonly facts: Readonly<Record<string, unknown>> | null
  readonly ip: string
  readonly userAgent: string
  readonly createdAt: number
}

export type NewOperatorAction = Omit<OperatorAction, 'id'>

/** A number that asked not to be called. Its hash is not told: whoever removes it types the number. */
export interface DoNotCallEntry {
  readonly phoneMask: string
  readonly since: number
}
