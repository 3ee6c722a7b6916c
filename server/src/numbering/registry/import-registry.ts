import { NumberingProblem } from '../numbering-problem.ts'
import type { ImportOptions } from '../snapshots/snapshot-store.ts'
import { buildTables } from './build-tables.ts'
import { CollectedRanges } from './collected-ranges.ts'
import { RangeIndex } from './range-index.ts'
import { type ReadTable, readRegistryFile } from './read-registry-file.ts'
import { indexOf, type RegistryMeta, registryContent } from './registry-snapshot.ts'
import { suspicions } from './sanity.ts'

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
  { store, force, nowMs, onProgress }: ImportOptions<RegistryMeta>,
) {
  const inUse = await store.currentName()
  const collected = new CollectedRanges()
  const files: ReadTable[] = []
  for (const path of paths) {
    const read = readRegistryFile(path, (row) => collected.add(row), onProgress).catch((cause: Error) => {
      throw new RegistryRefused([`${path}: ${cause.message}`], [])
    })
    files.push(...(await read))
  }
  if (collected.size === 0) throw new RegistryRefused(['no row could be read'], files)

  const brought = firstDigitsInUse.filter((digit) =>
    files.some((file) => file.firstDigits.includes(String(digit))),
  )
  const kept = firstDigitsInUse.filter((digit) => !brought.includes(digit))
  const content = await store.readForImport(inUse, force)
  const previous = content && indexOf(content)
  if (previous !== undefined) for (const digit of kept) collected.keep(previous, digit)

  const { tables, overlaps } = buildTables(collected)
  const index = new RangeIndex(tables)
  const found = suspicions({ index, tables: files, overlaps, firstDigits: brought, previous })
  if (found.length > 0 && !force) throw new RegistryRefused(found, files)

  const earlier = (content?.meta.files ?? []).filter(({ firstDigits }) =>
    kept.some((digit) => firstDigits.includes(String(digit))),
  )
  const snapshot = await store.publish(
    registryContent(tables, {
      importedAt: new Date(nowMs).toISOString(),
      forced: found.length > 0,
      files: [...earlier, ...files.map(({ examples: _, ...file }) => file)],
    }),
    inUse,
    nowMs,
  )
  return {
    snapshot,
    files,
    ranges: index.size,
    operators: tables.networks.length,
    regions: new Set(tables.places.map(({ region }) => region)).size,
    codes: tables.codeStarts.filter((start, code) => code > 0 && start > tables.codeStarts[code - 1]!).length,
    /** First digits that were kept from the previous snapshot. */
    keptFirstDigits: kept.filter((digit) => index.covers(String(digit))).join(''),
    /** The problems that were ignored because the import was forced. */
    overlooked: found,
  }
}
