import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { wrongField } from '../storage/operation-refused.ts'

/**
 * Drops fields that the schema does not name. The refusal names the first wrong value and what was expected: the
 * `expected` of the field's schema, or the rule that it breaks.
 */
export function checkInput<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  const cleaned = Value.Clean(schema, structuredClone(value ?? {}))
  if (Value.Check(schema, cleaned)) return cleaned
  const [error] = Value.Errors(schema, cleaned)
  const missing = (error?.params as { requiredProperties?: string[] } | undefined)?.requiredProperties?.[0]
  const field = missing ?? (error?.instancePath.slice(1).replaceAll('/', '.') || 'body')
  throw wrongField(field, expectedOf(schema, field) ?? error?.message ?? 'another value')
}

/** What a field of an input expects, in words. */
function expectedOf(schema: TSchema, field: string): string | undefined {
  let at = schema as { expected?: string; items?: object; properties?: Record<string, object> } | undefined
  for (const part of field.split('.')) at = at?.items ?? at?.properties?.[part]
  return at?.expected
}
