import { snapshotRepositoryOf } from '../../app/compose-numbering.ts'
import { openNumbering } from '../../numbering/open-numbering.ts'
import type { SnapshotRepository } from '../../numbering/snapshots/snapshot-repository.ts'
import { record } from '../../operations/perform.ts'
import { defineCommand, flag, one, type Reading, type Report, rest } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailed, UsageError } from '../failures.ts'
import { ProgressBar } from '../progress.ts'
import { phoneText, text } from '../readings.ts'
import type { Terminal } from '../terminal.ts'
import type { CommandOutput } from './command-output.ts'
import { linesOfFile, runLookup } from './lookup.ts'
import { runPortingImport, runPortingStatus } from './porting.ts'
import { runRegistryFetch, runRegistryImport, runRegistryRollback, runRegistryStatus } from './registry.ts'

const file = text('a file of the numbering registry (CSV; plain, gz or zip)')
const portingFile = text('a porting export (CSV or zip), in the order in which they are to be applied')
const force = flag('import despite suspicious rows, without those rows')
const sha256: Reading<string> = {
  expected: 'a SHA-256 of 64 hexadecimal digits',
  read: (typed) => (/^[0-9a-f]{64}$/i.test(typed) ? typed.toLowerCase() : undefined),
}
const address: Reading<string> = {
  expected: 'an http or https address',
  read: (typed) => (/^https?:$/.test(URL.parse(typed)?.protocol ?? '') ? typed : undefined),
}

function repositoryOf(context: CommandContext): SnapshotRepository {
  return snapshotRepositoryOf(context.store, () => context.now())
}

/** Lines are collected for the report; the progress bar is drawn immediately. */
async function reported(terminal: Terminal, run: (out: CommandOutput) => Promise<unknown>): Promise<Report> {
  const lines: string[] = []
  let bar: { readonly label: string; readonly drawn: ProgressBar } | undefined
  const out: CommandOutput = {
    line: (text) => void lines.push(text),
    progress(label, share) {
      if (bar?.label !== label) bar = { label, drawn: new ProgressBar(terminal, label) }
      bar.drawn.show(share, 1)
    },
  }
  try {
    const json = await run(out)
    return { json, text: lines.join('\n') }
  } catch (error) {
    throw lines.length === 0 ? error : new CommandFailed([(error as Error).message, ...lines].join('\n'))
  } finally {
    bar?.drawn.end()
  }
}

/** An import is recorded in the operators' log once it is in use. */
async function recorded<Summary extends { readonly files: readonly { readonly name: string }[] }>(
  context: CommandContext,
  data: 'registry' | 'porting',
  forced: boolean,
  summary: Summary,
): Promise<Summary> {
  const name = summary.files.map((each) => each.name).join(', ')
  await record(context, { kind: 'numbering-import', facts: { data, name, forced } })
  return summary
}

const registryImport = defineCommand({
  words: 'registry import',
  summary: 'Import files of the numbering registry',
  operands: { files: rest('FILE', file) },
  options: { force },
  async run({ operands, options, terminal, open }) {
    const context = await open()
    const command = { repository: repositoryOf(context), force: options.force, nowMs: context.now() }
    return reported(terminal, async (out) =>
      recorded(context, 'registry', options.force, await runRegistryImport(operands.files, command, out)),
    )
  },
})

const registryFetch = defineCommand({
  words: 'registry fetch',
  summary: 'Fetch and import files of the numbering registry',
  operands: { addresses: rest('URL', address) },
  options: {
    force,
    'user-agent': one('TEXT', 'the User-Agent header', text('some text')),
    'ca-file': one('FILE', 'certificates to trust', text('a file (PEM)')),
    sha256: one('HEX', 'the expected checksum of the file', sha256),
  },
  async run({ operands, options, terminal, open }) {
    const context = await open()
    const { 'user-agent': userAgent, 'ca-file': caFile, sha256: checksum } = options
    const command = {
      repository: repositoryOf(context),
      force: options.force,
      nowMs: context.now(),
      ...(userAgent === undefined ? {} : { userAgent }),
      ...(caFile === undefined ? {} : { caFile }),
      ...(checksum === undefined ? {} : { sha256: checksum }),
    }
    return reported(terminal, async (out) =>
      recorded(context, 'registry', options.force, await runRegistryFetch(operands.addresses, command, out)),
    )
  },
})

const registryStatus = defineCommand({
  words: 'registry status',
  summary: 'Show the imported registries and which one is in use',
  async run({ terminal, open }) {
    const repository = repositoryOf(await open())
    return reported(terminal, (out) => runRegistryStatus(repository, out))
  },
})

const registryRollback = defineCommand({
  words: 'registry rollback',
  summary: 'Return to the previous registry, or to a named one',
  options: { to: one('SNAPSHOT', 'which one', text('a snapshot that registry status shows')) },
  async run({ options, terminal, open }) {
    const context = await open()
    const target = options.to === undefined ? {} : { snapshot: options.to }
    return reported(terminal, async (out) => {
      const done = await runRegistryRollback({ repository: repositoryOf(context), ...target }, out)
      await record(context, { kind: 'numbering-rollback', facts: { data: 'registry', ...done } })
      return done
    })
  },
})

const portingImport = defineCommand({
  words: 'porting import',
  summary: 'Import files of ported numbers',
  operands: { files: rest('FILE', portingFile) },
  options: { force },
  async run({ operands, options, terminal, open }) {
    const context = await open()
    const command = { repository: repositoryOf(context), force: options.force, nowMs: context.now() }
    return reported(terminal, async (out) =>
      recorded(context, 'porting', options.force, await runPortingImport(operands.files, command, out)),
    )
  },
})

const portingStatus = defineCommand({
  words: 'porting status',
  summary: 'Show the imported porting data',
  async run({ terminal, open }) {
    const repository = repositoryOf(await open())
    return reported(terminal, (out) => runPortingStatus(repository, out))
  },
})

const lookup = defineCommand({
  words: 'lookup',
  summary: 'Show what is known about phone numbers; each is printed when it is found',
  operands: { numbers: rest('NUMBER', phoneText) },
  options: {
    file: flag('the arguments are files with one number per line; - is standard input'),
    russian: flag('names of countries in Russian'),
  },
  async run({ operands, options, terminal, json, open }) {
    if (!options.file && operands.numbers.includes('-')) throw new UsageError('lookup: - goes with --file')
    const context = await open()
    const opened = await openNumbering({
      repository: repositoryOf(context),
      timers: { after: () => ({ cancel: () => {} }) },
      onProblem: (message) => terminal.err(`ringkey: ${message}\n`),
    })
    const command = { numbering: opened.numbering, language: options.russian ? 'ru' : 'en', json } as const
    const out = { line: (text: string) => terminal.out(`${text}\n`) }
    try {
      const totals = { numbers: 0, valid: 0 }
      for (const source of options.file ? operands.numbers : [operands.numbers]) {
        const bar = new ProgressBar(terminal, 'looking up')
        const progress = (_label: string, share: number) => bar.show(share, 1)
        const inputs = typeof source === 'string' ? linesOfFile(source, { progress }) : source
        const { numbers, valid } = await runLookup(inputs, command, out)
        bar.end()
        totals.numbers += numbers
        totals.valid += valid
      }
      return {
        json: undefined,
        text: totals.numbers > 1 ? `${totals.valid} of ${totals.numbers} are valid.` : '',
      }
    } finally {
      opened.close()
    }
  },
})

export const numberingCommands = [
  lookup,
  registryImport,
  registryFetch,
  registryStatus,
  registryRollback,
  portingImport,
  portingStatus,
]
