export interface OperatorActionsView {
  readonly items: readonly {
    readonly id: number
    readonly email: string
    /** Its kind; a whole sentence in English when there are no facts, as the first releases stored it. */
    readonly action: string
    readonly facts: Readonly<Record<string, unknown>> | null
    readonly ip: string
    readonly createdAt: number
  }[]
  /** `before` of the next page; null when there is none. */
  readonly next: number | null
}
