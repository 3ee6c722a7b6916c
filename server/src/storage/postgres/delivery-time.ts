import type { AttemptReport, Claim } from '../delivery-records.ts'
import { claimDeliveries, recordAttempt, resendDelivery } from '../queries/deliveries.ts'
import type { Sql } from '../sql.ts'
import { timeOf } from './database-time.ts'

/** The outbox by the database's clock: a lease ends for all nodes at the same moment. */
export const deliveriesInDatabaseTime = {
  async claimDeliveries(sql: Sql, claim: Claim) {
    const now = await timeOf(sql)
    return claimDeliveries(sql, { ...claim, now, leaseEndsAt: now + claim.leaseEndsAt - claim.now })
  },

  /** It is recorded as soon as it has ended. */
  async recordAttempt(sql: Sql, report: AttemptReport) {
    const { attempt, dueAt } = report
    const at = (await timeOf(sql)) - attempt.durationMs
    return recordAttempt(sql, { ...report, attempt: { ...attempt, at }, dueAt: at + dueAt - attempt.at })
  },

  async resendDelivery(sql: Sql, { vendorId }: { vendorId: number; at: number }) {
    return resendDelivery(sql, { vendorId, at: await timeOf(sql) })
  },
}
