import { Type } from 'typebox'
import type { Profile } from '../../accounts/profile.ts'
import * as answers from '../answers.ts'
import type { Method } from '../context.ts'
import { catalogue, statuses, temporaryStatuses } from '../errors.ts'
import { ucallerSchema } from '../ucaller-names.ts'
import type { Answer, Example, Header, Operation, Section, Shape } from './operation.ts'
import { type ErrorCase, errorsOf, exampleOf, nameOfCode } from './v1-errors.ts'
import { type MethodExample, methodExamples } from './v1-examples.ts'
import { answerFormats, inputSchemas } from './v1-formats.ts'

export interface Variant {
  /** Whether requests per address are limited; every answer then has the limit in its headers. */
  readonly isLimited: boolean
  /** Whether errors have their HTTP status, or 200. */
  readonly errorStatus: 'mirror' | '200'
  readonly profile: Profile
}

const mediaType = 'application/json'
const verbs = ['post', 'get'] as const
const deprecated = new Set(['initRepeat'])

/** `/v1.0` for the documents. */
export function sectionOfV1(methods: readonly Method[], variant: Variant): Section {
  const requests = new Map(methods.map((method) => [method, requestOf(method)]))
  return {
    tags: [
      { name: 'Verification', description: 'Confirm that a person holds a phone number, by a call.' },
      { name: 'Look-up', description: 'What is known about a phone number.' },
      { name: 'Account', description: 'The account, the service and the money.' },
    ],
    operations: methods.flatMap((method) =>
      verbs.map((verb) => operationOf(method, verb, requests.get(method), variant)),
    ),
    schemas: {
      ...Object.fromEntries([...inputSchemas.values()].map(({ name, schema }) => [name, schema as Shape])),
      ...Object.fromEntries(
        methods.flatMap((method) => {
          const request = requests.get(method)
          const own = capital(method.name)
          return [
            ...(request === undefined ? [] : [[`${own}Request`, request]]),
            [`${own}Answer`, answerOf(method, variant)],
          ]
        }),
      ),
      PhoneInfo: answers.info.properties.phone_info.items,
      AccountAction: answers.account.properties.logs.items,
      ErrorAnswer: failure,
      ErrorCode: errorCode,
    },
    formats: answerFormats,
    headers: headersOf(variant),
    examples: usedExamples(methods),
  }
}

function usedExamples(methods: readonly Method[]) {
  const errors = methods.flatMap((method) => verbs.flatMap((verb) => errorsOf(method, verb)))
  return Object.fromEntries(errors.map(exampleEntry))
}

function requestOf({ name, parameters }: Method): Shape | undefined {
  const all = Object.values(parameters)
  if (all.length === 0) return undefined
  return {
    type: 'object',
    description: `The parameters of ${name}.`,
    required: all.filter(({ required }) => required).map((parameter) => parameter.name),
    properties: Object.fromEntries(all.map((parameter) => [parameter.name, inputOf(parameter.schema)])),
  }
}

function operationOf(
  method: Method,
  verb: 'get' | 'post',
  request: Shape | undefined,
  variant: Variant,
): Operation {
  const example = methodExamples[method.name]
  if (example === undefined) throw new Error(`${method.name} has no example in v1-examples.ts`)
  const isPost = verb === 'post'
  const isRequired = Object.values(method.parameters).some(({ required }) => required)
  return {
    id: isPost ? method.name : `${method.name}Get`,
    verb,
    path: `/v1.0/${method.name}`,
    tag: example.tag,
    summary: isPost ? method.summary : `${method.summary.replace(/\.$/, '')}, by GET.`,
    description: example.description,
    isDeprecated: deprecated.has(method.name),
    parameters: isPost
      ? []
      : Object.values(method.parameters).map(({ name, schema, required }) => ({
          name,
          place: 'query',
          isRequired: required,
          schema: inputOf(schema),
          ...(example.request[name] === undefined ? {} : { example: example.request[name] }),
        })),
    body:
      isPost && request !== undefined ? { isRequired, schema: request, example: example.request } : undefined,
    answers: answersOf(method, example, errorsOf(method, verb), variant),
  }
}

