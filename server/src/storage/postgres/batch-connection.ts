import type { Needs } from '../../books/needs.ts'
import type { Changes } from '../hot/writes.ts'
import { breakAt, connectBefore, type Pool } from './connection.ts'
import type { DeadlineClock } from './database-time.ts'
import type { KeyFilters } from './key-filters.ts'
import { type Locking, type OpenedBatch, openBatch } from './load-batch.ts'
import { writeBatch } from './write-batch.ts'

/** What a batch needs of its store: a connection on which it is one transaction. */
export interface BatchConnection {
  /** Locks and loads. */
  open(needs: Needs, idsToDraw: number, locking: Locking): Promise<OpenedBatch>
  /** Resolves when the commit is on disk. */
  write(changes: Changes): Promise<void>
  rollBack(): Promise<unknown>
  release(isBroken: boolean): void
}

export interface ConnectionDeps {
  readonly pool: Pool
  readonly filters: KeyFilters
  readonly deadlinesBy: DeadlineClock
  /** True when the connection goes through a pooler. */
  readonly isPooled: boolean
}

/** Takes a connection, which breaks at the deadline. */
export async function batchConnection(
  { pool, ...opening }: ConnectionDeps,
  deadline: AbortSignal,
): Promise<BatchConnection> {
  const client = await connectBefore(pool, deadline)
  const letLive = breakAt(client, deadline)
  return {
    open: (needs, idsToDraw, locking) => openBatch({ client, ...opening }, needs, idsToDraw, locking),
    write: (changes) => writeBatch(client, changes, opening.isPooled),
    rollBack: () => client.query('ROLLBACK'),
    release(isBroken) {
      letLive()
      client.release(isBroken)
    },
  }
}
