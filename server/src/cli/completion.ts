import { readFileSync } from 'node:fs'
import { type Command, defineCommand, type Option, optional } from './command.ts'
import { nameKinds, nameLists } from './names.ts'
import { oneOf } from './readings.ts'

const script = new URL('../../assets/completion/ringkey.bash', import.meta.url)

/** A script for bash that completes the words and options of the commands, and the names that follow them. */
export function bashCompletion(commands: readonly Command[]): string {
  const next = new Map<string, Set<string>>()
  const offer = (typed: string, word: string) => next.set(typed, (next.get(typed) ?? new Set()).add(word))
  for (const { words, options } of commands) {
    const parts = words.split(' ')
    for (const [nth, word] of parts.entries()) offer(parts.slice(0, nth).join(' '), word)
    for (const option of ['help', 'json', ...Object.keys(options)]) offer(words, `--${option}`)
  }
  const cases = [...next].map(([typed, offered]) => `    '${typed}') offered='${[...offered].join(' ')}' ;;`)
  const kinds = commands.flatMap(kindsOf).map(([place, kind]) => `    ${place}) echo ${kind} ;;`)
  // Not a text to replace by: the cases may have a dollar sign.
  return readFileSync(script, 'utf8')
    .replace('    # {{cases}}', () => cases.join('\n'))
    .replace('    # {{kinds}}', () => kinds.join('\n'))
}

/** What is named at each operand, and after each option that has a value; `-` for what is no name. */
function kindsOf({ words, operands, options }: Command): [place: string, kind: string][] {
  const named = Object.values(operands).flatMap(({ kind, reading }, nth): [string, string][] => {
    const place = kind === 'rest' ? `'${words} '[${nth}-9]` : `'${words} ${nth}'`
    return reading.names === undefined ? [] : [[place, reading.names]]
  })
  const valued = Object.entries<Option>(options).flatMap(([name, option]): [string, string][] =>
    option.kind === 'flag' ? [] : [[`'${words} --${name}'`, option.reading.names ?? '-']],
  )
  return [...named, ...valued]
}

/** The table is read when the command runs: this command is in it. */
export const completion = (table: () => readonly Command[]) =>
  defineCommand({
    words: 'completion',
    summary: 'Print a script that completes ringkey in bash: source <(ringkey completion)',
    operands: { kind: optional('NAMES', oneOf(...nameKinds)) },
    async run({ operands: { kind }, open }) {
      if (kind !== undefined) {
        const names = await nameLists[kind](await open())
        return { json: names, text: names.join('\n') }
      }
      const script = bashCompletion(table())
      return { json: { script }, text: script }
    },
  })
