import type { TObject } from 'typebox'
import { inAddress } from '../cabinet/change.ts'
import { version } from '../platform/version.ts'
import type { AdminRoute } from './admin-route.ts'
import { adminRoutes } from './admin-routes.ts'

const problem = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: { code: { type: 'string' }, message: { type: 'string' }, field: { type: 'string' } },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
}
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
const refusal = (description: string) => ({ description, ...json({ $ref: '#/components/schemas/Problem' }) })

/** The document of the admin API, from the declarations of the operations. */
export function adminOpenApi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of adminRoutes) {
    const path = `/admin/v1${route.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: methodOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ringkey admin API',
      version,
      description: 'What operators change and see, for scripts. See docs/admin-api.md.',
    },
    tags: [...new Set(adminRoutes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: problem },
    },
    security: [{ token: [] }],
  }
}

/** Settings are shown with every field, though their table checks them later. */
function documentOf(body: TObject): object {
  const properties = Object.entries(body.properties).map(([name, schema]) => {
    const { documented = schema, description } = schema as { documented?: object; description?: string }
    return [name, description === undefined ? documented : { ...documented, description }]
  })
  return { ...body, properties: Object.fromEntries(properties) }
}

const tagOf = ({ path }: AdminRoute) => path.split('/')[1]!

const retryKey = (isNeeded: boolean) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: isNeeded,
  description:
    'Made by the caller, one for each change: a retry with the same key changes nothing and gets the first answer, with null for what is shown once',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
})

function methodOf(route: AdminRoute) {
  const { path, name, about, scopes, query, answer, body, operation } = route
  const fields = Object.entries((query as TObject | undefined)?.properties ?? {})
  const properties = (operation?.input as TObject | undefined)?.properties ?? {}
  return {
    summary: about,
    description: `Needs a token with the scope ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.`,
    operationId: name,
    tags: [tagOf(route)],
    parameters: [
      ...inAddress(path).map((each) => ({
        name: each,
        in: 'path',
        required: true,
        schema: properties[each] ?? { type: route.handle === undefined ? 'integer' : 'string' },
      })),
      ...fields.map(([each, schema]) => ({ name: each, in: 'query', schema })),
      ...(operation?.id === undefined ? [] : [retryKey(operation.id === 'must')]),
    ],
    ...(body === undefined ? {} : { requestBody: { required: true, ...json(documentOf(body)) } }),
    responses: {
      200: { description: 'Done', ...json(answer ?? {}) },
      400: refusal('A value is wrong: `field` names it'),
      401: refusal('No token, or an unknown one'),
      403: refusal('The token has another scope'),
      404: refusal('There is no such thing'),
      409: refusal('Refused: `code` says why'),
    },
  }
}
