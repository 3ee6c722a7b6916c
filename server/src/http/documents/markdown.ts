import { asMarkdown, type Figures } from '../guide.ts'
import { loginChapter } from './chapters.ts'
import type { Documentation, EventChapter, FieldRow, MethodChapter } from './documentation.ts'

/** The page as Markdown, for people at a terminal and for language models. */
export function renderMarkdown(documentation: Documentation): string {
  const { texts, chapters, v2, methods, webhook, errors } = documentation
  const parts = [
    `# Ringkey: ${texts.title}`,
    documentation.introduction,
    ...chapters.flatMap((chapter) => [
      asMarkdown([chapter]),
      ...(chapter.id === loginChapter ? renderLogin(documentation) : []),
    ]),
    `## ${texts.verification}`,
    texts.aboutVerification,
    renderFields(v2.verification, documentation),
    ...v2.methods.map((method) => renderMethod(method, documentation)),
    `## ${texts.events}`,
    texts.aboutEvents,
    ...v2.events.map((event) => renderEvent(event, documentation)),
    `## ${texts.problems}`,
    texts.aboutProblems,
    renderFields(v2.problem, documentation),
    table(
      [texts.code, 'HTTP', texts.problem],
      v2.problems.map(({ code, status, title, detail }) => [
        `\`${code}\``,
        String(status),
        `${title}. ${detail}`,
      ]),
    ),
    ...methods.map((method) => renderMethod(method, documentation)),
    `## ${texts.webhook}`,
    webhook.about,
    `### ${texts.headers}`,
    renderFields(webhook.headers, documentation),
    `### ${texts.body}`,
    renderFields(webhook.body, documentation),
    asMarkdown(webhook.chapters).replace(/^## /gm, '### '),
    `## ${texts.errors}`,
    texts.aboutErrors,
    table(
      [texts.code, 'HTTP', texts.text],
      errors.map(({ code, status, text }) => [String(code), String(status), text]),
    ),
  ]
  return `${parts.join('\n\n')}\n`
}

function renderLogin({ texts, login }: Documentation): readonly string[] {
  return [
    `### ${texts.login}`,
    ...login.map(({ language, program }) => fenced(language.toLowerCase(), program.trimEnd())),
  ]
}

function renderMethod(method: MethodChapter, documentation: Documentation): string {
  const { texts } = documentation
  const { id, verb, path, isAlsoGet, isDeprecated, summary, description, ownCodes } = method
  const [curl] = method.requests
  return [
    `## ${id}${isDeprecated ? ` (${texts.deprecated})` : ''}`,
    `${summary} ${description}`.trim(),
    `\`${verb} ${path}\`${isAlsoGet ? ` ${texts.alsoGet}` : ''}`,
    `### ${texts.parameters}`,
    renderFields(method.parameters, documentation) || texts.noParameters,
    `### ${texts.answer}: HTTP ${method.status}`,
    method.isVerification ? `${texts.isVerification}.` : renderFields(method.answer, documentation),
    `### ${texts.example}`,
    fenced('sh', curl!.program),
    `${texts.exampleAnswer}:`,
    fenced('json', method.exampleAnswer),
    `${texts.errorsOfMethod}: ${[...ownCodes, texts.everyMethod].join(', ')}.`,
  ].join('\n\n')
}

function renderEvent({ type, summary, data, example }: EventChapter, documentation: Documentation): string {
  const { texts } = documentation
  if (data.length === 0) return `### ${type}\n\n${summary} ${texts.dataIsVerification}`
  return [`### ${type}`, summary, renderFields(data, documentation), fenced('json', example)].join('\n\n')
}

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``

function renderFields(rows: readonly FieldRow[], { texts }: Documentation): string {
  if (rows.length === 0) return ''
  return table(
    [texts.field, texts.type, '', texts.meaning],
    rows.map(({ name, type, isRequired, meaning, place, values = [] }) => [
      `\`${name}\``,
      type,
      [...(place === undefined ? [] : [texts.places[place]]), ...(isRequired ? [] : [texts.optional])].join(
        ', ',
      ),
      [meaning, ...values.map(({ value, meaning }) => `\`${value}\`: ${meaning.replace(/\.$/, '')}.`)].join(
        ' ',
      ),
    ]),
  )
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The list of documents for language models, in the format of llmstxt.org. */
export function renderLlms(
  { methods, introduction }: Documentation,
  second: readonly { readonly verb: string; readonly path: string; readonly summary: string }[],
  { publicUrl }: Figures,
): string {
  const at = (path: string) => `${publicUrl ?? ''}${path}`
  return `# Ringkey

> ${introduction}

Authenticate with the header \`Authorization: Bearer SECRET_KEY.SERVICE_ID\`. Send parameters as JSON by POST to \`/v1.0/METHOD\`. Try with the test number 79000000001: it rings nobody and costs nothing. Check \`status\` of an answer before anything else: false is an error, and its \`code\` is no verification code.

## Documentation

- [HTTP API](${at('/docs.md')}): every method with parameters, answer, example and errors; limits, test numbers, web-hooks
- [HTTP API, по-русски](${at('/docs/ru.md')}): the same in Russian
- [OpenAPI 3.1](${at('/openapi.json')}): schemas and examples for generators
- [OpenAPI 3.1 for services whose errors are HTTP 200](${at('/openapi.json?errors=200')})
- [OpenAPI 3.1 of /v2](${at('/openapi-v2.json')}): the second version, which checks the code itself; errors have pages at /docs/errors/CODE
- [Postman collection](${at('/postman.json')})

## /v2: verifications whose code is checked by the service

Prefer it in new programs. JSON only, errors are problem details (RFC 9457), \`Idempotency-Key\` on creations.

${second.map(({ verb, path, summary }) => `- \`${verb} ${path}\`: ${summary}`).join('\n')}

## Methods of /v1.0

${methods.map(({ id, verb, path, summary }) => `- [${id}](${at(`/docs#${id}`)}): \`${verb} ${path}\`. ${summary}`).join('\n')}
`
}
