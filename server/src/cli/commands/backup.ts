import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineCommand, flag, one, operand } from '../command.ts'
import { CommandFailed } from '../failures.ts'
import { ProgressBar } from '../progress.ts'
import { text, wholeNumber } from '../readings.ts'

const bytesPerMegabyte = 1_000_000

/** The database and the files that SQLite keeps beside it. */
const databaseEndings = ['', '-wal', '-shm', '-journal']

/** Of a copy that `--keep` made; other files in the folder are not touched. */
const keptName = /^ringkey-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db$/
const nameAt = (now: number) => `ringkey-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`

const copyCount = wholeNumber(1, 10_000, 'a number of copies from 1 to 10000')

export const backup = defineCommand({
  words: 'backup',
  summary: 'Copy the database to a file while the service runs; the secret is not in it',
  operands: { file: operand('FILE', text('a file that does not exist yet; with --keep, a folder')) },
  options: {
    force: flag('replace the file when it exists'),
    keep: one('COUNT', 'put the copy into the folder FILE, and keep so many of them', copyCount),
  },
  async run({ operands, options, open, terminal }) {
    const { keep } = options
    if (keep !== undefined && !statSync(operands.file, { throwIfNoEntry: false })?.isDirectory())
      throw new CommandFailed(`FILE is "${operands.file}": expected a folder, because of --keep`)
    const context = await open()
    const target = resolve(operands.file, keep === undefined ? '' : nameAt(terminal.clock.now()))
    const database = resolve(context.settings.RINGKEY_DATA, 'ringkey.db')
    if (databaseEndings.some((ending) => target === database + ending)) {
      throw new CommandFailed(`FILE is "${operands.file}", the database itself: expected another file`)
    }
    if (existsSync(target) && !options.force) {
      throw new CommandFailed(`FILE is "${operands.file}" and exists: expected a new file, or --force`)
    }
    const bar = new ProgressBar(terminal)
    try {
      await context.store.backup(target, (done, total) => bar.show('backup', done, total))
    } finally {
      bar.end()
    }
    const bytes = statSync(target).size
    // Only after the new one is whole.
    const kept = keep === undefined ? [] : readdirSync(operands.file).filter((name) => keptName.test(name))
    for (const name of kept.sort().slice(0, -keep!)) rmSync(join(operands.file, name))
    return {
      json: { file: target, bytes },
      text: [
        `${target} is a whole copy of this moment, checked (${(bytes / bytesPerMegabyte).toFixed(1)} MB).`,
        'Keep the secret too, in another place: without it the copy cannot be used (docs/install.md).',
      ].join('\n'),
    }
  },
})
