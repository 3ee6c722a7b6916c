import type { Books } from '../../books/books.ts'
import { endAndPay } from '../../books/settle.ts'
import type { StepSettlement } from '../../books/settlement.ts'
import type { Verification } from '../../books/verification.ts'
import type { Sql } from '../sql.ts'
import { lockVerification } from './verification-rows.ts'
import { takeSettled, Walk } from './verification-states.ts'

export interface StepSettled {
  /** False when the call had ended before. */
  readonly isEnded: boolean
  /** Undefined when its verification is gone. */
  readonly verification?: Verification
}

/**
 * Ends the call of a step and applies the outcome to its verification in one transaction: whatever ends the
 * verification later finds the step ended, and its event has gone out before.
 */
export async function settleStep(sql: Sql, books: Books, settlement: StepSettlement): Promise<StepSettled> {
  const ended = endAndPay(books, settlement)
  if (ended === undefined) return { isEnded: false }
  const found = await lockVerification(sql, settlement.step.verificationId)
  if (found === undefined) return { isEnded: true }
  const { vendorId, settledAt } = settlement
  const walk = new Walk(found)
  const step = found.verification.steps.find((each) => each.vendorId === vendorId)
  if (step !== undefined) takeSettled(walk, step, { ...settlement, ...ended }, settledAt)
  await walk.save(sql, settledAt, (delivery) => books.enqueueDelivery(delivery))
  return { isEnded: true, verification: walk.verification }
}
