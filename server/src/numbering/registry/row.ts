import { cleanField } from '../files/lines.ts'
import type { Layout } from './layout.ts'

/** One range of the registry, as in its row. */
export interface RegistryRow {
  readonly code: number
  readonly from: number
  readonly to: number
  readonly network: string
  /** "" in files that do not have it. */
  readonly inn: string
  readonly territory: string
}

/** Why a row was refused. */
export type RowFault =
  | 'missing columns'
  | 'bad code'
  | 'bad range'
  | 'wrong capacity'
  | 'no operator'
  | 'no territory'
  | 'bad INN'

export function readRow(line: string, layout: Layout): RegistryRow | RowFault {
  const cells = line.split(layout.separator)
  if (cells.length < layout.columns) return 'missing columns'
  if (cells.length > layout.columns) joinPlace(cells, layout)
  const cell = (at: number) => (at === -1 ? '' : cleanField(cells[at]!))
  const code = cell(layout.code)
  if (!/^[3489]\d\d$/.test(code)) return 'bad code'
  const from = subscriberNumber(cell(layout.from))
  const to = subscriberNumber(cell(layout.to))
  if (from === undefined || to === undefined || from > to) return 'bad range'
  if (Number(cell(layout.capacity) || Number.NaN) !== to - from + 1) return 'wrong capacity'
  const network = cell(layout.network).replace(/\s+/g, ' ')
  if (network === '') return 'no operator'
  const territory = placeName(cell(layout.territory)) || placeName(cell(layout.region))
  if (territory === '') return 'no territory'
  const inn = cell(layout.inn)
  // A company's INN has 10 digits, a person's 12 (order of the tax service ED-7-14/559@).
  if (inn !== '' && inn !== '-' && !/^(\d{10}|\d{12})$/.test(inn)) return 'bad INN'
  return { code: Number(code), from, to, network, inn: inn === '-' ? '' : inn, territory }
}

/** Seven digits; spreadsheets drop the leading zeros. */
function subscriberNumber(text: string): number | undefined {
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined
}

/** The 2026 files write `-` for a place that is in another column. */
function placeName(text: string): string {
  return text === '-' ? '' : text.replace(/\s+/g, ' ')
}

/** Places are lists ("Московская область; Москва") and may contain the separator; no other column does. */
function joinPlace(cells: string[], layout: Layout): void {
  const place = Math.max(layout.region, layout.territory)
  const surplus = cells.length - layout.columns
  cells.splice(place, surplus + 1, cells.slice(place, place + surplus + 1).join(layout.separator))
}
