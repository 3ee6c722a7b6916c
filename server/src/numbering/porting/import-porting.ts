import { NumberingProblem } from '../numbering-problem.ts'
import type { ImportOptions } from '../snapshots/snapshot-store.ts'
import { applyChanges, PortingChanges } from './porting-changes.ts'
import { type PortingMeta, portedSetOf, portingContent } from './porting-snapshot.ts'
import { type ReadPortingTable, readPortingFile } from './read-porting-file.ts'
import { Recipients } from './recipients.ts'

/** An import that is refused has changed nothing. */
function refusal(reasons: readonly string[]): NumberingProblem {
  return new NumberingProblem(`the import was refused: ${reasons.join('; ')}`)
}

/** A full export with less than half of the numbers of the last one is taken to be cut off. */
const leastShareOfNumbers = 0.5
const mostUnreadableShare = 0.001

/** Files are applied in the given order: a full export replaces everything, increments and returns change it. */
export async function importPorting(
  paths: readonly string[],
  { store, force, nowMs, onProgress }: ImportOptions<PortingMeta>,
) {
  const inUse = await store.currentName()
  const content = await store.readForImport(inUse, force)
  const previous = content && portedSetOf(content)
  const recipients = new Recipients(previous?.tables.recipients ?? [])
  let base = previous?.tables
  const target = {
    changes: new PortingChanges(),
    recipients,
    startAnew() {
      base = undefined
      target.changes = new PortingChanges()
      return target.changes
    },
  }
  const files: ReadPortingTable[] = []
  for (const path of paths) {
    const read = readPortingFile(path, target, onProgress).catch((cause: Error) => {
      throw refusal([`${path}: ${cause.message}`])
    })
    files.push(...(await read))
  }
  const found = files.flatMap(suspicions)
  const firstChange = files.find(({ kind }) => kind !== 'operators')
  if (previous === undefined && firstChange !== undefined && firstChange.kind !== 'full')
    found.push(`${firstChange.name}: changes need a full export to start from`)
  if (found.length > 0 && !force) throw refusal(found)

  const tables = applyChanges(base, target.changes, recipients.list)
  const numbersBefore = previous?.size ?? 0
  if (tables.low.length < numbersBefore * leastShareOfNumbers) {
    found.push(`${tables.low.length} numbers where there were ${numbersBefore}`)
    if (!force) throw refusal(found)
  }
  const snapshot = await store.publish(
    portingContent(tables, { importedAt: new Date(nowMs).toISOString(), files }),
    inUse,
    nowMs,
  )
  return {
    snapshot,
    files,
    numbers: tables.low.length,
    numbersBefore,
    recipients: recipients.list.length,
    overlooked: found,
  }
}

function suspicions({ name, rows, refused, promisedRows }: ReadPortingTable): string[] {
  return [
    ...(promisedRows > 0 && promisedRows !== rows
      ? [`${name}: ${rows} rows, but it promises ${promisedRows}`]
      : []),
    ...(refused > rows * mostUnreadableShare ? [`${name}: ${refused} of ${rows} rows cannot be read`] : []),
  ]
}
