import type { Labels } from './labels.ts'
import type { Explanation, Schema } from './openapi.ts'
import type { FieldRow } from './reference.ts'

/** How schemas are read and worded for a reader. */
export interface Wording {
  readonly labels: Labels
  readonly say: (text: string) => string
  /** Follows a `$ref`. */
  readonly resolve: (schema: Schema) => Schema
  /** The fields of this schema have a section of their own, so they are left out. */
  readonly known: object
}

const maxListedValues = 8
/** Values that are explained one by one stand beside their meaning. */
const isListed = ({ enum: values, explanation }: Schema) =>
  values !== undefined && explanation === undefined && values.length <= maxListedValues

/** A row for each field of an object, and for the fields inside it. */
export function fieldRows(
  shape: Schema,
  { labels, say, resolve, known }: Wording,
  place?: 'path' | 'query' | 'header',
): readonly FieldRow[] {
  const typesOf = (field: Schema): string[] => {
    if (field.anyOf) return field.anyOf.map(resolve).flatMap(typesOf)
    if (field.enum) return isListed(field) ? field.enum.map(String) : [typeof field.enum[0]]
    if (field.const !== undefined) return [String(field.const)]
    return [field.type === 'array' ? labels.array : (field.type ?? '')]
  }
  /** The members of an object, or of all objects of a union. */
  const membersOf = (schema: Schema): readonly Member[] => {
    if (schema === known) return []
    const objects = (schema.anyOf ?? [schema])
      .map(resolve)
      .filter(({ properties }) => properties !== undefined)
    const names = new Set(objects.flatMap(({ properties }) => Object.keys(properties!)))
    return [...names].map((name) => {
      const found = objects.flatMap(({ properties }) => properties![name] ?? []).map(resolve)
      const isRequired = objects.every(({ required }) => required?.includes(name) ?? false)
      return [name, found.length === 1 ? found[0]! : { anyOf: found }, isRequired]
    })
  }
  const meaningsOf = (field: Schema): readonly string[] => {
    const own = field.explanation?.lead ?? field.description
    return own === undefined ? [...new Set((field.anyOf ?? []).map(resolve).flatMap(meaningsOf))] : [own]
  }
  const explanationsOf = (field: Schema): readonly Explanation[] => {
    const own = field.explanation
    return own === undefined ? (field.anyOf ?? []).map(resolve).flatMap(explanationsOf) : [own]
  }
  const rowsOf = ([name, field, isRequired]: Member, path: string): FieldRow[] => {
    const row = {
      name: `${path}${name}`,
      type: [...new Set(typesOf(field))].join(isListed(field) ? ', ' : ` ${labels.or} `),
      note: [
        ...(place === undefined ? [] : [labels[place]]),
        ...(isRequired ? [] : [labels.optional]),
        ...(field.default === undefined ? [] : [`${labels.default} ${field.default}`]),
      ].join(', '),
      meaning: say(meaningsOf(field).join(' ')),
      values: explanationsOf(field).flatMap((explanation) =>
        Object.entries(explanation.values).map(([value, text]) => ({ value, meaning: say(text) })),
      ),
    }
    const inside = field.items === undefined ? `${path}${name}.` : `${path}${name}[].`
    const members = membersOf(field.items === undefined ? field : resolve(field.items))
    return [row, ...members.flatMap((member) => rowsOf(member, inside))]
  }
  return membersOf(resolve(shape)).flatMap((member) => rowsOf(member, ''))
}

type Member = readonly [name: string, schema: Schema, isRequired: boolean]
