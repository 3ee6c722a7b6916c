import * as answers from '../answers.ts'
import { defineMethod } from '../context.ts'
import { Failure, wrongParameter } from '../errors.ts'
import { callbackUrl, phone } from '../parameters.ts'
import { failureOf } from '../refusals.ts'

export const inboundCallWaiting = defineMethod({
  name: 'inboundCallWaiting',
  summary: 'Start a verification by a call from the person.',
  startsWork: true,
  parameters: { phone, callbackUrl },
  answer: answers.waiting,
  async run({ numbering, verifications, callbackGuard }, { values, subscriber }) {
    if (!(await callbackGuard.isAllowed(new URL(values.callbackUrl), subscriber))) {
      return wrongParameter(callbackUrl.name, callbackUrl.expected)
    }
    const read = numbering.readE164(values.phone)
    if (read === undefined) return new Failure(3)
    const waiting = await verifications.waitForCall(subscriber, {
      phone: read,
      callbackUrl: values.callbackUrl,
    })
    if (waiting.kind === 'refused' && waiting.why === 'no-way') {
      // What stands in the way are requests that wait, and none of them waits longer.
      const retryAfterMs = subscriber.service.settings.inboundLifetimeSeconds * 1000
      return new Failure(5, { about: 'inbound' }, { retryAfterMs })
    }
    if (waiting.kind === 'refused') return failureOf(waiting)
    return {
      status: true,
      vendor_id: waiting.vendorId,
      phone: waiting.phoneMask,
      confirmation_number: waiting.confirmationNumber,
    }
  },
})
