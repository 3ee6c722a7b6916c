import { Type } from 'typebox'
import type { ErrorStatus, Profile } from '../../accounts/profile.ts'
import * as answers from '../answers.ts'
import type { Method } from '../context.ts'
import { catalogue, statuses, temporaryStatuses } from '../errors.ts'
import { ucallerSchema, withBothNames, withUcallerNames } from '../ucaller-names.ts'
import type { Answer, Example, Formats, Header, Operation, Section, Shape } from './operation.ts'
import { type ErrorCase, errorsOf, exampleOf, nameOfCode } from './v1-errors.ts'
import { type MethodExample, methodExamples } from './v1-examples.ts'
import { answerFormats, inputSchemas } from './v1-formats.ts'

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
      ErrorAnswer: failureOf(variant),
      ErrorCode: errorCode,
    },
    formats: formatsOf(methods, variant),
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
  const { isLimited } = variant
  const failure = failureOf(variant)
  const usual = [...Object.keys(answerHeaders), ...(isLimited ? Object.keys(rateHeaders) : [])]
  const atOk = errors.filter((error) => modesOf(error, variant).includes('200'))
  const ok: Answer = {
    status: 200,
    description:
      atOk.length > 0
        ? `${example.answer.summary}, or an error: ${namesOf(atOk)}.`
        : `${example.answer.summary}.`,
    mediaType,
    schema: atOk.length > 0 ? { anyOf: [answerOf(method, variant), failure] } : answerOf(method, variant),
    headers: [...usual, ...(atOk.some(mayWait) ? ['Retry-After'] : [])],
    examples: Object.fromEntries([
      ...[example.answer, ...(example.others ?? [])].map(({ summary, value }, index) => [
        index === 0 ? 'answer' : `answer${index + 1}`,
        { summary, value: variant.profile === 'ucaller' ? withUcallerNames(value) : value },
      ]),
      ...atOk.map(exampleEntry),
    ]),
  }
  const mirrored = errors.filter((error) => modesOf(error, variant).includes('mirror'))
  const byStatus = Map.groupBy(mirrored, ({ status }) => status)
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

/** Answered before the service is known. */
const beforeService: readonly number[] = [0, 401]
/** Answered before or after the service is known: a body that is too large, a fault, a store that is away. */
const isEitherWay = ({ code, status }: ErrorCase) => status === 413 || code === 500 || code === 503

/** Whether an error has its HTTP status, 200, or one of both. */
function modesOf(error: ErrorCase, { errorStatus, strangerStatus }: Variant): readonly ErrorStatus[] {
  const { code } = error
  // The limit per address keeps its status in either mode: balancers and proxies depend on it.
  if (code === 429) return ['mirror']
  if (beforeService.includes(code)) return [strangerStatus]
  return isEitherWay(error) ? [errorStatus, strangerStatus] : [errorStatus]
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

function formatsOf(methods: readonly Method[], variant: Variant): Formats {
  if (variant.profile === 'standard') return answerFormats
  const named = methods.map(
    (method) => [answerOf(method, variant), withBothNames(answerFormats.get(method.answer) ?? {})] as const,
  )
  return new Map([...answerFormats, ...named])
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
/** Created once for each description, so that a schema is one component. */
const failures = new Map<string, Shape>()
function failureOf(variant: Variant): Shape {
  const description = aboutErrors(variant)
  const known = failures.get(description) ?? {
    ...answers.failure,
    description,
    properties: { ...answers.failure.properties, code: errorCode },
  }
  failures.set(description, known)
  return known
}

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

/** Linters refuse a header that no answer uses. */
function headersOf({ isLimited, errorStatus, strangerStatus }: Variant): Readonly<Record<string, Header>> {
  const { 'Retry-After': retryAfter, 'WWW-Authenticate': scheme, Allow: allow } = errorHeaders
  return {
    ...(isLimited ? rateHeaders : {}),
    ...answerHeaders,
    'Retry-After': retryAfter,
    ...(strangerStatus === '200' ? {} : { 'WWW-Authenticate': scheme }),
    ...(errorStatus === '200' ? {} : { Allow: allow }),
  }
}
