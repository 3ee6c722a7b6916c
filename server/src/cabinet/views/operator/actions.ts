import { Type } from 'typebox'
import { logResults } from '../../../storage/queries/operators-log.ts'
import { list, orNull, text, time } from '../answer.ts'

/** A page of the operators' log; owners get the lines about the sign-ins and keys of their account in the same shape. */
export const operatorActionsView = Type.Object({
  items: list(
    Type.Object({
      id: Type.Integer(),
      email: text,
      action: Type.String({ description: 'its kind' }),
      words: Type.Object({ en: text, ru: text }, { description: 'what happened' }),
      facts: Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object({})),
      ip: text,
      createdAt: time,
      result: Type.Enum(logResults),
      times: Type.Integer({ description: 'how often within the minute before `createdAt`' }),
      accountId: Type.Integer({ description: '0 for none' }),
    }),
  ),
  next: orNull(Type.Integer({ description: '`before` of the next page; null when there is none' })),
})
