import { Failure, type Language, statuses } from '../errors.ts'
import { loginPrograms } from '../snippets/login.ts'
import { type Access, requestPrograms } from '../snippets/request.ts'
import { type ProblemCode, problems } from '../v2/catalogue.ts'
import { fieldRows, type Wording } from './field-rows.ts'
import { labelsIn } from './labels.ts'
import type { OpenApi, Operation, Parameter } from './openapi.ts'
import { asset, type Figures, type ProseGroup, unknownAddress } from './prose.ts'
import type { Block, CodeRow, Reference, Section } from './reference.ts'
import { inRussian } from './russian.ts'

/** The reference in one language: the prose, and in its places what a walk over both descriptions finds. */
export function referenceOf(
  { v1, v2 }: { readonly v1: OpenApi; readonly v2: OpenApi },
  prose: readonly ProseGroup[],
  { publicUrl = unknownAddress }: Pick<Figures, 'publicUrl'>,
  language: Language,
  say: (text: string) => string = language === 'ru' ? inRussian : (text) => text,
): Reference {
  // No two of them have the same name.
  const schemas = { ...v1.components.schemas, ...v2.components.schemas }
  const access = { url: publicUrl, secretKey: 'SECRET_KEY', serviceId: 'SERVICE_ID' }
  const wording: Wording = {
    labels: labelsIn(say),
    say,
    resolve: (schema) => (schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1)!]!),
    known: schemas.Verification!,
  }
  const { parameters: headers, requestBody: body } = v1.webhooks.inboundCall!.post
  const blocks: Readonly<Record<string, readonly Block[]>> = {
    login: [{ kind: 'programs', programs: loginPrograms(asset('login.md'), access), isMethod: false }],
    key: [{ kind: 'key' }],
    verification: fieldsOf(fieldRows(schemas.Verification!, { ...wording, known: {} })),
    events: Object.entries(v2.webhooks).flatMap(([type, { post }]) => eventBlocks(type, post, wording)),
    problem: fieldsOf(fieldRows(schemas.Problem!, wording)),
    problems: [{ kind: 'codes', rows: problemRows(language) }],
    'webhook headers': fieldsOf(headers!.flatMap((header) => rowsOf(header, wording, false))),
    'webhook body': fieldsOf(fieldRows(body!.content['application/json']!.schema, wording)),
    errors: [{ kind: 'codes', rows: errorRows(language, wording) }],
  }
  const methods: Readonly<Record<string, readonly Section[]>> = {
    'methods of /v2': methodsOf(v2, access, wording),
    'methods of /v1.0': methodsOf(v1, access, wording),
  }
  const [{ title, introduction }] = prose as readonly [ProseGroup]
  return {
    language,
    labels: wording.labels,
    access,
    title,
    introduction,
    groups: prose.map((group) => ({
      title: group.title,
      sections: group.sections.flatMap((section) =>
        typeof section === 'string'
          ? methods[section]!
          : {
              ...section,
              blocks: section.blocks.flatMap((block) =>
                block.kind === 'generated' ? blocks[block.name]! : block,
              ),
            },
      ),
    })),
  }
}

const fieldsOf = (rows: ReturnType<typeof fieldRows>): readonly Block[] =>
  rows.length === 0 ? [] : [{ kind: 'fields', rows }]

/** The row of a parameter, and rows of what is inside it. */
function rowsOf(
  { name, in: place, required, description, schema }: Parameter,
  wording: Wording,
  isPlaced = true,
) {
  const properties = { [name]: { ...wording.resolve(schema), description } }
  return fieldRows({ properties, required: required ? [name] : [] }, wording, isPlaced ? place : undefined)
}

function methodsOf({ paths }: OpenApi, access: Access, wording: Wording): readonly Section[] {
  // What has credentials of its own is described elsewhere: the programs of a method have a key of the service.
  const takesKey = ({ security }: Operation) => security?.some(({ header }) => header !== undefined) ?? true
  const methods = Object.entries(paths).filter(([, { post }]) => post === undefined || takesKey(post))
  return methods.flatMap(([path, { post, get }]) => {
    // A GET of `/v1.0` only repeats the POST with a query.
    const isSame = get?.operationId === `${post?.operationId}Get`
    const note = isSame ? wording.labels.alsoGet : ''
    return [
      ...(post === undefined ? [] : [methodSection('POST', path, post, note, access, wording)]),
      ...(get === undefined || isSame ? [] : [methodSection('GET', path, get, '', access, wording)]),
    ]
  })
}

