import { type TObject, Type } from 'typebox'
import {
  Components,
  type OpenApi,
  type Operation,
  openapiHead,
  type Parameter,
  type Schema,
} from '../documents/openapi.ts'
import { temporaryStatuses } from '../errors.ts'
import { describeHook, hook, hookPath, hookScheme, hookTag } from '../hooks/describe.ts'
import * as answers from './answers.ts'
import { type ProblemCode, problems } from './catalogue.ts'
import { describeEvents, eventSchemas, eventTag } from './events.ts'
import type { V2Method } from './method.ts'
import { createBody, newStep } from './schemas.ts'

/** The names under which generated clients know them. */
const named: Readonly<Record<string, Schema>> = {
  Verification: answers.verification,
  Step: answers.step,
  PlannedStep: answers.plannedStep,
  SkippedStep: answers.skippedStep,
  StartedStep: answers.startedStep,
  InboundNumber: answers.inbound,
  VerificationList: answers.verifications,
  CheckResult: answers.checked,
  FeedbackResult: answers.feedbackTaken,
  PhoneFactsList: answers.phonesFound,
  PhoneFacts: answers.phoneFacts,
  PastEventList: answers.eventPage,
  PastEvent: answers.pastEvent,
  Problem: answers.problem,
  NewVerification: createBody,
  NewStep: newStep,
  ...eventSchemas,
}

const clientTokenScheme = {
  type: 'http',
  scheme: 'bearer',
  description:
    '`Authorization: Bearer <client_token>`, from the browser of the person: for one verification, until ten minutes after its end. An answered verification then has `status`, `version`, `attempts_left`, `expires_at`, `hint`, `inbound`, and `steps` without `vendor_id` and `price`; nothing else of it.',
}

/** Problems of every operation. */
const ofEvery: readonly ProblemCode[] = [
  'invalid_request',
  'unreadable_request',
  'unauthorized',
  'address_blocked',
  'address_not_allowed',
  'account_blocked',
  'account_unconfirmed',
  'service_archived',
  'service_off',
  'key_not_allowed',
  'rate_limited',
  'internal_error',
  'overloaded',
  'unavailable',
]
/** Problems of every operation that has a body. */
const ofBodies: readonly ProblemCode[] = ['unreadable_body', 'body_too_large']
type Refusing = Pick<V2Method, 'name' | 'verb' | 'codes' | 'isForBrowsers'>
const codesOf = ({ verb, codes }: Refusing) => [...codes, ...ofEvery, ...(verb === 'POST' ? ofBodies : [])]

/** OpenAPI 3.1 of `/v2` from the schemas that validate. */
export function describeV2(methods: readonly V2Method[], publicUrl?: string): OpenApi {
  const components = new Components(named)
  const schemas = components.all()
  const paths: Record<string, Partial<Record<'get' | 'post', Operation>>> = {}
  for (const method of methods) {
    const verb = method.verb === 'GET' ? 'get' : 'post'
    paths[method.path] = { ...paths[method.path], [verb]: describe(method, components) }
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
    tags: [tag, hookTag, eventTag],
    components: {
      securitySchemes: {
        header: {
          type: 'http',
          scheme: 'bearer',
          description: '`Authorization: Bearer <SECRET_KEY>.<SERVICE_ID>`.',
        },
        clientToken: clientTokenScheme,
        hook: hookScheme,
      },
      headers,
      schemas: {
        ...schemas,
        ...Object.fromEntries([...methods, hook].map((method) => [problemName(method), problemOf(method)])),
      },
    },
    security: [{ header: [] }],
    paths: { ...paths, [hookPath]: { post: describeHook(problemResponses(hook), headersOf([])) } },
    webhooks: describeEvents((schema) => components.of(schema)),
  }
}

function describe(method: V2Method, components: Components): Operation {
  const { name, summary, verb, input, answer, isIdempotent, example, codes } = method
  const { status, schema, also } = answer
  const content = { 'application/json': { schema: components.of(schema), example: answer.example } }
  const itsHeaders = headersOf([
    ...(status === 201 ? ['Location'] : []),
    ...(isIdempotent === true ? ['Idempotency-Replayed'] : []),
    ...sharing(method),
  ])
  return {
    operationId: name,
    ...(method.isForBrowsers === true ? { security: [{ header: [] }, { clientToken: [] }] } : {}),
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
            content: { 'application/json': { schema: components.of(input), example } },
          },
        }
      : {}),
    responses: {
      [status]: { description: 'The answer.', headers: itsHeaders, content },
      ...(also === undefined
        ? {}
        : { [also.status]: { description: also.description, headers: headersOf([]), content } }),
      ...problemResponses(method),
    },
    'x-codes': codes,
  }
}

/** The HTTP statuses of its problems, with the codes behind each. */
function problemResponses(method: Refusing): Operation['responses'] {
  const schema = { $ref: `#/components/schemas/${problemName(method)}` }
  return Object.fromEntries(
    [...Map.groupBy(codesOf(method), (code) => problems[code].status)].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        headers: headersOf([
          ...(temporaryStatuses.includes(status) ? ['Retry-After'] : []),
          ...(status === 503 ? ['X-Ringkey-Retry'] : []),
          ...(status === 401 ? ['WWW-Authenticate'] : []),
          ...sharing(method),
        ]),
        content: { 'application/problem+json': { schema } },
      },
    ]),
  )
}

/** What tells browsers that pages of every site may read the answer. */
const sharing = ({ isForBrowsers }: Refusing) =>
  isForBrowsers === true ? ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] : []

const problemName = ({ name }: Refusing) => `${name[0]!.toUpperCase()}${name.slice(1)}Problem`

/** `Problem` with the codes of one operation. A later version may have further ones. */
function problemOf(method: Refusing): Schema {
  const code = { anyOf: [{ type: 'string', enum: codesOf(method) }, { type: 'string' }] }
  return { allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code } }] }
}

const text = { type: 'string' }
const headers: Readonly<Record<string, { readonly description: string; readonly schema: object }>> = {
  'X-Request-Id': { description: 'Names the request in the log of the service.', schema: text },
  'Cache-Control': { description: 'Always `no-store`.', schema: text },
  RateLimit: { description: 'What is left of the limit of requests; absent without one.', schema: text },
  'RateLimit-Policy': {
    description:
      'The limit of requests: of the service, without a valid key of the address; absent without one.',
    schema: text,
  },
  'Retry-After': {
    description: 'Seconds to wait; absent when waiting does not help.',
    schema: { type: 'integer' },
  },
  'X-Ringkey-Retry': {
    description:
      '`safe`: certainly nothing was stored, and the same request may be sent again at once to another node.',
    schema: { type: 'string', enum: ['safe'] },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: text },
  'Access-Control-Allow-Origin': { description: 'Always `*`.', schema: text },
  'Access-Control-Expose-Headers': { description: 'Always `Retry-After`.', schema: text },
  Location: { description: 'The path of the verification.', schema: text },
  'Idempotency-Replayed': {
    description: '`true` when the answer is the first one again.',
    schema: { type: 'string', enum: ['true'] },
  },
}
const headersOf = (names: readonly string[]) =>
  Object.fromEntries(
    ['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy', ...names].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )

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
