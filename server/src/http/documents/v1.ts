import { Type } from 'typebox'
import type { ErrorStatus, Profile } from '../../accounts/profile.ts'
import { bodySchema } from '../../webhooks/body.ts'
import * as answers from '../answers.ts'
import type { Method } from '../context.ts'
import { catalogue, safeToRetry, temporaryStatuses } from '../errors.ts'
import * as parameters from '../parameters.ts'
import { ucallerProvider, ucallerSchema, withUcallerNames } from '../ucaller-names.ts'
import {
  Components,
  describeWebhook,
  type OpenApi,
  type Operation,
  openapiHead,
  type Schema,
} from './openapi.ts'
import { type ErrorCase, errorsOf, exampleOf, nameOfCode } from './v1-errors.ts'
import { type Example, type MethodExample, methodExamples } from './v1-examples.ts'
import { exampleBody } from './webhook-example.ts'

export interface Variant {
  /** Whether requests per address are limited; every answer then has the limit in its headers. */
  readonly isLimited: boolean
  /** Whether errors have their HTTP status, or 200. */
  readonly errorStatus: ErrorStatus
  /** The same for callers whose service is not known: the setting of the installation. */
  readonly strangerStatus: ErrorStatus
  readonly profile: Profile
}

const mediaType = 'application/json'
const deprecated = new Set(['initRepeat'])

/** The texts of the description that are prose. */
interface Texts {
  readonly description: string
  readonly webhook: string
}

/** The schemas of one description: each is one component. */
interface Schemas extends Variant {
  readonly components: Components
  readonly requests: ReadonlyMap<Method, Schema | undefined>
  readonly answers: ReadonlyMap<Method, Schema>
  readonly failure: Schema
}

/** OpenAPI 3.1 of `/v1.0` from the schemas of its parameters and answers. */
export function describeV1(
  methods: readonly Method[],
  variant: Variant,
  texts: Texts,
  publicUrl: string | undefined,
): OpenApi {
  const isUcaller = variant.profile === 'ucaller'
  const named = {
    requests: new Map(methods.map((method) => [method, requestOf(method)])),
    answers: new Map(
      methods.map((method) => [method, isUcaller ? ucallerSchema(method.answer) : method.answer]),
    ),
    failure: failureOf(variant),
  }
  const components = new Components(componentsOf(named))
  const codes = new Map(methods.map((method) => [method, codesOf(method)]))
  const everywhere = [...codes.values()].reduce((common, own) => common.intersection(own))
  const operation = (method: Method, verb: 'get' | 'post') => ({
    ...describe(method, verb, { ...variant, ...named, components }),
    'x-codes': [...codes.get(method)!.difference(everywhere)],
  })
  return {
    ...openapiHead(
      { version: 'v1.0', summary: 'Phone-call verification', description: texts.description },
      publicUrl,
    ),
    security: [{ serviceKey: [] }],
    tags: [
      { name: 'Verification', description: 'Confirm that a person holds a phone number, by a call.' },
      { name: 'Look-up', description: 'What is known about a phone number.' },
      { name: 'Account', description: 'The account, the service and the money.' },
      { name: 'Webhook', description: 'What this service sends to you.' },
    ],
    paths: Object.fromEntries(
      methods.map((method) => [
        `/v1.0/${method.name}`,
        { post: operation(method, 'post'), get: operation(method, 'get') },
      ]),
    ),
    webhooks: {
      inboundCall: {
        post: describeWebhook(
          {
            operationId: 'inboundCall',
            tags: ['Webhook'],
            summary: 'A person called the confirmation number.',
            description: texts.webhook,
          },
          components.of(bodySchema),
          exampleBody,
        ),
      },
    },
    components: {
      securitySchemes: { serviceKey: securityScheme },
      headers: headersOf(variant),
      examples: Object.fromEntries(
        methods
          .flatMap((method) => errorsOf(method, 'post'))
          .map((error) => [keyOf(error), errorExample(error)]),
      ),
      schemas: components.all(),
    },
  }
}

const securityScheme = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'SECRET_KEY.SERVICE_ID',
  description: '`Authorization: Bearer SECRET_KEY.SERVICE_ID`: key and id, joined by a dot.',
}

const capitalised = (name: string) => name[0]!.toUpperCase() + name.slice(1)

function componentsOf({ requests, answers: own, failure }: Omit<Schemas, 'components' | keyof Variant>) {
  const named = [...requests].flatMap(([method, request]) => [
    ...(request === undefined ? [] : [[`${capitalised(method.name)}Request`, request] as const]),
    [`${capitalised(method.name)}Answer`, own.get(method)!] as const,
  ])
  const inputs = Object.entries(parameters).flatMap(([key, parameter]) =>
    typeof parameter === 'function' ? [] : [[ownNames[key] ?? capitalised(key), parameter.schema] as const],
  )
  return {
    ...Object.fromEntries(inputs),
    ...Object.fromEntries(named),
    PhoneInfo: answers.info.properties.phone_info.items,
    AccountAction: answers.account.properties.logs.items,
    ErrorAnswer: failure,
    ErrorCode: errorCode,
    InboundCall: bodySchema,
  }
}