function methodSection(
  verb: 'GET' | 'POST',
  path: string,
  operation: Operation,
  note: string,
  access: Access,
  wording: Wording,
): Section {
  const { labels, say, resolve } = wording
  const { operationId: id, description, parameters = [], requestBody } = operation
  // The summary of `/v2` is its description without markup.
  const isShort = description.replaceAll('`', '') === operation.summary
  const summary = say(isShort ? description : operation.summary)
  const [status, answer] = Object.entries(operation.responses)[0]!
  const { schema, example, examples } = answer.content!['application/json']!
  const body = requestBody?.content['application/json']
  const fields = [
    ...parameters.flatMap((parameter) => rowsOf(parameter, wording)),
    ...(body === undefined ? [] : fieldRows(body.schema, wording)),
  ]
  const shown = example ?? (Object.values(examples!)[0] as { readonly value: object }).value
  const codes = (operation['x-codes'] ?? []).map((code) => `[${code}](#${anchorOf(code)})`)
  const anyCode = `[${labels.everyMethod}](#${isV2(path) ? 'problems' : 'errors'})`
  const request = trials[id] ?? body?.example ?? {}
  const heading = (title: string): Block => ({ kind: 'heading', title })
  const text = (content: string): Block => ({ kind: 'text', text: content })
  return {
    id,
    title: id,
    blocks: [
      {
        kind: 'operation',
        verb,
        path,
        summary,
        note: [
          ...(operation.deprecated ? [`${labels.deprecated}.`] : []),
          ...(note === '' ? [] : [note]),
        ].join(' '),
      },
      text(isShort ? summary : `${summary} ${say(description)}`),
      heading(labels.parameters),
      ...(fields.length === 0 ? [text(labels.noParameters)] : fieldsOf(fields)),
      heading(`${labels.answer}: HTTP ${status}`),
      ...(resolve(schema) === wording.known
        ? [text(`[${labels.isVerification}](#verification).`)]
        : fieldsOf(fieldRows(resolve(schema), wording))),
      heading(labels.example),
      { kind: 'programs', programs: programsOf(verb, path, operation, access), isMethod: true },
      heading(labels.exampleAnswer),
      { kind: 'code', language: 'json', code: JSON.stringify(shown, null, 2) },
      ...(triable.has(id) ? [{ kind: 'trial', method: id, path, request } as const] : []),
      heading(labels.errors),
      text(`${[...codes, anyCode].join(', ')}.`),
    ],
  }
}

/** Methods that place no real call and cost nothing when they are sent with a test number. */
const triable = new Set([
  'createVerification',
  'checkVerificationCode',
  'initCall',
  'getInfo',
  'getAccount',
  'getService',
  'getBalance',
])
/** Of a test number only a code of the own can be checked. */
const tried = { phone: '+79000000001', code: '4321' }
const trials: Readonly<Record<string, object>> = { createVerification: tried, checkVerificationCode: tried }
const isV2 = (path: string) => path.startsWith('/v2/')

function programsOf(verb: 'GET' | 'POST', path: string, operation: Operation, access: Access) {
  const { parameters = [], requestBody } = operation
  const example = requestBody?.content['application/json']?.example ?? {}
  const asked = parameters.filter((parameter) => parameter.example !== undefined)
  const query = new URLSearchParams(asked.map((parameter) => [parameter.name, String(parameter.example)]))
  return requestPrograms(access, {
    verb,
    path: `${path.replace('{id}', 'VERIFICATION_ID')}${asked.length === 0 ? '' : `?${query}`}`,
    body: verb === 'GET' ? '' : JSON.stringify(example),
    isIdempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
  })
}

function eventBlocks(
  type: string,
  { description, requestBody }: Operation,
  wording: Wording,
): readonly Block[] {
  const { schema, example } = requestBody!.content['application/json']!
  const rows = fieldsOf(fieldRows(wording.resolve(schema).properties!.data!, wording))
  const summary = wording.say(description)
  return [
    { kind: 'heading', title: type },
    { kind: 'text', text: rows.length === 0 ? `${summary} ${wording.labels.dataIsVerification}` : summary },
    ...rows,
    ...(rows.length === 0
      ? []
      : [{ kind: 'code', language: 'json', code: JSON.stringify(example, null, 2) } as const]),
  ]
}

const anchorOf = (code: number | string) => `code-${code}`

function problemRows(language: Language): readonly CodeRow[] {
  return (Object.keys(problems) as ProblemCode[]).map((code) => {
    const { status, title, detail } = problems[code]
    return { code, id: anchorOf(code), status, text: `${title[language]}. ${detail[language]}` }
  })
}

function errorRows(language: Language, { labels, say }: Wording): readonly CodeRow[] {
  const expected = { en: '…', ru: '…' }
  const words = { parameter: 'phone', expected, requestId: '…', seconds: 15, perSecond: 30 }
  return statuses.map(({ code, status, when }) => ({
    code,
    ...(when === '' ? { id: anchorOf(code) } : {}),
    status,
    text: when === '' ? new Failure(code, words).body(language).error : `${labels.when} ${say(when)}.`,
  }))
}
