import { cleanField } from '../files/fields.ts'

/** What a file of the porting database says. */
export type PortingKind = 'full' | 'increment' | 'return' | 'operators'

export interface PortingLayout {
  readonly kind: PortingKind
  readonly columns: number
  /** So many columns of a row have to be cut out; the rest of it is not looked at. */
  readonly neededColumns: number | undefined
  /** Where things stand, -1 where the file does not have them. */
  readonly number: number
  readonly recipient: number
  readonly mnc: number
  readonly rowCount: number
  readonly inn: number
  readonly name: number
}

/**
 * Exports are told apart by the names in their header, never by position: a full export has `OwnerId`, an
 * increment `RecipientId` and `NewMNC`, a list of operators `OrgCode`; a file of numbers with neither owner
 * nor new network, the number second, is one of returns.
 */
export function portingLayoutOf(header: string): PortingLayout | undefined {
  const names = header.split(',').map((name) => cleanField(name).toLowerCase())
  const at = (name: string) => names.indexOf(name)
  const number = at('number')
  const layout = (kind: PortingKind, recipient: number, mnc: number): PortingLayout => ({
    kind,
    columns: names.length,
    // Names of operators may hold commas, so their rows are taken whole.
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
