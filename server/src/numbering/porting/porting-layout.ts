import { cleanField } from '../files/fields.ts'

/** What a file of the porting database says. */
export type PortingKind = 'full' | 'increment' | 'return' | 'operators'

export interface PortingLayout {
  readonly kind: PortingKind
  readonly columns: number
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
  const common = { columns: names.length, number: at('number'), rowCount: at('rowcount'), inn: -1, name: -1 }
  if (at('orgcode') !== -1)
    return {
      ...common,
      kind: 'operators',
      recipient: at('orgcode'),
      mnc: at('mnc'),
      inn: at('tin'),
      name: at('orgname'),
    }
  if (common.number === -1) return undefined
  if (at('recipientid') !== -1 && at('newmnc') !== -1)
    return { ...common, kind: 'increment', recipient: at('recipientid'), mnc: at('newmnc') }
  if (common.number === 1) return { ...common, kind: 'return', recipient: -1, mnc: -1 }
  if (at('ownerid') !== -1) return { ...common, kind: 'full', recipient: at('ownerid'), mnc: at('mnc') }
  return undefined
}
