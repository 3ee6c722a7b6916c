import { Type } from 'typebox'
import type { Operation } from '../documents/openapi.ts'
import type { V2Method } from '../v2/method.ts'
import { callRefusals } from '../v2/refusals.ts'

export const hookPath = '/v2/hooks/generic/{service}'
export const hookTag = {
  name: 'Hooks',
  description: 'Identity servers that make and check their own code, which a call delivers.',
}
export const hookScheme = {
  type: 'http',
  scheme: 'bearer',
  description: 'The credential of the hook. Further forms: docs/integrate/generic.md.',
} as const

export const hook: Pick<V2Method, 'name' | 'verb' | 'codes'> = {
  name: 'genericHook',
  verb: 'POST',
  codes: ['hook_credential', 'idempotency_key_erased', ...callRefusals],
}

/** The hook of any server; the others have the requests of their servers (docs/integrate/). */
export function describeHook(refusals: Operation['responses'], headers: Record<string, object>): Operation {
  const summary = 'Deliver a code that an identity server has made by a call'
  const example = { phone: '+79161234567', code: '018204' }
  return {
    operationId: hook.name,
    tags: [hookTag.name],
    summary,
    description: `${summary}. The same phone and code start one call within 15 minutes. GET and PUT, a form and a query are read too.`,
    security: [{ hook: [] }],
    parameters: [
      {
        name: 'service',
        in: 'path',
        required: true,
        description: 'The id of the service.',
        schema: Type.String({ pattern: '^[1-9][0-9]{0,15}$' }),
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: body, example } },
    },
    responses: {
      200: {
        description: 'The call was started before or now, or the text has no code.',
        headers,
        content: { 'application/json': { schema: { type: 'object' }, example: {} } },
      },
      ...refusals,
    },
    'x-codes': hook.codes,
  }
}

const body = Type.Object({
  phone: Type.String({ description: 'The number to call. The hook may have another name for it.' }),
  code: Type.Optional(Type.String({ pattern: '^[0-9]{4,10}$', description: 'The code to deliver.' })),
  text: Type.Optional(
    Type.String({ description: 'Where `code` is missing: a text with one number of 4 to 10 digits.' }),
  ),
})