function answersOf(
  method: Method,
  example: MethodExample,
  errors: readonly ErrorCase[],
  variant: Variant,
): readonly Answer[] {
  const { isLimited, errorStatus } = variant
  const always200 = errorStatus === '200'
  /** The limit per address keeps its status in either mode: balancers and proxies depend on it. */
  const keepsStatus = ({ code }: ErrorCase) => !always200 || code === 429
  const usual = [...Object.keys(answerHeaders), ...(isLimited ? Object.keys(rateHeaders) : [])]
  const atOk = errors.filter((error) => !keepsStatus(error))
  const ok: Answer = {
    status: 200,
    description: always200
      ? `${example.answer.summary}, or an error: ${namesOf(atOk)}.`
      : `${example.answer.summary}.`,
    mediaType,
    schema: always200 ? { anyOf: [answerOf(method, variant), failure] } : answerOf(method, variant),
    headers: [...usual, ...(atOk.some(mayWait) ? ['Retry-After'] : [])],
    examples: Object.fromEntries([
      ['answer', example.answer],
      ...(example.others ?? []).map(({ summary, value }, index) => [
        `answer${index + 2}`,
        { summary, value },
      ]),
      ...atOk.map(exampleEntry),
    ]),
  }
  const byStatus = Map.groupBy(errors.filter(keepsStatus), ({ status }) => status)
  return [
    ok,
    ...[...byStatus].map(([status, cases]) => ({
      status,
      description: `${namesOf(cases)}.`,
      mediaType,
      schema: failure,
      headers: [
        ...usual,
        ...(cases.some(mayWait) ? ['Retry-After'] : []),
        ...(status === 401 ? ['WWW-Authenticate'] : []),
        ...(status === 405 ? ['Allow'] : []),
      ],
      examples: Object.fromEntries(cases.map(exampleEntry)),
    })),
  ]
}

/** A temporary error states when to try again; so does a repeat that comes too early. */
const mayWait = ({ code, status }: ErrorCase) => temporaryStatuses.includes(status) || code === 13

const namesOf = (cases: readonly ErrorCase[]) =>
  cases.map(({ code, when }) => (when === '' ? `code ${code}` : `code ${code} (${when})`)).join(', ')

const keyOf = ({ code, status, when }: ErrorCase) => `code${code}${when === '' ? '' : `At${status}`}`
const errorExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  statuses.map((error) => {
    const { code, when } = error
    const summary = `${code} ${nameOfCode(code)}${when === '' ? '' : `: ${when}`}`
    return [keyOf(error), { summary, value: exampleOf(error).body('en') }]
  }),
)
const exampleEntry = (error: ErrorCase) => [keyOf(error), errorExamples[keyOf(error)]!] as const

/** Created once for each method, so that a schema is one component. */
const namedAnswers = new Map<Method, Shape>()
function answerOf(method: Method, { profile }: Variant): Shape {
  if (profile === 'standard') return method.answer
  const known = namedAnswers.get(method) ?? ucallerSchema(method.answer)
  namedAnswers.set(method, known)
  return known
}

const inputOf = (schema: Method['parameters'][string]['schema']) => inputSchemas.get(schema)!.schema as Shape
const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1)

const codes = Object.keys(catalogue).map(Number)
const errorCode = {
  type: 'integer',
  format: 'int32',
  description: `What is wrong, for programs. Check \`status\` first: some of these look like a verification code. ${codes.map((code) => `${code} ${nameOfCode(code)}`).join(', ')}.`,
  enum: codes,
  'x-enum-varnames': codes.map(nameOfCode),
}
const failure = {
  ...answers.failure,
  description: 'An error. Its `status` is false; no other answer has that.',
  properties: { ...answers.failure.properties, code: errorCode },
}

const header = (description: string, schema: Shape, required = true): Header => ({
  description,
  required,
  schema,
})
const rateHeaders = {
  'X-Rate-Limit-Limit': header('Requests that your address has in a second.', Type.Integer()),
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
  'WWW-Authenticate': header('The scheme of the header.', Type.String()),
  Allow: header('The verbs that there are; "" where none would do.', Type.String()),
}

function headersOf({ isLimited, errorStatus }: Variant): Readonly<Record<string, Header>> {
  const { 'Retry-After': retryAfter, ...ofStatuses } = errorHeaders
  return {
    ...(isLimited ? rateHeaders : {}),
    ...answerHeaders,
    'Retry-After': retryAfter,
    ...(errorStatus === '200' ? {} : ofStatuses),
  }
}
