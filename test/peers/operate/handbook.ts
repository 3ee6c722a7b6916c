// Reads docs/install.md: the commands of its sections, as the operator would type them.
import { readFileSync } from 'node:fs'

export interface Command {
  /** The line of the document, for messages. */
  readonly line: number
  readonly text: string
}

export interface Section {
  readonly title: string
  readonly commands: readonly Command[]
  /** What its block of settings says. */
  readonly settings: Readonly<Record<string, string>>
}

interface Block {
  readonly title: string
  readonly language: string
  readonly lines: readonly Command[]
}

const file = new URL('../../../docs/install.md', import.meta.url)

/** The sections that have commands or settings, in the order of the document. */
export function readHandbook(text = readFileSync(file, 'utf8')): Section[] {
  const blocks = blocksOf(text)
  return [...new Set(blocks.map(({ title }) => title))].map((title) => {
    const linesOf = (language: string) =>
      blocks
        .filter((block) => block.title === title && block.language === language)
        .flatMap(({ lines }) => lines)
    return {
      title,
      commands: joined(linesOf('sh')),
      settings: Object.fromEntries(linesOf('ini').map(({ text }) => text.split('=', 2) as [string, string])),
    }
  })
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let title = ''
  let open: { language: string; lines: Command[] } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^\s*```(\w*)/.exec(line)
    if (fence !== null && open === undefined) open = { language: fence[1]!, lines: [] }
    else if (fence !== null) {
      blocks.push({ title, ...open! })
      open = undefined
    } else if (open !== undefined) open.lines.push({ line: index + 1, text: line.trim() })
    else title = /^#+ (.+)$/.exec(line)?.[1] ?? title
  }
  return blocks
}

/** Commands without their comments; a backslash at the end continues a command. */
function joined(lines: readonly Command[]): Command[] {
  const commands: Command[] = []
  let begun: Command | undefined
  for (const { line, text } of lines) {
    const said = text.replace(/(^|\s+)# .*$/, '')
    const whole: Command =
      begun === undefined ? { line, text: said } : { ...begun, text: `${begun.text} ${said}` }
    begun = whole.text.endsWith('\\') ? { ...whole, text: whole.text.slice(0, -1).trimEnd() } : undefined
    if (begun === undefined && whole.text !== '') commands.push(whole)
  }
  return commands
}
