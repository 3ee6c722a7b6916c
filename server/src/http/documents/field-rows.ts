import type { Language } from '../errors.ts'
import type { ExplainedValue, FieldRow } from './documentation.ts'
import type { Shape } from './operation.ts'

/** What the values of an enumeration mean; the schema keeps it beside its description. */
export interface Explanation {
  readonly lead: string
  readonly values: Readonly<Record<string, Readonly<Record<Language, string>>>>
}

interface Schema {
  readonly type?: string
  readonly description?: string
  readonly explanation?: Explanation
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
}

/** The words of the reader's language. */
export interface Wording {
  readonly language: Language
  readonly or: string
  readonly array: string
  readonly say: (text: string) => string
}

const maxListedValues = 8
/** Values that are explained one by one stand beside their meaning. */
const isListed = ({ enum: values, explanation }: Schema) =>
  values !== undefined && explanation === undefined && values.length <= maxListedValues

/** A row for each field. The fields of a shape in `known` have a table of their own, so they are left out. */
export function fieldRows(
  shape: Shape | undefined,
  { language, or, array, say }: Wording,
  known: ReadonlySet<Shape> = new Set(),
): readonly FieldRow[] {
  const typesOf = (field: Schema): string[] => {
    if (field.anyOf) return field.anyOf.flatMap(typesOf)
    if (field.enum) return isListed(field) ? field.enum.map(String) : [typeof field.enum[0]]
    if (field.const !== undefined) return [String(field.const)]
    return [field.type === 'array' ? array : (field.type ?? '')]
  }
  const typeOf = (field: Schema) => [...new Set(typesOf(field))].join(isListed(field) ? ', ' : ` ${or} `)
  const rowsOf = ([name, field, isRequired]: Member, path: string): FieldRow[] => {
    const values = explanationsOf(field).flatMap((explanation) =>
      Object.entries(explanation.values).map(
        ([value, texts]): ExplainedValue => ({ value, meaning: texts[language] }),
      ),
    )
    const row = {
      name: `${path}${name}`,
      type: typeOf(field),
      isRequired,
      meaning: say(meaningsOf(field).join(' ')),
      ...(values.length === 0 ? {} : { values }),
    }
    const inside = field.items === undefined ? `${path}${name}.` : `${path}${name}[].`
    return [row, ...membersOf(field.items ?? field, known).flatMap((member) => rowsOf(member, inside))]
  }
  return membersOf((shape ?? {}) as Schema, known).flatMap((member) => rowsOf(member, ''))
}

type Member = readonly [name: string, schema: Schema, isRequired: boolean]

/** The members of an object, or of all objects of a union. */
function membersOf(schema: Schema, known: ReadonlySet<Shape>): readonly Member[] {
  if (known.has(schema as Shape)) return []
  const objects = (schema.anyOf ?? [schema]).filter(({ properties }) => properties !== undefined)
  const names = new Set(objects.flatMap(({ properties }) => Object.keys(properties!)))
  return [...names].map((name) => {
    const found = objects.flatMap(({ properties }) => properties![name] ?? [])
    const isRequired = objects.every(({ required }) => required?.includes(name) ?? false)
    return [name, found.length === 1 ? found[0]! : { anyOf: found }, isRequired]
  })
}

function meaningsOf(field: Schema): readonly string[] {
  const own = field.explanation?.lead ?? field.description
  return own === undefined ? [...new Set((field.anyOf ?? []).flatMap(meaningsOf))] : [own]
}

function explanationsOf(field: Schema): readonly Explanation[] {
  const own = field.explanation
  return own === undefined ? (field.anyOf ?? []).flatMap(explanationsOf) : [own]
}