/** Generated clients already have a class named `Client`. */
const ownNames: Readonly<Record<string, string>> = { client: 'ClientNote' }

function requestOf({ name, parameters }: Method): Schema | undefined {
  const all = Object.values(parameters)
  if (all.length === 0) return undefined
  return {
    type: 'object',
    description: `The parameters of ${name}.`,
    required: all.filter(({ required }) => required).map((parameter) => parameter.name),
    properties: Object.fromEntries(all.map((parameter) => [parameter.name, parameter.schema])),
  }
}

const codesOf = (method: Method) => new Set(errorsOf(method, 'post').map(({ code }) => code))

function describe(method: Method, verb: 'get' | 'post', schemas: Schemas): Operation {
  const { components, requests } = schemas
  const request = requests.get(method)
  const example = methodExamples[method.name]
  if (example === undefined) throw new Error(`${method.name} has no example in v1-examples.json`)
  const all = Object.values(method.parameters)
  return {
    operationId: verb === 'post' ? method.name : `${method.name}Get`,
    tags: [example.tag],
    summary: verb === 'post' ? method.summary : `${method.summary.replace(/\.$/, '')}, by GET.`,
    description: example.description,
    ...(deprecated.has(method.name) ? { deprecated: true } : {}),
    ...(request === undefined
      ? {}
      : verb === 'post'
        ? {
            requestBody: {
              required: all.some(({ required }) => required),
              content: { [mediaType]: { schema: components.of(request), example: example.request } },
            },
          }
        : {
            parameters: all.map(({ name, schema, required }) => ({
              name,
              in: 'query',
              required,
              description: (schema as Schema).description ?? '',
              schema: components.of(schema),
              ...(example.request[name] === undefined ? {} : { example: example.request[name] }),
            })),
          }),
    responses: responsesOf(method, example, errorsOf(method, verb), schemas),
  }
}

