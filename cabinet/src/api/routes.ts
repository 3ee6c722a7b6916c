import type { InAddress, Reads, Streamed, TypedRoute, WriteAnswer, Writes } from '@ringkey/server/cabinet-api'

// The paths of the API, what they take and what they answer, as the server declares them.

type Some = TypedRoute<string, 'GET' | 'POST', unknown, unknown>

export type ReadPath = keyof Reads
export type WritePath = keyof Writes

/**
 * What is asked: the names after a colon of the path, and the fields of the query or of the body. A query is text, and what
 * the address of a page has goes as it is; null and undefined are left out.
 */
export type Asked<Path extends ReadPath> = From<Reads[Path]>
export type Sent<Path extends WritePath> = From<Writes[Path]>
type From<Route extends Some> = Route extends unknown
  ? InPath<Route> &
      (Route['method'] extends 'GET' ? Query<NonNullable<Route['sent']>> : Body<NonNullable<Route['sent']>>)
  : never
type InPath<Route extends Some> = {
  readonly [Name in Exclude<InAddress<Route['path']>, keyof NonNullable<Route['sent']>>]: string | number
}
type Query<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | string | null | undefined }
type Body<Value> = Value extends readonly (infer Item)[]
  ? readonly Body<Item>[]
  : Value extends object
    ? {
        readonly [Name in keyof Value]:
          | Body<Value[Name]>
          | (Nothing extends Pick<Value, Name> ? undefined : never)
      }
    : Value

type Nothing = Record<never, never>

/** Paths for which nothing must be given. */
export type PlainRead = { [Path in ReadPath]: Nothing extends Asked<Path> ? Path : never }[ReadPath]
export type PlainWrite = { [Path in WritePath]: Nothing extends Sent<Path> ? Path : never }[WritePath]

/** Paths whose answer is read line by line, and the lines. */
export type StreamPath = {
  [Path in WritePath]: WriteAnswer<Path> extends Streamed<infer Line>
    ? [Line] extends [never]
      ? never
      : Path
    : never
}[WritePath]
export type Lines<Path extends StreamPath> = WriteAnswer<Path> extends Streamed<infer Line> ? Line : never
