import type { ReadProgress } from '../../numbering/files/tables.ts'
import type { NumberingData } from '../../numbering/imports/import-messages.ts'
import { snapshotStates } from '../../numbering/imports/snapshot-states.ts'
import { numberingStores } from '../../numbering/open-numbering.ts'
import { importPorting } from '../../numbering/porting/import-porting.ts'
import { fetchRegistryFile } from '../../numbering/registry/fetch-registry.ts'
import { importRegistry, RegistryRefused } from '../../numbering/registry/import-registry.ts'
import type { ReadTable } from '../../numbering/registry/read-registry-file.ts'
import { perform } from '../../operations/perform.ts'
import { numberingImported, numberingRolledBack } from '../../operations/recorded.ts'
import { defineCommand, flag, one, type Reading, type Report, rest } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailed } from '../failures.ts'
import { ProgressBar } from '../progress.ts'
import { text, webAddress } from '../readings.ts'
import type { Terminal } from '../terminal.ts'
import { isoTime } from '../wording.ts'
import { lookup } from './lookup.ts'

const file = text('a file of the numbering registry (CSV; plain, gz or zip)')
const portingFile = text('a porting export (CSV or zip), in the order in which they are to be applied')
const force = flag('import despite suspicious rows, without those rows')
const sha256: Reading<string> = {
  expected: 'a SHA-256 of 64 hexadecimal digits',
  read: (typed) => (/^[0-9a-f]{64}$/i.test(typed) ? typed.toLowerCase() : undefined),
}
const address = webAddress('an http or https address')

/** The output of a command for people. Its return value is for `--json`. */
interface Output {
  line(text: string): void
  /** A progress bar that is redrawn in place; 0 to 1. */
  progress(label: string, share: number): void
}

/** Lines are collected for the report; the progress bar is drawn immediately. */
async function reported(terminal: Terminal, run: (out: Output) => Promise<unknown>): Promise<Report> {
  const lines: string[] = []
  const bar = new ProgressBar(terminal)
  const out: Output = {
    line: (text) => void lines.push(text),
    progress: (label, share) => bar.show(label, share, 1),
  }
  try {
    const json = await run(out)
    return { json, text: lines.join('\n') }
  } catch (error) {
    throw lines.length === 0 ? error : new CommandFailed([(error as Error).message, ...lines].join('\n'))
  } finally {
    bar.end()
  }
}

/** 450362 -> 450,362 */
const withCommas = (count: number) => count.toLocaleString('en-US')
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const inUse = (snapshot: string) => `in use: ${snapshot}; running services notice within 2 s`

interface Import {
  readonly context: CommandContext
  readonly files: readonly string[]
  readonly force: boolean
  readonly out: Output
}

const optionsOf = ({ context, force, out }: Import) => ({
  force,
  nowMs: context.now(),
  onProgress: ({ file, share, rows }: ReadProgress) =>
    out.progress(`${file}: ${withCommas(rows)} rows`, share),
})

interface Summary {
  readonly snapshot: string
  readonly files: readonly { readonly name: string }[]
  readonly overlooked: readonly string[]
}

/** An import is recorded in the operators' log once it is in use. */
async function finish<S extends Summary>(
  { context, force: forced, out }: Import,
  data: NumberingData,
  summary: S,
  totals: string,
): Promise<S> {
  for (const reason of summary.overlooked) out.line(`overlooked (forced): ${reason}`)
  out.line(totals)
  out.line(inUse(summary.snapshot))
  const name = summary.files.map((each) => each.name).join(', ')
  await perform(context, numberingImported, { data, name, forced })
  return summary
}

async function intoRegistry(wanted: Import) {
  const { context, files, out } = wanted
  try {
    const summary = await importRegistry(files, {
      ...optionsOf(wanted),
      store: numberingStores(context.store).registry,
    })
    for (const each of summary.files) print(each, out)
    const { ranges, codes, operators, regions, keptFirstDigits: kept } = summary
    const totals =
      `${withCommas(ranges)} ranges, ${codes} codes, ${withCommas(operators)} operators, ${regions} regions` +
      (kept === '' ? '' : `; codes ${[...kept].join('xx, ')}xx kept`)
    return await finish(wanted, 'registry', summary, totals)
  } catch (cause) {
    // A file that cannot be read has no rows to show, and --force does not help.
    if (!(cause instanceof RegistryRefused) || cause.files.length === 0) throw cause
    for (const each of cause.files) print(each, out)
    for (const reason of cause.reasons) out.line(`refused: ${reason}`)
    out.line('nothing was changed; --force imports all the same, without the rows in question')
    throw new CommandFailed('the import was refused')
  }
}

