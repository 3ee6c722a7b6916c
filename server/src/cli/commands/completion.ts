import { defineCommand } from '../command.ts'
import { bashCompletion } from '../completion.ts'

const completion = defineCommand({
  words: 'completion',
  summary: 'Print a script that completes ringkey in bash: source <(ringkey completion)',
  operands: {},
  options: {},
  async run() {
    // Its table has this command too.
    const { commands } = await import('./index.ts')
    const script = bashCompletion(commands)
    return { json: { script }, text: script }
  },
})

export const completionCommands = [completion]
