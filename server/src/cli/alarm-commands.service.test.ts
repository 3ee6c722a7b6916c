import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testTerminal } from '../../test/ringkey-command.ts'
import { runCommandLine } from './command-line.ts'
import { commands } from './commands/index.ts'

/** Each is understood as it would be, and does nothing. */
const idle = commands.map((command) => ({ ...command, run: async () => undefined }))

it('docs/alarms.md: the command understands every command of it', async () => {
  const lines = readFileSync('docs/alarms.md', 'utf8').matchAll(/^ringkey ([^#\n]+)/gm)
  const misunderstood: string[] = []
  for (const [, line] of lines) {
    const words = [...line!.replace(/ > .*/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word!,
    )
    const { terminal, written } = testTerminal({})
    const code = await runCommandLine(idle, words, terminal)
    if (code !== 0 || written.out.startsWith('Usage') !== words.includes('--help'))
      misunderstood.push(`${line}: ${written.err || written.out}`)
  }
  expect(misunderstood).toEqual([])
})
