import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { AccountRecord } from '../storage/queries/accounts.ts'
import type { PersonRecord, Role } from '../storage/queries/people.ts'
import type { SessionRecord } from '../storage/queries/sessions.ts'
import type { CabinetDeps } from './deps.ts'
import type { Permission } from './permissions.ts'
import type { Visitor } from './visitor.ts'

/** Whom a route serves. `anyone` is for signing in; `half-signed-in` has given the password and no second factor yet. */
export type Audience = 'anyone' | 'half-signed-in' | 'person' | 'operator' | Permission

/** Somebody signed in. `account` and `role` are those that the session looks at. */
export interface SignedIn {
  readonly session: SessionRecord
  readonly person: PersonRecord
}
export interface Member extends SignedIn {
  readonly account: AccountRecord
  readonly role: Role
}

export interface Ask<Query, Body> {
  readonly deps: CabinetDeps
  readonly visitor: Visitor
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Who<A extends Audience> = A extends 'anyone'
  ? { readonly who: null }
  : A extends 'half-signed-in' | 'person' | 'operator'
    ? { readonly who: SignedIn }
    : { readonly who: Member }

/** One address of the cabinet's API, as data: a test walks through all of them with every role and a second account. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** Below `/cabinet/api`. `:id` parameters are read with the functions of ids.ts. */
  readonly path: string
  readonly audience: Audience
  readonly query: TSchema | undefined
  /** Set for what the admin API reads too: its document shows it. */
  readonly answer: TSchema | undefined
  readonly body: TSchema | undefined
  /** Asks for the password or a factor again when the last one is older than 15 minutes. */
  readonly needsRecentProof: boolean
  /** Set for an address that takes a file. Its body is a stream; other bodies are JSON and bounded in app.ts. */
  readonly maxUploadBytes: number | undefined
  /** What it returns is the JSON answer; one that has sent its own answer returns nothing. */
  readonly handle: (ask: never) => Promise<unknown>
}

interface RouteOptions<A extends Audience, Q extends TSchema, B extends TSchema> {
  readonly audience: A
  readonly query?: Q
  readonly answer?: TSchema
  readonly body?: B
  readonly needsRecentProof?: A extends 'anyone' ? never : true
  readonly handle: (ask: Ask<Static<Q>, Static<B>> & Who<A>) => Promise<unknown>
}

interface UploadOptions<A extends Audience, Q extends TSchema> {
  readonly audience: A
  readonly query?: Q
  readonly maxBytes: number
  readonly handle: (ask: Ask<Static<Q>, Readable> & Who<A>) => Promise<unknown>
}

function route<A extends Audience, Q extends TSchema, B extends TSchema>(
  method: 'GET' | 'POST',
  path: string,
  { audience, query, answer, body, needsRecentProof, handle }: RouteOptions<A, Q, B>,
): Route {
  return {
    method,
    path,
    audience,
    query,
    answer,
    body,
    needsRecentProof: needsRecentProof === true,
    maxUploadBytes: undefined,
    handle,
  }
}

export const get = <A extends Audience, Q extends TSchema = TSchema>(
  path: string,
  options: Omit<RouteOptions<A, Q, TSchema>, 'body'>,
): Route => route('GET', path, options)

export const post = <A extends Audience, B extends TSchema = TSchema, Q extends TSchema = TSchema>(
  path: string,
  options: RouteOptions<A, Q, B>,
): Route => route('POST', path, options)

/** Takes a file as `application/octet-stream`. The types allow no upload by somebody who is not signed in. */
export const upload = <A extends Exclude<Audience, 'anyone'>, Q extends TSchema = TSchema>(
  path: string,
  { audience, query, maxBytes, handle }: UploadOptions<A, Q>,
): Route => ({
  method: 'POST',
  path,
  audience,
  query,
  answer: undefined,
  body: undefined,
  needsRecentProof: false,
  maxUploadBytes: maxBytes,
  handle,
})
