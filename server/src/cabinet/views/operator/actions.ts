import { Type } from 'typebox'
import { logResults } from '../../../storage/queries/operators-log.ts'
import { list, orNull, text, time } from '../answer.ts'

/** What happened, in the operators' log and in the history of an account. */
export const happened = {
  action: Type.String({ description: 'its kind' }),
  facts: Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object({})),
  words: Type.Object({ en: text, ru: text }, { description: 'the same as a sentence' }),
}

/** A page of the operators' log; owners get the lines about the sign-ins and keys of their account in the same shape. */
export const operatorActionsView = Type.Object({
  items: list(
    Type.Object({
      id: Type.Integer(),
      email: text,
      ...happened,
      ip: text,
      createdAt: time,
      result: Type.Enum(logResults),
      times: Type.Integer({ description: 'how often within the minute before `createdAt`' }),
      accountId: Type.Integer({ description: '0 for none' }),
    }),
  ),
  next: orNull(Type.Integer({ description: '`before` of the next page; null when there is none' })),
})
