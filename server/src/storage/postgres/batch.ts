import { admitCall } from '../../books/admit-call.ts'
import { admitInbound } from '../../books/admit-inbound.ts'
import { admitRepeat } from '../../books/admit-repeat.ts'
import type { Books } from '../../books/books.ts'
import { endLookup, holdLookup } from '../../books/hold-lookup.ts'
import type { PhoneLimitRules } from '../../books/number-limit.ts'
import { settle } from '../../books/settle.ts'
import { topUp } from '../../books/spending.ts'
import { BatchBooks, type LoadedBatch } from './batch-books.ts'
import { type BatchRequest, needsOf } from './batch-needs.ts'
import { AccountLocked, type BatchOutcome, type Committing, outcomeOf } from './batch-outcome.ts'
import { breakAt, type Client, connectBefore, type Pool } from './connection.ts'
import { type DeadlineClock, requestAt } from './database-time.ts'
import type { KeyFilters } from './key-filters.ts'
import { type Locking, openBatch } from './load-batch.ts'
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
export async function tryBatch(
  { pool, rules, ids, filters, deadlinesBy, isPooled }: BatchDeps,
  requests: readonly BatchRequest[],
  whenSent: () => void,
  deadline: AbortSignal,
  locking: Locking,
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
  let books: BatchBooks | undefined
  const needs = needsOf(requests)
  const taken = ids.take(needs.newIds)
  const kept = taken.map(({ vendorId }) => vendorId)
  let vendorIds = kept
  try {
    const { loaded, xact, now } = await openBatch(
      client,
      needs,
      needs.newIds - kept.length,
      filters,
      isPooled,
      locking,
    )
    vendorIds = loaded.vendorIds
    vendorIds.unshift(...kept)
    books = new BatchBooks(rules, loaded)
    const results = requests.map((request) => {
      const accountId = locking.skips ? accountIdOf(request, loaded) : undefined
      if (accountId !== undefined && !loaded.balances.has(accountId)) return new AccountLocked(accountId)
      const { operation, input } = deadlinesBy === 'database' ? requestAt(request, now) : request
      return decisions[operation](books!, input as never)
    })
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
