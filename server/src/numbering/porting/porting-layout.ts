import { cleanField } from '../files/fields.ts'

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
export function portingLayoutOf(header: string): PortingLayout | undefined {
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
