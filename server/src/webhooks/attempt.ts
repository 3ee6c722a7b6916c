import type { Clock } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import { callcheckEnded } from '../storage/event-types.ts'
import type { AttemptReport, ClaimedDelivery } from '../storage/queries/deliveries.ts'
import type { Store } from '../storage/store.ts'
import type { CallbackGuard } from './callback-guard.ts'
import { maskedAnswer } from './masked-answer.ts'
import { type Message, type MessageDeps, messageOf } from './message.ts'
import { type Exchange, type PostLimits, post, postLimits } from './post.ts'
import { afterAttempt, afterCallback, maxTestRetries } from './schedule.ts'
import { signedHeaders } from './signature.ts'

export type AttemptResult = 'delivered' | 'retry' | 'failed'

export interface AttemptDeps extends MessageDeps {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly guard: CallbackGuard
  /** Whether webhooks of this service may go to this machine. */
  readonly mayUseLoopback: (serviceId: number) => Promise<boolean>
  readonly onAttempt: (result: AttemptResult, delivery: ClaimedDelivery, report: AttemptReport) => void
  readonly onTrouble: (error: Error) => void
  readonly limits?: PostLimits
  readonly ca?: string
}

const nothing = Buffer.alloc(0)
const unsent = (error: string): Exchange => ({ status: 0, error, answer: nothing })

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
      deps.onTrouble(error as Error)
      return { answered: false }
    }
  }
}

async function tryOnce(deps: AttemptDeps, delivery: ClaimedDelivery, lease: string): Promise<AttemptReport> {
  const { clock, random } = deps
  const signedAt = clock.now()
  const begunMs = clock.monotonicMs()
  const message = await messageOf(deps, delivery)
  const exchange =
    message.kind === 'ready' ? await send(deps, delivery, message, signedAt) : unsent(message.why)
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

async function send(
  { guard, mayUseLoopback, clock, limits = postLimits, ca }: AttemptDeps,
  { serviceId, webhookId }: ClaimedDelivery,
  { url: address, body, keys, contentType = 'application/json' }: Extract<Message, { kind: 'ready' }>,
  at: number,
): Promise<Exchange> {
  const url = new URL(address)
  const verdict = await guard.check(url, { mayUseLoopback: await mayUseLoopback(serviceId) })
  if (verdict.kind === 'refused') return unsent(`refused: ${verdict.why}`)
  if (verdict.kind === 'unresolved') return unsent('the name has no address')
  const headers = {
    'Content-Type': contentType,
    'User-Agent': 'Ringkey-Webhooks/1.0',
    ...(keys.length === 0 ? {} : signedHeaders(keys, webhookId, Math.floor(at / 1000), body)),
  }
  return await post({ url, addresses: verdict.addresses, headers, body }, clock, limits, ca)
}
