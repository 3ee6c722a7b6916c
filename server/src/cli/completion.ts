import { readFileSync } from 'node:fs'
import { type Command, defineCommand } from './command.ts'

const script = new URL('../../assets/completion/ringkey.bash', import.meta.url)

/** A script for bash that completes the words and options of the commands. */
export function bashCompletion(commands: readonly Command[]): string {
  const next = new Map<string, Set<string>>()
  const offer = (typed: string, word: string) => next.set(typed, (next.get(typed) ?? new Set()).add(word))
  for (const { words, options } of commands) {
    const parts = words.split(' ')
    for (const [nth, word] of parts.entries()) offer(parts.slice(0, nth).join(' '), word)
    for (const option of ['help', 'json', ...Object.keys(options)]) offer(words, `--${option}`)
  }
  const cases = [...next].map(([typed, offered]) => `    '${typed}') offered='${[...offered].join(' ')}' ;;`)
  // Not a text to replace by: the cases may have a dollar sign.
  return readFileSync(script, 'utf8').replace('    # {{cases}}', () => cases.join('\n'))
}

/** The table is read when the command runs: this command is in it. */
export const completion = (table: () => readonly Command[]) =>
  defineCommand({
    words: 'completion',
    summary: 'Print a script that completes ringkey in bash: source <(ringkey completion)',
    async run() {
      const script = bashCompletion(table())
      return { json: { script }, text: script }
    },
  })
