import type { Mode } from '../../books/call.ts'
import { testNumberThatFails } from '../../books/test-numbers.ts'
import * as answers from '../answers.ts'
import { defineMethod } from '../context.ts'
import { Failure } from '../errors.ts'
import { client, code, mix, phone, unique, voice } from '../parameters.ts'
import { readPhoneArgument } from '../phone-argument.ts'
import { failureOf, keyIsTaken } from '../refusals.ts'
import { startsCall } from '../scope-rule.ts'

export const initCall = defineMethod({
  name: 'initCall',
  summary: 'Start a verification call.',
  startsWork: true,
  scopes: startsCall,
  parameters: { phone, code, client, unique, voice, mix },
  answer: answers.started,
  remark(values, params) {
    if (values.voice && values.mix) return '"voice" and "mix" together mean mix'
    const isPadded = values.code !== undefined && String(params.code).trim().length < values.code.length
    return isPadded ? `"code" was padded to "${values.code}"` : undefined
  },
  async run({ numbering, calls }, call) {
    const { values, subscriber, profile } = call
    const read = readPhoneArgument(numbering, values.phone, profile)
    if (read instanceof Failure) return read
    const mode: Mode = values.mix ? 'mix' : values.voice ? 'voice' : 'flash'
    const { admitted, phoneMask, code } = await calls.startCall(subscriber, {
      apiVersion: 'v1',
      phone: read,
      mode,
      code: values.code,
      client: values.client,
      unique: values.unique,
    })
    const { bareTestFailure } = subscriber.service.settings
    const status = !(bareTestFailure && profile === 'ucaller' && read.e164 === testNumberThatFails)
    if (admitted.kind === 'refused') return failureOf(admitted)
    if (admitted.kind !== 'admitted' && admitted.kind !== 'replayed') return keyIsTaken(admitted)
    call.isReplay = admitted.kind === 'replayed'
    // A replay has the code and the words of the first call.
    const made = { code, client: values.client, ...admitted }
    const answer = {
      status,
      vendor_id: made.vendorId,
      phone: phoneMask,
      code: made.code,
      client: made.client,
    }
    const { unique } = values
    return unique === null ? answer : { ...answer, unique_request_id: unique, exists: call.isReplay }
  },
})
