import { filled } from '../../platform/filled.ts'
import type { Guide } from './guides.ts'
import type { Labels } from './labels.ts'
import { asset, type Figures, type ProseBlock, type ProseSection, unknownAddress } from './prose.ts'
import type { CodeRow, FieldRow, Program, Reference } from './reference.ts'
import type { SitePage } from './site.ts'

/** What Markdown of the site can do more than that for terminals and language models. */
export interface Flavour {
  readonly heading: string
  /** A link to a section, or to the row of a code. */
  readonly link: (text: string, id: string) => string
  readonly fields: (rows: readonly FieldRow[], labels: Labels) => string
  readonly code: (row: CodeRow) => string
  readonly programs: (programs: readonly Program[], isMethod: boolean) => string
}

export const plain: Flavour = {
  heading: '###',
  link: (text) => text,
  fields: fieldTable,
  code: ({ code }) => (typeof code === 'number' ? String(code) : `\`${code}\``),
  programs: (programs, isMethod) =>
    programs
      .slice(0, isMethod ? 1 : undefined)
      .map(({ language, program }) => fenced(language.toLowerCase(), program.trimEnd()))
      .join('\n\n'),
}

/** The reference as Markdown, for people at a terminal and for language models. */
export function renderMarkdown({ title, introduction, groups, labels }: Reference): string {
  const sections = groups.flatMap((group) => group.sections)
  return `# Ringkey: ${title}\n\n${introduction}\n\n${sectionsAsMarkdown(sections, labels)}\n`
}

/** In CommonMark, as OpenAPI requires for descriptions; without what only a page can do. */
export function sectionsAsMarkdown(sections: readonly ProseSection[], labels: Labels): string {
  return sections
    .filter(({ blocks }) => blocks.every(({ kind }) => kind !== 'key'))
    .map(({ title, blocks }) => `## ${title}\n\n${blocksAsMarkdown(blocks, labels)}`)
    .join('\n\n')
}

export function blocksAsMarkdown(blocks: readonly ProseBlock[], labels: Labels, flavour = plain): string {
  return blocks
    .map((block) => asMarkdown(block, labels, flavour))
    .filter((text) => text !== '')
    .join('\n\n')
    .replace(/\[([^\]]+)\]\(#([^)]+)\)/g, (_, text: string, id: string) => flavour.link(text, id))
}

function asMarkdown(block: ProseBlock, labels: Labels, flavour: Flavour): string {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'heading':
      return `${flavour.heading} ${block.title}`
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
    case 'code':
      return fenced(block.language, block.code)
    case 'operation':
      return `\`${block.verb} ${block.path}\` ${block.note}`.trim()
    case 'fields':
      return flavour.fields(block.rows, labels)
    case 'codes':
      return table(
        [labels.code, 'HTTP', labels.text],
        block.rows.map((row) => [flavour.code(row), String(row.status), row.text]),
      )
    case 'programs':
      return flavour.programs(block.programs, block.isMethod)
    default:
      return ''
  }
}

export const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``

function fieldTable(rows: readonly FieldRow[], labels: Labels): string {
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
export function renderLlms(
  { groups, introduction }: Reference,
  { publicUrl = '' }: Pick<Figures, 'publicUrl'>,
  sitePages: readonly SitePage[],
): string {
  const pages = sitePages.map(({ path, title }) => `- [${title}](${publicUrl}/docs/${path}.md)\n`)
  const methodsOf = (version: string) =>
    groups
      .flatMap(({ sections }) => sections.flatMap(({ blocks }) => blocks))
      .flatMap((block) => (block.kind === 'operation' && block.path.startsWith(version) ? [block] : []))
      .map(({ verb, path, summary }) => `- \`${verb} ${path}\`: ${summary}`)
      .join('\n')
  return filled(asset('llms.txt').trimEnd(), {
    introduction,
    url: publicUrl,
    methodsOfV2: methodsOf('/v2'),
    methodsOfV1: methodsOf('/v1.0'),
    pages: pages.length === 0 ? '' : `\n## Pages\n\n${pages.join('')}`,
  })
}

/** The reference and every guide, for a language model that reads all of it. */
export function renderLlmsFull(
  reference: Reference,
  { publicUrl }: Pick<Figures, 'publicUrl'>,
  guides: readonly Guide[],
): string {
  const texts = guides.map(({ path, text }) => `<!-- /docs/${path}.md -->\n\n${text.trim()}\n`)
  const all = [renderMarkdown(reference), ...texts].join('\n')
  return publicUrl === undefined ? all : all.replaceAll(unknownAddress, publicUrl)
}
