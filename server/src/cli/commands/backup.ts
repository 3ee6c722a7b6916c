import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineCommand, flag, operand } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { ProgressBar } from '../progress.ts'
import { text } from '../readings.ts'

const bytesPerMegabyte = 1_000_000

/** The database and the files that SQLite keeps beside it. */
const databaseEndings = ['', '-wal', '-shm', '-journal']

const backup = defineCommand({
  words: 'backup',
  summary: 'Copy the database to a file while the service runs; the secret is not in it',
  operands: { file: operand('FILE', text('a file that does not exist yet')) },
  options: { force: flag('replace the file when it exists') },
  async run({ operands, options, open, terminal }) {
    const target = resolve(operands.file)
    const context = await open()
    const database = resolve(context.settings.RINGKEY_DATA, 'ringkey.db')
    if (databaseEndings.some((ending) => target === database + ending)) {
      throw new CommandFailed(`FILE is "${operands.file}", the database itself: expected another file`)
    }
    if (existsSync(target) && !options.force) {
      throw new CommandFailed(`FILE is "${operands.file}" and exists: expected a new file, or --force`)
    }
    const bar = new ProgressBar(terminal, 'backup')
    try {
      await context.store.backup(target, (done, total) => bar.show(done, total))
    } finally {
      bar.end()
    }
    const bytes = statSync(target).size
    return {
      json: { file: target, bytes },
      text: [
        `${target} is a whole copy of this moment, checked (${(bytes / bytesPerMegabyte).toFixed(1)} MB).`,
        'Keep the secret too, in another place: without it the copy cannot be used (docs/operate.md).',
      ].join('\n'),
    }
  },
})

export const backupCommands = [backup]
