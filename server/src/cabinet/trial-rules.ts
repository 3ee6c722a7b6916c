import problems from '../../assets/reference/problems.json' with { type: 'json' }
import { type Subscriber, suspensionReasonOf } from '../accounts/directory.ts'
import { refusals, type StepRefusal } from '../books/refusals.ts'
import type { CabinetDeps } from './deps.ts'
import { ownService } from './ids.ts'
import { notFound, Problem, wrongField } from './problem.ts'
import type { Member } from './route.ts'

/** Rules of calls that are placed from the cabinet, single ones and those of a verification. */

/** A service of the member's account that may call now. */
export async function callingService(
  deps: CabinetDeps,
  user: Member,
  serviceId: number,
): Promise<Subscriber> {
  await ownService(deps.store, user, serviceId)
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

/** The status is that of `/v2`. */
export function refusal({ why, retryAfterMs }: { why: StepRefusal; retryAfterMs: number }): Problem {
  const { codes, means } = refusals[why]
  const wait = means.passes ? { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) } : {}
  return new Problem(problems[codes.v2].status, `refused-${why}`, `refused: ${why}`, wait)
}

export const stopping = () =>
  new Problem(503, 'stopping', 'the service is stopping or overloaded: try again', { retryAfterSeconds: 5 })
