/**
 * What every transaction says as it begins, in one message with BEGIN and so without a further round trip. The settings
 * are local to the transaction, because a pooler gives the connection to somebody else afterwards.
 */

/**
 * A node that is frozen inside a transaction loses it after this time, and with it its locks. Without the time-out it
 * kept an account locked until TCP noticed, two hours later; meanwhile the other nodes' connections piled up behind it
 * and took all that the server has, within three minutes.
 */
const idleTimeoutMs = 2_000
/**
 * Longer than a frozen holder may keep a lock, and shorter than a node waits for a statement (connection.ts): the server
 * has ended the wait when the node gives up, so that no session without a client stays in the queue.
 */
const lockTimeoutMs = 4_000

export interface BeginOptions {
  /** The statements rely on READ COMMITTED: one that waited for a lock sees what the holder wrote. */
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
