import { type Subscriber, suspensionReasonOf } from '../accounts/directory.ts'
import type { StepRefusal } from '../books/step-refusals.ts'
import type { CabinetDeps } from './deps.ts'
import { ownService } from './ids.ts'
import { notFound, Problem, wrongField } from './problem.ts'
import type { Member } from './route.ts'

/** Rules of calls that are placed from the cabinet, single ones and those of a verification. */

/** A service of the member's account that may call now. */
export async function callingService(deps: CabinetDeps, who: Member, serviceId: number): Promise<Subscriber> {
  await ownService(deps.store, who, serviceId)
  const subscriber = await deps.directory.find(serviceId)
  if (subscriber === undefined) throw notFound()
  const why = suspensionReasonOf(subscriber)
  if (why !== undefined) throw new Problem(403, why, 'the service may not call now')
  return subscriber
}

export function calledPhone({ numbering }: CabinetDeps, phone: string) {
  // As strict as the API: the page shows the same request as a line to copy.
  const read = numbering.readE164(phone)
  if (read === undefined) throw wrongField('phone', 'a phone number with its country code, digits only')
  return read
}

const statuses: Readonly<Record<StepRefusal, number>> = {
  'mode-country': 400,
  country: 403,
  'test-off': 403,
  'dear-range': 403,
  'prefix-paused': 403,
  'do-not-call': 403,
  wait: 429,
  'number-limit': 429,
  'waiting-limit': 429,
  'test-limit': 429,
  funds: 402,
  'spend-cap': 402,
  full: 503,
  overloaded: 503,
  'no-way': 503,
  'no-price': 503,
  'no-numbers': 503,
  'max-cost': 402,
  'no-gateway': 400,
  'own-code': 422,
  'phone-blocked': 429,
  'page-calls': 402,
}

export function refusal({ why, retryAfterMs }: { why: StepRefusal; retryAfterMs: number }): Problem {
  const wait = retryAfterMs > 0 ? { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) } : {}
  return new Problem(statuses[why], `refused-${why}`, `refused: ${why}`, wait)
}

export const stopping = () =>
  new Problem(503, 'stopping', 'the service is stopping or overloaded: try again', { retryAfterSeconds: 5 })
