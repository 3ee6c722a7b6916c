import type { Mode } from '../../books/verification.ts'
import * as answers from '../answers.ts'
import { defineMethod } from '../context.ts'
import { catalogue, Failure } from '../errors.ts'
import { client, code, mix, phone, unique, voice } from '../parameters.ts'
import { failureOf } from '../refusals.ts'

export const initCall = defineMethod({
  name: 'initCall',
  summary: 'Start a verification call.',
  startsWork: true,
  parameters: { phone, code, client, unique, voice, mix },
  answer: answers.started,
  async run({ numbering, verifications }, call) {
    const { values, subscriber } = call
    const read = numbering.readE164(values.phone)
    if (read === undefined) return new Failure(3)
    const mode: Mode = values.mix ? 'mix' : values.voice ? 'voice' : 'flash'
    const { admitted, phoneMask, code } = await verifications.startCall(subscriber, {
      phone: read,
      mode,
      code: values.code,
      client: values.client,
      unique: values.unique,
    })
    switch (admitted.kind) {
      case 'refused':
        return failureOf(admitted)
      case 'key-of-another-phone':
        return keyIsTaken(keyOfOnePhone)
      case 'key-of-erased-phone':
        return keyIsTaken(keyOfErasedPhone)
      case 'replayed':
        call.isReplay = true
        return answer(admitted.vendorId, phoneMask, admitted.code, admitted.client, values.unique, true)
      case 'admitted':
        return answer(admitted.vendorId, phoneMask, code, values.client, values.unique, false)
    }
  },
})

const keyOfOnePhone = {
  en: 'a new key: this one was used for another phone',
  ru: 'новый ключ: этот уже использован для другого номера',
}

const keyOfErasedPhone = {
  en: 'a new key: the number that this one was used for has been erased',
  ru: 'новый ключ: номер, для которого этот был использован, удалён',
}

function keyIsTaken(expected: typeof keyOfOnePhone): Failure {
  return new Failure(2, { parameter: 'unique', expected }, { status: catalogue[2].except.status })
}

function answer(
  vendorId: number,
  phoneMask: string,
  code: string,
  client: string,
  unique: string | null,
  exists: boolean,
) {
  const answer = { status: true, vendor_id: vendorId, phone: phoneMask, code, client }
  return unique === null ? answer : { ...answer, unique_request_id: unique, exists }
}
