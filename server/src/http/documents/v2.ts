import type { TObject } from 'typebox'
import { type Access, v2Programs } from '../snippets/index.ts'
import { problem, verification } from '../v2/answers.ts'
import { type ProblemCode, problems } from '../v2/catalogue.ts'
import { idParameter, keyParameter } from '../v2/describe.ts'
import { describedEvents, exampleEvent } from '../v2/events.ts'
import type { V2Method } from '../v2/method.ts'
import { v2Methods } from '../v2/methods.ts'
import type { FieldRow, MethodChapter, SecondVersion } from './documentation.ts'
import { fieldRows, type Wording } from './field-rows.ts'
import type { Shape } from './operation.ts'

/** A verification has a table of its own, and answers and events refer to it. */
const known: ReadonlySet<Shape> = new Set([verification])

/** `/v2` for the documents. */
export function secondVersion(access: Access, wording: Wording): SecondVersion {
  const { language, say } = wording
  return {
    methods: v2Methods.map((method) => methodOf(method, access, wording)),
    verification: fieldRows(verification, wording),
    problem: fieldRows(problem, wording),
    problems: (Object.keys(problems) as ProblemCode[]).map((code) => {
      const { status, title, detail } = problems[code]
      return { code, status, title: title[language], detail: detail[language] }
    }),
    events: Object.entries(describedEvents).map(([type, { summary, data, example }]) => ({
      type,
      summary: say(summary),
      data: fieldRows(data, wording, known),
      example: JSON.stringify(exampleEvent(type, example), null, 2),
    })),
  }
}

function methodOf(method: V2Method, access: Access, wording: Wording): MethodChapter {
  const { name, verb, path, summary, input, answer, example, codes } = method
  const query = verb === 'GET' ? `?${new URLSearchParams(example as Record<string, string>)}` : ''
  return {
    id: name,
    path,
    verb,
    isAlsoGet: false,
    isDeprecated: false,
    summary: wording.say(summary),
    description: '',
    parameters: parametersOf(method, fieldRows(input, wording), wording),
    status: answer.status,
    answer: fieldRows(answer.schema, wording, known),
    isVerification: answer.schema === verification,
    request: example,
    requests: v2Programs(access, {
      verb,
      path: `${path.replace('{id}', 'VERIFICATION_ID')}${query}`,
      body: verb === 'GET' ? '' : JSON.stringify(example),
      isIdempotent: method.isIdempotent === true,
    }),
    exampleAnswer: JSON.stringify(answer.example, null, 2),
    ownCodes: codes,
  }
}

function parametersOf(
  { path, verb, isIdempotent }: V2Method,
  rows: readonly FieldRow[],
  wording: Wording,
): readonly FieldRow[] {
  return [
    ...(path.includes('{id}') ? placed(idParameter, 'path', wording) : []),
    ...(isIdempotent === true ? placed(keyParameter, 'header', wording) : []),
    ...(verb === 'GET' ? rows.map((row) => ({ ...row, place: 'query' as const })) : rows),
  ]
}

function placed(
  { name, description, required, schema }: typeof idParameter,
  place: 'path' | 'header',
  wording: Wording,
): readonly FieldRow[] {
  const shape: Shape = {
    properties: { [name]: { ...schema, description } },
    required: required ? [name] : [],
  } satisfies Partial<Record<keyof TObject, unknown>>
  return fieldRows(shape, wording).map((row) => ({ ...row, place }))
}
