import { dayMs } from '../../platform/clock.ts'
import { changesVerification } from '../scope-rule.ts'
import * as answers from './answers.ts'
import { feedbackExample } from './examples.ts'
import { defineV2 } from './method.ts'
import { Problem } from './problem.ts'
import { feedbackBody } from './schemas.ts'

/** Integrators of `/v1.0` report the result of their own check, which shows the conversion of each route. */
export const feedback = defineV2<{ vendor_id: number; approved: boolean }>({
  name: 'giveFeedback',
  verb: 'POST',
  path: '/v2/feedback',
  summary: 'Tell whether the code of a call of /v1.0 was typed rightly.',
  scopes: changesVerification,
  input: feedbackBody,
  answer: { status: 200, schema: answers.feedbackTaken, example: feedbackExample },
  codes: ['call_not_found', 'feedback_for_step', 'feedback_too_late'],
  example: { vendor_id: 100042, approved: true },
  async run({ store, clock }, { subscriber, input }) {
    const { vendor_id: vendorId, approved } = input
    const serviceId = subscriber.service.id
    const call = await store.call(vendorId)
    if (call === undefined || call.serviceId !== serviceId) return new Problem('call_not_found')
    if ((await store.verificationOfStep(vendorId)) !== undefined) return new Problem('feedback_for_step')
    const at = clock.now()
    if (at - call.startedAt > dayMs) return new Problem('feedback_too_late')
    if (!call.test) await store.feedback({ accountId: call.accountId, serviceId, vendorId, approved, at })
    return { body: { vendor_id: vendorId, approved, counted: !call.test } }
  },
})
