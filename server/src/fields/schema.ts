import { type TObject, type TSchema, type TSchemaOptions, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Entry, expectedOf, type Fields, type FieldValue } from './field.ts'

/** Every field with its words and its default. `own` has the schemas of the fields of that kind. */
export function schemaOfFields(fields: Fields, own: Readonly<Record<string, TSchema>> = {}): TObject {
  const properties = Object.entries(fields).map(([name, { value, en }]) => {
    const words = { description: en.join('. '), default: value.default }
    return [name, own[name] === undefined ? schemaOf(value, words) : { ...own[name], ...words }]
  })
  return Type.Object(Object.fromEntries(properties), { additionalProperties: false })
}

export interface FieldFault {
  readonly field: string
  readonly expected: string
}

/** The first field with a wrong value. `checks` has what a pattern cannot say of a text, a list's entry or a pair's value. */
export function faultInFields(
  fields: Fields,
  schema: TObject,
  values: object,
  checks: Readonly<Record<string, (entry: string) => boolean>>,
): FieldFault | undefined {
  for (const [field, { value: rule }] of Object.entries(fields)) {
    const value: unknown = (values as Readonly<Record<string, unknown>>)[field]
    const expected = expectedOf(rule)
    if (!Value.Check(schema.properties[field]!, value)) return { field, expected }
    const check = checks[field]
    const entries: unknown[] = typeof value === 'object' ? Object.values(value ?? {}) : [value]
    const wrong = check && entries.find((entry) => !check(String(entry)))
    if (wrong !== undefined) return { field, expected: `${expected} ("${wrong}" is none)` }
  }
  return undefined
}

function schemaOf(value: FieldValue, words: TSchemaOptions): TSchema {
  if (value.default !== null) return plainSchema(value, words)
  return Type.Union([plainSchema(value, {}), Type.Null()], words)
}

function plainSchema(value: FieldValue, words: TSchemaOptions): TSchema {
  switch (value.kind) {
    case 'yes-no':
      return Type.Boolean(words)
    case 'number': {
      const { min: minimum, max: maximum, isWhole = true, zero } = value
      if (zero !== undefined) return Type.Union([Type.Literal(0), Type.Integer({ minimum, maximum })], words)
      return (isWhole ? Type.Integer : Type.Number)({ minimum, maximum, ...words })
    }
    case 'choice':
    case 'text':
      return entrySchema(value, words)
    case 'list':
      return Type.Array(entrySchema(value), {
        minItems: value.min ?? 0,
        maxItems: value.max,
        uniqueItems: true,
        ...words,
      })
    case 'pairs':
      return Type.Record(Type.String({ pattern: value.keys }), entrySchema(value), {
        maxProperties: value.max,
        additionalProperties: false,
        ...words,
      })
    case 'own':
      throw new Error('a field of this kind needs a schema of its own')
  }
}

function entrySchema(entry: Entry, words: TSchemaOptions = {}): TSchema {
  return 'choices' in entry
    ? Type.Enum([...entry.choices], words)
    : Type.String({ pattern: entry.pattern, ...words })
}
