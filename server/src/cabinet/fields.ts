import { Type } from 'typebox'
import type { Phone } from '../numbering/phone.ts'
import { roles } from '../storage/queries/people.ts'
import type { CabinetDeps } from './deps.ts'
import { Problem, wrongField } from './problem.ts'

/** Fields that many requests have. */
export const email = Type.String({ minLength: 3, maxLength: 254 })
export const password = Type.String({ minLength: 1, maxLength: 200 })
export const token = Type.String({ minLength: 1, maxLength: 100 })
export const name = Type.String({ maxLength: 100 })
export const language = Type.Enum(['en', 'ru'])
export const code = Type.String({ minLength: 1, maxLength: 40 })
export const role = Type.Enum([...roles])

/** Upper and lower case mean the same mailbox. */
export function readEmail(typed: string): string {
  const address = typed.trim().toLowerCase()
  if (!/^[^\s@<>,;"]+@[^\s@.<>,;"]+(\.[^\s@.<>,;"]+)+$/.test(address))
    throw wrongField('email', 'an e-mail address')
  return address
}

/** Of a list of which the next page begins before this id. */
export const beforeQuery = Type.Object({ before: Type.Optional(Type.Integer({ minimum: 1 })) })

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
