import { setTimeout as sleep } from 'node:timers/promises'
import type { Books } from '../../books/books.ts'
import type { StepSettlement } from '../../books/settlement.ts'
import type { StepAdmission } from '../queries/verification-steps.ts'
import type { Sql } from '../sql.ts'
import { OutcomeUnknown } from '../store.ts'
import type { AccountTurns } from './account-turns.ts'
import { AccountLocked, type BatchDeps, type BatchOutcome, tryBatch, tryTransaction } from './batch.ts'
import type { BatchRequest } from './batch-needs.ts'
import { isConflict, isServerTrouble, sqlState, unavailable as unavailableStore } from './connection.ts'
import { requestAt } from './database-time.ts'
import { lockNotAvailable } from './give-way.ts'
import type { LostCommits } from './lost-commits.ts'
import { ensurePartitionsAhead } from './partitions.ts'
import { PostgresSql, transaction, wasTakenMeanwhile } from './transaction.ts'

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
  let error: unknown = tooLate
  const waits = patience === 'long' ? 'long' : 'short'
  let skips = patience === 'none'
  for (let attempt = 1; attempt <= maxTries && !deadline.aborted; attempt++) {
    if (attempt > 1) await sleep(retryDelayMs * (attempt - 1))
    const tried = await endOf(deps, await tryBatch(deps, requests, whenSent, deadline, { waits, skips }))
    if (tried.kind === 'done') return done(tried.results)
    error = tried.error
    if (tried.kind === 'failed') return halves(deadline, deps, requests, error, whenSent, patience)
    if (tried.kind === 'unknown' || (tried.kind === 'locked' && patience === 'long')) break
    skips ||= tried.kind === 'locked'
  }
  return unavailable(requests, error)
}

/** What a try has come to. With `again` another one may succeed, for which everything is prepared. */
async function endOf(
  deps: RunDeps,
  outcome: BatchOutcome,
): Promise<
  | { readonly kind: 'done'; readonly results: readonly unknown[] }
  | { readonly kind: 'again' | 'locked' | 'unknown' | 'failed'; readonly error: unknown }
> {
  if (outcome.kind === 'done') return outcome
  const { error } = outcome
  if (outcome.kind === 'unknown') {
    const found = await deps.lost.resolve(outcome)
    if (found === 'committed') return { kind: 'done', results: outcome.results }
    return { kind: found === 'unknown' ? 'unknown' : 'again', error }
  }
  if (isMissingPartition(error)) {
    deps.ids.forget()
    await transaction(deps.pool, (sql) => ensurePartitionsAhead(sql, deps.now())).catch(() => {})
    return { kind: 'again', error }
  }
  if (sqlState(error) === lockNotAvailable) return { kind: 'locked', error }
  return { kind: isConflict(error) || isServerTrouble(error) ? 'again' : 'failed', error }
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
function isMissingPartition(error: unknown): boolean {
  return sqlState(error) === '23514' && (error as { constraint?: string }).constraint === undefined
}

type BookedRequest = StepAdmission | { readonly operation: 'settle'; readonly input: StepSettlement }

/** A request with its times moved to the database's clock, and the current time of that clock. */
export interface Timed<R extends BookedRequest> {
  readonly request: R
  readonly now: number
}

type Decide<R extends BookedRequest, T> = (sql: Sql, books: Books, timed: Timed<R>) => Promise<T>

const maxBookedTries = 5
const bookedDelayMs = 20

/**
 * Runs a request that depends on the books and on other records, in one transaction: the books are locked and read as
 * for a batch, `decide` reads and writes with further statements, then the books are written and everything is
 * committed. It takes two to four round trips more than a batch and shares its commit with no other request.
 */
export async function runBooked<R extends BookedRequest, T>(
  deps: RunDeps,
  request: R,
  at: number,
  decide: Decide<R, T>,
): Promise<T> {
  using _turn = await deps.turns.take(accountIdOf(request))
  const overdue = new AbortController()
  using _timer = setTimeout(() => overdue.abort(), batchTimeoutMs)
  let error: unknown = tooLate
  for (let attempt = 1; attempt <= maxBookedTries && !overdue.signal.aborted; attempt++) {
    if (attempt > 1) await sleep(bookedDelayMs * (attempt - 1))
    const outcome = await tryTransaction(
      deps,
      [request],
      overdue.signal,
      { waits: 'long', skips: false },
      () => {},
      async (books, opened, client) => {
        if (opened.xact === undefined) throw new Error('there is no such account')
        const timed =
          deps.deadlinesBy === 'database'
            ? { request: requestAt(request, opened.now) as R, now: opened.now }
            : { request, now: at }
        return [await decide(new PostgresSql(client), books, timed)]
      },
    )
    const tried = await endOf(deps, outcome)
    if (tried.kind === 'done') return tried.results[0] as T
    error = tried.error
    if (tried.kind === 'unknown')
      throw new OutcomeUnknown('PostgreSQL: the outcome of a commit is unknown', { cause: error })
    if (tried.kind === 'failed' && !wasTakenMeanwhile(error)) throw error
    if (tried.kind === 'locked') break
  }
  throw unavailableStore(error)
}

const accountIdOf = ({ operation, input }: BookedRequest) =>
  operation === 'settle' ? input.step.accountId : input.accountId
