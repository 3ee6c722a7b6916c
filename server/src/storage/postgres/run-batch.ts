import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountTurns } from './account-turns.ts'
import { AccountLocked, type BatchDeps, type BatchOutcome, tryBatch } from './batch.ts'
import type { BatchRequest } from './batch-needs.ts'
import { isConflict, isServerTrouble, sqlState } from './connection.ts'
import { lockNotAvailable } from './give-way.ts'
import type { LostCommits } from './lost-commits.ts'
import { ensurePartitionsAhead } from './partitions.ts'
import { transaction } from './transaction.ts'

export type Reply =
  | { readonly kind: 'done'; readonly result: unknown }
  /** Either nothing was stored, or the money that the request holds is returned at its deadline. */
  | { readonly kind: 'unavailable'; readonly error: unknown }
  /** Only this request failed. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Nothing was stored, because another transaction has locked the account. */
  | { readonly kind: 'locked'; readonly accountId: number }

/**
 * How long a batch waits for its accounts: `long` for the batch of one account, which keeps nobody else waiting. After
 * a `short` wait a batch goes on without the accounts that are still locked; with `none` it does so at once.
 */
export type Patience = 'none' | 'short' | 'long'

/**
 * The time limit of a batch with all its tries and the wait for a connection. Longer than the lock timeout (begin.ts),
 * which covers a lock of a frozen node.
 */
const batchTimeoutMs = 5_000
/** How often a batch is tried. A conflict or a broken connection before the commit has changed nothing. */
const maxTries = 4
const retryDelayMs = 50

export interface RunDeps extends BatchDeps {
  readonly lost: LostCommits
  readonly turns: AccountTurns
  readonly now: () => number
}

/** Runs a batch to its end, within `batchTimeoutMs` plus the time of a look-up (lost-commits.ts). */
export async function runBatch(
  deps: RunDeps,
  requests: readonly BatchRequest[],
  whenSent: () => void,
  patience: Patience,
): Promise<Reply[]> {
  const overdue = new AbortController()
  using _timer = setTimeout(() => overdue.abort(), batchTimeoutMs)
  return await runBefore(overdue.signal, deps, requests, whenSent, patience)
}

/** A request that cannot be stored fails alone: the batch is halved until that request is found. */
async function runBefore(
  deadline: AbortSignal,
  deps: RunDeps,
  requests: readonly BatchRequest[],
  whenSent: () => void,
  patience: Patience,
): Promise<Reply[]> {
  let outcome: BatchOutcome | undefined
  const waits = patience === 'long' ? 'long' : 'short'
  let skips = patience === 'none'
  for (let attempt = 1; attempt <= maxTries && !deadline.aborted; attempt++) {
    if (attempt > 1) await sleep(retryDelayMs * (attempt - 1))
    outcome = await tryBatch(deps, requests, whenSent, deadline, { waits, skips })
    if (outcome.kind === 'done') return done(outcome.results)
    if (outcome.kind === 'unknown') {
      const found = await deps.lost.resolve(outcome)
      if (found === 'committed') return done(outcome.results)
      if (found === 'unknown') return unavailable(requests, outcome.error)
    } else if (isMissingPartition(outcome.error)) {
      deps.ids.forget()
      await transaction(deps.pool, (sql) => ensurePartitionsAhead(sql, deps.now())).catch(() => {})
    } else if (sqlState(outcome.error) === lockNotAvailable) {
      if (patience === 'long') break
      skips = true
    } else if (!isConflict(outcome.error) && !isServerTrouble(outcome.error)) {
      return halves(deadline, deps, requests, outcome.error, whenSent, patience)
    }
  }
  const error = outcome?.kind === 'undone' || outcome?.kind === 'unknown' ? outcome.error : tooLate
  return unavailable(requests, error)
}

async function halves(
  deadline: AbortSignal,
  deps: RunDeps,
  requests: readonly BatchRequest[],
  error: unknown,
  whenSent: () => void,
  patience: Patience,
): Promise<Reply[]> {
  if (requests.length === 1) return [{ kind: 'failed', error }]
  const middle = Math.ceil(requests.length / 2)
  return [
    ...(await runBefore(deadline, deps, requests.slice(0, middle), whenSent, patience)),
    ...(await runBefore(deadline, deps, requests.slice(middle), whenSent, patience)),
  ]
}

const tooLate = new Error('timeout: the batch took too long')
const done = (results: readonly unknown[]): Reply[] =>
  results.map((result) =>
    result instanceof AccountLocked
      ? { kind: 'locked', accountId: result.accountId }
      : { kind: 'done', result },
  )
const unavailable = (requests: readonly BatchRequest[], error: unknown): Reply[] =>
  requests.map(() => ({ kind: 'unavailable', error }))

/** No partition exists for the id: SQLSTATE 23514 without the name of a constraint. */
export function isMissingPartition(error: unknown): boolean {
  return sqlState(error) === '23514' && (error as { constraint?: string }).constraint === undefined
}
