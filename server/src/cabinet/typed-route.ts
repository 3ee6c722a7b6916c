import type { TSchema } from 'typebox'
import type { Permission } from './permissions.ts'

// The web app reads this file's types and those of every answer: they must not bring in the types of Node.

/** Whom a route serves. `anyone` is for signing in; `half-signed-in` has given the password and no second factor yet. */
export type Access = 'anyone' | 'half-signed-in' | 'person' | 'operator' | Permission

/** One address of the cabinet's API, as data: a test walks through all of them with every role and a second account. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** Below `/cabinet/api`. `:id` parameters are read with the functions of ids.ts. */
  readonly path: string
  readonly access: Access
  readonly query?: TSchema
  /** Set for what the admin API reads too: its document shows it. */
  readonly answer?: TSchema
  readonly body?: TSchema
  /** Asks for the password or a factor again when the last one is older than 15 minutes. */
  readonly needsRecentProof?: true
  /** Set for an address that takes a file. Its body is a stream; other bodies are JSON and bounded in app.ts. */
  readonly maxUploadBytes?: number
  /** Of a JSON body that may be longer than others. */
  readonly maxBodyBytes?: number
  /** What it returns is the JSON answer; one that has sent its own answer returns nothing. */
  readonly handle: (context: never) => Promise<unknown>
}

/** A route with what the web app knows of it at compile time. */
export interface TypedRoute<Path extends string, Method extends Route['method'], Sent, Answer> extends Route {
  readonly path: Path
  readonly method: Method
  /** A type alone: the fields of the query, or of the body. */
  readonly sent?: Sent
  /** A type alone. */
  readonly answered?: Answer
}

/** The route that follows from an operation. */
export type RouteOf<Path extends string, By, Sent, Answer> = TypedRoute<
  By extends 'operator' ? `/operator${Path}` : Path,
  'POST',
  Sent,
  Answered<Answer>
>

/** The names after a colon. */
export type InAddress<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | InAddress<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** What is read as it comes: a file, or a stream of JSON lines. */
export interface Streamed<Line = never> {
  /** A type alone. */
  readonly line?: Line
}

/** What the reader gets for what a handler returns. */
export type Answered<Result> = Result extends { pipe(...to: never): unknown } | { hijack(): unknown }
  ? Streamed
  : Result extends void
    ? { readonly done: true }
    : Result
