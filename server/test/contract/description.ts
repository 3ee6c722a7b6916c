import { Compile } from 'typebox/compile'
import type { Answer, TestService } from '../service.ts'

/** The parts of `/openapi.json` that the tests read, with every reference resolved. */

export interface Schema {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly patternProperties?: object
}
interface Example {
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any example
  readonly value: any
}
export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly description: string
  readonly parameters?: readonly {
    name: string
    in: string
    required?: boolean
    schema: Schema
    example?: unknown
  }[]
  readonly security?: readonly object[]
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: Schema; readonly example: Record<string, unknown> }>
    >
  }
  readonly responses: Readonly<Record<string, Response>>
}
interface Response {
  readonly description: string
  readonly headers: Readonly<Record<string, { required: boolean; schema: Schema }>>
  readonly content: Readonly<
    Record<string, { readonly schema: Schema; readonly examples: Readonly<Record<string, Example>> }>
  >
}
export interface Description {
  readonly openapi: string
  readonly info: { readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly security: readonly object[]
  readonly components: {
    readonly headers: Readonly<Record<string, object>>
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>
    readonly schemas: Readonly<Record<string, Schema>>
  }
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>> & {
    readonly inboundCall: { readonly post: Operation }
  }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export async function readDescription(
  service: Pick<TestService, 'raw'>,
  query = '',
  file = '/openapi.json',
): Promise<Description> {
  const { body } = await service.raw(`${file}${query}`)
  // biome-ignore lint/suspicious/noExplicitAny: any part of the document
  const resolved = (part: any): any => {
    if (Array.isArray(part)) return part.map(resolved)
    if (typeof part !== 'object' || part === null) return part
    if (typeof part.$ref === 'string')
      return resolved(
        part.$ref
          .slice(2)
          .split('/')
          .reduce((inner: Schema, key: string) => inner[key as 'items'], body),
      )
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value)]))
  }
  return resolved(body)
}

/** That of `/v2`. */
export const readV2Description = (service: Pick<TestService, 'raw'>) =>
  readDescription(service, '', '/openapi-v2.json')

/** Differences between an answer and the description: schema faults, and unknown fields, headers and codes. */
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
    ...headerFaults(response, headers),
    ...(body.status !== false || codesOf(response).includes(body.code)
      ? []
      : [`code ${body.code} is not named`]),
  ].map((fault) => `${method} ${verb} ${status}: ${fault}`)
}

/** Headers that HTTP itself defines. */
const ordinaryHeaders = ['connection', 'content-length', 'content-type', 'date', 'keep-alive']

export function headerFaults(response: Response, headers: Headers): string[] {
  const named = Object.entries(response.headers).map(([name, header]) => ({
    ...header,
    name: name.toLowerCase(),
  }))
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

function unknownFields(described: Schema, value: unknown): string[] {
  const schema = described.anyOf?.find((one) => Compile(one as object).Check(value)) ?? described
  if (Array.isArray(value)) return value.flatMap((item) => unknownFields(schema.items ?? {}, item))
  if (typeof value !== 'object' || value === null) return []
  // Of several alternatives only the matching one knows the fields.
  const fitting = schema.anyOf?.find((branch) => Compile(branch as object).Check(value))
  if (fitting !== undefined) return unknownFields(fitting, value)
  // A record, whose names are not known beforehand.
  if (schema.properties === undefined && schema.patternProperties !== undefined) return []
  const properties = Object.assign({}, ...(schema.allOf ?? [schema]).map((part) => part.properties))
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = properties[name]
    return field === undefined ? [`"${name}" is not described`] : unknownFields(field, inner)
  })
}
