import { parseArgs } from 'node:util'
import { envFileFlag } from '../config/environment.ts'
import { ExplainedError } from '../platform/explained-error.ts'
import { version } from '../platform/version.ts'
import { OperationRefused } from '../storage/operation-refused.ts'
import type { Command, Option, Reading, Report } from './command.ts'
import { type CommandContext, openContext } from './command-context.ts'
import { CommandFailed, refusalText, UsageError } from './failures.ts'
import { helpOfCommand, helpOfNoun, overview } from './help.ts'
import { printable } from './printable.ts'
import type { Terminal } from './terminal.ts'
import { jsonOf } from './wording.ts'

const exitCodes = { ok: 0, failed: 1, usage: 2 } as const

/** Runs what was typed after `ringkey` and returns the exit code. */
export async function runCommandLine(commands: readonly Command[], typed: readonly string[], bare: Terminal) {
  const terminal: Terminal = {
    ...bare,
    out: (text) => bare.out(printable(text)),
    err: (text) => bare.err(printable(text)),
  }
  const { words, json, help } = withoutGlobalFlags(typed)
  const say = (error: Error) =>
    terminal.err(json ? `${JSON.stringify({ error: error.message })}\n` : `ringkey: ${error.message}\n`)
  try {
    if (words[0] === '--version') {
      terminal.out(json ? `${JSON.stringify({ version })}\n` : `${version}\n`)
      return exitCodes.ok
    }
    const asked = words[0] === 'help' ? words.slice(1) : words
    const found = findCommand(commands, asked)
    if (help || words[0] === 'help' || !('command' in found)) {
      terminal.out(helpFor(commands, found))
      return exitCodes.ok
    }
    const report = await runCommand(found.command, found.rest, terminal, json)
    if (!json) terminal.out(withNewline(report?.text ?? ''))
    else if (report?.json !== undefined) {
      const said = report.isFile === true ? report.json : jsonOf(report.json)
      terminal.out(`${JSON.stringify(said, null, 2)}\n`)
    }
    return report?.exitCode ?? (report?.failed ? exitCodes.failed : exitCodes.ok)
  } catch (error) {
    if (error instanceof UsageError) {
      say(error)
      return exitCodes.usage
    }
    if (error instanceof OperationRefused) {
      say(new CommandFailed(refusalText(error)))
      return exitCodes.failed
    }
    if (!(error instanceof ExplainedError || isOfFile(error))) throw error
    say(error)
    return exitCodes.failed
  }
}

/** A file or folder that the system refuses: the message names it and says why, a stack would add nothing. */
const isOfFile = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'path' in error

/** `--json`, `--help` and `--env-file=FILE` are accepted at any position; the environment reads the last one. */
function withoutGlobalFlags(typed: readonly string[]) {
  const end = typed.includes('--') ? typed.indexOf('--') : typed.length
  const flags = typed.slice(0, end)
  const isGlobal = (word: string) => ['--json', '--help', '-h'].includes(word) || word.startsWith(envFileFlag)
  return {
    words: [...flags.filter((word) => !isGlobal(word)), ...typed.slice(end)],
    json: flags.includes('--json'),
    help: flags.includes('--help') || flags.includes('-h'),
  }
}

type Found =
  | { readonly command: Command; readonly rest: readonly string[] }
  | { readonly noun: string }
  | { readonly everything: true }

function findCommand(commands: readonly Command[], words: readonly string[]): Found {
  const [noun, verb] = words
  if (noun === undefined) return { everything: true }
  for (const count of [3, 2, 1]) {
    const command = commands.find((known) => known.words === words.slice(0, count).join(' '))
    if (command !== undefined) return { command, rest: words.slice(count) }
  }
  const verbs = commands.filter((known) => known.words.startsWith(`${noun} `)).map((known) => known.words)
  if (verbs.length === 0) throw new UsageError(`There is no command "${noun}": see ringkey help`)
  if (verb === undefined) return { noun }
  throw new UsageError(`There is no command "${noun} ${verb}": expected ${verbs.join(', ')}`)
}

function helpFor(commands: readonly Command[], found: Found): string {
  if ('command' in found) return helpOfCommand(found.command)
  return 'noun' in found ? helpOfNoun(commands, found.noun) : overview(commands)
}

async function runCommand(
  command: Command,
  rest: readonly string[],
  terminal: Terminal,
  json: boolean,
): Promise<Report | undefined> {
  const { values, positionals } = parse(command, rest)
  const operands = readOperands(command, positionals)
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, option]) => {
      if (option.kind === 'needed' && values[name] === undefined)
        throw new UsageError(`${command.words}: --${name} is missing: expected ${option.reading.expected}`)
      return [name, readOption(name, option, values[name])]
    }),
  )
  let context: CommandContext | undefined
  try {
    return await command.run({
      // Each command declared its own types; the table does not keep them.
      operands: operands as never,
      options: options as never,
      terminal,
      json,
      open: async () => {
        context ??= await openContext(terminal, command.begins === true)
        return context
      },
    })
  } finally {
    await context?.close()
  }
}

type Typed = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

function parse(command: Command, rest: readonly string[]): { values: Typed; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { kind }]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: kind === 'many' },
    ]),
  )
  try {
    return parseArgs({ args: [...rest], options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node's advice about operands that begin with a dash is longer than the error itself.
    const [fault] = (error as Error).message.split('. ')
    throw new UsageError(`${command.words}: ${fault}; see ringkey ${command.words} --help`)
  }
}

function readOperands(command: Command, positionals: readonly string[]): Record<string, unknown> {
  const wanted = Object.entries(command.operands)
  const takesRest = wanted.at(-1)?.[1].kind === 'rest'
  if (positionals.length > wanted.length && !takesRest) {
    const names = wanted.map(([, { name }]) => name).join(' ')
    throw new UsageError(`${command.words}: too many arguments: expected ${names === '' ? 'none' : names}`)
  }
  return Object.fromEntries(
    wanted.map(([key, { kind, name, reading }], index) => {
      const typed = positionals[index]
      if (typed === undefined && kind === 'optional') return [key, undefined]
      if (typed === undefined)
        throw new UsageError(`${command.words}: ${name} is missing: expected ${reading.expected}`)
      const all =
        kind === 'rest' ? positionals.slice(index).map((each) => readAs(name, reading, each)) : undefined
      return [key, all ?? readAs(name, reading, typed)]
    }),
  )
}

function readOption(name: string, option: Option, typed: Typed[string]): unknown {
  switch (option.kind) {
    case 'flag':
      return typed === true
    case 'one':
    case 'needed':
      return typed === undefined ? undefined : readAs(`--${name}`, option.reading, String(typed))
    case 'many':
      return ((typed ?? []) as string[]).map((each) => readAs(`--${name}`, option.reading, each))
  }
}

function readAs<T>(name: string, { expected, read, concealed }: Reading<T>, typed: string): T {
  const value = read(typed)
  if (value !== undefined) return value
  throw new UsageError(`${name} ${concealed ? 'cannot be read' : `is "${typed}"`}: expected ${expected}`)
}

function withNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
