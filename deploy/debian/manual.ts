import type { Command } from '../../server/src/cli/command.ts'
import { optionWords } from '../../server/src/cli/help.ts'

/** The manual page, for man(1). */
export function manualPage(commands: readonly Command[], version: string): string {
  const described = commands.flatMap(({ words, summary, operands, options }) => [
    '.SS',
    `ringkey ${escaped([words, ...Object.values(operands).map(({ name }) => name)].join(' '))}`,
    `${escaped(summary)}.`,
    ...Object.values(operands).flatMap(({ name, reading }) => row(name, reading.expected)),
    ...Object.entries(options).flatMap(([name, option]) => row(...optionWords(name, option))),
  ])
  return [
    `.TH RINGKEY 1 "" "ringkey ${version}" "Ringkey"`,
    '.SH NAME',
    'ringkey \\- run and look after an installation of Ringkey, which verifies phones by calls',
    '.SH SYNOPSIS',
    '.B ringkey',
    'COMMAND [arguments] [\\-\\-json] [\\-\\-env\\-file=FILE]',
    '.SH COMMANDS',
    ...described,
    '.SH EXIT STATUS',
    '0 done, 1 failed or something is not in order, 2 the command was not understood.',
    '.SH FILES',
    'The installation is the one in the folder RINGKEY_DATA (./data).',
    '',
  ].join('\n')
}

const row = (name: string, about: string) => ['.TP', `.B ${escaped(name)}`, escaped(about)]

/** A line that begins with a dot or an apostrophe would be a request of roff. */
const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replace(/^(?=[.'])/, '\\&')
