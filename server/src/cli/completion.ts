import { type Command, defineCommand } from './command.ts'

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
  return `# bash completion of ringkey: source <(ringkey completion)
_ringkey() {
  local offered='' typed='' word
  # The longest command that was typed; operands and options may follow it.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; esac
    _ringkey_offered "\${typed:+$typed }$word" >/dev/null || break
    typed="\${typed:+$typed }$word"
  done
  offered=$(_ringkey_offered "$typed")
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
_ringkey_offered() {
  local offered
  case "$1" in
${cases.join('\n')}
    *) return 1 ;;
  esac
  printf '%s\\n' "$offered"
}
complete -o default -F _ringkey ringkey
`
}

/** The table is read when the command runs: this command is in it. */
export const completionCommands = (table: () => readonly Command[]) => [
  defineCommand({
    words: 'completion',
    summary: 'Print a script that completes ringkey in bash: source <(ringkey completion)',
    async run() {
      const script = bashCompletion(table())
      return { json: { script }, text: script }
    },
  }),
]
