import type { KeyScope } from '../../storage/queries/service-keys.ts'
import { isRealPhone, onlyTestNumbers, outsideScope } from '../key-scope.ts'
import type { V2Method, V2Parts } from './method.ts'
import { type Problem, problemOf } from './problem.ts'

const refused = problemOf(onlyTestNumbers)

/** Refuses a method that the scope excludes whatever the request says; before the body is read. */
export function methodOutsideScope(scope: KeyScope, { scopes }: V2Method): Problem | undefined {
  const failure = outsideScope(scope, scopes)
  return failure === undefined ? undefined : problemOf(failure)
}

/** Refuses the phone or the verification of a request whose key is for test numbers. */
export async function inputOutsideScope(
  { numbering, store, verifications }: V2Parts,
  { scopes }: V2Method,
  asked: { readonly serviceId: number; readonly id: string; readonly input: unknown },
): Promise<Problem | undefined> {
  const { phone, vendor_id: vendorId } = Object(asked.input) as { phone?: unknown; vendor_id?: unknown }
  if (scopes.test === 'phone' && typeof phone === 'string')
    return isRealPhone(numbering, phone, 'standard') ? refused : undefined
  if (scopes.test !== 'verification') return undefined
  if (typeof vendorId === 'number' && Number.isSafeInteger(vendorId)) {
    const call = await store.call(vendorId)
    return call?.serviceId === asked.serviceId && !call.test ? refused : undefined
  }
  const found = asked.id === '' ? undefined : await verifications.read(asked.serviceId, asked.id)
  return found !== undefined && !found.test ? refused : undefined
}
