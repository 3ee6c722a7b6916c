import { type TSchema, Type } from 'typebox'
import * as answers from './answers.ts'
import type { Method } from './context.ts'
import { statuses } from './errors.ts'

/** OpenAPI 3.1 from the schemas that validate. */
export function describeInterface(methods: readonly Method[]): object {
  return {
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
        key: {
          type: 'apiKey',
          in: 'query',
          name: 'key',
          description: 'With `service_id`. In a POST it is no credential.',
        },
        service_id: {
          type: 'apiKey',
          in: 'query',
          name: 'service_id',
          description: 'With `key`. In a POST it is no credential.',
        },
      },
    },
    paths: Object.fromEntries(
      methods.map((method) => [
        `/v1.0/${method.name}`,
        { get: describeGet(method), post: describePost(method) },
      ]),
    ),
  }
}

function describeGet(method: Method) {
  return {
    operationId: `${method.name}Get`,
    ...describeBoth(method),
    security: [{ header: [] }, { key: [], service_id: [] }],
    parameters: Object.values(method.parameters).map(({ name, schema, required }) => {
      const { description, ...shape } = schema as TSchema & { description?: string }
      return { name, in: 'query', required, description, schema: shape }
    }),
  }
}

/**
 * `key` and `service_id` may stand in a body, and only there: OpenAPI has no word for credentials in a body, so the
 * requirement without a scheme stands for them and the fields say the rest.
 */
function describePost(method: Method) {
  const parameters = Object.values(method.parameters)
  const properties = Object.fromEntries(
    parameters.map(({ name, schema, required }) => [name, required ? schema : Type.Optional(schema)]),
  )
  const schema = Type.Object({ ...properties, ...bodyCredentials })
  return {
    operationId: method.name,
    ...describeBoth(method),
    security: [{ header: [] }, {}],
    requestBody: {
      required: parameters.some(({ required }) => required),
      content: Object.fromEntries(bodyTypes.map((type) => [type, { schema }])),
    },
  }
}

function describeBoth(method: Method) {
  return {
    summary: method.summary,
    ...(deprecated.has(method.name) ? { deprecated: true } : {}),
    responses: { 200: response('The answer.', method.answer), ...errorResponses },
  }
}

function response(description: string, schema: TSchema) {
  return { description, content: { 'application/json': { schema } } }
}

const deprecated = new Set(['initRepeat'])
const bodyTypes = ['application/json', 'application/x-www-form-urlencoded']
const bodyCredentials = {
  key: Type.Optional(
    Type.String({
      description: 'Secret key. Required with `service_id` where there is no `Authorization` header.',
    }),
  ),
  service_id: Type.Optional(
    Type.Union([Type.Integer(), Type.String()], { description: 'Identifier of the service, with `key`.' }),
  ),
}

/** Every HTTP status of the catalogue, with the codes behind it. */
const errorResponses = Object.fromEntries(
  [...Map.groupBy(statuses, ({ status }) => status)].map(([status, cases]) => {
    const codes = cases.map(({ code, when }) => (when === '' ? `code ${code}` : `code ${code} (${when})`))
    return [status, response(codes.join(', '), answers.failure)]
  }),
)
