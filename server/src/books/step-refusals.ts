import { secondMs } from '../platform/clock.ts'
import type { Refusal } from './admission.ts'
import type { StateEvent } from './step-machine.ts'
import type { SkipReason } from './verification.ts'

/**
 * `max-cost`: the step would cost more than the integrator allows for the whole verification. `own-code`: the tariff
 * does not serve codes of the integrator. `phone-blocked`: too many wrong codes were typed, so a call that brings a
 * code is of no use. `page-calls`: too many calls of the sign-in page for this client confirmed nobody. `no-gateway`: the
 * service has none for this channel and country.
 */
export type StepRefusal = Refusal | 'max-cost' | 'own-code' | 'no-gateway' | 'phone-blocked' | 'page-calls'

/**
 * Why a step was skipped, as the API names it. Refusals that pass with time, or that end the verification, are
 * not here.
 */
const skipReasons: Readonly<Partial<Record<StepRefusal, SkipReason>>> = {
  'mode-country': 'mode_not_served',
  country: 'country_not_allowed',
  'test-off': 'number_not_served',
  'dear-range': 'number_not_served',
  funds: 'insufficient_funds',
  'spend-cap': 'spend_cap',
  'no-way': 'no_route',
  'no-price': 'no_route',
  'no-numbers': 'no_route',
  'max-cost': 'max_cost',
  'own-code': 'own_code_not_served',
  'no-gateway': 'no_gateway',
  'phone-blocked': 'blocked',
  'page-calls': 'spend_cap',
}

/** How long to wait when all trunks are full. */
const fullRetryMs = 2 * secondMs

/**
 * The reason with which a step that cannot start is skipped; undefined when the refusal concerns the number or the
 * moment.
 */
export function skipReasonOf(why: StepRefusal): SkipReason | undefined {
  return skipReasons[why]
}

/** The event that a refused start means for the state of a verification. */
export function eventOf(
  { why, retryAfterMs }: { readonly why: StepRefusal; readonly retryAfterMs: number },
  step: number,
  at: number,
): StateEvent {
  const reason = skipReasonOf(why)
  if (reason !== undefined) return { kind: 'skipped', step, reason, at }
  if (why === 'do-not-call') return { kind: 'refused', step, reason: 'do_not_call', at }
  if (why === 'prefix-paused') return { kind: 'refused', step, reason: 'prefix_paused', at }
  return { kind: 'retry-later', step, until: at + (why === 'full' ? fullRetryMs : retryAfterMs), at }
}
