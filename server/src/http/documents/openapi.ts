import { headerSchema } from '../../webhooks/signature.ts'

/** The parts of OpenAPI 3.1 that both versions of the API share, and the types by which the reference reads them. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Partial<Record<'get' | 'post', Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly [other: string]: unknown
  }
  readonly [other: string]: unknown
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly deprecated?: true
  /** When it is not that of the document. */
  readonly security?: readonly Readonly<Record<string, readonly []>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly headers?: Readonly<Record<string, object>>
        readonly content?: Content
      }
    >
  >
  /** The error codes that this operation can answer and not every operation. */
  readonly 'x-codes'?: readonly (number | string)[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
  readonly example?: unknown
}

type Content = Readonly<
  Record<
    string,
    {
      readonly schema: Schema
      readonly example?: object
      readonly examples?: Readonly<Record<string, object>>
    }
  >
>

/** What the values of an enumeration mean; the schema keeps it beside its description. */
export interface Explanation {
  readonly lead: string
  readonly values: Readonly<Record<string, string>>
}

/** JSON Schema, made by typebox or written as it is. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly explanation?: Explanation
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
}

export const openapiHead = (
  info: { readonly version: string; readonly summary: string; readonly description: string },
  publicUrl: string | undefined,
) => ({
  openapi: '3.1.0',
  info: {
    title: 'Ringkey',
    ...info,
    contact: {
      name: 'The documentation of this service, at /docs',
      // OpenAPI requires a complete address here.
      ...(publicUrl === undefined ? {} : { url: `${publicUrl}/docs` }),
    },
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: publicUrl ?? '/', description: 'This service.' }],
})

/** A request that this service sends, signed in the format of Standard Webhooks. */
export function describeWebhook(
  about: Pick<Operation, 'operationId' | 'tags' | 'summary' | 'description'>,
  schema: Schema,
  example: object,
): Operation {
  return {
    ...about,
    security: [],
    parameters: Object.entries<Schema>(headerSchema.properties).map(([name, header]) => ({
      name,
      in: 'header',
      required: true,
      description: header.description!,
      schema: header,
    })),
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'Delivered.' },
      410: { description: 'No more tries.' },
      default: { description: 'Tried again.' },
    },
  }
}

/** Named schemas are in `components` and referenced everywhere else. */
export class Components {
  readonly #names: ReadonlyMap<Schema, string>

  constructor(named: Readonly<Record<string, Schema>>) {
    this.#names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]))
  }

  /** The schemas of `components`. */
  all(): Record<string, Schema> {
    return Object.fromEntries([...this.#names].map(([schema, name]) => [name, this.#copy(schema)]))
  }

  /** A reference when the schema has a name. */
  of(schema: Schema): Schema {
    const name = this.#names.get(schema)
    return name === undefined ? this.#copy(schema) : { $ref: `#/components/schemas/${name}` }
  }

  #copy(schema: Schema): Schema {
    const entries = Object.entries(schema).map(([key, value]) => {
      if (key === 'properties') {
        const fields = Object.entries<Schema>(value as Record<string, Schema>)
        return [key, Object.fromEntries(fields.map(([name, field]) => [name, this.of(field)]))]
      }
      if (key === 'items') return [key, this.of(value as Schema)]
      if (key === 'anyOf') return [key, (value as Schema[]).map((branch) => this.of(branch))]
      return [key, value]
    })
    const copy = withType(Object.fromEntries(entries))
    // Not enumerable, so that it is not published.
    return schema.explanation === undefined
      ? copy
      : Object.defineProperty(copy, 'explanation', { value: schema.explanation })
  }
}

/** Generators turn an enumeration without a type into `unknown`. */
function withType(schema: Schema): Schema {
  const [first] = schema.enum ?? []
  if (first === undefined || schema.type !== undefined) return schema
  return { type: typeof first === 'number' ? 'integer' : typeof first, ...schema }
}
