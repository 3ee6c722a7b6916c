import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import {
  type FullContext,
  newOperationId,
  type Operation,
  operationIdExpected,
  operationIdPattern,
  type Placed,
} from '../operations/operation.ts'
import { perform } from '../operations/perform.ts'
import { asMember, asOperator } from './operation-context.ts'
import { notFound } from './problem.ts'
import type { Member, RequestContext, SignedIn } from './route.ts'
import type { Route, RouteOf } from './typed-route.ts'

const operationId = Type.String({
  pattern: operationIdPattern,
  expected: operationIdExpected,
  description: 'Made by the caller, one for each change: a retry with the same id changes nothing',
})

type ChangeContext = RequestContext<unknown, Record<string, unknown>> & { readonly user: SignedIn | Member }

interface ChangeOptions<Input extends TSchema, Answer, Shown, More extends TProperties, AsOperator> {
  /** An operator makes a change that owners make too. */
  readonly asOperator?: AsOperator
  /** Before the change: what only the cabinet asks for. Such fields are in `more`. */
  readonly more?: More
  before?(context: ChangeContext, input: Static<Input>): Promise<void>
  /** After the change; without it the answer of the operation is sent. */
  answer?(
    context: ChangeContext & { readonly user: Member },
    answer: Answer,
    input: Static<Input>,
  ): Promise<Shown>
}

/** The names after a colon. */
export const inAddress = (path: string) =>
  path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []))

type Declared = Pick<Operation<TSchema>, 'input' | 'id'>
const propertiesOf = ({ input }: Pick<Declared, 'input'>) => (input as TObject).properties

/** What of an operation is read from the body at this address. */
export function bodyOf(operation: Declared, path: string, more: Readonly<Record<string, TSchema>> = {}) {
  const { id } = operation
  const fields = Object.entries(propertiesOf(operation)).filter(([name]) => !inAddress(path).includes(name))
  return Type.Object({
    ...Object.fromEntries(fields),
    ...more,
    ...(id === undefined ? {} : { operationId: id === 'must' ? operationId : Type.Optional(operationId) }),
  })
}

/** What is read from the address. */
export function valuesInAddress(
  operation: Pick<Declared, 'input'>,
  path: string,
  params: Readonly<Record<string, string>>,
): Record<string, string | number> {
  const values = inAddress(path).map((name) => [
    name,
    fromAddress(propertiesOf(operation)[name], params[name]),
  ])
  return Object.fromEntries(values)
}

/** The route of an operation: names after a colon in its path are read from the address, the others from the body. */
export function change<
  Input extends TObject,
  Prepared,
  Result,
  Answer,
  Needs extends FullContext,
  Path extends string,
  Sent,
  By extends Operation['by'],
  Shown = Answer,
  More extends TProperties = Record<never, never>,
  AsOperator extends true = never,
>(
  operation: Operation<Input, Prepared, Result, Answer, Needs> & Placed<Path, By, Sent, Answer>,
  options: ChangeOptions<Input, Answer, Shown, More, AsOperator> = {},
): RouteOf<Path, [AsOperator] extends [never] ? By : 'operator', Sent & Static<TObject<More>>, Shown> {
  const { api, by, id, maxBodyBytes } = operation
  const path = api?.path ?? ''
  const isOperators = by === 'operator' || options.asOperator === true
  const route: Route = {
    method: 'POST',
    path: isOperators ? `/operator${path}` : path,
    access: isOperators ? 'operator' : by,
    ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
    ...(operation.needsProof ? { needsRecentProof: true } : {}),
    body: bodyOf(operation, path, options.more),
    async handle(context: ChangeContext & { readonly user: Member }) {
      const { deps, params } = context
      const { operationId: sent, ...rest } = context.body
      const asked = { ...rest, ...valuesInAddress(operation, path, params) } as Static<Input>
      await options.before?.(context, asked)
      const operationContext = isOperators ? asOperator(context) : asMember(context)
      // A request without an id gets a new one, so it cannot be retried safely.
      const once = id === undefined ? null : ((sent as string | undefined) ?? newOperationId(deps.random))
      const answer = await perform(operationContext as Needs, operation, asked, once)
      if (!operation.isIndependent) await deps.reload()
      return options.answer === undefined ? answer : options.answer(context, answer, asked)
    },
  }
  return route as never
}

/** A malformed number in the path is not found. */
function fromAddress(schema: TSchema | undefined, text = ''): string | number {
  if ((schema as { type?: string } | undefined)?.type !== 'integer') return text
  if (!/^(0|[1-9]\d{0,14})$/.test(text)) throw notFound()
  return Number(text)
}
