import { type TObject, Type } from 'typebox'
import { type OpenApi, type Operation, openapiHead, type Parameter } from '../documents/openapi.ts'
import { problem } from './answers.ts'
import { problems } from './catalogue.ts'
import { describeEvents, eventTag } from './events.ts'
import type { V2Method } from './method.ts'

/** OpenAPI 3.1 of `/v2` from the schemas that validate. */
export function describeV2(methods: readonly V2Method[], publicUrl?: string): OpenApi {
  const paths: Record<string, Partial<Record<'get' | 'post', Operation>>> = {}
  for (const method of methods) {
    const verb = method.verb === 'GET' ? 'get' : 'post'
    paths[method.path] = { ...paths[method.path], [verb]: describe(method) }
  }
  return {
    ...openapiHead(
      {
        version: 'v2',
        summary: 'Phone-call verification, second interface',
        description: 'Verifications of one or more calls, whose code is checked here.',
      },
      publicUrl,
    ),
    tags: [tag, eventTag],
    components: {
      securitySchemes: {
        header: {
          type: 'http',
          scheme: 'bearer',
          description: '`Authorization: Bearer <SECRET_KEY>.<SERVICE_ID>`.',
        },
      },
    },
    security: [{ header: [] }],
    paths,
    webhooks: describeEvents(),
  }
}

function describe(method: V2Method): Operation {
  const { name, summary, verb, input, answer, isIdempotent, example, codes } = method
  const { status, schema } = answer
  return {
    operationId: name,
    tags: [tag.name],
    summary: summary.replaceAll('`', ''),
    description: summary,
    parameters: [
      ...(method.path.includes('{id}') ? [idParameter] : []),
      ...(isIdempotent === true ? [keyParameter] : []),
      ...(verb === 'GET' ? queryParameters(input as TObject, example) : []),
    ],
    ...(verb === 'POST'
      ? {
          requestBody: {
            required: ((input as TObject).required ?? []).length > 0,
            content: { 'application/json': { schema: input, example } },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: 'The answer.',
        content: { 'application/json': { schema, example: answer.example } },
      },
      ...errorResponses,
    },
    'x-codes': codes,
  }
}

const tag = { name: 'Verifications', description: 'Phones that one or more calls confirm.' }

const idParameter: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the verification.',
  schema: Type.String({ pattern: '^vf_[0-9a-f]{32}$' }),
}
const keyParameter: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body give the first answer again for 24 hours.',
  schema: Type.String({ minLength: 1, maxLength: 255 }),
}

function queryParameters({ properties }: TObject, example: V2Method['example']): Parameter[] {
  return Object.entries(properties).map(([name, schema]) => {
    const { description = '', ...shape } = schema as typeof schema & { description?: string }
    const given = example[name] === undefined ? {} : { example: example[name] }
    return { name, in: 'query', required: false, description, schema: shape, ...given }
  })
}

/** Every HTTP status of the catalogue, with the codes behind it. */
const errorResponses = Object.fromEntries(
  [...Map.groupBy(Object.entries(problems), ([, { status }]) => status)].map(([status, cases]) => [
    status,
    {
      description: cases.map(([code]) => code).join(', '),
      content: { 'application/problem+json': { schema: problem } },
    },
  ]),
)
