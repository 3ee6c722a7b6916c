import { numberingStores } from '../../numbering/open-numbering.ts'
import { importPorting, type PortingImportSummary } from '../../numbering/porting/import-porting.ts'
import type { SnapshotRepository } from '../../numbering/snapshots/snapshot-repository.ts'
import { type CommandOutput, megabytes, withCommas } from './command-output.ts'

export interface PortingImportCommand {
  readonly repository: SnapshotRepository
  readonly force: boolean
  /** Wall-clock milliseconds. */
  readonly nowMs: number
}

/** `ringkey porting import FILE…`, in the order in which the files are to be applied. */
export async function runPortingImport(
  files: readonly string[],
  { repository, force, nowMs }: PortingImportCommand,
  out: CommandOutput,
): Promise<PortingImportSummary> {
  const summary = await importPorting(files, {
    store: numberingStores(repository).porting,
    force,
    nowMs,
    onProgress: ({ file, share, rows }) => out.progress(`${file}: ${withCommas(rows)} rows`, share),
  })
  for (const { name, kind, rows, refused } of summary.files)
    out.line(
      `${name}: ${kind}, ${withCommas(rows)} rows${refused === 0 ? '' : `, ${withCommas(refused)} not taken`}`,
    )
  for (const reason of summary.overlooked) out.line(`overlooked (forced): ${reason}`)
  out.line(
    `${withCommas(summary.numbers)} ported numbers (${withCommas(summary.numbersBefore)} before), ` +
      `${summary.recipients} recipients`,
  )
  out.line(`in use: ${summary.snapshot}; running services notice within 2 s`)
  return summary
}

export interface PortingStatusLine {
  readonly snapshot: string
  readonly current: boolean
  readonly bytes: number
  readonly importedAt: string
  readonly numbers: number
  /** "" or why it cannot be used. */
  readonly problem: string
}

/** `ringkey porting status`; checks every snapshot's checksum. */
export async function runPortingStatus(
  repository: SnapshotRepository,
  out: CommandOutput,
): Promise<PortingStatusLine[]> {
  const { porting } = numberingStores(repository)
  const lines: PortingStatusLine[] = []
  for (const { name, bytes, current } of await porting.list()) {
    const line = { snapshot: name, current, bytes, importedAt: '', numbers: 0, problem: '' }
    try {
      const { meta, columns } = await porting.read(name)
      lines.push({ ...line, importedAt: meta.importedAt, numbers: columns.low!.length })
    } catch (cause) {
      lines.push({ ...line, problem: (cause as Error).message })
    }
  }
  if (lines.length === 0) out.line('no porting data was imported: no number counts as ported')
  for (const { snapshot, current, bytes, importedAt, numbers, problem } of lines)
    out.line(
      `${current ? '*' : ' '} ${snapshot}  ${megabytes(bytes)}  ` +
        (problem || `${importedAt}  ${withCommas(numbers)} numbers`),
    )
  return lines
}
