import type { Books } from '../../books/books.ts'
import { type CommandName, decisions } from '../../books/commands.ts'
import { isRefused, type Refusal } from '../operation-refused.ts'
import { diskFull, explain, sqliteCode } from './connection.ts'
import type { Transaction } from './transaction.ts'

export interface WriteRequest {
  readonly operation: string
  readonly input: unknown
}

export type WriteReply =
  | { readonly kind: 'done'; readonly result: unknown }
  /** The store is unavailable: nothing of the request was stored. */
  | { readonly kind: 'unavailable'; readonly message: string }
  /** Only this request failed. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** A rare change. */
export type WriteOperation = (tx: Transaction, input: never) => unknown
type Decision = (books: Books, input: unknown) => unknown

/**
 * A commit failed at the disk. What reached the disk is unknown, so the process has to exit and recover at its next
 * start.
 */
export class CommitUnknown extends Error {}

/** SQLite errors (busy, read-only, I/O, full, cannot open) that make every request fail. */
const storeTrouble = new Set([5, 6, 8, 10, diskFull, 14])

/**
 * Group commit: all waiting requests form one transaction and are answered after its one sync. Savepoints are not used:
 * they cost 4 µs a request, and when the disk is full inside one, SQLite rolls the whole transaction back while later
 * savepoints go on. Instead a failed batch is rolled back whole. If the store itself works, each request is then tried
 * again alone, so that only the faulty one fails.
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
      const decision = decisions[operation as CommandName] as Decision | undefined
      if (decision !== undefined) results.push(decision(tx.books, input))
      else results.push(await perform(tx, operations[operation]!, input))
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
    if (requests.length === 1 && isRefused(error)) return [{ kind: 'refused', refusal: error.refusal }]
    if (requests.length === 1) return [{ kind: 'failed', message: (error as Error).message }]
    const replies: WriteReply[] = []
    for (const request of requests) replies.push(...(await runBatch(tx, operations, [request])))
    return replies
  }
}

/** Any row may be read and changed here: commands before it are written, and those after it read anew. */
async function perform(tx: Transaction, operation: WriteOperation, input: unknown): Promise<unknown> {
  tx.writeBooks()
  const result = await operation(tx, input as never)
  tx.writeBooks()
  return result
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
