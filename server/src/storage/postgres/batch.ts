import { admitCall } from '../../books/admit-call.ts'
import { admitInbound } from '../../books/admit-inbound.ts'
import { admitRepeat } from '../../books/admit-repeat.ts'
import type { Books } from '../../books/books.ts'
import { endLookup, holdLookup } from '../../books/hold-lookup.ts'
import type { PhoneLimitRules } from '../../books/number-limit.ts'
import { settle } from '../../books/settle.ts'
import { topUp } from '../../books/spending.ts'
import type { MaybePromise } from '../sql.ts'
import { BatchBooks, type LoadedBatch } from './batch-books.ts'
import { type BatchRequest, needsOf } from './batch-needs.ts'
import { breakAt, type Client, connectBefore, type Pool, sqlState } from './connection.ts'
import { type DeadlineClock, requestAt } from './database-time.ts'
import type { KeyFilters } from './key-filters.ts'
import { type Locking, type OpenedBatch, openBatch } from './load-batch.ts'
import type { LostCommit } from './lost-commits.ts'
import type { VendorIds } from './vendor-ids.ts'
import { writeBatch } from './write-batch.ts'

const decisions = {
  admitCall,
  admitInbound,
  admitRepeat,
  settle,
  topUp,
  holdLookup,
  endLookup,
} as Readonly<Record<BatchRequest['operation'], (books: Books, input: never) => unknown>>

export interface BatchDeps {
  readonly pool: Pool
  readonly rules: PhoneLimitRules
  readonly ids: VendorIds
  readonly filters: KeyFilters
  readonly deadlinesBy: DeadlineClock
  /** True when the connection goes through a pooler. */
  readonly isPooled: boolean
}

/**
 * Runs one batch as one transaction of two round trips: lock and read, decide in this process, write and commit.
 * Requests of accounts that `locking` skips are not decided; their result says so.
 */
export const tryBatch = (
  deps: BatchDeps,
  requests: readonly BatchRequest[],
  whenSent: () => void,
  deadline: AbortSignal,
  locking: Locking,
): Promise<BatchOutcome> =>
  tryTransaction(deps, requests, deadline, locking, whenSent, (books, { loaded, now }) =>
    requests.map((request) => {
      const accountId = locking.skips ? accountIdOf(request, loaded) : undefined
      if (accountId !== undefined && !loaded.balances.has(accountId)) return new AccountLocked(accountId)
      const { operation, input } = deps.deadlinesBy === 'database' ? requestAt(request, now) : request
      return decisions[operation](books, input as never)
    }),
  )

/** Locks and reads the books of the requests, lets `decide` change them, writes them and commits. */
export async function tryTransaction(
  { pool, rules, ids, filters, isPooled }: BatchDeps,
  requests: readonly BatchRequest[],
  deadline: AbortSignal,
  locking: Locking,
  whenSent: () => void,
  decide: (books: BatchBooks, opened: OpenedBatch, client: Client) => MaybePromise<unknown[]>,
): Promise<BatchOutcome> {
  let client: Client
  try {
    client = await connectBefore(pool, deadline)
  } catch (error) {
    return { kind: 'undone', error }
  }
  const letLive = breakAt(client, deadline)
  let failed = true
  let committing: Committing | undefined
  const needs = needsOf(requests)
  const taken = ids.take(needs.newIds)
  const kept = taken.map(({ vendorId }) => vendorId)
  let vendorIds = kept
  try {
    const idsToDraw = needs.newIds - kept.length
    const opened = await openBatch(client, needs, idsToDraw, filters, isPooled, locking)
    const { loaded, xact } = opened
    vendorIds = loaded.vendorIds
    vendorIds.unshift(...kept)
    const books = new BatchBooks(rules, loaded)
    const results = await decide(books, opened, client)
    if (xact === undefined) {
      await client.query('ROLLBACK')
    } else {
      committing = { xact, results, writes: books.writes }
      const written = writeBatch(client, books.writes, loaded.balances, isPooled)
      whenSent()
      await written
    }
    failed = false
    return { kind: 'done', results }
  } catch (error) {
    return outcomeOf(error, committing)
  } finally {
    ids.giveBack(vendorIds, taken)
    letLive()
    client.release(failed)
  }
}

/** undefined for a call that does not exist. */
function accountIdOf({ operation, input }: BatchRequest, loaded: LoadedBatch): number | undefined {
  if (operation === 'settle') return loaded.open.get(input.vendorId)?.accountId
  if (operation === 'admitRepeat') return loaded.calls.get(input.vendorId)?.accountId
  return input.accountId
}

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

/**
 * An error of the transaction's own, in any statement, means that it did not commit. Trouble of the server does not: these
 * errors end its process, perhaps in the middle of the commit, and class 08 is PgBouncer's when it has lost its server.
 */
function outcomeOf(error: unknown, committing: Committing | undefined): BatchOutcome {
  const isAnswer = sqlState(error) !== '' && !/^(08|53|57|58|XX)/.test(sqlState(error))
  if (committing === undefined || isAnswer) return { kind: 'undone', error }
  return { kind: 'unknown', error, ...committing }
}
