import { setTimeout as sleep } from 'node:timers/promises'
import { type BatchDeps, tryBatch } from './batch.ts'
import type { BatchRequest } from './batch-needs.ts'
import type { BatchOutcome } from './batch-outcome.ts'
import { isConflict, isServerTrouble, sqlState } from './connection.ts'
import type { LostCommits } from './lost-commits.ts'
import { ensurePartitionsAhead } from './partitions.ts'
import { transaction } from './transaction.ts'

export type Reply =
  | { readonly kind: 'done'; readonly result: unknown }
  /** Either nothing was stored, or the money that the request holds is returned at its deadline. */
  | { readonly kind: 'unavailable'; readonly error: unknown }
  /** Only this request failed. */
  | { readonly kind: 'failed'; readonly error: unknown }

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
  readonly now: () => number
}

/** Runs a batch to its end, within `batchTimeoutMs` plus the time of a look-up (lost-commits.ts). */
export async function runBatch(
  deps: RunDeps,
  requests: readonly BatchRequest[],
  whenSent: () => void,
): Promise<Reply[]> {
  const overdue = new AbortController()
  const timer = setTimeout(() => overdue.abort(), batchTimeoutMs)
  try {
    return await runBefore(overdue.signal, deps, requests, whenSent)
  } finally {
    clearTimeout(timer)
  }
}

/** A request that cannot be stored fails alone: the batch is halved until that request is found. */
async function runBefore(
  deadline: AbortSignal,
  deps: RunDeps,
  requests: readonly BatchRequest[],
  whenSent: () => void,
): Promise<Reply[]> {
  let outcome: BatchOutcome | undefined
  for (let attempt = 1; attempt <= maxTries && !deadline.aborted; attempt++) {
    if (attempt > 1) await sleep(retryDelayMs * (attempt - 1))
    outcome = await tryBatch(deps, requests, whenSent, deadline)
    if (outcome.kind === 'done') return done(outcome.results)
    if (outcome.kind === 'unknown') {
      const found = await deps.lost.resolve(outcome)
      if (found === 'committed') return done(outcome.results)
      if (found === 'unknown') return unavailable(requests, outcome.error)
    } else if (isMissingPartition(outcome.error)) {
      deps.ids.forget()
      await transaction(deps.pool, (sql) => ensurePartitionsAhead(sql, deps.now())).catch(() => {})
    } else if (!isConflict(outcome.error) && !isServerTrouble(outcome.error)) {
      return halves(deadline, deps, requests, outcome.error, whenSent)
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
): Promise<Reply[]> {
  if (requests.length === 1) return [{ kind: 'failed', error }]
  const middle = Math.ceil(requests.length / 2)
  return [
    ...(await runBefore(deadline, deps, requests.slice(0, middle), whenSent)),
    ...(await runBefore(deadline, deps, requests.slice(middle), whenSent)),
  ]
}

const tooLate = new Error('timeout: the batch took too long')
const done = (results: readonly unknown[]): Reply[] => results.map((result) => ({ kind: 'done', result }))
const unavailable = (requests: readonly BatchRequest[], error: unknown): Reply[] =>
  requests.map(() => ({ kind: 'unavailable', error }))

/** No partition exists for the id: SQLSTATE 23514 without the name of a constraint. */
export function isMissingPartition(error: unknown): boolean {
  return sqlState(error) === '23514' && (error as { constraint?: string }).constraint === undefined
}
