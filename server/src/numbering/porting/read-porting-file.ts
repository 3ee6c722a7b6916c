import { cleanField, lineBatches } from '../files/lines.ts'
import { type ReadProgress, type Table, tablesIn } from '../files/tables.ts'
import { portableNumber } from './ported-set.ts'
import { type PortingChanges, returned } from './porting-changes.ts'
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

export interface PortingTarget {
  readonly changes: PortingChanges
  readonly recipients: Recipients
  /** A full export replaces everything that was read before it. */
  startAnew(): PortingChanges
}

export const readPortingFile = (
  path: string,
  target: PortingTarget,
  onProgress: (progress: ReadProgress) => void,
) => Array.fromAsync(tablesIn(path), (table) => readTable(table, target, onProgress))

async function readTable(table: Table, target: PortingTarget, onProgress: (progress: ReadProgress) => void) {
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

/** The kinds of files of the porting database. */
export type PortingKind = 'full' | 'increment' | 'return' | 'operators'

export interface PortingLayout {
  readonly kind: PortingKind
  readonly columns: number
  /** How many columns of a row have to be split off; the rest is not read. */
  readonly neededColumns: number | undefined
  /** Positions of the columns, -1 for a column that the file does not have. */
  readonly number: number
  readonly recipient: number
  readonly mnc: number
  readonly rowCount: number
  readonly inn: number
  readonly name: number
}

/**
 * The kind of an export is recognised by the names in its header, never by position. A full export has `OwnerId`, an
 * increment `RecipientId` and `NewMNC`, a list of operators `OrgCode`. A file of numbers with neither owner nor new
 * network, the number second, contains returns.
 */
function portingLayoutOf(header: string): PortingLayout | undefined {
  const names = header.split(',').map((name) => cleanField(name).toLowerCase())
  const at = (name: string) => names.indexOf(name)
  const number = at('number')
  const layout = (kind: PortingKind, recipient: number, mnc: number): PortingLayout => ({
    kind,
    columns: names.length,
    // Names of networks may contain commas, so their rows are read whole.
    neededColumns: kind === 'operators' ? undefined : Math.max(number, recipient, mnc) + 1,
    number,
    recipient,
    mnc,
    rowCount: at('rowcount'),
    inn: at('tin'),
    name: at('orgname'),
  })
  if (at('orgcode') !== -1) return layout('operators', at('orgcode'), at('mnc'))
  if (number === -1) return undefined
  if (at('recipientid') !== -1 && at('newmnc') !== -1)
    return layout('increment', at('recipientid'), at('newmnc'))
  if (number === 1) return layout('return', -1, -1)
  return at('ownerid') === -1 ? undefined : layout('full', at('ownerid'), at('mnc'))
}
