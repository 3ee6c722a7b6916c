import { CommandFailed, UsageError } from './failures.ts'
import type { Terminal } from './terminal.ts'

/** Resolves when the person at the keyboard agrees; without one, `--yes` has to be typed. */
export async function confirm(terminal: Terminal, words: string, question: string): Promise<void> {
  const answer = await terminal.ask(`${question} Type yes: `)
  if (answer === undefined) {
    throw new UsageError(
      `${words}: --yes is missing: expected, because there is nobody here to ask. ${question}`,
    )
  }
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailed('Nothing was changed.')
}
