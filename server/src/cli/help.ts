import { columns } from './columns.ts'
import type { Command, Option } from './command.ts'

/** Every command with its summary. */
export function overview(commands: readonly Command[]): string {
  return [
    'ringkey: run and look after this Ringkey installation.',
    '',
    'Usage: ringkey COMMAND [arguments] [--json]',
    '',
    ...list(commands),
    '',
    'ringkey COMMAND --help says more. --json prints the same for programs. --env-file=FILE reads settings. ringkey --version.',
    'The installation is the one in RINGKEY_DATA (./data). A running service notices changes within 2 s.',
    'Exit code: 0 done, 1 failed or something is not in order, 2 the command was not understood.',
    '',
  ].join('\n')
}

export function helpOfNoun(commands: readonly Command[], noun: string): string {
  return [...list(commands.filter(({ words }) => words.startsWith(`${noun} `))), ''].join('\n')
}

export function helpOfCommand(command: Command): string {
  const operands = Object.values(command.operands)
  const options = Object.entries(command.options)
  const usage = [
    `Usage: ringkey ${command.words}`,
    ...operands.map(({ name }) => name),
    ...(options.length > 0 ? ['[options]'] : []),
    '[--json]',
  ]
  const lines = [`${command.summary}.`, '', usage.join(' ')]
  if (operands.length > 0) {
    lines.push('', ...columns(operands.map(({ name, reading }) => [`  ${name}`, reading.expected])))
  }
  const rows = options.map((option) => optionWords(...option)).map(([words, about]) => [`  ${words}`, about])
  if (options.length > 0) lines.push('', ...columns(rows))
  return [...lines, ''].join('\n')
}

/** How it is typed, and what it is. */
export function optionWords(name: string, option: Option): [words: string, about: string] {
  if (option.kind === 'flag') return [`--${name}`, option.about]
  const again = option.kind === 'many' ? ' (may be repeated)' : ''
  return [`--${name} ${option.value}`, `${option.about}: ${option.reading.expected}${again}`]
}

function list(commands: readonly Command[]): string[] {
  return columns(commands.map(({ words, summary }) => [`  ${words}`, summary]))
}