function responsesOf(
  method: Method,
  example: MethodExample,
  errors: readonly ErrorCase[],
  schemas: Schemas,
): Operation['responses'] {
  const { components, failure, isLimited, profile } = schemas
  const answered = schemas.answers.get(method)!
  const usual = [...Object.keys(answerHeaders), ...(isLimited ? Object.keys(rateHeaders) : [])]
  const response = (
    description: string,
    schema: Schema,
    headers: readonly string[],
    examples: Readonly<Record<string, object>>,
  ) => ({
    description,
    headers: Object.fromEntries(
      [...usual, ...headers].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
    content: { [mediaType]: { schema: components.of(schema), examples } },
  })
  const examplesOf = (cases: readonly ErrorCase[]) =>
    Object.fromEntries(
      cases.map((error) => [keyOf(error), { $ref: `#/components/examples/${keyOf(error)}` }]),
    )
  const atOk = errors.filter((error) => modesOf(error, schemas).includes('200'))
  const served = [example.answer, ...(example.others ?? [])].map(({ summary, value }, index) => [
    index === 0 ? 'answer' : `answer${index + 1}`,
    { summary, value: profile === 'ucaller' ? withUcallerNames(inUcaller(value)) : value },
  ])
  const ok = response(
    atOk.length > 0
      ? `${example.answer.summary}, or an error: ${namesOf(atOk)}.`
      : `${example.answer.summary}.`,
    atOk.length > 0 ? { anyOf: [answered, failure] } : answered,
    [...(atOk.some(mayWait) ? ['Retry-After'] : []), ...(atOk.some(isNotNow) ? [retryHeader] : [])],
    { ...Object.fromEntries(served), ...examplesOf(atOk) },
  )
  const mirrored = errors.filter((error) => modesOf(error, schemas).includes('mirror'))
  const byStatus = Map.groupBy(mirrored, ({ status }) => status)
  const refused = [...byStatus].map(([status, cases]) => [
    status,
    response(
      `${namesOf(cases)}.`,
      failure,
      [
        ...(cases.some(mayWait) ? ['Retry-After'] : []),
        ...(cases.some(isNotNow) ? [retryHeader] : []),
        ...(status === 401 ? ['WWW-Authenticate'] : []),
        ...(status === 405 ? ['Allow'] : []),
      ],
      examplesOf(cases),
    ),
  ])
  return { 200: ok, ...Object.fromEntries(refused) }
}

/** Answered before the service is known. */
const beforeService: readonly number[] = [0, 401]
/** Answered before or after the service is known: a body that is too large, a fault, a store that is away. */
const isInBothModes = ({ code, status }: ErrorCase) => status === 413 || code === 500 || code === 503

/** Whether an error has its HTTP status, 200, or one of both. */
function modesOf(error: ErrorCase, { errorStatus, strangerStatus }: Variant): readonly ErrorStatus[] {
  const { code } = error
  // Too many requests keep their status in either mode: balancers and proxies depend on it.
  if (code === 429) return ['mirror']
  if (beforeService.includes(code)) return [strangerStatus]
  return isInBothModes(error) ? [errorStatus, strangerStatus] : [errorStatus]
}

/** A temporary error states when to try again; so does a repeat that comes too early. */
const mayWait = ({ code, status }: ErrorCase) => temporaryStatuses.includes(status) || code === 13

const [retryHeader] = safeToRetry
const isNotNow = ({ code }: ErrorCase) => code === 503

const namesOf = (cases: readonly ErrorCase[]) =>
  cases.map(({ code, when }) => (when === '' ? `code ${code}` : `code ${code} (${when})`)).join(', ')

const keyOf = ({ code, status, when }: ErrorCase) => `code${code}${when === '' ? '' : `At${status}`}`
const errorExample = (error: ErrorCase): Example => ({
  summary: `${error.code} ${nameOfCode(error.code)}${error.when === '' ? '' : `: ${error.when}`}`,
  value: exampleOf(error).body('en'),
})

/** That profile names countries in Russian, and networks in Latin letters. */
const inUcaller = (value: object): object =>
  'country' in value && value.country === 'Russia' && 'provider' in value
    ? { ...value, country: 'Россия', provider: ucallerProvider(String(value.provider)) }
    : value

const codes = Object.keys(catalogue).map(Number)
const errorCode = {
  type: 'integer',
  format: 'int32',
  description: `What is wrong, for programs. Check \`status\` first: some of these look like a verification code. ${codes.map((code) => `${code} ${nameOfCode(code)}`).join(', ')}.`,
  enum: codes,
  'x-enum-varnames': codes.map(nameOfCode),
}
const failureOf = (variant: Variant): Schema => ({
  ...answers.failure,
  description: aboutErrors(variant),
  properties: { ...answers.failure.properties, code: errorCode },
})

function aboutErrors({ errorStatus, strangerStatus, profile }: Variant): string {
  const status = {
    mirror: 'Its HTTP status is that of the code.',
    200:
      strangerStatus === '200'
        ? 'Its HTTP status is 200, except for code 429.'
        : 'Its HTTP status is 200, except for code 429 and for errors that come before the service is known, such as code 401.',
  }[errorStatus]
  const others =
    profile === 'standard'
      ? 'No other answer has `status` false.'
      : 'Where the service is switched to it, `initCall` of the test number that fails has `status` false without `error`.'
  return `An error: \`status\` is false, and \`error\` says why. ${status} ${others}`
}

const header = (description: string, schema: Schema, required = true) => ({
  description,
  required,
  schema,
})
const rateHeaders = {
  'X-Rate-Limit-Limit': header(
    'Requests that your service has in a second, or without a valid key your address.',
    Type.Integer(),
  ),
  'X-Rate-Limit-Remaining': header('Requests that are left of them.', Type.Integer()),
  'X-Rate-Limit-Reset': header('When counting begins anew. Unix seconds.', Type.Integer()),
  'RateLimit-Policy': header('The same limit, as the draft of the IETF writes it.', Type.String()),
  RateLimit: header('What is left of it, as the draft of the IETF writes it.', Type.String()),
}
const answerHeaders = {
  'Cache-Control': header('Answers are never stored.', Type.Literal('no-store')),
  'X-Request-Id': header('Names this request; the operator finds it in the log.', Type.String()),
  'X-Ringkey-Warning': header(
    'Unknown parameters and other things worth knowing, where there are any.',
    Type.String(),
    false,
  ),
}
const errorHeaders = {
  'Retry-After': header(
    'In how many seconds to try again, where waiting helps.',
    Type.Integer({ minimum: 1 }),
    false,
  ),
  [retryHeader]: header(
    'safe: certainly nothing was stored, and the same request may be sent again at once to another node.',
    Type.Literal('safe'),
    false,
  ),
  'WWW-Authenticate': header('The scheme of the header.', Type.String()),
  Allow: header('The verbs that there are; "" where none would do.', Type.String()),
}

/** Linters refuse a header that no answer uses. */
function headersOf({ isLimited, errorStatus, strangerStatus }: Variant): object {
  const { 'WWW-Authenticate': scheme, Allow: allow, ...ofEvery } = errorHeaders
  return {
    ...(isLimited ? rateHeaders : {}),
    ...answerHeaders,
    ...ofEvery,
    ...(strangerStatus === '200' ? {} : { 'WWW-Authenticate': scheme }),
    ...(errorStatus === '200' ? {} : { Allow: allow }),
  }
}
