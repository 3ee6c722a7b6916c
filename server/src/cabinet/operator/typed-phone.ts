import { Type } from 'typebox'
import type { Phone } from '../../numbering/phone.ts'
import type { CabinetDeps } from '../deps.ts'
import { Problem } from '../problem.ts'

/** Always in the body of a request: addresses end up in logs and histories. */
export const phoneField = Type.String({ minLength: 1, maxLength: 64 })

/** The number is never repeated in the refusal. */
export function readPhone({ numbering }: CabinetDeps, text: string): Phone {
  const phone = numbering.readFreeText(text)
  if (phone === undefined) {
    throw new Problem(400, 'no-phone', '"phone" is wrong: expected a phone number', { field: 'phone' })
  }
  return phone
}
