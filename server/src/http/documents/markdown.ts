import type { Labels } from './labels.ts'
import type { Figures, ProseBlock, ProseSection } from './prose.ts'
import type { Block, Reference } from './reference.ts'

/** The reference as Markdown, for people at a terminal and for language models. */
export function renderMarkdown({ title, introduction, groups, labels }: Reference): string {
  const sections = groups.flatMap((group) => group.sections)
  return `# Ringkey: ${title}\n\n${introduction}\n\n${sectionsAsMarkdown(sections, labels)}\n`
}

/** In CommonMark, as OpenAPI requires for descriptions; without what only a page can do. */
export function sectionsAsMarkdown(sections: readonly ProseSection[], labels: Labels): string {
  return sections
    .filter(({ blocks }) => blocks.every(({ kind }) => kind !== 'key'))
    .flatMap(({ title, blocks }) => [`## ${title}`, ...blocks.map((block) => asMarkdown(block, labels))])
    .filter((text) => text !== '')
    .join('\n\n')
}

function asMarkdown(block: ProseBlock, labels: Labels): string {
  switch (block.kind) {
    case 'text':
      return withoutLinks(block.text)
    case 'heading':
      return `### ${block.title}`
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
    case 'code':
      return fenced(block.language, block.code)
    case 'operation':
      return `\`${block.verb} ${block.path}\` ${block.note}`.trim()
    case 'fields':
      return fieldTable(block, labels)
    case 'codes':
      return table(
        [labels.code, 'HTTP', labels.text],
        block.rows.map(({ code, status, text }) => [
          typeof code === 'number' ? String(code) : `\`${code}\``,
          String(status),
          text,
        ]),
      )
    case 'programs':
      return block.programs
        .slice(0, block.isMethod ? 1 : undefined)
        .map(({ language, program }) => fenced(language.toLowerCase(), program.trimEnd()))
        .join('\n\n')
    default:
      return ''
  }
}

/** The anchors are those of the page. */
const withoutLinks = (text: string) => text.replace(/\[([^\]]+)\]\(#[^)]+\)/g, '$1')

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``

function fieldTable({ rows }: Extract<Block, { kind: 'fields' }>, labels: Labels): string {
  return table(
    [labels.field, labels.type, '', labels.meaning],
    rows.map(({ name, type, note, meaning, values }) => [
      `\`${name}\``,
      type,
      note,
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
export function renderLlms({ groups, introduction }: Reference, { publicUrl }: Figures): string {
  const at = (path: string) => `${publicUrl ?? ''}${path}`
  const methodsOf = (version: string) =>
    groups
      .flatMap(({ sections }) => sections.flatMap(({ blocks }) => blocks))
      .flatMap((block) => (block.kind === 'operation' && block.path.startsWith(version) ? [block] : []))
      .map(({ verb, path, summary }) => `- \`${verb} ${path}\`: ${summary}`)
      .join('\n')
  return `# Ringkey

> ${introduction}

Use \`/v2\` in new programs: \`POST /v2/verifications\` calls the phone, \`POST /v2/verifications/{id}/check\` compares the code that the person typed. Authenticate with the header \`Authorization: Bearer SECRET_KEY.SERVICE_ID\`, send JSON. Try with the test number 79000000001 and a \`code\` of your own: it rings nobody and costs nothing.

## Documentation

- [HTTP API](${at('/docs.md')}): every method with parameters, answer, example and errors; limits, test numbers, webhooks
- [HTTP API, по-русски](${at('/docs/ru.md')}): the same in Russian
- [OpenAPI 3.1 of /v2](${at('/openapi-v2.json')}): schemas and examples for generators; errors have pages at /docs/errors/CODE
- [OpenAPI 3.1 of /v1.0](${at('/openapi.json')}): the compatible version, which hands you the code
- [OpenAPI 3.1 of /v1.0 for services whose errors are HTTP 200](${at('/openapi.json?errors=200')})

## /v2: verifications whose code is checked by the service

JSON only, errors are problem details (RFC 9457), \`Idempotency-Key\` on creations.

${methodsOf('/v2')}

## Methods of /v1.0

For programs that were written for it. Check \`status\` of an answer before anything else: false is an error, and its \`code\` is no verification code.

${methodsOf('/v1.0')}
`
}
