import type { TSchema } from 'typebox'

interface Shape {
  readonly type?: string
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
}

const isInteger = ({ type, anyOf = [] }: Shape): boolean => type === 'integer' || anyOf.some(isInteger)

/** A query has only texts: a whole number becomes one where the schema has an integer. */
export function withIntegers(schema: TSchema, query: object): object {
  const { properties = {} } = schema as Shape
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      isInteger(properties[name] ?? {}) && /^-?\d{1,15}$/.test(String(value)) ? Number(value) : value,
    ]),
  )
}
