import { cleanField } from '../files/fields.ts'
import { lineBatches } from '../files/lines.ts'
import { type Table, tablesIn } from '../files/tables.ts'
import { portableNumber } from './ported-set.ts'
import { type PortingChanges, returned } from './porting-changes.ts'
import { type PortingKind, type PortingLayout, portingLayoutOf } from './porting-layout.ts'
import type { Recipients } from './recipients.ts'

export interface ReadPortingTable {
  readonly name: string
  readonly kind: PortingKind
  readonly rows: number
  /** Rows that could not be read. */
  readonly refused: number
  /** The number of rows that the file itself states; 0 when it states none. */
  readonly promisedRows: number
}

export interface PortingProgress {
  readonly file: string
  /** 0 to 1 */
  readonly share: number
  readonly rows: number
}

export interface PortingTarget {
  readonly changes: PortingChanges
  readonly recipients: Recipients
  /** A full export replaces everything that was read before it. */
  startAnew(): PortingChanges
}

export async function readPortingFile(
  path: string,
  target: PortingTarget,
  onProgress: (progress: PortingProgress) => void,
): Promise<ReadPortingTable[]> {
  const read: ReadPortingTable[] = []
  for await (const table of tablesIn(path)) read.push(await readTable(table, target, onProgress))
  return read
}

async function readTable(
  table: Table,
  target: PortingTarget,
  onProgress: (progress: PortingProgress) => void,
): Promise<ReadPortingTable> {
  let layout: PortingLayout | undefined
  let changes = target.changes
  let rows = 0
  let refused = 0
  let promisedRows = 0
  for await (const lines of lineBatches(table.bytes)) {
    for (const line of lines) {
      if (line === '' || line === '\r') continue
      if (layout === undefined) {
        layout = portingLayoutOf(line)
        if (layout === undefined) throw new Error('its header is not one of the porting database')
        if (layout.kind === 'full') changes = target.startAnew()
        continue
      }
      rows += 1
      const cells = line.split(',', rows === 1 ? undefined : layout.neededColumns)
      if (rows === 1 && layout.rowCount !== -1) promisedRows = Number(cells[layout.rowCount]?.trim() || 0)
      if (!takeRow(cells, layout, changes, target.recipients)) refused += 1
    }
    onProgress({ file: table.name, share: table.share(), rows })
  }
  if (layout === undefined) throw new Error('it is empty')
  return { name: table.name, kind: layout.kind, rows, refused, promisedRows }
}

function takeRow(
  cells: readonly string[],
  layout: PortingLayout,
  changes: PortingChanges,
  recipients: Recipients,
): boolean {
  const cell = (at: number) => cleanField(cells[at] ?? '')
  if (layout.kind === 'operators') {
    const [id, inn, name] = [cell(layout.recipient), cell(layout.inn), networkName(cells, layout)]
    if (id === '') return false
    recipients.describe(id, inn, name)
    return true
  }
  const number = portableNumber(cell(layout.number))
  if (number === undefined) return false
  if (layout.kind === 'return') {
    changes.add(number, returned)
    return true
  }
  const id = cell(layout.recipient)
  const mnc = cell(layout.mnc)
  if (id === '' || !/^\d{0,3}$/.test(mnc)) return false
  changes.add(number, recipients.number(id, mnc))
  return true
}

/** A company's name may contain commas; no other column does. */
function networkName(cells: readonly string[], { name, columns }: PortingLayout): string {
  const surplus = Math.max(0, cells.length - columns)
  return name === -1 ? '' : cleanField(cells.slice(name, name + surplus + 1).join(','))
}
