import * as answers from '../answers.ts'
import { defineMethod } from '../context.ts'
import { Failure } from '../errors.ts'
import { uid } from '../parameters.ts'
import { failureOf } from '../refusals.ts'
import { changesVerification } from '../scope-rule.ts'

/** What refuses a repeat alone. */
const codes = { unknown: 10, 'too-late': 11, 'used-up': 12, 'not-possible': 13 } as const
const isOfRepeats = (why: string): why is keyof typeof codes => why in codes

/** Deprecated: the pipeline answers 405 before this runs, unless the service still has free repeats. */
export const initRepeat = defineMethod({
  name: 'initRepeat',
  summary:
    'Free repeat of a verification. Deprecated: 405 unless the operator switched it on for the service.',
  startsWork: true,
  scopes: changesVerification,
  parameters: { uid },
  answer: answers.repeated,
  async run({ calls }, { values, subscriber, profile }) {
    const repeated = await calls.repeat(subscriber, values.uid)
    if (repeated.kind === 'refused') {
      const { why, retryAfterMs } = repeated
      if (!isOfRepeats(why)) return failureOf({ why, retryAfterMs })
      return retryAfterMs > 0
        ? new Failure(codes[why], {}, { retryAfterMs })
        : new Failure(codes[why], { about: 'never' })
    }
    const { vendorId, phoneMask, code, client } = repeated.call
    const answer = { status: true, vendor_id: vendorId, phone: phoneMask, code, client, free_repeated: true }
    const { unique } = repeated
    if (unique !== null) return { ...answer, unique_request_id: unique, exists: true }
    return profile === 'ucaller' ? { ...answer, exists: true } : answer
  },
})
