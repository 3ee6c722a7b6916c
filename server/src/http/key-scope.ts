import type { Profile } from '../accounts/profile.ts'
import { testNumbers } from '../books/test-numbers.ts'
import type { Numbering } from '../numbering/phone.ts'
import type { KeyScope } from '../storage/queries/service-keys.ts'
import type { ApiDeps, Method } from './context.ts'
import { Failure } from './errors.ts'
import type { Entered } from './gate.ts'
import { readParameters } from './parameters.ts'
import { readPhoneArgument } from './phone-argument.ts'
import type { ScopeRule } from './scope-rule.ts'

const failures: Readonly<Record<Exclude<KeyScope, 'all'>, Failure>> = {
  read: new Failure(1006),
  test: new Failure(1006, { about: 'test-key' }),
}
export const onlyTestNumbers = failures.test

/** Refuses a method that the scope excludes whatever the request says. */
export function outsideScope(scope: KeyScope, rule: ScopeRule): Failure | undefined {
  return scope !== 'all' && rule[scope] === false ? failures[scope] : undefined
}

/** Whether the phone can be called and is none of the test numbers. An unreadable phone is left to later checks. */
export function isRealPhone(numbering: Numbering, phone: string, profile: Profile): boolean {
  const read = readPhoneArgument(numbering, phone, profile)
  return !(read instanceof Failure) && !testNumbers.has(read.e164)
}

/** Code 1006, which comes before every check of the parameters (D1-36); undefined for a request in the scope. */
export async function scopeFailure(
  { numbering, store }: Pick<ApiDeps, 'numbering' | 'store'>,
  { parameters, scopes }: Method,
  { scope, subscriber, profile, params }: Entered,
): Promise<Failure | undefined> {
  const excluded = outsideScope(scope, scopes)
  if (excluded !== undefined || scope !== 'test' || params instanceof Failure) return excluded
  const { phone, uid } = parameters
  if (scopes.test === 'phone' && phone !== undefined) {
    const values = readParameters({ phone }, params)
    if (values instanceof Failure) return undefined
    return isRealPhone(numbering, String(values.phone), profile) ? onlyTestNumbers : undefined
  }
  if (scopes.test === 'verification' && uid !== undefined) {
    const values = readParameters({ uid }, params)
    if (values instanceof Failure) return undefined
    const record = await store.call(Number(values.uid))
    const isOwn = record !== undefined && record.serviceId === subscriber.service.id
    return isOwn && !record.test ? onlyTestNumbers : undefined
  }
  return undefined
}
