import type { KeyTaken, Refusal, Refused } from '../books/admission.ts'
import { catalogue, type ErrorCode, Failure, type Language } from './errors.ts'

/** The reason of a refusal as an error code of the API. */
const codes: Readonly<Record<Refusal, ErrorCode>> = {
  'mode-country': 20,
  country: 9,
  'test-off': 9,
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
  overloaded: 503,
  'no-way': 5,
  'no-price': 5,
  'no-numbers': 5,
}
/** Waiting does not help with these. */
const permanent: ReadonlySet<Refusal> = new Set(['no-price', 'no-numbers'])

export function failureOf({ why, retryAfterMs }: Pick<Refused, 'why' | 'retryAfterMs'>): Failure {
  if (permanent.has(why)) return new Failure(codes[why], { about: why }, { retryAfterMs: null })
  const storedNothing = why === 'full'
  return new Failure(
    codes[why],
    { about: why },
    retryAfterMs > 0 ? { retryAfterMs, storedNothing } : { storedNothing },
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
