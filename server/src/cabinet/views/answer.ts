import { type Static, type TSchema, Type } from 'typebox'

/** Parts of the schemas of answers. The web app takes only their types. */
export const text = Type.String()
export const number = Type.Number()
export const yes = Type.Boolean()
/** Milliseconds since 1970. */
export const time = Type.Integer()

export const list = <S extends TSchema>(items: S) => Type.Unsafe<readonly Static<S>[]>(Type.Array(items))
export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export interface ProblemBody {
  readonly error: { readonly code: string; readonly message: string; readonly field?: string }
}
