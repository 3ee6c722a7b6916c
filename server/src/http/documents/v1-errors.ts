import type { Method } from '../context.ts'
import { noCredentials } from '../credential-hint.ts'
import { catalogue, type ErrorCode, Failure, type FailureOptions, statuses, type Words } from '../errors.ts'
import { phone } from '../parameters.ts'
import { keyIsTaken } from '../refusals.ts'
import { ofOtherType, tooLarge } from '../request-body.ts'

/** The errors of `/v1.0` by operation, with an example of each. */

/** Codes that depend on the method. Every other code of the catalogue is possible for each method. */
const ofMethods: Readonly<Record<string, readonly ErrorCode[]>> = {
  initCall: [2, 3, 5, 9, 18, 19, 20, 21, 1002],
  getInfo: [2, 10],
  initRepeat: [2, 5, 9, 10, 11, 12, 13, 18, 21, 405],
  inboundCallWaiting: [2, 3, 5, 9, 18, 1002],
  checkPhone: [2, 5, 1002],
  getAccount: [],
  getService: [],
  getBalance: [],
}
/** Unknown method or verb: not an answer of any described operation. */
const ofNoMethod: readonly ErrorCode[] = [404, 405]
/** Only a POST has a body that can be unreadable. */
const ofBodies: readonly ErrorCode[] = [1]
const dependent = new Set<ErrorCode>([...Object.values(ofMethods).flat(), ...ofNoMethod])

export interface ErrorCase {
  readonly code: ErrorCode
  readonly status: number
  /** "" for the usual status of the code. */
  readonly when: string
}

export function errorsOf({ name, parameters, scopes }: Method, verb: 'get' | 'post'): readonly ErrorCase[] {
  const own = ofMethods[name] ?? []
  return statuses.filter(({ code, status }) => {
    // No scope excludes some methods.
    if (code === 1006) return !(scopes.read && scopes.test === true)
    if (ofBodies.includes(code)) return verb === 'post'
    if (code === 2 && status === catalogue[2].except!.status) return 'unique' in parameters
    return own.includes(code) || !dependent.has(code)
  })
}

const waitSeconds: Partial<Record<ErrorCode, number>> = { 5: 60, 18: 36_000, 19: 12, 429: 1, 503: 1 }
const words: Partial<Record<ErrorCode, Words>> = {
  1: ofOtherType('text/plain').words,
  2: { parameter: phone.name, expected: phone.expected },
  401: { hint: noCredentials },
  13: { about: 'never' },
  405: { about: 'gone' },
  429: { perSecond: 30 },
  500: { requestId: 'k3v9x2ab-1f' },
}
const wordsOfExceptions: Partial<Record<ErrorCode, Words>> = {
  1: tooLarge.words,
  2: keyIsTaken({ kind: 'key-of-another-phone' }).words,
}

/** The error as the service would answer it. */
export function exampleOf({ code, status, when }: ErrorCase): Failure {
  const seconds = waitSeconds[code]
  const options: FailureOptions = {
    ...(when === '' ? {} : { status }),
    ...(seconds === undefined ? {} : { retryAfterMs: seconds * 1000 }),
  }
  return new Failure(code, (when === '' ? words : wordsOfExceptions)[code] ?? {}, options)
}

/** A name for generated code. */
export const nameOfCode = (code: number) => catalogue[code as ErrorCode].name
