import { accountOf, type Command, commandAt, decide } from '../../books/commands.ts'
import { needsOf } from '../../books/needs.ts'
import type { PhoneLimitRules } from '../../books/number-limit.ts'
import { addNeeded, NotLoaded, WorkingSet } from '../hot/working-set.ts'
import { phoneText } from '../key-hash.ts'
import type { BatchConnection } from './batch-connection.ts'
import { sqlState } from './connection.ts'
import type { DeadlineClock } from './database-time.ts'
import type { Locking, OpenedBatch } from './load-batch.ts'
import type { LostCommit } from './lost-commits.ts'
import type { VendorIds } from './vendor-ids.ts'

export interface BatchDeps {
  /** Fails when there is no connection before the deadline. */
  readonly connect: (deadline: AbortSignal) => Promise<BatchConnection>
  readonly rules: PhoneLimitRules
  readonly ids: VendorIds
  readonly deadlinesBy: DeadlineClock
}

/**
 * Runs one batch as one transaction of two round trips: lock and load, decide in this process, write and commit.
 * Commands whose rows `locking` skips are not decided; their result says so.
 */
export async function tryBatch(
  { connect, rules, ids, deadlinesBy }: BatchDeps,
  commands: readonly Command[],
  whenSent: () => void,
  deadline: AbortSignal,
  locking: Locking,
  more: readonly NotLoaded[] = [],
): Promise<BatchOutcome> {
  let connection: BatchConnection
  try {
    connection = await connect(deadline)
  } catch (error) {
    return { kind: 'undone', error }
  }
  let failed = true
  let committing: Committing | undefined
  const needs = needsOf(commands)
  for (const each of more) addNeeded(needs, each)
  const taken = ids.take(needs.newCalls)
  const kept = taken.map(({ vendorId }) => vendorId)
  let vendorIds = kept
  try {
    const idsToDraw = needs.newCalls - kept.length
    const opened = await connection.open(needs, idsToDraw, locking)
    const { stored, now, xact } = opened
    vendorIds = opened.vendorIds
    vendorIds.unshift(...kept)
    const books = new WorkingSet(rules, stored)
    books.readLists(needs)
    const results = commands.map((command) => {
      if (locking.skips && isSkipped(command, opened)) return locked
      const accountId = accountOf(command)
      if (command.name !== 'topUp' && !books.hasAccount(accountId))
        throw new Error(`there is no account ${accountId}`)
      return decide(
        books,
        deadlinesBy === 'database' && xact !== undefined ? commandAt(command, now) : command,
      )
    })
    const { changes } = books
    const changed = changes.verifications.all.map(({ verification }) => verification.id)
    if (xact === undefined) {
      await connection.rollBack()
    } else {
      const newCalls = changes.calls.all.map(({ vendorId }) => vendorId)
      committing = { xact, results, changed, newCalls }
      const written = connection.write(changes)
      whenSent()
      await written
    }
    failed = false
    return { kind: 'done', results, changed }
  } catch (error) {
    if (error instanceof NotLoaded) failed = !(await isRolledBack(connection))
    return outcomeOf(error, committing)
  } finally {
    ids.release(vendorIds, taken)
    connection.release(failed)
  }
}

const isRolledBack = (connection: BatchConnection): Promise<boolean> =>
  connection.rollBack().then(
    () => true,
    () => false,
  )

/** Whether another transaction has locked something that the command needs. */
function isSkipped(command: Command, { stored, verificationOfKey, skipped }: OpenedBatch): boolean {
  if (stored.account(accountOf(command)) === undefined) return true
  const isBusy = (phoneHash: Uint8Array | null) =>
    phoneHash !== null && skipped.phones.has(phoneText(phoneHash))
  const { name, input } = command
  switch (name) {
    case 'createVerification': {
      const { key, facts, returnsPending, phoneHash } = input
      const known = key === null ? undefined : verificationOfKey(facts.serviceId, key.keyHash)
      return (known !== undefined && skipped.ids.has(known)) || (returnsPending && isBusy(phoneHash))
    }
    case 'checkCode':
      return skipped.ids.has(input.id) || isBusy(input.phoneHash)
    case 'settleStep':
      return skipped.ids.has(input.verificationId)
    case 'startStep':
    case 'advanceVerification':
    case 'abandonVerification':
      return skipped.ids.has(input.id)
    default:
      return false
  }
}

/** The results to return if the commit succeeded. */
export interface Committing extends LostCommit {
  readonly results: readonly unknown[]
  /** The verifications that have changed. */
  readonly changed: readonly string[]
}

/** The result of a command for which another transaction has locked a row: nothing was decided. */
export const locked = Symbol('locked')

export type BatchOutcome =
  | ({ readonly kind: 'done' } & Pick<Committing, 'results' | 'changed'>)
  /** Nothing was stored, and nothing will be. */
  | { readonly kind: 'undone'; readonly error: unknown }
  /** The commit was sent and the connection broke before its answer: it may or may not have succeeded. */
  | ({ readonly kind: 'unknown'; readonly error: unknown } & Committing)

/**
 * An error of the transaction's own, in any statement, means that it did not commit. Trouble of the server does not: these
 * errors end its process, perhaps in the middle of the commit, and class 08 is PgBouncer's when it has lost its server.
 */
function outcomeOf(error: unknown, committing: Committing | undefined): BatchOutcome {
  const isAnswer = sqlState(error) !== '' && !/^(08|53|57|58|XX)/.test(sqlState(error))
  if (committing === undefined || isAnswer) return { kind: 'undone', error }
  return { kind: 'unknown', error, ...committing }
}
