import type { LogGroup, LogResult } from '../../../storage/queries/operators-log.ts'

/** A page of the operators' log; owners get the lines about the sign-ins and keys of their account in the same shape. */
export interface OperatorActionsView {
  readonly items: readonly {
    readonly id: number
    readonly email: string
    /** Its kind. */
    readonly action: string
    readonly facts: Readonly<Record<string, unknown>>
    readonly ip: string
    readonly createdAt: number
    readonly result: LogResult
    /** How often within the minute before `createdAt`. */
    readonly times: number
    /** 0 for none. */
    readonly accountId: number
  }[]
  /** `before` of the next page; null when there is none. */
  readonly next: number | null
}
export type { LogGroup, LogResult }
