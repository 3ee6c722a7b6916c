import * as answers from '../answers.ts'
import { guardHint } from '../callback-hints.ts'
import { defineMethod } from '../context.ts'
import { Failure, wrongParameter } from '../errors.ts'
import { callbackUrl, client, phone, unique } from '../parameters.ts'
import { phoneFormOf, readPhoneArgument } from '../phone-argument.ts'
import { failureOf, keyIsTaken } from '../refusals.ts'
import { startsCall } from '../scope-rule.ts'

export const inboundCallWaiting = defineMethod({
  name: 'inboundCallWaiting',
  summary: 'Start a verification by a call from the person.',
  startsWork: true,
  scopes: startsCall,
  parameters: { phone, callbackUrl, client, unique },
  answer: answers.waiting,
  async run({ numbering, calls, callbackGuard }, call) {
    const { values, subscriber, profile } = call
    // A name that does not resolve yet may do so later, and every delivery checks again.
    const verdict = await callbackGuard.check(new URL(values.callbackUrl), subscriber)
    if (verdict.kind === 'refused')
      return wrongParameter(callbackUrl.name, callbackUrl.expected).withHint(guardHint(verdict.why))
    const read = readPhoneArgument(numbering, values.phone, profile)
    if (read instanceof Failure) return read
    const waiting = await calls.waitForCall(subscriber, {
      apiVersion: 'v1',
      phone: read,
      phoneForm: phoneFormOf(values.phone, profile),
      callbackUrl: values.callbackUrl,
      client: values.client,
      unique: values.unique,
    })
    if (waiting.kind === 'refused') {
      if (waiting.why !== 'no-way') return failureOf(waiting)
      // Open requests occupy the numbers, and none of them lasts longer than this.
      const retryAfterMs = subscriber.service.settings.inboundLifetimeSeconds * 1000
      return new Failure(5, { about: 'inbound' }, { retryAfterMs })
    }
    if (waiting.kind !== 'admitted' && waiting.kind !== 'replayed') return keyIsTaken(waiting)
    call.isReplay = waiting.kind === 'replayed'
    const { vendorId, phoneMask, confirmationNumber, client } = { client: values.client, ...waiting }
    const { unique } = values
    // `client` and `unique` are in the answer only if they were passed: the contract does not define them here.
    return {
      status: true,
      vendor_id: vendorId,
      phone: phoneMask,
      confirmation_number: confirmationNumber,
      ...(client === '' ? {} : { client }),
      ...(unique === null ? {} : { unique_request_id: unique, exists: call.isReplay }),
    }
  },
})