function print({ name, columns, hasHeader, rows, refused, examples }: ReadTable, out: Output): void {
  out.line(
    `${name}: ${withCommas(rows)} rows, ${columns} columns, ${hasHeader ? 'with' : 'without'} a header`,
  )
  for (const [reason, count] of Object.entries(refused))
    out.line(`  ${withCommas(count)} not taken: ${reason}`)
  for (const { line, reason, text } of examples) out.line(`    line ${line} (${reason}): ${text}`)
}

const registryImport = defineCommand({
  words: 'registry import',
  summary: 'Import files of the numbering registry',
  operands: { files: rest('FILE', file) },
  options: { force },
  async run({ operands: { files }, options, terminal, open }) {
    const context = await open()
    return reported(terminal, (out) => intoRegistry({ context, files, ...options, out }))
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
  async run({ operands: { addresses }, options, terminal, open }) {
    const context = await open()
    const { force, sha256, 'user-agent': userAgent, 'ca-file': caFile } = options
    return reported(terminal, async (out) => {
      if (sha256 !== undefined && addresses.length > 1)
        throw new Error('--sha256 goes with one address at a time')
      const fetched: Awaited<ReturnType<typeof fetchRegistryFile>>[] = []
      try {
        for (const address of addresses) {
          const onProgress = (share: number) => out.progress(address, share)
          const file = await fetchRegistryFile(address, { userAgent, caFile, sha256, onProgress })
          fetched.push(file)
          out.line(`${address}: ${megabytes(file.bytes)}, SHA-256 ${file.sha256}`)
        }
        return await intoRegistry({ context, files: fetched.map(({ path }) => path), force, out })
      } finally {
        for (const file of fetched) await file.remove()
      }
    })
  },
})

/** Checks every snapshot's checksum. */
function statusCommand(data: NumberingData, summary: string, entry: string, whenNone: string) {
  return defineCommand({
    words: `${data} status`,
    summary,
    async run({ open }) {
      const { store } = await open()
      const states = (await snapshotStates(store).of(data)).toReversed()
      const lines = states.map(({ snapshot, current, bytes, importedAt, entries, forced, problem }) => {
        const known = `${isoTime(importedAt)}  ${withCommas(entries)} ${entry}${forced ? '  (forced)' : ''}`
        return `${current ? '*' : ' '} ${snapshot}  ${megabytes(bytes)}  ${problem || known}`
      })
      return { json: states, text: lines.join('\n') || whenNone }
    },
  })
}

const registryStatus = statusCommand(
  'registry',
  'Show the imported registries and which one is in use',
  'ranges',
  'no registry was imported: answers come from the built-in seed',
)

const portingStatus = statusCommand(
  'porting',
  'Show the imported porting data',
  'numbers',
  'no porting data was imported: no number counts as ported',
)

const registryRollback = defineCommand({
  words: 'registry rollback',
  summary: 'Return to the previous registry, or to a named one',
  options: { to: one('SNAPSHOT', 'which one', text('a snapshot that registry status shows')) },
  async run({ options, open }) {
    const context = await open()
    const snapshot = await numberingStores(context.store).registry.rollback(options.to)
    await perform(context, numberingRolledBack, { data: 'registry', snapshot })
    return { json: { snapshot }, text: inUse(snapshot) }
  },
})

const portingImport = defineCommand({
  words: 'porting import',
  summary: 'Import files of ported numbers',
  operands: { files: rest('FILE', portingFile) },
  options: { force },
  async run({ operands: { files }, options, terminal, open }) {
    const context = await open()
    return reported(terminal, async (out) => {
      const wanted = { context, files, ...options, out }
      const summary = await importPorting(files, {
        ...optionsOf(wanted),
        store: numberingStores(context.store).porting,
      })
      for (const { name, kind, rows, refused } of summary.files)
        out.line(
          `${name}: ${kind}, ${withCommas(rows)} rows${refused === 0 ? '' : `, ${withCommas(refused)} not taken`}`,
        )
      const { numbers, numbersBefore, recipients } = summary
      const totals = `${withCommas(numbers)} ported numbers (${withCommas(numbersBefore)} before), ${recipients} recipients`
      return finish(wanted, 'porting', summary, totals)
    })
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
