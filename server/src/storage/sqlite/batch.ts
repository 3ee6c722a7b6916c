import { diskFull, explain, sqliteCode } from './connection.ts'
import type { Transaction } from './transaction.ts'

export interface WriteRequest {
  readonly operation: string
  readonly input: unknown
}

export type WriteReply =
  | { readonly kind: 'done'; readonly result: unknown }
  /** The store could not take it now: nothing of it was stored. */
  | { readonly kind: 'unavailable'; readonly message: string }
  /** This request alone is at fault. */
  | { readonly kind: 'failed'; readonly message: string }

export type WriteOperation = (tx: Transaction, input: never) => unknown

/** A commit that failed at the disk: what reached it is unknown, so the process has to end and recover. */
export class CommitUnknown extends Error {}

/** SQLite's own trouble (busy, read-only, I/O, full, cannot open) concerns every request alike. */
const storeTrouble = new Set([5, 6, 8, 10, diskFull, 14])

/**
 * Group commit: all requests that wait are one transaction and are answered after its one sync.
 * No savepoints: they cost 4 us a request, and a full disk inside one rolls the whole transaction back
 * while later ones go on. Instead a batch that fails is rolled back whole; if the store itself is well,
 * each request is tried again alone, so that only the one at fault fails.
 */
export async function runBatch(
  tx: Transaction,
  operations: Readonly<Record<string, WriteOperation>>,
  requests: readonly WriteRequest[],
): Promise<WriteReply[]> {
  try {
    tx.begin()
    const results: unknown[] = []
    for (const { operation, input } of requests) {
      const result = operations[operation]!(tx, input as never)
      results.push(result instanceof Promise ? await result : result)
    }
    commit(tx)
    return results.map((result) => ({ kind: 'done', result }))
  } catch (error) {
    if (error instanceof CommitUnknown) throw error
    tx.rollback()
    if (storeTrouble.has(sqliteCode(error))) {
      const message = explain(error, 'the store')
      return requests.map(() => ({ kind: 'unavailable', message }))
    }
    if (requests.length === 1) return [{ kind: 'failed', message: (error as Error).message }]
    const replies: WriteReply[] = []
    for (const request of requests) replies.push(...(await runBatch(tx, operations, [request])))
    return replies
  }
}

function commit(tx: Transaction): void {
  try {
    tx.commit()
  } catch (error) {
    const ioError = 10
    if (sqliteCode(error) === ioError && tx.isCommitting)
      throw new CommitUnknown(explain(error, 'the store'), { cause: error })
    throw error
  }
}
