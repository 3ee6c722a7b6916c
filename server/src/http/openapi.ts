import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { type TSchema, Type } from 'typebox'
import * as answers from './answers.ts'
import type { Method } from './context.ts'
import { catalogue } from './errors.ts'

/** OpenAPI 3.1 from the schemas that validate and serialise. */
export const openApi: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Ringkey',
      version: 'v1.0',
      description:
        'Phone-call verification. Every method takes GET (query) and POST (JSON or form) and answers JSON. ' +
        'Unix times are in seconds, money is in roubles. What you pass as `client`, `unique` and `callback_url` ' +
        'is kept as given; phone numbers are kept as a keyed hash and a mask only.',
    },
    components: {
      securitySchemes: {
        header: {
          type: 'http',
          scheme: 'bearer',
          description: '`Authorization: Bearer <SECRET_KEY>.<SERVICE_ID>`, any request.',
        },
        key: { type: 'apiKey', in: 'query', name: 'key', description: 'With `service_id`, GET only.' },
        service_id: { type: 'apiKey', in: 'query', name: 'service_id', description: 'With `key`, GET only.' },
      },
    },
    security: [{ header: [] }, { key: [], service_id: [] }],
  },
}

const deprecated = new Set(['initRepeat'])

/** What Fastify is told about a method; `key` and `service_id` may stand in a body too. */
export function documentMethod(method: Method, verb: 'GET' | 'POST') {
  const parameters = Object.values(method.parameters)
  const properties = Object.fromEntries(
    parameters.map(({ name, schema, required }) => [name, required ? schema : Type.Optional(schema)]),
  )
  return {
    operationId: `${method.name}${verb === 'GET' ? 'Get' : ''}`,
    summary: method.summary,
    deprecated: deprecated.has(method.name),
    ...(verb === 'GET'
      ? { querystring: Type.Object(properties) }
      : { body: Type.Object({ ...properties, ...bodyCredentials }), consumes: bodyTypes }),
    response: { 200: method.answer, ...errorResponses },
  }
}

const bodyTypes = ['application/json', 'application/x-www-form-urlencoded']
const bodyCredentials = {
  key: Type.Optional(Type.String({ description: 'Secret key, unless the header carries it.' })),
  service_id: Type.Optional(Type.Union([Type.Integer(), Type.String()], { description: 'With `key`.' })),
}

/** Every HTTP status of the catalogue, with the codes behind it. */
const errorResponses: Record<number, TSchema> = Object.fromEntries(
  [...Map.groupBy(Object.entries(catalogue), ([, { status }]) => status), [413, []] as const].map(
    ([status, entries]) => [
      status,
      {
        ...answers.failure,
        description: entries.length === 0 ? 'code 1' : entries.map(([code]) => `code ${code}`).join(', '),
      } as TSchema,
    ],
  ),
)
