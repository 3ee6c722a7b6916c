import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { AccountRecord } from '../storage/queries/accounts.ts'
import type { PersonRecord, Role } from '../storage/queries/people.ts'
import type { SessionRecord } from '../storage/queries/sessions.ts'
import type { CabinetDeps } from './deps.ts'
import type { Access, Answered, Route, TypedRoute } from './typed-route.ts'
import type { Visitor } from './visitor.ts'

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

type Handle<A extends Access, Query, Body, Answer> = (
  context: RequestContext<Query, Body> & User<A>,
) => Promise<Answer>

/** `schema` is that of the query of a GET, or of the body of a POST. */
interface Declare<Method extends Route['method']> {
  <const Path extends string, A extends Access, Answer>(
    path: Path,
    access: A,
    handle: Handle<A, unknown, unknown, Answer>,
  ): TypedRoute<Path, Method, unknown, Answered<Answer>>
  <const Path extends string, A extends Access, S extends TSchema, Answer>(
    path: Path,
    access: A,
    schema: S,
    handle: Method extends 'GET'
      ? Handle<A, Static<S>, unknown, Answer>
      : Handle<A, unknown, Static<S>, Answer>,
  ): TypedRoute<Path, Method, Static<S>, Answered<Answer>>
}

type Given = readonly [handle: Route['handle']] | readonly [schema: TSchema, handle: Route['handle']]

function declare<Path extends string, Method extends Route['method']>(
  method: Method,
  path: Path,
  access: Access,
  given: Given,
): TypedRoute<Path, Method, never, never> {
  if (given.length === 1) return { method, path, access, handle: given[0] }
  const [schema, handle] = given
  return { method, path, access, [method === 'GET' ? 'query' : 'body']: schema, handle }
}

export const get: Declare<'GET'> = <Path extends string>(path: Path, access: Access, ...given: Given) =>
  declare('GET', path, access, given)

export const post: Declare<'POST'> = <Path extends string>(path: Path, access: Access, ...given: Given) =>
  declare('POST', path, access, given)

/** What operators read in the console and scripts over the admin API. */
export function read<const Path extends string, S extends TSchema>(
  path: Path,
  answer: S,
  handle: Handle<'operator', unknown, unknown, Static<S>>,
): TypedRoute<Path, 'GET', unknown, Static<S>>
export function read<const Path extends string, S extends TSchema, Q extends TSchema>(
  path: Path,
  answer: S,
  query: Q,
  handle: Handle<'operator', Static<Q>, unknown, Static<S>>,
): TypedRoute<Path, 'GET', Static<Q>, Static<S>>
export function read(
  path: string,
  answer: TSchema,
  ...given: Given
): TypedRoute<string, 'GET', unknown, unknown> {
  return { ...declare('GET', path, 'operator', given), answer }
}

/** Takes a file as `application/octet-stream`. The types allow no upload by somebody who is not signed in. */
export const upload = <
  const Path extends string,
  A extends Exclude<Access, 'anyone'>,
  Q extends TSchema,
  Answer,
>(
  path: Path,
  access: A,
  query: Q,
  maxUploadBytes: number,
  handle: Handle<A, Static<Q>, Readable, Answer>,
): TypedRoute<Path, 'POST', Static<Q>, Answered<Answer>> => ({
  method: 'POST',
  path,
  access,
  query,
  maxUploadBytes,
  handle,
})
