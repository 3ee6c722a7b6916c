import type { AddressRefusal } from '../../books/address-limits.ts'
import type { StepRefusal } from '../../books/step-refusals.ts'
import type { ProblemCode } from './catalogue.ts'
import { Problem } from './problem.ts'

/** The reason of a refusal as a code of `/v2`. */
const codesOfSteps: Readonly<Record<StepRefusal, ProblemCode>> = {
  'mode-country': 'mode_not_served',
  country: 'country_not_allowed',
  'test-off': 'number_not_served',
  'dear-range': 'number_not_served',
  'do-not-call': 'do_not_call',
  wait: 'number_rests',
  'number-limit': 'number_limit',
  'waiting-limit': 'waiting_limit',
  'test-limit': 'test_limit',
  funds: 'insufficient_funds',
  'spend-cap': 'spend_cap',
  full: 'channels_in_use',
  overloaded: 'overloaded',
  'no-way': 'no_route',
  'no-price': 'no_price',
  'no-numbers': 'no_route',
  'prefix-paused': 'prefix_paused',
  'max-cost': 'max_cost',
  'own-code': 'own_code_not_served',
  'no-gateway': 'no_gateway',
  'phone-blocked': 'phone_blocked',
  'page-calls': 'spend_cap',
}
const codesOfAddresses: Readonly<Record<AddressRefusal, ProblemCode>> = {
  'address-verifications': 'ip_verification_limit',
  'address-phones': 'ip_phone_limit',
  'address-countries': 'ip_country_limit',
  'device-verifications': 'device_verification_limit',
  'device-phones': 'device_phone_limit',
  'device-countries': 'device_country_limit',
}

const codes = { ...codesOfSteps, ...codesOfAddresses }

/** The refusals of a call, whose codes only methods that start one can answer. Every method may be overloaded. */
export const callRefusals = [...new Set(Object.values(codesOfSteps))].filter((code) => code !== 'overloaded')
export const addressRefusals = Object.values(codesOfAddresses)

/** The operator has no numbers for it: waiting does not help. */
const permanent: ReadonlySet<StepRefusal | AddressRefusal> = new Set(['no-numbers'])

export function refusalProblem({
  why,
  retryAfterMs,
}: {
  readonly why: StepRefusal | AddressRefusal
  readonly retryAfterMs: number
}): Problem {
  if (permanent.has(why)) return new Problem(codes[why], { isPermanent: true })
  return new Problem(codes[why], retryAfterMs > 0 ? { retryAfterMs } : {})
}
