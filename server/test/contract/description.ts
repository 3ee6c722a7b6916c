import { Compile } from 'typebox/compile'
import type { Answer } from '../service.ts'

/** What the tests read of `/openapi.json`. */

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}
interface Operation {
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> }
  readonly responses: Readonly<Record<string, Response>>
}
interface Response {
  readonly description: string
  readonly headers: Readonly<Record<string, { $ref: string }>>
  readonly content: Readonly<Record<string, { schema: Schema }>>
}
export interface Description {
  readonly openapi: string
  readonly info: { readonly description: string }
  readonly components: {
    readonly headers: Readonly<Record<string, { required: boolean; schema: Schema }>>
  }
  readonly webhooks: { readonly inboundCall: { readonly post: Operation } }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** What is wrong with an answer by the description: its schemas, and fields, headers and codes that it does not know. */
export function faultsBy(
  description: Description,
  method: string,
  verb: 'get' | 'post',
  { status, headers, body }: Answer,
): string[] {
  const response = description.paths[`/v1.0/${method}`]?.[verb]?.responses[status]
  if (response === undefined) return [`${method} ${verb}: HTTP ${status} is not described`]
  return [
    ...bodyFaults(response.content['application/json']!.schema, body),
    ...headerFaults(description, response, headers),
    ...(status === 200 || codesOf(response).includes(body.code) ? [] : [`code ${body.code} is not named`]),
  ].map((fault) => `${method} ${verb} ${status}: ${fault}`)
}

/** HTTP itself says what these mean. */
const ordinaryHeaders = ['connection', 'content-length', 'content-type', 'date', 'keep-alive']

function headerFaults(description: Description, response: Response, headers: Headers): string[] {
  const named = Object.entries(response.headers).map(([name, { $ref }]) => {
    const header = description.components.headers[$ref.replace('#/components/headers/', '')]!
    return { name: name.toLowerCase(), ...header }
  })
  const wrong = named.filter(({ name, required, schema }) => {
    const text = headers.get(name)
    if (text === null) return required
    return !Compile(schema as object).Check(schema.type === 'integer' ? Number(text) : text)
  })
  const known = [...ordinaryHeaders, ...named.map(({ name }) => name)]
  return [
    ...wrong.map(({ name }) => `header ${name} is missing or wrong`),
    ...[...headers.keys()]
      .filter((name) => !known.includes(name))
      .map((name) => `header ${name} is not named`),
  ]
}

/** The codes that a response of the description names. */
export const codesOf = ({ description }: Response) =>
  [...description.matchAll(/code (\d+)/g)].map(([, code]) => Number(code))

export function bodyFaults(schema: Schema, body: unknown): string[] {
  const validator = Compile(schema as object)
  const wrong = validator.Check(body) ? [] : validator.Errors(body).map(({ message }) => message)
  return [...wrong, ...unknownFields(schema, body)]
}

function unknownFields(schema: Schema, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => unknownFields(schema.items ?? {}, item))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = schema.properties?.[name]
    return field === undefined ? [`"${name}" is not described`] : unknownFields(field, inner)
  })
}
