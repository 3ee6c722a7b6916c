import { setTimeout as sleep } from 'node:timers/promises'
import type { Books } from '../../books/books.ts'
import type { StepSettlement } from '../../books/settlement.ts'
import type { StepAdmission } from '../queries/verification-steps.ts'
import type { Sql } from '../sql.ts'
import { OutcomeUnknown } from '../store.ts'
import { tryTransaction } from './batch.ts'
import { isConflict, isServerTrouble, sqlState, unavailable } from './connection.ts'
import { requestAt } from './database-time.ts'
import { lockNotAvailable } from './give-way.ts'
import { ensurePartitionsAhead } from './partitions.ts'
import { isMissingPartition, type RunDeps } from './run-batch.ts'
import { PostgresSql, transaction, wasTakenMeanwhile } from './transaction.ts'

type BookedRequest = StepAdmission | { readonly operation: 'settle'; readonly input: StepSettlement }

/** A request with its times moved to the database's clock, and the current time of that clock. */
export interface Timed<R extends BookedRequest> {
  readonly request: R
  readonly now: number
}

type Decide<R extends BookedRequest, T> = (sql: Sql, books: Books, timed: Timed<R>) => Promise<T>

/** The same as for a batch (run-batch.ts). */
const timeoutMs = 5_000
const maxTries = 5
const retryDelayMs = 20

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
  const endTurn = await deps.turns.take(accountIdOf(request))
  const overdue = new AbortController()
  const timer = setTimeout(() => overdue.abort(), timeoutMs)
  try {
    let error: unknown
    for (let attempt = 1; attempt <= maxTries && !overdue.signal.aborted; attempt++) {
      if (attempt > 1) await sleep(retryDelayMs * (attempt - 1))
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
      if (outcome.kind === 'done') return outcome.results[0] as T
      error = outcome.error
      if (outcome.kind === 'unknown') {
        const found = await deps.lost.resolve(outcome)
        if (found === 'committed') return outcome.results[0] as T
        if (found === 'unknown')
          throw new OutcomeUnknown('PostgreSQL: the outcome of a commit is unknown', { cause: error })
      } else if (isMissingPartition(error)) {
        deps.ids.forget()
        await transaction(deps.pool, (sql) => ensurePartitionsAhead(sql, deps.now())).catch(() => {})
      } else if (sqlState(error) === lockNotAvailable) break
      else if (!isConflict(error) && !isServerTrouble(error) && !wasTakenMeanwhile(error)) throw error
    }
    throw unavailable(error ?? new Error('timeout: the transaction took too long'))
  } finally {
    clearTimeout(timer)
    endTurn()
  }
}

const accountIdOf = ({ operation, input }: BookedRequest) =>
  operation === 'settle' ? input.step.accountId : input.accountId
