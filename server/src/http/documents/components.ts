import type { Formats, Shape } from './operation.ts'

type Json = Readonly<Record<string, unknown>>

/** Schemas for OpenAPI: named schemas are in `components` and referenced everywhere else. */
export class Components {
  readonly #names: ReadonlyMap<Shape, string>
  readonly #formats: Formats

  constructor(named: Readonly<Record<string, Shape>>, formats: Formats) {
    this.#names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]))
    this.#formats = formats
  }

  /** The schemas of `components`. */
  all(): Record<string, Json> {
    return Object.fromEntries([...this.#names].map(([schema, name]) => [name, this.#copy(schema)]))
  }

  /** A reference when the schema has a name. */
  of(schema: Shape): Json {
    const name = this.#names.get(schema)
    return name === undefined ? this.#copy(schema) : { $ref: `#/components/schemas/${name}` }
  }

  #copy(schema: Shape): Json {
    const entries = Object.entries(schema).map(([key, value]) => {
      if (key === 'properties') return [key, this.#fields(value as Json, this.#formats.get(schema))]
      if (key === 'items') return [key, this.of(value as Shape)]
      if (key === 'anyOf') return [key, (value as Shape[]).map((branch) => this.of(branch))]
      return [key, value]
    })
    return withType(Object.fromEntries(entries))
  }

  #fields(fields: Json, formats: Readonly<Record<string, object>> = {}): Json {
    return Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => {
        const written = this.of(schema as Shape)
        return [name, '$ref' in written ? written : { ...written, ...formats[name] }]
      }),
    )
  }
}

/** Generators turn an enumeration without a type into `unknown`. */
function withType(schema: Json): Json {
  const [first] = (schema.enum as unknown[] | undefined) ?? []
  if (first === undefined || schema.type !== undefined) return schema
  return { type: typeof first === 'number' ? 'integer' : typeof first, ...schema }
}
