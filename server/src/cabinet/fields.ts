import { Type } from 'typebox'
import { roles } from '../storage/queries/people.ts'
import { wrongField } from './problem.ts'

/** Fields that many requests have. */
export const email = Type.String({ minLength: 3, maxLength: 254 })
export const password = Type.String({ minLength: 1, maxLength: 200 })
export const token = Type.String({ minLength: 1, maxLength: 100 })
export const name = Type.String({ maxLength: 100 })
export const language = Type.Enum(['en', 'ru'])
export const code = Type.String({ minLength: 1, maxLength: 40 })
export const role = Type.Enum([...roles])

/** Upper and lower case mean the same mailbox. */
export function readEmail(typed: string, field = 'email'): string {
  const address = typed.trim().toLowerCase()
  if (!/^[^\s@<>,;"]+@[^\s@.<>,;"]+(\.[^\s@.<>,;"]+)+$/.test(address))
    throw wrongField(field, 'an e-mail address')
  return address
}
