import { accountOf, type Command, commandAt, decide } from '../../books/commands.ts'
import { needsOf } from '../../books/needs.ts'
import type { PhoneLimitRules } from '../../books/number-limit.ts'
import { addNeeded, NotLoaded, WorkingSet } from '../hot/working-set.ts'
import { phoneText } from '../key-hash.ts'
import { breakAt, type Client, connectBefore, type Pool, sqlState } from './connection.ts'
import type { DeadlineClock } from './database-time.ts'
import type { KeyFilters } from './key-filters.ts'
import { type Locking, type OpenedBatch, openBatch } from './load-batch.ts'
import type { LostCommit } from './lost-commits.ts'
import type { VendorIds } from './vendor-ids.ts'
import { writeBatch } from './write-batch.ts'

export interface BatchDeps {
  readonly pool: Pool
  readonly rules: PhoneLimitRules
  readonly ids: VendorIds
  readonly filters: KeyFilters
  readonly deadlinesBy: DeadlineClock
  /** True when the connection goes through a pooler. */
  readonly isPooled: boolean
}

/**
 * Runs one batch as one transaction of two round trips: lock and load, decide in this process, write and commit.
 * Commands whose rows `locking` skips are not decided; their result says so.
 */
export async function tryBatch(
  { pool, rules, ids, filters, deadlinesBy, isPooled }: BatchDeps,
  commands: readonly Command[],
  whenSent: () => void,
  deadline: AbortSignal,
  locking: Locking,
  more: readonly NotLoaded[] = [],
): Promise<BatchOutcome> {
  let client: Client
  try {
    client = await connectBefore(pool, deadline)
  } catch (error) {
    return { kind: 'undone', error }
  }
  const letLive = breakAt(client, deadline)
  let failed = true
  let committing: Committing | undefined
  const needs = needsOf(commands)
  for (const each of more) addNeeded(needs, each)
  const taken = ids.take(needs.newCalls)
  const kept = taken.map(({ vendorId }) => vendorId)
  let vendorIds = kept
  try {
    const idsToDraw = needs.newCalls - kept.length
    const opened = await openBatch({ client, filters, isPooled, deadlinesBy }, needs, idsToDraw, locking)
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
      await client.query('ROLLBACK')
    } else {
      const newCalls = changes.calls.all.map(({ vendorId }) => vendorId)
      committing = { xact, results, changed, newCalls }
      const written = writeBatch(client, changes, isPooled)
      whenSent()
      await written
    }
    failed = false
    return { kind: 'done', results, changed }
  } catch (error) {
    if (error instanceof NotLoaded) failed = !(await rollBack(client))
    return outcomeOf(error, committing)
  } finally {
    ids.release(vendorIds, taken)
    letLive()
    client.release(failed)
  }
}

const rollBack = (client: Client): Promise<boolean> =>
  client.query('ROLLBACK').then(
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
