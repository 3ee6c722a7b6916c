import type { KeyTaken, Refused } from '../books/admission.ts'
import { refusals } from '../books/refusals.ts'
import { catalogue, Failure, type Language } from './errors.ts'

/** The refusal as an error of `/v1.0`. */
export function failureOf({ why, retryAfterMs }: Pick<Refused, 'why' | 'retryAfterMs'>): Failure {
  const { codes, means } = refusals[why]
  return new Failure(
    codes.v1,
    { refusal: why },
    // Another node may have a free channel.
    { retryAfterMs: means.passes ? retryAfterMs : null, storedNothing: why === 'full' },
  )
}

const newKey: Readonly<Record<KeyTaken['kind'], Readonly<Record<Language, string>>>> = {
  'key-of-another-phone': {
    en: 'a new key: this one was used for another phone',
    ru: 'новый ключ: этот уже использован для другого номера',
  },
  'key-of-erased-phone': {
    en: 'a new key: the number that this one was used for has been erased',
    ru: 'новый ключ: номер, для которого этот был использован, удалён',
  },
  'key-of-another-method': {
    en: 'a new key: this one was used for another method',
    ru: 'новый ключ: этот уже использован для другого метода',
  },
}

export function keyIsTaken({ kind }: KeyTaken): Failure {
  const words = { parameter: 'unique', expected: newKey[kind] }
  return new Failure(2, words, { status: catalogue[2].except!.status })
}
