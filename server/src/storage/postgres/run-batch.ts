import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from '../../books/commands.ts'
import { NotLoaded } from '../hot/working-set.ts'
import { type BatchDeps, type BatchOutcome, locked, tryBatch } from './batch.ts'
import { isConflict, isServerTrouble, sqlState } from './connection.ts'
import { lockNotAvailable } from './give-way.ts'
import type { LostCommits } from './lost-commits.ts'

export type Reply =
  | { readonly kind: 'done'; readonly result: unknown }
  /** Nothing was stored. */
  | { readonly kind: 'unavailable'; readonly error: unknown }
  /** It may be stored: the money that it holds is returned at its deadline. */
  | { readonly kind: 'unknown'; readonly error: unknown; readonly result: unknown }
  /** Only this request failed. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Nothing was stored, because another transaction has locked a row that it needs. */
  | { readonly kind: 'locked' }

/**
 * How long a batch waits for its locks: `long` for the batch of one account, which keeps nobody else waiting. After
 * a `short` wait a batch goes on without the rows that are still locked.
 */
export type Patience = 'short' | 'long'

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
  /** The batch has changed these verifications. */
  readonly onChanged: (ids: readonly string[]) => void
  readonly addPartitions: () => Promise<void>
}

/** Runs a batch to its end, within `batchTimeoutMs` plus the time of a look-up (lost-commits.ts). */
export async function runBatch(
  deps: RunDeps,
  commands: readonly Command[],
  whenSent: () => void,
  patience: Patience,
): Promise<Reply[]> {
  const overdue = new AbortController()
  using _timer = setTimeout(() => overdue.abort(), batchTimeoutMs)
  return await runBefore(overdue.signal, deps, commands, whenSent, patience)
}

/** A command that cannot be stored fails alone: the batch is halved until that command is found. */
async function runBefore(
  deadline: AbortSignal,
  deps: RunDeps,
  commands: readonly Command[],
  whenSent: () => void,
  patience: Patience,
): Promise<Reply[]> {
  let error: unknown = tooLate
  let skips = false
  const more: NotLoaded[] = []
  for (let attempt = 1; attempt <= maxTries && !deadline.aborted; attempt++) {
    if (attempt > 1) await sleep(retryDelayMs * (attempt - 1))
    const tried = await endOf(
      deps,
      await tryBatch(deps, commands, whenSent, deadline, { waits: patience, skips }, more),
    )
    if (tried.kind === 'done') {
      deps.onChanged(tried.changed)
      return done(tried.results)
    }
    error = tried.error
    if (error instanceof NotLoaded) {
      more.push(error)
      attempt -= 1
      continue
    }
    if (tried.kind === 'failed') return halves(deadline, deps, commands, error, whenSent, patience)
    if (tried.kind === 'unknown')
      return tried.results.map((result) =>
        result === locked ? { kind: 'locked' } : { kind: 'unknown', error, result },
      )
    if (tried.kind === 'locked' && patience === 'long') break
    skips ||= tried.kind === 'locked'
  }
  return unavailable(commands, error)
}

/** What a try has come to. With `again` another one may succeed, for which everything is prepared. */
async function endOf(
  deps: RunDeps,
  outcome: BatchOutcome,
): Promise<
  | Extract<BatchOutcome, { kind: 'done' }>
  | Extract<BatchOutcome, { kind: 'unknown' }>
  | { readonly kind: 'again' | 'locked' | 'failed'; readonly error: unknown }
> {
  if (outcome.kind === 'done') return outcome
  const { error } = outcome
  if (outcome.kind === 'unknown') {
    const found = await deps.lost.resolve(outcome)
    if (found === 'committed') return { ...outcome, kind: 'done' }
    return found === 'unknown' ? outcome : { kind: 'again', error }
  }
  if (isMissingPartition(error)) {
    deps.ids.forget()
    await deps.addPartitions().catch(() => {})
    return { kind: 'again', error }
  }
  if (sqlState(error) === lockNotAvailable) return { kind: 'locked', error }
  return { kind: isConflict(error) || isServerTrouble(error) ? 'again' : 'failed', error }
}

async function halves(
  deadline: AbortSignal,
  deps: RunDeps,
  commands: readonly Command[],
  error: unknown,
  whenSent: () => void,
  patience: Patience,
): Promise<Reply[]> {
  if (commands.length === 1) return [{ kind: 'failed', error }]
  const middle = Math.ceil(commands.length / 2)
  return [
    ...(await runBefore(deadline, deps, commands.slice(0, middle), whenSent, patience)),
    ...(await runBefore(deadline, deps, commands.slice(middle), whenSent, patience)),
  ]
}

const tooLate = new Error('timeout: the batch took too long')
const done = (results: readonly unknown[]): Reply[] =>
  results.map((result) => (result === locked ? { kind: 'locked' } : { kind: 'done', result }))
const unavailable = (commands: readonly Command[], error: unknown): Reply[] =>
  commands.map(() => ({ kind: 'unavailable', error }))

/** No partition exists for the id: SQLSTATE 23514 without the name of a constraint. */
function isMissingPartition(error: unknown): boolean {
  return sqlState(error) === '23514' && (error as { constraint?: string }).constraint === undefined
}
