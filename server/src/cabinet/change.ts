import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { type Equipped, newOperationId, type Operation, operationIdPattern } from '../operations/operation.ts'
import { perform } from '../operations/perform.ts'
import { asMember, asOperator } from './operating.ts'
import { notFound } from './problem.ts'
import { type Ask, type Member, post, type Route, type SignedIn } from './route.ts'

/** Made by a form when it is opened: a form that is sent again is the same operation. */
const operationId = Type.String({ pattern: operationIdPattern })

type ChangeAsk = Ask<unknown, Record<string, unknown>> & { readonly who: SignedIn | Member }

interface ChangeOptions<Input extends TSchema, Answer> {
  /** An operator makes a change that owners make too. */
  readonly asOperator?: true
  /** Before the change: what only the cabinet asks for. Such fields are in `more`. */
  readonly more?: Readonly<Record<string, TSchema>>
  before?(ask: ChangeAsk, input: Static<Input>): Promise<void>
  /** After the change; without it the answer of the operation is sent. */
  answer?(ask: ChangeAsk & { readonly who: Member }, answer: Answer, input: Static<Input>): Promise<unknown>
}

/** The route of an operation: names after a colon in its path are read from the address, the others from the body. */
export function change<Input extends TObject, Prepared, Result, Answer, Needs extends Equipped>(
  operation: Operation<Input, Prepared, Result, Answer, Needs>,
  options: ChangeOptions<Input, Answer> = {},
): Route {
  const { path = '', by, input, id } = operation
  const isOperators = by === 'operator' || options.asOperator === true
  const inAddress = path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []))
  const fields = Object.entries(input.properties).filter(([name]) => !inAddress.includes(name))
  const body = Type.Object({
    ...Object.fromEntries(fields),
    ...options.more,
    ...(id === undefined ? {} : { operationId: id === 'must' ? operationId : Type.Optional(operationId) }),
  })
  return post(isOperators ? `/operator${path}` : path, {
    audience: isOperators ? 'operator' : (by as 'change-services'),
    ...(operation.needsProof ? { needsRecentProof: true } : {}),
    body,
    handle: async (given) => {
      const ask = given as unknown as ChangeAsk & { readonly who: Member }
      const { deps, params } = ask
      const { operationId: sent, ...rest } = ask.body
      const addressed = inAddress.map((name) => [name, fromAddress(input.properties[name], params[name])])
      const asked = { ...rest, ...Object.fromEntries(addressed) } as Static<Input>
      await options.before?.(ask, asked)
      const operating = isOperators ? asOperator(ask) : asMember(ask)
      // A request without an id gets a new one, so it cannot be retried safely.
      const once = id === undefined ? null : ((sent as string | undefined) ?? newOperationId(deps.random))
      const answer = await perform(operating as Needs, operation, asked, once)
      if (!operation.isIndependent) await deps.reload()
      return options.answer === undefined ? answer : options.answer(ask, answer, asked)
    },
  })
}

/** A malformed number in the path is not found. */
function fromAddress(schema: TSchema | undefined, text = ''): string | number {
  if ((schema as { type?: string } | undefined)?.type !== 'integer') return text
  if (!/^(0|[1-9]\d{0,14})$/.test(text)) throw notFound()
  return Number(text)
}
