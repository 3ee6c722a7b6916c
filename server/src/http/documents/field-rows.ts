import type { Shape } from './operation.ts'

/** One row of a table of fields, for people. */
export interface FieldRow {
  /** With its full path: `logs[].ip`. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly meaning: string
}

interface Schema {
  readonly type?: string
  readonly description?: string
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
}

export function fieldRows(
  shape: Shape | undefined,
  words: { or: string; array: string },
): readonly FieldRow[] {
  const schema = (shape ?? {}) as Schema
  const typeOf = (field: Schema): string => {
    if (field.anyOf) return [...new Set(field.anyOf.map(typeOf))].join(` ${words.or} `)
    if (field.enum && field.enum.length < 6) return field.enum.join(', ')
    if (field.const !== undefined) return String(field.const)
    return field.type === 'array' ? words.array : (field.type ?? '')
  }
  const rowsOf = (name: string, field: Schema, isRequired: boolean): FieldRow[] => [
    { name, type: typeOf(field), isRequired, meaning: field.description ?? '' },
    ...Object.entries(field.items?.properties ?? {}).flatMap(([child, inner]) =>
      rowsOf(`${name}[].${child}`, inner, true),
    ),
  ]
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    rowsOf(name, field, schema.required?.includes(name) ?? false),
  )
}
