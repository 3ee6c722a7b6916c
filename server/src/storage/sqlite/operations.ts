import { admitCall } from '../../books/admit-call.ts'
import { admitInbound } from '../../books/admit-inbound.ts'
import { admitRepeat } from '../../books/admit-repeat.ts'
import type { Books } from '../../books/books.ts'
import { endLookup, holdLookup } from '../../books/hold-lookup.ts'
import { settle } from '../../books/settle.ts'
import { topUp } from '../../books/spending.ts'
import type { Operation } from '../operation-records.ts'
import type { PhoneVerificationRequest, StepStart } from '../phone-records.ts'
import { eraseVerifications } from '../queries/closing.ts'
import { operate } from '../queries/operate.ts'
import { createPhoneVerification, startStep } from '../queries/phone-steps.ts'
import { erasePhone } from '../queries/verifications.ts'
import { writes } from '../query-table.ts'
import type { ClockStep } from '../store.ts'
import { accountLedgerOf } from './account-ledger.ts'
import type { WriteOperation } from './batch.ts'
import { digest } from './digest.ts'
import { nodeOperations } from './nodes.ts'
import { closeOldEntries, purge, purgeNumbers, purgeSessions } from './purge.ts'
import { SqliteBooks } from './sqlite-books.ts'
import type { Transaction } from './transaction.ts'

const onBooks =
  <I, R>(decide: (books: Books, input: I) => R) =>
  (tx: Transaction, input: I): R =>
    decide(new SqliteBooks(tx), input)

/** Writes that are implemented differently for SQLite. */
export const ownWrites = {
  admitCall: onBooks(admitCall),
  admitInbound: onBooks(admitInbound),
  admitRepeat: onBooks(admitRepeat),
  settle: onBooks(settle),
  holdLookup: onBooks(holdLookup),
  endLookup: onBooks(endLookup),
  topUp: onBooks(topUp),
  operate: (tx: Transaction, operation: Operation) => operate(tx, accountLedgerOf(tx), operation),
  createPhoneVerification: (tx: Transaction, request: PhoneVerificationRequest) =>
    createPhoneVerification(tx, new SqliteBooks(tx), request),
  startStep: (tx: Transaction, request: StepStart) => startStep(tx, new SqliteBooks(tx), request),
  digest,
  purge,
  forgetNumbers: purgeNumbers,
  endOldSessions: purgeSessions,
  closeEntries: closeOldEntries,
  moveDeadlines,
  fileAdmissions: (tx: Transaction, upTo: number | null) => tx.recent.fileStep(upTo),
  eraseFoundPhone(tx: Transaction, found: Parameters<typeof erasePhone>[1]) {
    // Limits that are only in memory are written first. Otherwise a later filing would bring the number back.
    tx.recent.fileAll()
    tx.traces.note()
    return erasePhone(tx, found)
  },
  eraseVerifications(tx: Transaction, request: Parameters<typeof eraseVerifications>[1]) {
    // Only after the last part, because each removal of traces may rewrite the file.
    if (request.below === null) tx.traces.note()
    return eraseVerifications(tx, request)
  },
  clockSteps: (tx: Transaction, _: null) => tx.recent.stepsMs,
  areTracesGone: (tx: Transaction, _: null) => tx.traces.areGone,
  ...nodeOperations,
}

/** All writing operations, by the name that the messages to the writer thread use. */
export const operations: Readonly<Record<string, WriteOperation>> = { ...writes, ...ownWrites }

/** Moves all deadlines after a step of the wall clock, so that each still waits as long as it would have. */
function moveDeadlines(tx: Transaction, { byMs, clock }: ClockStep): void {
  if (clock !== undefined) keepClock(tx, clock)
  if (byMs === 0) return
  tx.run('UPDATE verifications SET deadline_at = deadline_at + $1 WHERE state = -1', byMs)
  tx.run("UPDATE deliveries SET due_at = due_at + $1 WHERE state = 'pending'", byMs)
  tx.run('UPDATE delivery_receivers SET next_due_at = next_due_at + $1', byMs)
  tx.run('UPDATE lookup_holds SET deadline_at = deadline_at + $1', byMs)
  tx.run(
    `UPDATE phone_verifications SET expires_at = expires_at + $1, next_step_at = next_step_at + $1
     WHERE status = 'pending'`,
    byMs,
  )
  tx.run('UPDATE phone_verifications SET wake_at = wake_at + $1 WHERE wake_at IS NOT NULL', byMs)
  tx.recent.addStep(byMs)
}

/** Runs in the transaction that moves the deadlines: after a crash, a restart sees both changes or neither. */
function keepClock(tx: Transaction, clock: string): void {
  tx.run(
    "INSERT INTO meta VALUES ('clock', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    clock,
  )
}
