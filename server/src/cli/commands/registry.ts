import { numberingStores } from '../../numbering/open-numbering.ts'
import { fetchRegistryFile } from '../../numbering/registry/fetch-registry.ts'
import {
  importRegistry,
  type RegistryImportSummary,
  RegistryRefused,
} from '../../numbering/registry/import-registry.ts'
import type { ReadTable } from '../../numbering/registry/read-registry-file.ts'
import type { SnapshotRepository } from '../../numbering/snapshots/snapshot-repository.ts'
import { type CommandOutput, megabytes, withCommas } from './command-output.ts'

export interface RegistryImportCommand {
  readonly repository: SnapshotRepository
  readonly force: boolean
  /** Wall-clock milliseconds. */
  readonly nowMs: number
}

/** `ringkey registry import FILE…` */
export async function runRegistryImport(
  files: readonly string[],
  { repository, force, nowMs }: RegistryImportCommand,
  out: CommandOutput,
): Promise<RegistryImportSummary> {
  try {
    const summary = await importRegistry(files, {
      store: numberingStores(repository).registry,
      force,
      nowMs,
      onProgress: ({ file, share, rows }) => out.progress(`${file}: ${withCommas(rows)} rows`, share),
    })
    summary.files.forEach((file) => {
      print(file, out)
    })
    for (const reason of summary.overlooked) out.line(`overlooked (forced): ${reason}`)
    out.line(
      `${withCommas(summary.ranges)} ranges, ${summary.codes} codes, ${withCommas(summary.operators)} operators, ` +
        `${summary.regions} regions` +
        (summary.keptFirstDigits === '' ? '' : `; codes ${[...summary.keptFirstDigits].join('xx, ')}xx kept`),
    )
    out.line(`in use: ${summary.snapshot}; running services notice within 2 s`)
    return summary
  } catch (cause) {
    if (cause instanceof RegistryRefused) {
      cause.files.forEach((file) => {
        print(file, out)
      })
      for (const reason of cause.reasons) out.line(`refused: ${reason}`)
      out.line('nothing was changed; --force imports all the same, without the rows in question')
    }
    throw cause
  }
}

function print({ name, columns, hasHeader, rows, refused, examples }: ReadTable, out: CommandOutput): void {
  out.line(
    `${name}: ${withCommas(rows)} rows, ${columns} columns, ${hasHeader ? 'with' : 'without'} a header`,
  )
  for (const [reason, count] of Object.entries(refused))
    out.line(`  ${withCommas(count)} not taken: ${reason}`)
  for (const { line, reason, text } of examples) out.line(`    line ${line} (${reason}): ${text}`)
}

export interface RegistryFetchCommand extends RegistryImportCommand {
  readonly userAgent?: string
  readonly caFile?: string
  readonly sha256?: string
}

/** `ringkey registry fetch URL…`; a checksum belongs to one address. */
export async function runRegistryFetch(
  addresses: readonly string[],
  { userAgent, caFile, sha256, ...command }: RegistryFetchCommand,
  out: CommandOutput,
): Promise<RegistryImportSummary> {
  if (sha256 !== undefined && addresses.length > 1)
    throw new Error('--sha256 goes with one address at a time')
  const fetched: Awaited<ReturnType<typeof fetchRegistryFile>>[] = []
  try {
    for (const address of addresses) {
      const file = await fetchRegistryFile(address, {
        ...(userAgent === undefined ? {} : { userAgent }),
        ...(caFile === undefined ? {} : { caFile }),
        ...(sha256 === undefined ? {} : { sha256 }),
        onProgress: (share) => out.progress(address, share),
      })
      fetched.push(file)
      out.line(`${address}: ${megabytes(file.bytes)}, SHA-256 ${file.sha256}`)
    }
    return await runRegistryImport(
      fetched.map(({ path }) => path),
      command,
      out,
    )
  } finally {
    for (const file of fetched) await file.remove()
  }
}

/** `ringkey registry rollback [SNAPSHOT]` */
export async function runRegistryRollback(
  { repository, snapshot }: { readonly repository: SnapshotRepository; readonly snapshot?: string },
  out: CommandOutput,
): Promise<{ readonly snapshot: string }> {
  const name = await numberingStores(repository).registry.rollback(snapshot)
  out.line(`in use: ${name}; running services notice within 2 s`)
  return { snapshot: name }
}

export interface RegistryStatusLine {
  readonly snapshot: string
  readonly current: boolean
  readonly bytes: number
  readonly importedAt: string
  readonly ranges: number
  readonly operators: number
  readonly forced: boolean
  /** "" or why it cannot be used. */
  readonly problem: string
}

/** `ringkey registry status`; checks every snapshot's checksum. */
export async function runRegistryStatus(
  repository: SnapshotRepository,
  out: CommandOutput,
): Promise<RegistryStatusLine[]> {
  const { registry } = numberingStores(repository)
  const lines: RegistryStatusLine[] = []
  for (const { name, bytes, current } of await registry.list()) {
    const line = {
      snapshot: name,
      current,
      bytes,
      importedAt: '',
      ranges: 0,
      operators: 0,
      forced: false,
      problem: '',
    }
    try {
      const { meta, columns } = await registry.read(name)
      const { importedAt, forced, networks } = meta
      lines.push({ ...line, importedAt, forced, ranges: columns.from!.length, operators: networks.length })
    } catch (cause) {
      lines.push({ ...line, problem: (cause as Error).message })
    }
  }
  if (lines.length === 0) out.line('no registry was imported: answers come from the built-in seed')
  for (const { snapshot, current, bytes, importedAt, ranges, forced, problem } of lines)
    out.line(
      `${current ? '*' : ' '} ${snapshot}  ${megabytes(bytes)}  ` +
        (problem || `${importedAt}  ${withCommas(ranges)} ranges${forced ? '  (forced)' : ''}`),
    )
  return lines
}
