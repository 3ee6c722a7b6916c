import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { sha256 } from '../platform/sha256.ts'
import { wrongField } from '../storage/operation-refused.ts'
import type { Operation, OperationContext } from './operation.ts'
import { operationsAddress } from './table-address.ts'

/** Makes a change, or throws `OperationRefused`, and then nothing has changed. */
export async function perform<
  Input extends TSchema,
  Prepared,
  Result,
  Answer,
  Needs extends OperationContext,
>(
  context: Needs,
  declared: Operation<Input, Prepared, Result, Answer, Needs>,
  given: Static<Input>,
  operationId: string | null = null,
  /** Gets what is shown once, before it is stored. */
  keep?: (shown: Readonly<Record<string, unknown>>) => Promise<void>,
): Promise<Answer> {
  const { name, prepare, shown, answer } = declared
  const { store, author, accountId = null } = context
  // What the service does by itself has types alone.
  const asked = declared.api === undefined ? given : checkInput(declared.input, given)
  const input = prepare === undefined ? (asked as Prepared) : await prepare(context, asked)
  const once = shown?.(context, input)
  if (once !== undefined) await keep?.(once)
  const { result, isRepeated } = await store.perform({
    module: operationsAddress,
    name,
    input,
    id: operationId,
    requestHash: sha256(JSON.stringify([name, accountId, asked])).toString('hex'),
    author,
    accountId,
    at: context.now(),
  })
  const answered = (answer === undefined ? result : await answer(context, result as Result, input)) as Answer
  if (once === undefined) return answered
  const shownBefore = Object.fromEntries(Object.keys(once).map((member) => [member, null]))
  return { ...(isRepeated ? shownBefore : once), ...answered } as Answer
}

/**
 * Drops fields that the schema does not name. The refusal names the first wrong value and what was expected: the
 * `expected` of the field's schema, or the rule that it breaks.
 */
export function checkInput<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  const cleaned = Value.Clean(schema, structuredClone(value ?? {}))
  if (Value.Check(schema, cleaned)) return cleaned
  const [error] = Value.Errors(schema, cleaned)
  const { requiredProperties: [missing] = [], allowedValues } = (error?.params ?? {}) as {
    readonly requiredProperties?: readonly string[]
    readonly allowedValues?: readonly unknown[]
  }
  const field = missing ?? (error?.instancePath.slice(1).replaceAll('/', '.') || 'body')
  const rule = missing === undefined ? (allowedValues?.join(', ') ?? error?.message) : 'a value'
  throw wrongField(field, expectedOf(schema, field) ?? asNoun(rule ?? 'another value'))
}

/** "must be >= 200", "must not have more than 2 characters": what completes the sentence of a refusal. */
const asNoun = (rule: string) =>
  rule.replace(/^must not have more than/, 'at most').replace(/^must (be )?/, '')

/** What a field of an input expects, in words. */
function expectedOf(schema: TSchema, field: string): string | undefined {
  let at = schema as { expected?: string; items?: object; properties?: Record<string, object> } | undefined
  for (const part of field.split('.')) at = at?.items ?? at?.properties?.[part]
  return at?.expected
}
