import { sqlState } from './connection.ts'
import type { LostCommit } from './lost-commits.ts'

/** What stands fast if the commit that was sent has come through. */
export interface Committing extends LostCommit {
  readonly results: readonly unknown[]
}

export type BatchOutcome =
  | { readonly kind: 'done'; readonly results: readonly unknown[] }
  /** Nothing was stored, and nothing will be. */
  | { readonly kind: 'undone'; readonly error: unknown }
  /** The commit was sent and its answer is missing. */
  | ({ readonly kind: 'unknown'; readonly error: unknown } & Committing)

/** An answer of the server, of whatever statement, means that it did not commit. */
export function outcomeOf(error: unknown, committing: Committing | undefined): BatchOutcome {
  const isAnswer = sqlState(error) !== '' && !sqlState(error).startsWith('57')
  if (committing === undefined || isAnswer) return { kind: 'undone', error }
  return { kind: 'unknown', error, ...committing }
}
