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
export type Access = 'anyone' | 'half-signed-in' | 'person' | 'operator' | Permission

/** Somebody signed in. `account` and `role` are those that the session looks at. */
export interface SignedIn {
  readonly session: SessionRecord
  readonly person: PersonRecord
}
export interface Member extends SignedIn {
  readonly account: AccountRecord
  readonly role: Role
}

export interface RequestContext<Query = unknown, Body = unknown> {
  readonly deps: CabinetDeps
  readonly visitor: Visitor
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Body
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type User<A extends Access> = A extends 'anyone'
  ? { readonly user: null }
  : A extends 'half-signed-in' | 'person' | 'operator'
    ? { readonly user: SignedIn }
    : { readonly user: Member }

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
  /** What it returns is the JSON answer; one that has sent its own answer returns nothing. */
  readonly handle: (context: never) => Promise<unknown>
}

type Handle<A extends Access, Query, Body, Answer = unknown> = (
  context: RequestContext<Query, Body> & User<A>,
) => Promise<Answer>

/** `schema` is that of the query of a GET, or of the body of a POST. */
interface Declare<Method extends Route['method']> {
  <A extends Access>(path: string, access: A, handle: Handle<A, unknown, unknown>): Route
  <A extends Access, S extends TSchema>(
    path: string,
    access: A,
    schema: S,
    handle: Method extends 'GET' ? Handle<A, Static<S>, unknown> : Handle<A, unknown, Static<S>>,
  ): Route
}

type Given = readonly [handle: Route['handle']] | readonly [schema: TSchema, handle: Route['handle']]

function declare(method: Route['method'], path: string, access: Access, given: Given): Route {
  if (given.length === 1) return { method, path, access, handle: given[0] }
  const [schema, handle] = given
  return { method, path, access, [method === 'GET' ? 'query' : 'body']: schema, handle }
}

export const get: Declare<'GET'> = (path: string, access: Access, ...given: Given) =>
  declare('GET', path, access, given)

export const post: Declare<'POST'> = (path: string, access: Access, ...given: Given) =>
  declare('POST', path, access, given)

/** What operators read in the console and scripts over the admin API. */
export function read<S extends TSchema>(
  path: string,
  answer: S,
  handle: Handle<'operator', unknown, unknown, Static<S>>,
): Route
export function read<S extends TSchema, Q extends TSchema>(
  path: string,
  answer: S,
  query: Q,
  handle: Handle<'operator', Static<Q>, unknown, Static<S>>,
): Route
export function read(path: string, answer: TSchema, ...given: Given): Route {
  return { ...declare('GET', path, 'operator', given), answer }
}

/** Takes a file as `application/octet-stream`. The types allow no upload by somebody who is not signed in. */
export const upload = <A extends Exclude<Access, 'anyone'>, Q extends TSchema>(
  path: string,
  access: A,
  query: Q,
  maxUploadBytes: number,
  handle: Handle<A, Static<Q>, Readable>,
): Route => ({ method: 'POST', path, access, query, maxUploadBytes, handle })
