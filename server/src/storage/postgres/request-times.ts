import type { AttemptReport } from '../queries/deliveries.ts'
import { raw } from '../sql.ts'
import { databaseNow } from './database-time.ts'

const asOfNow = <I extends { readonly at: number }>(request: I, at: number): I => ({ ...request, at })
const atNow = <I extends { readonly now: number }>(request: I, now: number): I => ({ ...request, now })
const all = <F>(moved: F, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, moved]))
const leasedNow = <I extends { readonly now: number; readonly leaseEndsAt: number }>(
  claim: I,
  now: number,
) => ({
  ...claim,
  now,
  leaseEndsAt: now + claim.leaseEndsAt - claim.now,
})

/**
 * How the times in a request are moved to the database's clock, for the queries that compare times. A lease, for
 * example, then ends at the same moment for all nodes.
 */
export const requestsInDatabaseTime: Readonly<Record<string, (request: never, now: number) => unknown>> = {
  ...all(atNow, 'storeTime', 'openTestWaits', 'waitingFor', 'forgetNumbers', 'unapprovedPageCalls'),
  ...all(atNow, 'saveOidcRecord', 'oidcRecord', 'oidcSession', 'consumeOidcRecord', 'claimDuePhones'),
  ...all(atNow, 'noteAlarms', 'openAlarms', 'alarmSilences', 'saveImportJob', 'importJobs'),
  ...all(atNow, 'takeBalanceCrossings'),
  ...all(asOfNow, 'resendDelivery', 'readEvents'),
  endOldSessions: (_: number, now) => now,
  claimDeliveries: leasedNow,
  /** The end of the attempt is the current time: an attempt is recorded as soon as it has ended. */
  recordAttempt(report: AttemptReport, now) {
    const { attempt, dueAt } = report
    const at = now - attempt.durationMs
    return { ...report, attempt: { ...attempt, at }, dueAt: at + dueAt - attempt.at }
  },
}

/** The same inside the statement, without a round trip for the time: nearly every check comes here. */
export const statementsInDatabaseTime: Readonly<Record<string, (request: never) => unknown>> = {
  newestToCheck: (request: object) => ({ ...request, at: raw(databaseNow) }),
}
