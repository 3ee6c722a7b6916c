// The reference as pages: one for each section, and one for each error of /v2.
import { blocksAsMarkdown, type Flavour, fenced, plain } from '../../server/src/http/documents/markdown.ts'
import type {
  Block,
  CodeRow,
  FieldRow,
  Reference,
  Section,
} from '../../server/src/http/documents/reference.ts'
import type { Page } from './pages.ts'

const folderOf = ({ language }: Reference) => (language === 'ru' ? 'ru/' : '')
/** The list of errors is where the pages of errors are; those of /v1.0 are rows of one table. */
const pathOf = (id: string) => (id === 'problems' ? 'errors/index' : `reference/${id}`)
const sectionsOf = ({ groups }: Reference) => groups.flatMap(({ sections }) => sections.filter(isDrawn))
/** What sends requests stays with the page that the server draws and with the cabinet. */
const isDrawn = ({ blocks }: Section) => blocks.every(({ kind }) => kind !== 'key')

export function referencePages(reference: Reference): readonly Page[] {
  const problems = sectionsOf(reference).find(({ id }) => id === 'problems')!.blocks
  const rows = problems.flatMap((block) => (block.kind === 'codes' ? block.rows : []))
  return [
    ...sectionsOf(reference).map((section) => sectionPage(reference, section)),
    ...rows.map((row) => problemPage(reference, row)),
  ]
}

export function sidebarOf(reference: Reference) {
  return reference.groups.map(({ title, sections }) => ({
    text: title,
    items: sections.filter(isDrawn).map((section) => ({
      text: section.title,
      link: `/${folderOf(reference)}${pathOf(section.id).replace(/index$/, '')}`,
    })),
  }))
}

function sectionPage(reference: Reference, { id, title, blocks }: Section): Page {
  const { labels } = reference
  const path = folderOf(reference) + pathOf(id)
  const draw = (flavour: Flavour) => (part: readonly Block[]) => blocksAsMarkdown(part, labels, flavour)
  const inSite = draw(siteFlavour(reference))
  // A method has its request and the answer to it beside its description: two blocks, each below a heading.
  const programs = blocks.findIndex((block) => block.kind === 'programs' && block.isMethod)
  const beside = programs === -1 ? [] : blocks.slice(programs - 1, programs + 3)
  const described = blocks.filter((block) => !beside.includes(block))
  const source =
    beside.length === 0
      ? `# ${title}\n\n${inSite(blocks)}`
      : `---\npageClass: method\naside: false\n---\n\n# ${title}\n\n<div class="columns"><div>\n\n${inSite(described)}\n\n</div><div class="beside">\n\n${inSite(beside)}\n\n</div></div>`
  return {
    path,
    title,
    source: `${source}\n\n${otherLanguage(reference, pathOf(id))}\n`,
    plain: `# ${title}\n\n${draw({ ...plain, heading: '##' })(blocks)}\n`,
  }
}

/** Where the `type` of a problem leads. */
function problemPage(reference: Reference, { code, status, text }: CodeRow): Page {
  const path = `errors/${code}`
  const source = `# \`${code}\`\n\nHTTP ${status}. ${text}\n`
  const users = sectionsOf(reference).filter(({ blocks }) =>
    blocks.some((block) => block.kind === 'text' && block.text.includes(`(#code-${code})`)),
  )
  const links = users
    .map(({ id, title }) => `- [${title}](/${folderOf(reference)}reference/${id})`)
    .join('\n')
  return {
    path: folderOf(reference) + path,
    title: String(code),
    source: `${source}\n${links}\n\n${otherLanguage(reference, path)}\n`,
    plain: source,
  }
}

const otherLanguage = ({ language, labels }: Reference, path: string) =>
  `[${labels.otherLanguage}](/${language === 'ru' ? '' : 'ru/'}${path})`

function siteFlavour(reference: Reference): Flavour {
  const below = `/${folderOf(reference)}`
  return {
    heading: '##',
    link(text, id) {
      const [, code] = /^code-(.+)$/.exec(id) ?? []
      if (code === undefined) return `[${text}](${below}${pathOf(id)})`
      return /^\d+$/.test(code)
        ? `[${text}](${below}reference/errors#${id})`
        : `[${text}](${below}errors/${code})`
    },
    // A table of four columns needs a wide screen.
    fields: (rows) => rows.map(fieldItem).join('\n'),
    code: ({ code, id }) =>
      typeof code === 'number'
        ? `${id === undefined ? '' : `<a id="${id}"></a>`}${code}`
        : `[\`${code}\`](${below}errors/${code})`,
    programs: (programs) =>
      `::: code-group\n\n${programs
        .map(({ language, program }) => fenced(`${shikiName(language)} [${language}]`, program.trimEnd()))
        .join('\n\n')}\n\n:::`,
  }
}

function fieldItem({ name, type, note, meaning, values }: FieldRow): string {
  const listed = values.map(({ value, meaning }) => `\n  - \`${value}\`: ${meaning}`)
  return `- **\`${name}\`** ${note === '' ? type : `${type}, ${note}`}\n\n  ${meaning}\n${listed.join('')}`
}

const shikiName = (language: string) => (language === 'curl' ? 'sh' : language.toLowerCase())
