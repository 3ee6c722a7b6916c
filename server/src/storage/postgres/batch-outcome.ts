import { sqlState } from './connection.ts'
import type { LostCommit } from './lost-commits.ts'

/** The results to return if the commit succeeded. */
export interface Committing extends LostCommit {
  readonly results: readonly unknown[]
}

/** The result of a request whose account is locked by another transaction: nothing was decided. */
export class AccountLocked {
  readonly accountId: number

  constructor(accountId: number) {
    this.accountId = accountId
  }
}

export type BatchOutcome =
  | { readonly kind: 'done'; readonly results: readonly unknown[] }
  /** Nothing was stored, and nothing will be. */
  | { readonly kind: 'undone'; readonly error: unknown }
  /** The commit was sent and the connection broke before its answer: it may or may not have succeeded. */
  | ({ readonly kind: 'unknown'; readonly error: unknown } & Committing)

/** Any answer of the server, to any statement, means that the transaction did not commit. */
export function outcomeOf(error: unknown, committing: Committing | undefined): BatchOutcome {
  const isAnswer = sqlState(error) !== '' && !sqlState(error).startsWith('57')
  if (committing === undefined || isAnswer) return { kind: 'undone', error }
  return { kind: 'unknown', error, ...committing }
}
