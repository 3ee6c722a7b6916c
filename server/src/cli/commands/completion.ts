import { type Command, defineCommand } from '../command.ts'
import { bashCompletion } from '../completion.ts'

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
