import { callcheckEnded } from '../books/event-types.ts'
import type { Random } from '../platform/random.ts'
import type { AttemptReport, ClaimedDelivery } from '../storage/queries/deliveries.ts'
import type { Store } from '../storage/store.ts'
import { maskedAnswer } from './masked-answer.ts'
import { type MessageDeps, messageOf } from './message.ts'
import { afterAttempt, afterCallback, maxTestRetries } from './schedule.ts'
import { unsent } from './send.ts'

export type AttemptResult = 'delivered' | 'retry' | 'failed'

export interface AttemptDeps extends MessageDeps {
  readonly store: Store
  readonly random: Random
  readonly onAttempt: (result: AttemptResult, delivery: ClaimedDelivery, report: AttemptReport) => void
  readonly onStoreTrouble: (error: Error) => void
}

/** One attempt of one delivery, from the check of its address to the record of the result. */
export function createAttempt(deps: AttemptDeps) {
  return async (delivery: ClaimedDelivery, lease: string): Promise<{ readonly answered: boolean }> => {
    try {
      const report = await tryOnce(deps, delivery, lease)
      deps.onAttempt(report.state === 'pending' ? 'retry' : report.state, delivery, report)
      // A lost lease is harmless: the node that holds it now tries and records.
      await deps.store.recordAttempt(report)
      return { answered: report.attempt.status !== 0 }
    } catch (error) {
      // The attempt is repeated after the lease has ended.
      deps.onStoreTrouble(error as Error)
      return { answered: false }
    }
  }
}

async function tryOnce(deps: AttemptDeps, delivery: ClaimedDelivery, lease: string): Promise<AttemptReport> {
  const { clock, random } = deps
  const signedAt = clock.now()
  const begunMs = clock.monotonicMs()
  const message = await messageOf(deps, delivery)
  const exchange = message.kind === 'ready' ? await message.send(signedAt) : unsent(message.why)
  const durationMs = Math.round(clock.monotonicMs() - begunMs)
  // Both times come from the same clock, even if it was set during the attempt.
  const endedAt = clock.now()
  const { id, tries } = delivery
  const next =
    message.kind === 'gone'
      ? { state: 'failed' as const, tries, dueAt: endedAt }
      : delivery.type === callcheckEnded
        ? afterCallback(exchange, delivery, endedAt)
        : afterAttempt(exchange.status, tries, endedAt, random, delivery.isTest ? maxTestRetries : undefined)
  return {
    id,
    lease,
    ...next,
    attempt: {
      at: endedAt - durationMs,
      durationMs,
      status: exchange.status,
      error: exchange.error,
      answer: maskedAnswer(exchange.answer, message.kind === 'ready' ? message.phone : ''),
    },
  }
}
