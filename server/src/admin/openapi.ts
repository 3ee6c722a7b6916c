import type { TObject } from 'typebox'
import { inAddress } from '../cabinet/change.ts'
import { version } from '../platform/version.ts'
import { type AdminRoute, adminRoutes } from './admin-routes.ts'

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

function methodOf({ path, about, scope, query, answer, body, operation }: AdminRoute) {
  const fields = Object.entries((query as TObject | undefined)?.properties ?? {})
  const properties = (operation?.input as TObject | undefined)?.properties ?? {}
  return {
    summary: about,
    description: `Needs a token with the scope \`${scope}\`.`,
    ...(operation === undefined ? {} : { operationId: operation.name }),
    parameters: [
      ...inAddress(path).map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: properties[name] ?? { type: 'integer' },
      })),
      ...fields.map(([name, schema]) => ({ name, in: 'query', schema })),
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
