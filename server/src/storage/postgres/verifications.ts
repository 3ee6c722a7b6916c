import type { StepSettlement } from '../../books/settlement.ts'
import type { Verification } from '../../books/verification.ts'
import { settleStep } from '../queries/settle-step.ts'
import { advanceVerification, type CodeCheck, checkVerificationCode } from '../queries/verification-states.ts'
import { createVerification, startStep } from '../queries/verification-steps.ts'
import type { SharedQuery } from '../query-table.ts'
import type { Sql } from '../sql.ts'
import type { Store } from '../store.ts'
import { watchChannel } from './listen.ts'
import { type RunDeps, runBooked } from './run-batch.ts'
import { transaction } from './transaction.ts'

type PhoneStore = Pick<
  Store,
  'createVerification' | 'startStep' | 'advanceVerification' | 'checkVerificationCode' | 'watchPhones'
>

const channel = 'ringkey_phones'

interface PhoneDeps {
  /** Moves the times of a request to the database's clock. */
  readonly timed: (query: SharedQuery, name: string) => SharedQuery
  /** The address that bypasses a pooler, because LISTEN needs its own session. */
  readonly url: string
}

/** Verifications on the shared store. Each change notifies all nodes when it commits. */
export function phoneStore(
  deps: RunDeps,
  { timed, url }: PhoneDeps,
): PhoneStore & { settleStep(settlement: StepSettlement): Promise<boolean> } {
  const { pool, lost } = deps
  const changing =
    <I, R>(
      name: string,
      query: (sql: Sql, input: I) => Promise<R>,
      changed: (result: R) => readonly Verification[],
      lock?: (sql: Sql, input: I) => Promise<void>,
    ) =>
    (input: I): Promise<R> =>
      transaction(
        pool,
        async (sql) => {
          await lock?.(sql, input)
          const result = (await timed(query as SharedQuery, name)(sql, input)) as R
          await notifyNodes(sql, changed(result))
          return result
        },
        // A try that was counted is answered as such: otherwise the person would repeat it and lose another one.
        { lost },
      )

  return {
    createVerification: (request) =>
      runBooked(deps, request.admission, request.at, (sql, books, { request: admission, now }) =>
        createVerification(sql, books, { ...request, admission, at: now }),
      ),
    startStep: (request) =>
      runBooked(deps, request.admission, request.at, async (sql, books, { request: admission, now }) => {
        const started = await startStep(sql, books, { ...request, admission, at: now })
        await notifyNodes(sql, started === undefined ? [] : [started.verification])
        return started
      }),
    settleStep: (settlement) =>
      runBooked(
        deps,
        { operation: 'settle', input: settlement },
        settlement.settledAt,
        async (sql, books, { request }) => {
          const { isEnded, verification } = await settleStep(sql, books, request.input)
          await notifyNodes(sql, verification === undefined ? [] : [verification])
          return isEnded
        },
      ),
    advanceVerification: changing('advanceVerification', advanceVerification, (advanced) =>
      advanced?.isChanged === true ? [advanced.verification] : [],
    ),
    checkVerificationCode: changing(
      'checkVerificationCode',
      checkVerificationCode,
      (checked) => checked?.ended ?? [],
      lockPhone,
    ),
    watchPhones: (onChange) => watchChannel(url, channel, onChange),
  }
}

/**
 * The checks of one phone follow each other, over all its verifications: otherwise parallel guesses would all be compared
 * before the first of them is counted. Taken before any row, so that two checks that block a phone never deadlock.
 */
async function lockPhone(sql: Sql, { id }: CodeCheck): Promise<void> {
  await sql.get`SELECT pg_advisory_xact_lock(hashtextextended('codes ' || encode(phone_hash, 'hex'), 0))
    FROM verifications WHERE id = ${id} AND test = 0`
}

async function notifyNodes(sql: Sql, changed: readonly Verification[]): Promise<void> {
  for (const { id } of changed) await sql.get`SELECT pg_notify(${channel}, ${id})`
}
