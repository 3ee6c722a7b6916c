import { type TSchema, Type } from 'typebox'
import { bodySchema } from '../webhooks/body.ts'
import { headerSchema } from '../webhooks/signature.ts'
import * as answers from './answers.ts'
import type { Method } from './context.ts'
import { statuses, temporaryStatuses } from './errors.ts'
import {
  asMarkdown,
  chaptersOf,
  chaptersOfWebhook,
  type Figures,
  introduction,
  whenWebhook,
} from './guide.ts'

/** OpenAPI 3.1 from the schemas that validate. */
export function describeInterface(methods: readonly Method[], figures: Figures): object {
  const isLimited = figures.ratePerSecond > 0
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ringkey',
      version: 'v1.0',
      description: `${introduction}\n\n${asMarkdown(chaptersOf(figures))}`,
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
      headers: { ...(isLimited ? rateHeaders : {}), ...answerHeaders, ...errorHeaders },
    },
    paths: Object.fromEntries(
      methods.map((method) => {
        const both = describeBoth(method, isLimited)
        return [`/v1.0/${method.name}`, { get: describeGet(method, both), post: describePost(method, both) }]
      }),
    ),
    webhooks: { inboundCall: { post: describeWebhook() } },
  }
}

function describeGet(method: Method, both: object) {
  return {
    operationId: `${method.name}Get`,
    ...both,
    security: [{ header: [] }, { key: [], service_id: [] }],
    parameters: Object.values(method.parameters).map(({ name, schema, required }) =>
      placed(name, 'query', required, schema),
    ),
  }
}

/**
 * `key` and `service_id` may stand in a body, and only there: OpenAPI has no word for credentials in a body, so the
 * requirement without a scheme stands for them and the fields say the rest.
 */
function describePost(method: Method, both: object) {
  const parameters = Object.values(method.parameters)
  const properties = Object.fromEntries(
    parameters.map(({ name, schema, required }) => [name, required ? schema : Type.Optional(schema)]),
  )
  const schema = Type.Object({ ...properties, ...bodyCredentials })
  return {
    operationId: method.name,
    ...both,
    security: [{ header: [] }, {}],
    requestBody: {
      required: parameters.some(({ required }) => required),
      content: Object.fromEntries(bodyTypes.map((type) => [type, { schema }])),
    },
  }
}

function describeBoth(method: Method, isLimited: boolean) {
  return {
    summary: method.summary,
    ...(deprecated.has(method.name) ? { deprecated: true } : {}),
    responses: {
      200: response(200, 'The answer.', method.answer, isLimited),
      ...Object.fromEntries(
        [...errorDescriptions].map(([status, description]) => [
          status,
          response(status, description, answers.failure, isLimited),
        ]),
      ),
    },
  }
}

function describeWebhook() {
  return {
    operationId: 'inboundCall',
    summary: 'A person called the confirmation number.',
    description: `${whenWebhook}\n\n${asMarkdown(chaptersOfWebhook)}`,
    security: [],
    parameters: Object.entries(headerSchema.properties).map(([name, schema]) =>
      placed(name, 'header', true, schema),
    ),
    requestBody: { required: true, content: { 'application/json': { schema: bodySchema } } },
    responses: {
      '2XX': { description: 'Delivered.' },
      410: { description: 'No more tries.' },
      default: { description: 'Tried again.' },
    },
  }
}

/** A parameter says itself what it means, not its schema. */
function placed(name: string, place: 'query' | 'header', required: boolean, schema: TSchema) {
  const { description, ...shape } = schema as TSchema & { description?: string }
  return { name, in: place, required, description, schema: shape }
}

function response(status: number, description: string, schema: TSchema, isLimited: boolean) {
  const names = [
    ...(isLimited ? Object.keys(rateHeaders) : []),
    ...Object.keys(answerHeaders),
    ...(temporaryStatuses.includes(status) ? ['Retry-After'] : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 405 ? ['Allow'] : []),
  ]
  const headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
  return { description, headers, content: { 'application/json': { schema } } }
}

const header = (description: string, schema: TSchema) => ({ description, required: true, schema })
const rateHeaders = {
  'X-Rate-Limit-Limit': header('Requests that your address has in a second.', Type.Integer()),
  'X-Rate-Limit-Remaining': header('Requests that are left of them.', Type.Integer()),
  'X-Rate-Limit-Reset': header('When counting begins anew. Unix seconds.', Type.Integer()),
}
const answerHeaders = {
  'Cache-Control': header('Answers are never stored.', Type.Literal('no-store')),
  'X-Request-Id': header('Names this request; the operator finds it in the log.', Type.String()),
}
const errorHeaders = {
  'Retry-After': header('In how many seconds to try again.', Type.Integer({ minimum: 1 })),
  'WWW-Authenticate': header('The scheme of the header.', Type.String()),
  Allow: header('The verbs that there are; "" where none would do.', Type.String()),
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
const errorDescriptions = new Map(
  [...Map.groupBy(statuses, ({ status }) => status)].map(([status, cases]) => {
    const codes = cases.map(({ code, when }) => (when === '' ? `code ${code}` : `code ${code} (${when})`))
    return [status, codes.join(', ')]
  }),
)
