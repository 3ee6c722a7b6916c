import type { Clock } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import type { AttemptReport, ClaimedDelivery } from '../storage/delivery-records.ts'
import type { Store } from '../storage/store.ts'
import { webhookBody } from './body.ts'
import type { CallbackGuard } from './callback-guard.ts'
import { maskedAnswer } from './masked-answer.ts'
import { type Exchange, type PostLimits, post, postLimits } from './post.ts'
import { afterAttempt, maxTestRetries } from './schedule.ts'
import type { WebhookSecrets } from './secrets.ts'
import { signedHeaders } from './signature.ts'

export type AttemptResult = 'delivered' | 'retry' | 'failed'

export interface AttemptDeps {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly guard: CallbackGuard
  readonly secrets: WebhookSecrets
  /** Whether web-hooks of this service may go to this machine. */
  readonly mayUseLoopback: (serviceId: number) => Promise<boolean>
  /** Whether the body includes the identity of the caller. */
  readonly tellsCaller: (serviceId: number) => Promise<boolean>
  /** The number being verified, which is in no table; undefined once it was erased. */
  readonly phoneOf: (delivery: ClaimedDelivery) => Promise<string | undefined>
  readonly onAttempt: (result: AttemptResult) => void
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
      deps.onAttempt(report.state === 'pending' ? 'retry' : report.state)
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
  const phone = delivery.phoneHash === null ? undefined : await deps.phoneOf(delivery)
  const { url } = delivery
  const exchange =
    phone === undefined || url === null
      ? unsent('the number was erased')
      : await send(deps, { ...delivery, url }, phone, signedAt)
  const durationMs = Math.round(clock.monotonicMs() - begunMs)
  // Both times come from the same clock, even if it was set during the attempt.
  const endedAt = clock.now()
  const { vendorId, tries } = delivery
  const next =
    phone === undefined || url === null
      ? { state: 'failed' as const, tries, dueAt: endedAt }
      : afterAttempt(exchange.status, tries, endedAt, random, delivery.isTest ? maxTestRetries : undefined)
  return {
    vendorId,
    lease,
    ...next,
    attempt: {
      at: endedAt - durationMs,
      durationMs,
      status: exchange.status,
      error: exchange.error,
      answer: maskedAnswer(exchange.answer, phone ?? ''),
    },
  }
}

async function send(
  { guard, secrets, mayUseLoopback, tellsCaller, clock, limits = postLimits, ca }: AttemptDeps,
  delivery: ClaimedDelivery & { readonly url: string },
  phone: string,
  at: number,
): Promise<Exchange> {
  const url = new URL(delivery.url)
  const verdict = await guard.check(url, { mayUseLoopback: await mayUseLoopback(delivery.serviceId) })
  if (verdict.kind === 'refused') return unsent(`refused: ${verdict.why}`)
  if (verdict.kind === 'unresolved') return unsent('the name has no address')
  const signing = await secrets.of(delivery.serviceId)
  if (signing === undefined) return unsent('there is no such service')
  const body = webhookBody(delivery, phone, await tellsCaller(delivery.serviceId))
  const keys = [signing.current, ...(signing.previous === undefined ? [] : [signing.previous])]
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Ringkey-Webhooks/1.0',
    ...signedHeaders(keys, delivery.webhookId, Math.floor(at / 1000), body),
  }
  return await post({ url, addresses: verdict.addresses, headers, body }, clock, limits, ca)
}
