import { lineBatches } from '../files/lines.ts'
import { type ReadProgress, type Table, tablesIn } from '../files/tables.ts'
import { type Layout, layoutOf } from './layout.ts'
import type { ImportedFile } from './registry-snapshot.ts'
import { type RegistryRow, type RowFault, readRow } from './row.ts'

/** How many refused rows are shown word for word; the others are counted. */
const maxExamples = 5

interface RefusedRow {
  readonly line: number
  readonly reason: RowFault
  readonly text: string
}

export interface ReadTable extends ImportedFile {
  readonly firstDigits: string
  readonly examples: readonly RefusedRow[]
}

/** Streams every table in a file, with constant memory. */
export const readRegistryFile = (
  path: string,
  take: (row: RegistryRow) => void,
  onProgress: (progress: ReadProgress) => void,
) => Array.fromAsync(tablesIn(path), (table) => readTable(table, take, onProgress))

async function readTable(
  table: Table,
  take: (row: RegistryRow) => void,
  onProgress: (progress: ReadProgress) => void,
): Promise<ReadTable> {
  let layout: Layout | undefined
  let lineNumber = 0
  let rows = 0
  const refused: Record<string, number> = {}
  const examples: RefusedRow[] = []
  const firstDigits = new Set<string>()
  for await (const lines of lineBatches(table.bytes)) {
    for (const line of lines) {
      lineNumber += 1
      if (line.trim() === '') continue
      if (layout === undefined) {
        layout = layoutOf(line)
        if (layout === undefined) throw new Error(`its columns are not those of the numbering registry`)
        if (layout.hasHeader) continue
      }
      rows += 1
      const row = readRow(line, layout)
      if (typeof row === 'string') {
        refused[row] = (refused[row] ?? 0) + 1
        if (examples.length < maxExamples)
          examples.push({ line: lineNumber, reason: row, text: line.trim().slice(0, 200) })
        continue
      }
      firstDigits.add(String(row.code)[0]!)
      take(row)
    }
    onProgress({ file: table.name, share: table.share(), rows })
  }
  if (layout === undefined) throw new Error('it has no rows')
  return {
    name: table.name,
    columns: layout.columns,
    hasHeader: layout.hasHeader,
    rows,
    refused,
    examples,
    firstDigits: [...firstDigits].sort().join(''),
  }
}
