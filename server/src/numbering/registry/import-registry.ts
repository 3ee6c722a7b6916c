import { NumberingProblem } from '../numbering-problem.ts'
import type { SnapshotStore } from '../snapshots/snapshot-store.ts'
import { buildTables } from './build-tables.ts'
import { CollectedRanges } from './collected-ranges.ts'
import { RangeIndex } from './range-index.ts'
import { type ReadProgress, type ReadTable, readRegistryFile } from './read-registry-file.ts'
import { indexOf, type RegistryMeta, registryContent } from './registry-snapshot.ts'
import { suspicions } from './sanity.ts'

export interface RegistryImportOptions {
  readonly store: SnapshotStore<RegistryMeta>
  /** Imports suspicious files too; bad rows and overlapping ranges are left out. */
  readonly force: boolean
  /** Wall-clock milliseconds, stored in the snapshot. */
  readonly nowMs: number
  onProgress(progress: ReadProgress): void
}

export interface RegistryImportSummary {
  /** The name of the new snapshot. */
  readonly snapshot: string
  readonly files: readonly ReadTable[]
  readonly ranges: number
  readonly operators: number
  readonly regions: number
  readonly codes: number
  /** First digits that were kept from the previous snapshot. */
  readonly keptFirstDigits: string
  /** The problems that were ignored because the import was forced. */
  readonly overlooked: readonly string[]
}

/** Thrown when nothing was changed; `reasons` are sentences for people. */
export class RegistryRefused extends NumberingProblem {
  readonly reasons: readonly string[]
  readonly files: readonly ReadTable[]

  constructor(reasons: readonly string[], files: readonly ReadTable[]) {
    super(`the import was refused: ${reasons.join('; ')}`)
    this.reasons = reasons
    this.files = files
  }
}

const firstDigitsInUse = [3, 4, 8, 9]

/** Files replace the codes of their first digits; the other codes stay as they are. */
export async function importRegistry(
  paths: readonly string[],
  { store, force, nowMs, onProgress }: RegistryImportOptions,
): Promise<RegistryImportSummary> {
  const inUse = await store.currentName()
  const collected = new CollectedRanges()
  const files: ReadTable[] = []
  for (const path of paths) files.push(...(await readFile(path, collected, onProgress)))
  if (collected.size === 0) throw new RegistryRefused(['no row could be read'], files)

  const brought = firstDigitsInUse.filter((digit) =>
    files.some((file) => file.firstDigits.includes(String(digit))),
  )
  const kept = firstDigitsInUse.filter((digit) => !brought.includes(digit))
  const previous = await previousSnapshot(store, inUse, force)
  if (previous !== undefined) for (const digit of kept) collected.keep(previous.index, digit)

  const { tables, overlaps } = buildTables(collected)
  const index = new RangeIndex(tables)
  const found = suspicions({
    index,
    tables: files,
    overlaps,
    firstDigits: brought,
    previous: previous?.index,
  })
  if (found.length > 0 && !force) throw new RegistryRefused(found, files)

  const earlier = (previous?.files ?? []).filter(({ firstDigits }) =>
    kept.some((digit) => firstDigits.includes(String(digit))),
  )
  const snapshot = await store.publish(
    registryContent(tables, {
      importedAt: new Date(nowMs).toISOString(),
      forced: found.length > 0,
      files: [...earlier, ...files.map(({ examples: _, ...file }) => file)],
    }),
    inUse,
  )
  return {
    snapshot,
    files,
    ranges: index.size,
    operators: tables.networks.length,
    regions: new Set(tables.places.map(({ region }) => region)).size,
    codes: tables.codeStarts.filter((start, code) => code > 0 && start > tables.codeStarts[code - 1]!).length,
    keptFirstDigits: kept.filter((digit) => index.covers(String(digit))).join(''),
    overlooked: found,
  }
}

async function readFile(
  path: string,
  collected: CollectedRanges,
  onProgress: (progress: ReadProgress) => void,
): Promise<ReadTable[]> {
  try {
    return await readRegistryFile(path, (row) => collected.add(row), onProgress)
  } catch (cause) {
    throw new RegistryRefused([`${path}: ${(cause as Error).message}`], [])
  }
}

/** When the snapshot in use is damaged, only a forced import may continue without it. */
async function previousSnapshot(
  store: SnapshotStore<RegistryMeta>,
  name: string | undefined,
  force: boolean,
) {
  if (name === undefined) return undefined
  try {
    const content = await store.read(name)
    return { index: indexOf(content), files: content.meta.files }
  } catch (cause) {
    if (force) return undefined
    throw cause
  }
}
