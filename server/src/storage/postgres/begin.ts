/**
 * The settings of every transaction, sent in the same message as BEGIN to save a round trip. They are local to the
 * transaction, because a pooler then gives the connection to another client.
 */

/**
 * A node that freezes inside a transaction loses the transaction and its locks after this time. Without this timeout it
 * kept an account locked for two hours, until TCP noticed. The connections of other nodes queued behind it and used up
 * all connections of the server within three minutes.
 */
const idleTimeoutMs = 2_000
/**
 * Longer than a frozen node can keep a lock, and shorter than a node waits for a statement (connection.ts). The server
 * therefore stops waiting before the node gives up, and no session without a client stays in the lock queue.
 */
const lockTimeoutMs = 4_000

export interface BeginOptions {
  /**
   * The statements rely on READ COMMITTED: a statement that waited for a lock sees what the holder of the lock wrote.
   */
  readonly isolation?: 'READ COMMITTED' | 'REPEATABLE READ READ ONLY'
  readonly idleTimeoutMs?: number
  readonly lockTimeoutMs?: number
  /** Further settings for this transaction, as `name = value`. */
  readonly settings?: readonly string[]
}

export function beginWith(options: BeginOptions = {}): string {
  return [
    `BEGIN ISOLATION LEVEL ${options.isolation ?? 'READ COMMITTED'}`,
    `idle_in_transaction_session_timeout = ${options.idleTimeoutMs ?? idleTimeoutMs}`,
    `lock_timeout = ${options.lockTimeoutMs ?? lockTimeoutMs}`,
    ...(options.settings ?? []),
  ].join('; SET LOCAL ')
}
