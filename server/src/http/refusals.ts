import type { Refusal, Refused } from '../books/admission.ts'
import { type ErrorCode, Failure, type Words } from './errors.ts'

/** Why the domain refused, as the code that the interface gives it. */
const codes: Readonly<Record<Refusal, ErrorCode>> = {
  'mode-country': 20,
  country: 9,
  'dear-range': 9,
  'prefix-paused': 9,
  'do-not-call': 21,
  wait: 19,
  'number-limit': 18,
  'waiting-limit': 18,
  'test-limit': 18,
  funds: 1002,
  'spend-cap': 1002,
  full: 503,
  'no-way': 5,
}

function wordsOf(why: Refusal): Words {
  const isNamed =
    why === 'dear-range' || why === 'prefix-paused' || why === 'waiting-limit' || why === 'test-limit'
  return isNamed ? { about: why } : {}
}

export function failureOf({ why, retryAfterMs }: Pick<Refused, 'why' | 'retryAfterMs'>): Failure {
  return new Failure(codes[why], wordsOf(why), retryAfterMs > 0 ? { retryAfterMs } : {})
}
